import NavigationModel
import Testing

@testable import EventLogs

@Suite struct CSVDecodingTests {
  private static let header = "time,user,event,screen,depth,value,x"

  @Test("the header is the first row that is not blank, whatever the block it stands in", arguments: [1, 8, 4096])
  func lateHeader(blockSize: Int) async throws {
    let (events, log, _) = try await readLog("\n \r\n\(Self.header)\n1,u,push,,,,\n", blockSize: blockSize)
    #expect(events.map(\.time) == [1_000_000])
    #expect(log.tally.lines == 1)
  }

  @Test("a table of another kind is refused with the columns that it has") func otherTable() async throws {
    await #expect { try await readLog("a,b\n1,2\n") } throws: {
      "\($0)".hasSuffix(
        """
        log: no column `time`, `user`, `event`; the header has `a`, `b`; map the columns under `columns:` in \
        navaudit.yml
        """
      )
    }
  }
}

@Suite("Cells that list names and values") struct CellMapTests {
  @Test(arguments: [
    ("{ Screen_Name : Home; Network : wi fi}", #"{"Screen_Name":"Home","Network":"wi fi"}"#),
    ("{screen=Home, time=12:30, from=Tab, left}", #"{"screen":"Home","time":"12:30","from":"Tab, left"}"#),
    (#"{'screen': "L'aide", 'inner': {'a': 1, 'b': 2}}"#, #"{"screen":"L'aide","inner":"{'a': 1, 'b': 2}"}"#),
    (#"["screen": "Home"]"#, #"{"screen":"Home"}"#),
    ("screen=Home;from=https://a.example/?b=c", #"{"screen":"Home","from":"https://a.example/?b=c"}"#),
    ("screen=Home&from=", #"{"screen":"Home","from":""}"#),
  ])
  func `are read as JSON is`(cell: String, json: String) {
    #expect(CellMap.json(cell.utf8).map { String(decoding: $0, as: UTF8.self) } == json)
  }

  @Test(arguments: [
    "", "=", "{}", "[]", "Home", "a == b", "9xkQ4w==", "xkQ4w=", "https://a.example/?b=c", "[https://a.example]",
    #"["a:b", "c"]"#, "{1: 2}", "Kurs: Statistik", "Mozilla/5.0 (X11; rv=1)", "{'", "[=", "{:}",
  ])
  func `other cells are texts`(cell: String) { #expect(CellMap.json(cell.utf8) == nil) }
}

@Suite struct FieldPlanTests {
  private func column(_ field: String, _ path: String...) -> FieldSource.Assignment {
    .init(field: field, source: .path(path))
  }

  @Test("columns of other names; where nothing tells the event it is a screen_view") func columns() async throws {
    let plan = FieldPlan(
      columns: [column("user", "user_pseudo_id"), column("time", "event_timestamp"), column("screen", "event_name")],
      events: [])
    let (events, _, tables) = try await readLog(
      "event_name,event_timestamp,user_pseudo_id\nlogin,1538426738466002,u1\n", plan: plan)
    #expect(events.map(\.kind) == [.screenView])
    #expect(events.map(\.time) == [1_538_426_738_466_002])
    #expect(tables.names.text(events[0].screen) == "login")
  }

  @Test("a column that is used for another field is not read for its own; others are") func ownNames() async throws {
    let plan = FieldPlan(
      columns: [
        column("user", "user_id"), column("session", "session_id"), column("time", "timestamp"),
        column("screen", "event"),
      ], events: [])
    let (events, _, tables) = try await readLog(
      "user_id,session_id,event,timestamp,platform\nu1,s1,cart,2024-03-13 10:21:14,desktop\n", plan: plan)
    #expect(events.map(\.kind) == [.screenView])
    #expect(tables.names.text(events[0].screen) == "cart")
    #expect(events[0].session != 0)
    let segment = tables.segments.snapshot()[Int(events[0].segment.rawValue)]
    #expect(tables.names.text(segment.platform) == "desktop")
  }

  @Test("nested paths and constants") func nested() async throws {
    let plan = FieldPlan(
      columns: [
        column("user", "user", "id"), column("time", "ts"), column("screen", "params", "screen"),
        column("target", "params", "screen"),
        .init(field: "event", source: .constant("push")), .init(field: "platform", source: .constant("ios")),
      ], events: [])
    let (events, _, tables) = try await readLog(
      #"{"ts":1,"user":{"id":"a","x":{}},"params":{"screen":"Home"}}"#, plan: plan)
    #expect(events.map(\.kind) == [.push])
    #expect(tables.names.text(events[0].screen) == "Home" && events[0].target == events[0].screen)
    #expect(tables.names.text(tables.segments.snapshot()[Int(events[0].segment.rawValue)].platform) == "ios")
  }

  @Test("the app's own events get the native kind; the first mapping whose conditions all hold counts") func mapping()
    async throws
  {
    let plan = FieldPlan(
      columns: [],
      events: [
        .init(
          conditions: [.init(path: ["event"], text: "nav_click"), .init(path: ["params", "area"], text: "drawer")],
          assignments: [
            .init(field: "event", source: .constant("menu_select")),
            .init(field: "target", source: .path(["params", "item"])),
          ]),
        .init(
          conditions: [.init(path: ["event"], text: "nav_click")],
          assignments: [.init(field: "event", source: .constant("tab_select"))]),
      ])
    let (events, _, tables) = try await readLog(
      #"{"time":1,"user":"u","event":"nav_click","params":{"area":"drawer","item":"Settings"}}"# + "\n"
        + #"{"time":2,"user":"u","event":"nav_click","target":"Home","params":{"area":"bar"}}"# + "\n"
        + #"{"time":3,"user":"u","event":"push"}"#,
      plan: plan)
    #expect(events.map(\.kind) == [.menuSelect, .tabSelect, .push])
    #expect(events.map { tables.names.text($0.target) } == ["Settings", "Home", ""])
  }
}
