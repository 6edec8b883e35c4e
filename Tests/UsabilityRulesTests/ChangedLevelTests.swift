import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// A level that the map changes is followed by all that a finding shows.
@Suite struct ChangedLevelTests {
  private func findings(_ rule: Rule, _ thresholds: [String: Double], _ trace: String, parts: Int = 1) throws
    -> [Finding]
  {
    try UsabilityRulesTests.findings(
      rule, trace, map: AppMap(rules: [.init(rule.id, thresholds: thresholds)]), parts: parts, mergesAlike: false)
  }

  private static let levels = """
    tab:Orders=Orders > A > B > C > D > E > F > G > H > I < * 3
    tab:Orders=Orders > A > B > C > D > E < * 50
    tab:Home=Home > P > Q > R < * 40
    """

  @Test(arguments: sampled([2, 1, 3]))
  func `trails and examples lie below a higher limit`(parts: Int) throws {
    let found = try findings(.depthOverLimit, ["warning": 9, "error": 12], Self.levels, parts: parts)
    let finding = try #require(found.first)
    #expect(found.count == 1 && finding.severity == .warning && finding.value == 10 && finding.threshold == 9)
    #expect(finding.message.plain == "3 of 53 users went deeper than level 9 in Orders, which goes down to level 10")
    #expect(
      finding.details.map(\.plain) == [
        "The most common way is Orders › A › B › C › D › E › F › G › H › I (3 users, 3 visits)."
      ])
    #expect(finding.examples.map(\.score) == [10, 10, 10] && finding.extraTaps == 3)
  }

  @Test func `trails and examples begin below a lower limit`() throws {
    let found = try findings(.depthOverLimit, ["warning": 3, "error": 3], Self.levels)
    #expect(
      found.map(\.subject).sorted() == ["Home", "Orders"]
        && found.allSatisfy { $0.severity == .error && $0.threshold == 3 })
    let home = try #require(found.first { $0.subject == "Home" })
    #expect(home.details.map(\.plain) == ["The most common way is Home › P › Q › R (40 users, 40 visits)."])
    #expect(home.examples.map(\.score) == [4, 4, 4, 4, 4] && home.extraTaps == 40)
  }

  @Test func `visits are deep from the map's level on`() throws {
    let trace = "tab:T=T +1s > B +1s > C +1s > D +1s < * 40"
    func found(_ depth: Double) throws -> [String: Finding] {
      Dictionary(uniqueKeysWithValues: try findings(.depthHotDeep, ["depth": depth], trace).map { ($0.subject, $0) })
    }
    #expect(try found(5).isEmpty)
    let usual = try #require(try found(4)["D"])
    #expect(usual.extraTaps == 80 && usual.examples.count == 5)
    // One finding for the chain, on its deepest screen.
    #expect(try found(3) == ["D": usual])
    let shallow = try #require(try findings(.depthHotDeep, ["depth": 3], "tab:T=T +1s > B +1s > C < * 40").first)
    #expect(shallow.subject == "C" && shallow.extraTaps == 40 && shallow.examples.count == 5)
    #expect(
      shallow.details.map(\.plain) == [
        "In 40 of its 40 visits, people came straight down from the root. A shortcut there would have saved 40 taps."
      ])
  }

  @Test func `a level of one spares no tap at the root`() throws {
    let found = try findings(.depthHotDeep, ["depth": 1], "tab:T=T +1s tab:U=U +1s tab:V=V * 40")
    #expect(
      found.map(\.subject).sorted() == ["T", "U"] && found.allSatisfy { $0.extraTaps == 0 && $0.details.isEmpty })
  }
}
