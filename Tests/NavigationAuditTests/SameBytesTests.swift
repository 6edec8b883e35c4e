import Foundation
import TestSupport
import Testing

/// Same input, same bytes: whatever the order of lines and files, the compression, the format, the number of workers.
@Suite("The same log gives the same bytes")
struct SameBytesTests {
  @Test(.thorough, arguments: LogSource.all)
  func `run again, also into the same folder`(source: LogSource) throws {
    let run = Run()
    try run.folder.write(try source.lines.ndjson, to: "log")
    try run("analyze", "log", "--output", "A", "--sessions")
    let first = try run.folder.contents(of: "A", without: [".sqlite"])
    try run("analyze", "log", "--output", "A", "--sessions")
    try run("analyze", "log", "--output", "B", "--sessions")
    #expect(differences(try run.folder.contents(of: "A", without: [".sqlite"]), first) == [])
    #expect(differences(try run.folder.contents(of: "B", without: [".sqlite"]), first) == [])
  }

  @Test(arguments: LogSource.all)
  func `lines in another order`(source: LogSource) throws {
    let lines = try source.lines
    let sorted = try Run.reports(lines.ndjson)
    for seed: UInt64 in sampled([11, 12]) {
      var random = SeededGenerator(seed: seed)
      #expect(differences(try Run.reports(lines.shuffled(using: &random).ndjson), sorted) == [])
    }
    #expect(differences(try Run.reports(Array(lines.reversed()).ndjson), sorted) == [])
  }

  @Test func `structure that events show and sessions do not is no structure`() throws {
    // 60 of 660 events select a tab, in one of 151 sessions.
    func time(_ user: Int, _ seconds: Int) -> String { "2026-01-05T10:\(10 + user % 50):\(10 + seconds)Z" }
    let tabs = (0..<60).map {
      LogLine(time(0, 0), "tabs", "tab_select", ["screen": "T\($0 % 2)", "target": "T\($0 % 2)"])
    }
    let screens = (0..<150).flatMap { user in
      zip([0, 10, 12, 30], ["A", "B", "A", "C"]).map {
        LogLine(time(user, $0), "user \(user)", "screen_view", ["screen": $1])
      }
    }
    let run = Run()
    try run.folder.write((tabs + screens).map(\.json).ndjson, to: "log")
    try run("analyze", "log", "--output", "Reports", "--sessions")
    #expect(try run.folder.table("Reports/depth.csv").rows.isEmpty)
    #expect(
      try run.folder.table("Reports/findings.csv").where("rule", "screen.glance").where("subject", "B").rows.count == 1)
    let tables = try run.folder.tables(of: "Reports")
    #expect(differences(try run.report("Reports/navigation.sqlite"), tables) == [])
  }

  @Test(.thorough, arguments: LogSource.all)
  func `packed with gzip, zstd, and in several members`(source: LogSource) throws {
    let lines = try source.lines
    let plain = try Run.reports(lines.ndjson)
    #expect(differences(try Run.reports(lines.ndjson.gzipped), plain) == [])
    #expect(differences(try Run.reports(lines.ndjson.zstandard), plain) == [])
    let members = lines.cut(into: 3).reduce(Data()) { $0 + $1.ndjson.gzipped }
    #expect(differences(try Run.reports(members), plain) == [])
  }

  @Test(.thorough, arguments: LogSource.all)
  func `with any number of workers`(source: LogSource) throws {
    let log = try source.lines.ndjson
    let one = try Run.reports(log, ["--workers", "1"])
    #expect(differences(try Run.reports(log, ["--workers", "2"]), one) == [])
    #expect(differences(try Run.reports(log, ["--workers", "5"]), one) == [])
    #expect(differences(try Run.reports(log, ["--workers", "1024"]), one) == [])
  }

  @Test(.thorough, arguments: LogSource.all)
  func `with line ends of another system, a byte order mark, blank lines, no last line end`(source: LogSource) throws {
    let lines = try source.lines
    let plain = try Run.reports(lines.ndjson)
    let text = "\u{FEFF}" + lines.joined(separator: "\r\n\r\n  \r\n")
    #expect(differences(try Run.reports(Data(text.utf8)), plain) == [])
  }

  @Test(.thorough, arguments: LogSource.all)
  func `as a table instead of JSON`(source: LogSource) throws {
    let lines = try source.lines
    let json = try Run.tables(lines.ndjson)
    let csv = lines.map(\.logLine).csv
    #expect(differences(try Run.tables(csv), json) == [])
    #expect(differences(try Run.tables(csv.gzipped), json) == [])
  }

  @Test(.thorough, arguments: LogSource.all)
  func `cut into seven files, named in any order`(source: LogSource) throws {
    let lines = try source.lines
    let whole = try Run.tables(lines.ndjson)
    let run = Run()
    let parts = lines.cut(into: 7)
    for (number, part) in parts.enumerated() { try run.folder.write(part.ndjson, to: "logs/\(number).ndjson") }
    try run("analyze", "logs", "--output", "Out", "--sessions", key: "k")
    #expect(differences(try run.folder.tables(of: "Out"), whole) == [])
    let backwards = (0..<7).reversed().map { "logs/\($0).ndjson" }
    let outcome = try run.navaudit.run(["analyze"] + backwards + ["--output", "Out", "--sessions"], key: "k")
    #expect(outcome.status == 0)
    #expect(differences(try run.folder.tables(of: "Out"), whole) == [])
  }

  @Test(.thorough, arguments: LogSource.all)
  func `dealt out to seven files line by line`(source: LogSource) throws {
    let lines = try source.lines
    let run = Run()
    for part in 0..<7 {
      let dealt = lines.indices.filter { $0 % 7 == part }.map { lines[$0] }
      try run.folder.write(part % 2 == 0 ? dealt.ndjson : dealt.ndjson.gzipped, to: "logs/\(part)")
    }
    try run("analyze", "logs", "--output", "Out", "--sessions", key: "k")
    #expect(differences(try run.folder.tables(of: "Out"), try Run.tables(lines.ndjson)) == [])
  }

  @Test(.thorough, arguments: LogSource.all)
  func `with one of the files there twice`(source: LogSource) throws {
    let lines = try source.lines
    let run = Run()
    for name in ["a.ndjson", "b.ndjson"] { try run.folder.write(lines.ndjson, to: "logs/\(name)") }
    // The same bytes are the same log, even if they are compressed.
    try run.folder.write(lines.ndjson.gzipped, to: "logs/c.ndjson.gz")
    try run("analyze", "logs", "--output", "Out", "--sessions", key: "k")
    #expect(differences(try run.folder.tables(of: "Out"), try Run.tables(lines.ndjson)) == [])
  }

  @Test(.thorough) func `only pseudonyms depend on the key, and without one they depend only on the users`() throws {
    let lines = try LogSource.random(seed: 3).lines
    let run = Run()
    try run.folder.write(lines.ndjson, to: "log")
    try run.folder.write(Array(lines.reversed()).ndjson, to: "backwards")
    try run("analyze", "log", "--output", "A", "--sessions")
    try run("analyze", "backwards", "--output", "B", "--sessions")
    try run("analyze", "log", "--output", "C", "--sessions", key: "other")
    let a = try run.folder.tables(of: "A")
    #expect(differences(a, try run.folder.tables(of: "B")) == [])
    #expect(
      Set(differences(a, try run.folder.tables(of: "C"))).isSubset(of: ["sessions.csv", "findings.csv"]))
  }
}
