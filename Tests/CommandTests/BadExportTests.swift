import Foundation
import TestSupport
import Testing

/// Broken exports: read as far as possible, the rest is counted and explained.
@Suite("Bad exports")
struct BadExportTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  private func export(_ name: String) throws -> Data { try Data(contentsOf: Fixtures.file("exports/" + name)) }

  /// The figures of the summary about what was read.
  private func read(_ arguments: String...) throws -> [String?] {
    let outcome = try navaudit.run(["analyze"] + arguments + ["--output", "Reports", "--max-rejected", "20%"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let summary = try folder.table("Reports/summary.csv")
    return ["events", "events_rejected", "events_duplicate"].map { summary.cell($0, column: "value") }
  }

  @Test func `what a file is called says nothing`() throws {
    try folder.write(try export("amplitude.ndjson"), to: "logs/events.csv")
    try folder.write(try export("snowplow.csv"), to: "logs/events.json")
    try folder.write(try export("segment.ndjson"), to: "logs/plain.gz")
    try folder.write(try export("matomo.json").gzipped, to: "logs/visits.txt")
    try folder.write("{}", to: "logs/manifest.json")
    try folder.write("x", to: "logs/_SUCCESS")
    // 18 with one duplicate, 5, 14 with one duplicate and one without a user, 7 with one duplicate.
    #expect(try read("logs") == ["40", "1", "3"])
  }

  @Test func `the same events in several files are counted once`() throws {
    let day = try export("ga4.ndjson")
    try folder.write(day, to: "logs/events_20260504.json")
    // The intraday table of the same day, in another order.
    let lines = String(decoding: day, as: UTF8.self).split(separator: "\n").reversed()
    try folder.write(Data(lines.joined(separator: "\n").utf8).gzipped, to: "logs/events_intraday_20260504.json.gz")
    #expect(try read("logs") == ["10", "4", "14"])
  }

  @Test func `records of another format are counted and said`() throws {
    let ga4 = String(decoding: try export("ga4.ndjson"), as: UTF8.self).split(separator: "\n").prefix(12)
    let postHog = String(decoding: try export("posthog.jsonl"), as: UTF8.self).split(separator: "\n").prefix(2)
    try folder.write((ga4 + postHog).joined(separator: "\n"), to: "log")
    #expect(try read("log", "--rejected", "rejected.tsv") == ["10", "2", "2"])
    let rejected = try folder.text("rejected.tsv").split(separator: "\n").map { $0.split(separator: "\t").prefix(3).joined(separator: " ") }
    #expect(rejected == ["file line reason", "log 13 record of another format", "log 14 record of another format"])
    #expect(try folder.text("Reports/report.md").contains("record of another format"))
  }

  @Test func `a format that is named and wrong`() throws {
    let refusal = try Refusal()
    try refusal.folder.write(try export("posthog.jsonl"), to: "log")
    try refusal.expect(
      "analyze", "log", "--format", "ga4",
      message: "16 of 16 lines (100.0%) could not be read, more than --max-rejected 5%: 16 record of another format; the first is log:1; "
        + "fix the log or raise --max-rejected")
    try refusal.expect(
      "analyze", "log", "--format", "snowplow-csv",
      message: "log: cannot be read as `snowplow-csv`; leave `--format` out, or see `navaudit formats`")
  }

  @Test func `half of one format and half of another`() throws {
    let ga4 = String(decoding: try export("ga4.ndjson"), as: UTF8.self).split(separator: "\n").prefix(3)
    let postHog = String(decoding: try export("posthog.jsonl"), as: UTF8.self).split(separator: "\n").prefix(3)
    let log = Data((ga4 + postHog).joined(separator: "\n").utf8)
    let refusal = try Refusal()
    try refusal.folder.write(log, to: "log")
    try refusal.expect(
      "analyze", "log",
      message: "log: the first records are in two formats; choose one with --format ga4 or --format posthog")
    try folder.write(log, to: "log")
    let outcome = try navaudit("analyze", "log", "--format", "posthog", "--max-rejected", "50%", "--output", "Reports")
    #expect(outcome.status == 0)
    #expect(try folder.table("Reports/summary.csv").cell("events", column: "value") == "3")
  }

  @Test func `an array that is cut off`() throws {
    let records = String(decoding: try export("segment.ndjson"), as: UTF8.self).split(separator: "\n").prefix(12).joined(separator: ",\n")
    try folder.write("[" + records.dropLast(10), to: "calls.json")
    let refused = try navaudit.run(["analyze", "calls.json", "--output", "Reports", "--max-rejected", "20%"])
    #expect(refused.status == 2)
    #expect(
      refused.errors == "navaudit: calls.json: is truncated (it became shorter while it was read, or a JSON array is not closed); "
        + "read it again when it is complete, or pass --allow truncated\n")
    #expect(!folder.exists("Reports"))
    #expect(try read("calls.json", "--allow", "truncated") == ["11", "1", "0"])
  }
}
