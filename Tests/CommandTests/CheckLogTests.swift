import Foundation
import TestSupport
import Testing

/// What `check-log` says of little logs.
@Suite("check-log")
struct CheckLogTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// Lines of one user and session, one every 2.1 s.
  /// - Parameter events: the members of each line after the user and the session; `time` and `user` may be given again.
  private static func log(_ events: [String]) -> String {
    events.enumerated().map { index, event in
      let (seconds, tenths) = (index * 21 / 10, index * 21 % 10)
      let time = event.contains(#""time""#) ? "" : #""time":"2026-03-02T08:\#(pad(seconds / 60)):\#(pad(seconds % 60)).\#(tenths)13Z","#
      let user = event.contains(#""user""#) ? "" : #""user":"u7","session":"s7","#
      return "{\(time)\(user)\(event)}"
    }.joined(separator: "\n") + "\n"
  }

  private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private struct Outcome: Decodable {
    struct Line: Decodable { let line: Int }
    struct Problem: Decodable { let check: String, what: String, fix: String, lines: [Line] }
    struct Action: Decodable { let action: String, state: String, details: String, lines: [Line] }
    struct Lack: Decodable { let topic: String, remedy: String }
    let events: Int
    let answers: [String]
    let lacks: [Lack]
    let problems: [Problem]
    let actions: [Action]
  }

  private func check(_ text: String, as name: String = "log.ndjson", _ options: String...) throws -> Outcome {
    try folder.write(text, to: name)
    let outcome = try navaudit.run(["check-log", name, "--json"] + options)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let decoder = JSONDecoder()
    return try decoder.decode(Outcome.self, from: Data(outcome.output.utf8))
  }

  static let sound = [
    #""event":"app_open","via":"cold","platform":"ios""#, #""event":"tab_select","target":"Home","screen":"Home""#, #""event":"push","screen":"Category""#,
    #""event":"push","screen":"Product""#, #""event":"back","screen":"Category","via":"button""#, #""event":"back","screen":"Home","via":"swipe""#,
    #""event":"tab_select","target":"Home""#, #""event":"more_open","screen":"More""#, #""event":"more_select","target":"Coupons","screen":"Coupons""#,
    #""event":"menu_open""#, #""event":"menu_close","via":"outside""#, #""event":"modal_open","screen":"Filter""#, #""event":"modal_close""#,
    #""event":"stack","target":"Home","value":["Home","Category"]"#, #""event":"app_background""#,
  ]

  @Test func `a sound log: what a report could tell from it, and what it could not`() throws {
    try folder.write(Self.log(Self.sound), to: "log.ndjson")
    let outcome = try navaudit("check-log", "log.ndjson", "--strict")
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines[0] == "log.ndjson: 15 events, 1 user, 1 session")
    #expect(lines[1].hasPrefix("Read: back 2, push 2, tab_select 2, app_background 1, "))
    #expect(lines[2].hasPrefix("A report could tell: screens and the ways between them, depth, ways back, tabs, the More list, "))
    #expect(lines.contains("  gestures: missing: a gesture (log `gesture`)"))
    #expect(lines.last == "No problems found.")
  }

  /// Faults that take many lines.
  static let longFaults: [(events: [String], expected: String)] = [
    (
      (1...16).map { #""event":"push","screen":"Screen \#("ABCDEFGHIJKLMNOP".dropFirst($0 - 1).first!)""# },
      "missing-back: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16"
    ),
    ((1...10).map { #""event":"screen_view","screen":"A","user":"u\#($0)""# }, "changing-id: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"),
    ((1...10).map { #""event":"screen_view","screen":"A","user":"u","session":"s\#($0)""# }, "changing-id: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"),
    ((1...10).map { #""event":"screen_view","screen":"A","time":\#(1_772_438_400 + $0)"# }, "coarse-time: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"),
    (["A", "B", "C", "D"].map { #""event":"push","screen":"\#($0)","time":1772438400.123"# }, "batched-time: 2, 3, 4"),
    ([#""event":"stack","target":"A","value":[\#(repeatElement("\"A\"", count: 101).joined(separator: ","))]"#], "bad-list: 1"),
  ]

  @Test(arguments: longFaults + sampled(Case.all("log-faults"), every: 3).map { ($0.input.components(separatedBy: " \n "), $0.expected[0]) })
  func `each fault is named with its lines`(events: [String], expected: String) throws {
    let problems = try check(Self.log(events)).problems
    let found = try #require(problems.first { expected.hasPrefix("\($0.check): ") }, "\(problems.map(\.check))")
    #expect("\(found.check): \(found.lines.map { "\($0.line)" }.joined(separator: ", "))" == expected)
    #expect(!found.fix.isEmpty && !found.what.isEmpty)
  }

  @Test func `a list in a cell of a table is named if it is written in JSON's notation`() throws {
    let head = "time,user,event,target,value\n2026-03-02T08:00:06.100Z,u7,stack,Home,Home|Order\n"
    #expect(try check(head, as: "log.csv").problems.isEmpty)
    let problems = try check(head + "2026-03-02T08:00:07.100Z,u7,stack,Home,\"[\"\"Home\"\",\"\"Order\"\"]\"\n", as: "log.csv").problems
    #expect(problems.map(\.check) == ["bad-list"] && problems[0].lines[0].line == 3)
    #expect(problems[0].fix.contains("`Orders|Order|Tracking`"))
  }

  @Test func `names in the language of the device are named`() throws {
    func visit(_ user: String, _ locale: String, _ names: [String]) -> [String] {
      names.map { #""event":"push","screen":"\#($0)","user":"\#(user)","session":"\#(user)","locale":"\#(locale)""# }
    }
    let problems = try check(Self.log(visit("u1", "en_US", ["Orders", "Returns", "Basket"]) + visit("u2", "de_DE", ["Käufe", "Retouren", "Korb"]))).problems
    let found = try #require(problems.first { $0.check == "localized-name" })
    #expect(found.what.contains("`Basket`, `Orders` and `Returns` for `en`"))
  }

  @Test func `problems of several logs carry their file; --strict exits with 1`() throws {
    try folder.write(Self.log([#""event":"tab_select""#]), to: "a.ndjson")
    try folder.write(Self.log([#""event":"menu_select","user":"u8""#]), to: "b.ndjson")
    let outcome = try navaudit("check-log", "a.ndjson", "b.ndjson", "--strict")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("a.ndjson:1: 1 `tab_select` without `target`"))
    #expect(outcome.output.contains("b.ndjson:1: 1 `menu_select` without `target`"))
    #expect(try navaudit("check-log", "a.ndjson").status == 0)
  }

  @Test func `standard input is read to its end`() throws {
    let outcome = try navaudit("check-log", "-", input: Data(Self.log([#""event":"tab_select""#]).utf8))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("standard input: 1 event, 1 user, 1 session\n"))
    #expect(outcome.output.contains("line 1: 1 `tab_select` without `target`"))
  }

  // MARK: - Scripts

  private static let script = """
    # What I did
    - open
    - tab: Home            # a comment
    1. push: Category, Product
    - back: button
    - back: swipe
    - reselect: Home
    - more: Coupons
    - menu
    - sheet: Filter
    - background
    """

  @Test func `the checklist is a script`() throws {
    let list = try navaudit("check-log", "--checklist")
    #expect(list.status == 0)
    try folder.write(list.output, to: "actions.md")
    #expect(try check(Self.log(Self.sound), as: "log.ndjson", "--script", "actions.md").actions.count == 10)
  }

  @Test func `actions that arrived`() throws {
    try folder.write(Self.script, to: "actions.md")
    let actions = try check(Self.log(Self.sound), as: "log.ndjson", "--script", "actions.md").actions
    #expect(actions.map(\.state) == Array(repeating: "arrived", count: 10), "\(actions)")
    #expect(actions[2].lines.map(\.line) == [3, 4])
  }

  @Test func `actions that are missing, doubled or contradictory`() throws {
    try folder.write(Self.script, to: "actions.md")
    var events = Self.sound
    events[5] = events[5].replacing("swipe", with: "button")
    events.remove(at: 7)
    events.insert(#""event":"push","screen":"Category","time":"2026-03-02T08:00:04.220Z""#, at: 3)
    let actions = try check(Self.log(events), as: "log.ndjson", "--script", "actions.md").actions
    #expect(actions.map(\.state) == ["arrived", "arrived", "doubled", "arrived", "contradictory", "arrived", "missing", "arrived", "arrived", "arrived"])
    #expect(actions[2].details == "push (Category) 2 times")
    #expect(actions[4].details == "back (button) instead of back (swipe)")
    #expect(actions[6].details == "no More opened")
  }

  @Test func `states alone show tabs, levels and ways back`() throws {
    try folder.write("- tab: Orders\n- push: Order\n- back\n- tab: Home\n", to: "actions.md")
    let states = [
      #""Home","value":["Home"]"#, #""Orders","value":["Orders"]"#, #""Orders","value":["Orders","Order"]"#, #""Orders","value":["Orders"]"#,
      #""Home","value":["Home"]"#,
    ]
    let actions = try check(Self.log(states.map { #""event":"stack","target":\#($0)"# }), as: "log.ndjson", "--script", "actions.md").actions
    #expect(actions.map(\.state) == ["arrived", "arrived", "arrived", "arrived"], "\(actions)")
  }

  @Test(arguments: [
    ("- pusch: A", "actions.md:1: no action is called `pusch: A`; did you mean `push`?"),
    ("nothing", "actions.md: no actions; `navaudit check-log --checklist` prints ten"),
  ])
  func `a script that is none is refused`(text: String, message: String) throws {
    try folder.write(text, to: "actions.md")
    try folder.write(Self.log(Self.sound), to: "log.ndjson")
    let outcome = try navaudit("check-log", "log.ndjson", "--script", "actions.md")
    #expect(outcome.status == 2 && outcome.errors == "navaudit: \(message)\n")
  }

  @Test func `what cannot be read is refused as elsewhere`() throws {
    try folder.write("\n", to: "empty.ndjson")
    #expect(try navaudit("check-log", "empty.ndjson").status == 2)
    #expect(try navaudit("check-log", "none.ndjson").errors.contains("no such file or folder"))
    #expect(try navaudit("check-log", "empty.ndjson", "--checklist").status == 64)
  }
}
