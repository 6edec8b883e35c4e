import Foundation
import TestSupport
import Testing

/// From an export on disk to the correct report in two commands.
@Suite("Logs in teams' own words")
struct UnderstandingTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  @Test(.thorough) func `a log with more records than a draft samples is understood as well`() throws {
    // Twice the people of the sample, under other names.
    let lines = SampleLog.lines(users: 1...300) + SampleLog.lines(users: 1...300).map { $0.replacing(#""user":"u"#, with: #""user":"w"#) }
    let native = lines.joined(separator: "\n") + "\n"
    try folder.write(native, to: "native.ndjson")
    let own = native.replacing(#""event":"tab_select""#, with: #""event":"tab_tapped""#)
    try folder.write(own, to: "own.ndjson")
    // The counts of a draft are those of the whole log.
    #expect(try navaudit("init", "own.ndjson", "--output", "own.yml", "--quiet").status == 0)
    let taps = own.components(separatedBy: #""event":"tab_tapped""#).count - 1
    #expect(try folder.text("own.yml").contains("{match: {event: tab_tapped}, event: tab_select"))
    #expect(try folder.text("own.yml").contains(", \(taps.formatted(.number.locale(Locale(identifier: "en_US")))) events: "))
    for name in ["own", "native"] { #expect(try navaudit("analyze", "\(name).ndjson", "--output", name, "--quiet").status == 0) }
    for table in ["tabs", "tab_switches", "more"] { #expect(try folder.text("own/\(table).csv") == folder.text("native/\(table).csv"), "\(table)") }
  }

  @Test func `columns are named on the command line as in a map`() throws {
    let rows = (0..<12).flatMap { user in
      ["Home", "Cart", "Home"].enumerated().map { "p\(user),2026-03-02T10:0\($0):00Z,x,tab_select,\($1),y" }
    }
    try folder.write(Data((["who,clock,a,what,thing,b"] + rows).joined(separator: "\n").utf8), to: "log.csv")
    try folder.write("columns: {user: who, time: clock, event: what, target: thing}\n", to: "map.yml")
    #expect(try navaudit("analyze", "log.csv", "--map", "map.yml", "--output", "map", "--quiet").status == 0)
    let outcome = try navaudit("analyze", "log.csv", "--columns", "user=who,time=clock,event=what,target=thing", "--output", "named", "--quiet")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for table in ["tabs", "tab_switches", "summary"] { #expect(try folder.text("named/\(table).csv") == folder.text("map/\(table).csv"), "\(table)") }
    #expect(try folder.table("named/tabs.csv").cell("Cart", column: "users") == "12")
    try folder.write("columns: {user: a, time: clock, event: what, target: thing}\n", to: "other.yml")
    #expect(try navaudit("analyze", "log.csv", "--map", "other.yml", "--columns", "user=who", "--output", "both", "--quiet").status == 0)
    #expect(try folder.text("both/tabs.csv") == folder.text("map/tabs.csv"))
    #expect(
      try navaudit("analyze", "log.csv", "--columns", "who").errors
        == "navaudit: --columns takes field=column pairs, such as user=participant,time=timestamp, not `who`\n")
    #expect(try navaudit("analyze", "log.csv", "--columns", "usr=who").errors.contains("did you mean `user`?"))
  }

  @Test func `events that nobody understands are named, and there is no verdict`() throws {
    let lines = (0..<40).flatMap { user in
      (0..<4).map { minute in
        #"{"time":"2026-03-02T10:0\#(minute):00Z","user":"u\#(user)","event":"\#(minute < 2 ? "screen_view" : "hamburger_thing")","screen":"S\#(minute)"}"#
      }
    }
    try folder.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "log.ndjson")
    let outcome = try navaudit("analyze", "log.ndjson", "--output", "New")
    #expect(outcome.prose.contains("80 of 160 events are not understood: `hamburger_thing` 80 (looks like menu_"))
    #expect(
      outcome.prose.contains(
        "Verdict: Not assessed: 80 of 160 events look like navigation and are not understood. To get a verdict, run navaudit init log.ndjson"))
    let table = try folder.table("New/unknown_events.csv")
    #expect(table.cell("hamburger_thing", column: "count") == "80")
    #expect(table.cell("hamburger_thing", column: "users") == "40")
    let quality = try folder.table("New/log_quality.csv")
    #expect(quality.cell("not-understood", column: "count") == "80" && quality.cell("not-understood", column: "share") == "0.5")
    #expect(try navaudit("analyze", "log.ndjson", "--output", "New", "--fail-on", "error").status == 2)
    #expect(try navaudit("analyze", "log.ndjson", "--output", "New", "--fail-on", "error", "--allow", "unassessed").status == 0)
  }

  @Test func `a log from before there were apps is refused, and can be allowed`() throws {
    let lines = (0..<20).map { #"{"time":\#(799_582_830 + $0),"user":"u","event":"screen_view","screen":"A"}"# }
    try folder.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "log.ndjson")
    let refused = try navaudit("analyze", "log.ndjson", "--output", "New")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("from before 2008, such as 1995-05-04T10:20:"))
    #expect(try navaudit("analyze", "log.ndjson", "--output", "New", "--allow", "old-times", "--quiet").status == 0)
  }

  @Test func `a second run passes over the reports of the first`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    #expect(try navaudit("analyze", ".").status == 0)
    let again = try navaudit("analyze", ".")
    #expect(again.status == 0)
    #expect(again.output.contains("skipped (navaudit's own reports): "))
  }
}
