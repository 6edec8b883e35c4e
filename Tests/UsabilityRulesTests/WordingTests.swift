import NavigationModel
import Statistics
import Testing

@testable import UsabilityRules

/// Numbers in words.
@Suite struct WordingTests {
  @Test(arguments: [(0, "0"), (12, "12"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1234, "-1,234")])
  func `Thousands are set apart`(number: Int, text: String) { #expect(Wording.count(number) == text) }

  @Test(arguments: [
    (0.09, "9.0%"), (0.0898, "9.0%"), (1, "100.0%"), (0, "0.0%"), (0.9996, "100.0%"), (0.12345, "12.3%"),
    (-0.0001, "0.0%"),
    (12.5, "1,250.0%"),
  ])
  func `Shares have one decimal`(share: Double, text: String) { #expect(Wording.percent(share) == text) }

  @Test func `Of many names, the first are named and the others counted`() {
    let names = (1...20_000).map { "n\($0)" }
    #expect(Text.names(Array(names.prefix(3)), " or ").plain == "n1, n2 or n3")
    #expect(Text.names(names).plain == names.prefix(Text.mostNames).joined(separator: ", ") + " and 19,980 more")
    // A text grows in place: as many parts as these would take minutes if each copied those before it.
    #expect(names.map { Text(name: $0) }.list().names.count == 20_000)
  }

  @Test func `Sentences`() {
    let estimate = Estimate(value: 0.0898, interval: Interval(low: 0.066, high: 0.122))
    #expect(Wording.share(37, of: 1412, "users", estimate) == "37 of 1,412 users (9.0%, 6.6–12.2%)")
    #expect(Wording.count(1, "tap") == "1 tap" && Wording.count(2000, "tap") == "2,000 taps")
    #expect(Wording.list([]) == "" && Wording.list(["a"]) == "a" && Wording.list(["a", "b"]) == "a and b")
    #expect(Wording.list(["a", "b", "c"], "or") == "a, b or c")
    #expect(Wording.oneDecimal(.infinity) == "inf" && Wording.oneDecimal(.nan) == "nan")
  }
}
