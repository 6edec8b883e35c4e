import Foundation
import TestSupport
import Testing

/// Records that could break a reader: each is an event or a rejected line, and the others are read.
@Suite("Hostile records")
struct HostileRecordTests {
  private let navaudit = Navaudit()
  private var folder: TemporaryFolder { navaudit.folder }

  /// The results for lines between good ones: the reasons of their rejection, or nil.
  private func rejections(of lines: [Data]) throws -> [String?] {
    let good = Fixtures.smallLog().ndjson
    try folder.write(lines.reduce(good) { $0 + $1 + Data("\n".utf8) } + good, to: "log.ndjson")
    let outcome = try navaudit(
      "analyze", "log.ndjson", "--output", "New", "--rejected", "rejected.tsv", "--max-rejected", "100%")
    #expect(outcome.status == 0, "\(outcome.errors)")
    var reasons = [String?](repeating: nil, count: lines.count)
    let rejected = try folder.text("rejected.tsv").split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    for cells in rejected { reasons[try #require(Int(cells[1])) - 100] = String(cells[2]) }
    let rows = try folder.table("New/summary.csv")
    #expect(rows.cell("events_rejected", column: "value") == String(rejected.count))
    #expect(rows.cell("events", column: "value") == String(198 + lines.count - rejected.count))
    return reasons
  }

  private func rejection(of line: Data) throws -> String? { try rejections(of: [line])[0] }

  private func event(_ more: String, time: String = "1772000000") -> Data {
    Data("{\"time\":\(time),\"user\":\"u\",\"event\":\"push\",\(more)}".utf8)
  }

  @Test(arguments: sampled([1000, 10, 100_000, 2_000_000])) func `deeply nested`(depth: Int) throws {
    let open = String(repeating: "[", count: depth)
    let close = String(repeating: "]", count: depth)
    let objects = String(repeating: "{\"a\":", count: depth)
    for name in ["screen", "unknown", "value"] {
      let values = [open + close, objects + "1" + String(repeating: "}", count: depth), open, objects]
      let whole = depth < 1000 ? nil : "not valid JSON"
      #expect(
        try rejections(of: values.map { event("\"\(name)\":\($0)") }) == [
          whole, whole, "not valid JSON", "not valid JSON",
        ], "\(name)")
    }
  }

  @Test(
    arguments: sampled([
      "1e400", "-1e400", "99999999999999999999999999999999", "0.\(String(repeating: "0", count: 5000))1",
      "1\(String(repeating: "0", count: 5000))", "-0",
      "1E+2",
    ]))
  func `numbers of any size`(number: String) throws {
    let names = ["depth", "x", "value", "screen", "session", "unknown"]
    #expect(try rejections(of: names.map { event("\"\($0)\":\(number)") }) == names.map { _ in nil })
  }

  @Test(
    arguments: sampled(
      [
        ("\"0000-01-01T00:00:00Z\"", nil), ("\"0000-01-01T00:00:00+23:59\"", "time out of range"),
        ("\"9999-12-31T23:59:60Z\"", "time out of range"),
        ("\"9999-12-31T23:59:59.999999999Z\"", nil), ("\"9999-12-31T23:59:59-23:59\"", "time out of range"),
        ("\"2016-12-31T23:59:60Z\"", nil),
        ("\"2016-12-31T23:59:61Z\"", "time not readable"), ("\"2026-02-29T00:00:00Z\"", "time not readable"),
        ("\"2026-03-01T00:00:00+24:00\"", "time not readable"),
        ("-62167219200", nil), ("-62167219201", "time out of range"), ("253402300799999.9", nil), ("-0.0000001", nil),
        ("1e-400", nil),
        ("9223372036854775807", nil), ("9223372036854775808", "time out of range"),
        ("\"\\u0000\"", "time not readable"), ("\"\"", "no time"),
        ("[1]", "no time"),
        ("true", "no time"),
      ] as [(String, String?)]))
  func `times of any kind`(time: String, reason: String?) throws {
    #expect(try rejection(of: event("\"screen\":\"A\"", time: time)) == reason)
  }

  @Test func `keys given twice`() throws {
    // The last one wins.
    #expect(try rejection(of: event("\"screen\":\"A\",\"screen\":\"B\",\"time\":\"never\",\"time\":1772000000")) == nil)
    let screens = try folder.table("New/screens.csv")["screen"]
    #expect(screens.contains("B") && !screens.contains("A"))
    let many = (0..<100_000).map { "\"screen\":\"S\($0)\"" }.joined(separator: ",")
    #expect(try rejection(of: event(many)) == nil)
    #expect(
      try folder.table("New/screens.csv")["screen"].filter {
        $0.hasPrefix("S") && $0.count > 1 && $0.dropFirst().allSatisfy(\.isNumber)
      } == ["S99999"])
  }

  @Test func `bytes that are no text`() throws {
    var surrogate = event("\"screen\":\"x\"")
    surrogate.replaceSubrange(surrogate.firstRange(of: Data("\"x\"".utf8))!, with: [0x22, 0xED, 0xA0, 0x80, 0x22])
    let lines: [(Data, String?)] = [
      (event("\"screen\":\"a\u{0}b\""), "not valid JSON"), (event("\"screen\":\"a\\u0000b\""), nil),
      (event("\"screen\":\"\\ud800\""), "not valid JSON"), (Data([0, 0, 0, 0]), "not valid JSON"),
      (Data([0xFF, 0xFE, 0x7B]), "not UTF-8"),
      (event("\"screen\":\"\("\u{7F}")\""), nil), (surrogate, "not UTF-8"),
    ]
    #expect(try rejections(of: lines.map(\.0)) == lines.map(\.1))
  }
}
