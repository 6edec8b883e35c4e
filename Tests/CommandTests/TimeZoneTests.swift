import Foundation
import TestSupport
import Testing

/// Days are those of a time zone: in `daily.csv`, with `--from` and `--to`, in comparisons and in the report.
@Suite("Days of a time zone")
struct TimeZoneTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  init() throws {
    // Sessions at 20:00 and 23:30 UTC; the second one begins on the next day in Berlin.
    let lines = (0..<12).flatMap { user in
      ["2026-03-02T20:00:00Z", "2026-03-02T23:30:00Z"].flatMap { time in
        ["Home", "Cart"].enumerated().map { minute, tab in
          #"{"user":"u\#(user)","time":"\#(time.replacing("00Z", with: "0\(minute)Z"))","event":"tab_select","target":"\#(tab)"}"#
        }
      }
    }
    try folder.write(lines.joined(separator: "\n"), to: "log.ndjson")
  }

  private func days(_ path: String) throws -> [String] {
    try folder.text(path).split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      return "\(cells[0]) \(cells[4])"
    }
  }

  @Test func `a session counts on the day on which it begins there`() throws {
    #expect(try navaudit("analyze", "log.ndjson", "--output", "utc").status == 0)
    #expect(try days("utc/daily.csv") == ["2026-03-02 24"])
    #expect(try navaudit("analyze", "log.ndjson", "--output", "berlin", "--time-zone", "Europe/Berlin").status == 0)
    #expect(try days("berlin/daily.csv") == ["2026-03-02 12", "2026-03-03 12"])
    let report = try folder.text("berlin/report.md")
    #expect(report.contains("Sessions count on the day (Europe/Berlin) on which they began."))
    #expect(report.contains("between 2 and 3 March 2026"))
    #expect(try folder.text("berlin/datapackage.json").contains("days are those of Europe/Berlin"))
    // Nothing else depends on it.
    for table in ["summary", "findings", "tabs"] { #expect(try folder.text("berlin/\(table).csv") == folder.text("utc/\(table).csv")) }
  }

  @Test func `the map says it as well, and reports on the store keep to it`() throws {
    try folder.write("time_zone: Europe/Berlin\n", to: "map.yml")
    #expect(try navaudit("analyze", "log.ndjson", "--map", "map.yml").status == 0)
    #expect(try navaudit("report", "Reports/navigation.sqlite", "--output", "again").status == 0)
    #expect(try days("again/daily.csv") == ["2026-03-02 12", "2026-03-03 12"])
    #expect(try navaudit("report", "Reports/navigation.sqlite", "--output", "tokyo", "--time-zone", "Asia/Tokyo").status == 0)
    #expect(try days("tokyo/daily.csv") == ["2026-03-03 24"])
  }

  @Test func `days are selected by it`() throws {
    let later = try navaudit("analyze", "log.ndjson", "--from", "2026-03-03", "--time-zone", "Europe/Berlin", "--sessions")
    #expect(later.status == 0, "\(later.errors)")
    #expect(later.output.contains("12 sessions"))
    #expect(try folder.text("Reports/sessions.csv").split(separator: "\n").count == 13)
    #expect(try navaudit("analyze", "log.ndjson", "--from", "2026-03-03").errors.contains("no session starts from 2026-03-03"))
    let sides = ["compare", "log.ndjson", "--before", "date=2026-03-02", "--after", "date=2026-03-03"]
    let compared = try navaudit.run(sides + ["--time-zone", "Europe/Berlin", "--output", "sides"])
    #expect(compared.status == 0, "\(compared.errors)")
    #expect(try folder.text("sides/comparison.md").contains("12 users, 12 sessions, on 3 March 2026"))
    #expect(try navaudit.run(sides).status == 2)
  }

  @Test func `states of different time zones are not merged`() throws {
    try folder.write(try folder.text("log.ndjson").replacing(#""user":"u"#, with: #""user":"v"#), to: "others.ndjson")
    #expect(try navaudit("map", "log.ndjson", "--key", "k", "--bucket", "1/2", "--time-zone", "Europe/Berlin", "--output", "a.state").status == 2)
    for (log, zone, state) in [("log.ndjson", "Europe/Berlin", "a"), ("others.ndjson", "Europe/Berlin", "b"), ("others.ndjson", "Asia/Tokyo", "c")] {
      #expect(try navaudit("map", log, "--key", "k", "--time-zone", zone, "--output", "\(state).state").status == 0)
    }
    let mixed = try navaudit("reduce", "a.state", "c.state", "--allow", "overlap", "--output", "mixed")
    #expect(mixed.status == 2)
    #expect(mixed.errors.contains("another --time-zone"))
    #expect(try navaudit("reduce", "a.state", "b.state", "--allow", "overlap", "--output", "both").status == 0)
    #expect(try days("both/daily.csv") == ["2026-03-02 24", "2026-03-03 24"])
  }

  @Test(arguments: sampled(["Asia/Kolkata", "US/Pacific", "Etc/UTC", "CET", "Singapore"])) func `other names of time zones are known`(zone: String) throws {
    #expect(try navaudit("analyze", "log.ndjson", "--time-zone", zone).status == 0)
    try folder.write("time_zone: \(zone)\n", to: "map.yml")
    #expect(try navaudit("check-map", "map.yml").status == 0)
  }

  @Test(arguments: [
    (["analyze", "log.ndjson", "--time-zone", "Europe/Berlinn"], "navaudit: unknown time zone `Europe/Berlinn`; did you mean `Europe/Berlin`?\n"),
    (["analyze", "log.ndjson", "--map", "map.yml"], "navaudit: map.yml:1: unknown time zone `Europe/Berlinn`; did you mean `Europe/Berlin`?\n"),
  ])
  func `a time zone that does not exist is refused`(arguments: [String], message: String) throws {
    try folder.write("time_zone: Europe/Berlinn\n", to: "map.yml")
    #expect(try navaudit.run(arguments).errors.hasPrefix(message))
  }
}
