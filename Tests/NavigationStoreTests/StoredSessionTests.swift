import Foundation
import GRDB
import GRDBSQLite
import NavigationModel
import TestSupport
import Testing

@testable import NavigationStore

/// Sessions written to a store come back from its views and as events.
@Suite("Sessions in the store")
struct StoredSessionTests {
  let folder = TemporaryFolder()
  let names = NameTable()
  let segments = SegmentTable()

  /// Writes the users of a trace into a store, each with their number as pseudonym, and returns their events.
  @discardableResult
  private func write(
    _ trace: String, to store: Store, dropping dropped: [Int64]? = [], blocks order: [Int]? = nil
  ) throws -> [[Event]] {
    let users = try Trace.events(trace, names: names, segments: segments)
    let writer = try SessionWriter(store, names: names.snapshot())
    var rows = users.indices.map { PersonRows(Pseudonym(rawValue: UInt64($0) + 1), half: $0 % 2 == 0 ? .even : .odd) }
    for (user, events) in users.enumerated() {
      var builder = SessionBuilder()
      var stack = NavigationStack(map: NavigationMap(AppMap(), names: names))
      var events = events
      rows[user].dropped = dropped
      rows[user].eventIDs = events.filter { $0.id != 0 }.map { UInt32(truncatingIfNeeded: $0.id) }
      for (index, range) in builder.build(&events).0.enumerated() {
        var path = Reconstruction()
        events[range].withUnsafeBufferPointer { buffer in
          stack.reconstruct(buffer, into: &path)
          let session = Session(
            user: UInt32(user), pseudonym: Pseudonym(rawValue: UInt64(user) + 1), number: index + 1,
            start: buffer[0].time,
            end: buffer[buffer.count - 1].time, events: buffer.count,
            segment: segments.snapshot()[Int(buffer[0].segment.rawValue)])
          rows[user].append(session, buffer, path, ids: writer.ids, segments: segments.snapshot())
        }
      }
    }
    for block in order ?? Array(users.indices) { try writer.put([rows[block]], block: block) }
    return users
  }

  private func open() throws -> Store { try Store.open(folder.path("app.sqlite"), for: .changeOrMake) }

  /// The events of all users of a store, person by person; the user number is the rank in the order of pseudonyms.
  private func events(_ store: Store, blockEvents: Int = 1000) throws -> [[Event]] {
    let people = try StoredPeople(store, names: names, segments: segments, blockEvents: blockEvents)
    let blocks = people.blocks()
    var all: [[Event]] = []
    while let block = try blocks() {
      #expect(block.peopleBefore == all.count)
      for person in block.people {
        var events: [Event] = []
        try people.events(of: person, in: block, user: UInt32(all.count), into: &events)
        all.append(events)
      }
    }
    return all
  }

  private func lines(_ store: Store, _ sql: String) throws -> [String] {
    try store.access { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map {
          $0.isNull ? "-" : String.fromDatabaseValue($0) ?? Int64.fromDatabaseValue($0).map(String.init) ?? "?"
        }
        .joined(separator: " ")
      }
    }
  }

  @Test func `the view of steps tells each with its words`() throws {
    let store = try open()
    try write(
      """
      tab:Home=Home > +2s Product < tab:Orders=Orders more=List more:Coupons=Offers menu:Settings=Settings link:Deal \
      & cold > A cold B
      """,
      to: store)
    let steps = try lines(
      store,
      """
      SELECT session, number, part, kind, is_visit, section, section_kind, screen, item, depth, dwell_us / 1000000, \
      latency_us / 1000000,
        is_inferred FROM step
      """)
    #expect(
      steps == [
        "u0000000000000001-1 1 0 tab 1 Home tab Home - 1 10 - 0",
        "u0000000000000001-1 2 0 push 1 Home tab Product - 2 12 2 0",
        "u0000000000000001-1 3 0 back 0 Home tab Home - 1 10 - 0",
        "u0000000000000001-1 4 0 tab 1 Orders tab Orders - 1 10 - 0",
        "u0000000000000001-1 5 0 more 1 More more List - 1 10 - 0",
        "u0000000000000001-1 6 0 more_item 1 More more Offers Coupons 2 10 - 0",
        "u0000000000000001-1 7 0 menu_item 1 menu:Settings menu_item Settings - 1 10 - 0",
        "u0000000000000001-1 8 0 link 1 (link) link Deal - 1 - - 0",
        "u0000000000000001-2 1 0 push 1 (none) none A - 1 - - 0",
        "u0000000000000001-2 2 1 entry 1 (none) none B - 1 - - 1",
      ])
    #expect(try lines(store, "SELECT time_us FROM step LIMIT 2") == ["\(Trace.start)", "\(Trace.start + 10_000_000)"])
  }

  @Test func `the view of occurrences tells what counts without being a step`() throws {
    let store = try open()
    try write(
      "Home menu +4s menu:Settings=Settings tab:Home! gesture:swipe! menu menu! tap:Buy{x=3,y=4} badge:Home=3",
      to: store)
    #expect(
      try lines(
        store, "SELECT number, kind, subject, container, flag, duration_us / 1000000, steps_before FROM occurrence")
        == [
          "1 menu_open - menu 0 - 1", "2 menu_select Settings menu 0 4 1", "3 tab_blocked Home - 0 - 2",
          "4 gesture swipe - 1 - 2",
          "5 menu_open - menu 0 - 2", "6 menu_abandoned - menu 0 - 2", "7 tap Buy - 0 - 2", "8 badge Home - 0 - 2",
        ])
    let others = try lines(
      store,
      "SELECT kind, part, outcome, screen, value, time_us - \(Trace.start) FROM occurrence WHERE kind NOT LIKE 'menu%'")
    #expect(
      others == [
        "tab_blocked 0 1 Settings - 24000000", "gesture 0 2 Settings - 34000000", "tap 0 0 Settings - 64000000",
        "badge 0 0 Settings 3 74000000",
      ])
  }

  @Test func `numbers at the end of a row that say nothing are not stored`() throws {
    let store = try open()
    try write("tab:A=A > +2s B menu:Settings=S cold tab:A tap:Buy", to: store)
    let steps = "[[0,10,17,1,3,3],[10,12,21,2,4,3,0,0,0,2],[22,-1,52,1,7,9,8],[42,-1,17,1,3,3,0,0,1]]"
    let occurrences = "[[0,0,0,3],[22,38,2,0,0,9],[22,7,2,8,0,9],[42,0,3,3,0,0,0,1],[52,11,4,5,3,0,0,1]]"
    #expect(
      try lines(store, "SELECT unit_us, steps, occurrences FROM session_path") == ["1000000 \(steps) \(occurrences)"])
  }

  @Test func `the view of sessions gives figures and dimensions`() throws {
    let store = try open()
    try write("@platform=ios @app_version=2 Home > A > B < & Home * 2", to: store)
    #expect(
      try lines(
        store,
        """
        SELECT session, number, events, steps, visits, depth, backs, platform, app_version, locale FROM \
        session_figures
        """
      ) == [
        "u0000000000000001-1 1 4 4 3 3 1 ios 2 -", "u0000000000000001-2 2 1 1 1 1 0 ios 2 -",
        "u0000000000000002-1 1 4 4 3 3 1 ios 2 -", "u0000000000000002-2 2 1 1 1 1 0 ios 2 -",
      ])
    #expect(
      try lines(store, "SELECT date, platform, app_version, users, sessions, visits FROM daily") == [
        "2026-01-05 ios 2 2 4 8"
      ])
    #expect(try lines(store, "SELECT count(*) FROM segment") == ["1"])
  }

  @Test func `events come back as they were`() throws {
    let store = try open()
    let users = try write(
      "@platform=ios @session=s1 Home > A@2{id=e1} tap:Buy{x=1,y=2} & B\nmenu:X=Y{via=swipe} tab:A!", to: store)
    for blockEvents in [0, 1, 1000] {
      #expect(
        try events(store, blockEvents: blockEvents).map { $0.map { "\($0)" } } == users.map { $0.map { "\($0)" } })
    }
  }

  @Test func `people come in the order of pseudonyms, which are numbers without a sign`() throws {
    let store = try open()
    try write("Home * 3", to: store)
    try store.access {
      try $0.execute(
        sql:
          """
          PRAGMA foreign_keys = OFF; UPDATE user SET id = -5 WHERE id = 1; UPDATE session SET user_id = -5 WHERE \
          user_id = 1
          """
      )
    }
    let people = try StoredPeople(store, names: names, segments: segments, blockEvents: 0)
    let blocks = people.blocks()
    var found: [UInt64] = []
    while let block = try blocks() { found += block.people.map(\.pseudonym.rawValue) }
    #expect(found == [2, 3, UInt64(bitPattern: -5)])
  }

  @Test func `the order in which threads hand over their blocks does not matter`() throws {
    let trace = "Home > A\nB < tab:C\nmenu:X=Y\nD > E > F"
    let first = try open()
    let second = try Store.open(folder.path("other.sqlite"), for: .changeOrMake)
    try write(trace, to: first)
    try write(trace, to: second, blocks: [3, 1, 0, 2])
    let sql =
      "SELECT s.*, hex(p.events), p.steps FROM session AS s JOIN session_path AS p ON p.session_id = s.id ORDER BY s.id"
    #expect(try lines(first, sql) == lines(second, sql))
    #expect(try lines(first, sql).count == 4)
  }

  @Test func `people who come again have their sessions replaced, the others keep theirs`() throws {
    let store = try open()
    try write("Home & A\nB", to: store)
    try write("Other > Thing", to: store, dropping: nil)
    #expect(
      try lines(store, "SELECT session, screen FROM step ORDER BY session, number") == [
        "u0000000000000001-1 Other", "u0000000000000001-1 Thing", "u0000000000000002-1 B",
      ])
    #expect(try lines(store, "SELECT count(*) FROM session_path") == ["2"])
    #expect(try lines(store, "SELECT count(*) FROM user") == ["2"])
  }

  @Test func `a session that is too long for the file is named as such`() throws {
    let store = try open()
    let trace = "Home " + String(repeating: "> A > B ", count: 200)
    try store.access { _ = sqlite3_limit($0.sqliteConnection, SQLITE_LIMIT_LENGTH, 5000) }
    let error = #expect(throws: StoreError.self) { try write(trace, to: store) }
    #expect(error.map { "\($0)".contains("too big") } == true, "\(error.map { "\($0)" } ?? "")")
    try store.access { _ = sqlite3_limit($0.sqliteConnection, SQLITE_LIMIT_LENGTH, 1_000_000) }
    try write(trace, to: store, dropping: nil)
    #expect(try lines(store, "SELECT steps FROM session") == ["401"])
  }

  @Test func `damaged events are reported, not read`() throws {
    let store = try open()
    try write("Home > A > B", to: store)
    for damage in ["substr(events, 1, 11)", "x'02'", "x''", "CAST(events || x'FF' AS BLOB)"] {
      try store.begin()
      try store.access { try $0.execute(sql: "UPDATE session_path SET events = \(damage)") }
      let damaged = StoreError.damaged(path: store.path, detail: "the events of a session cannot be read")
      #expect(throws: damaged) { try events(store) }
      let history = try SessionHistory(store, names: names, segments: segments, limits: SessionLimits())
      var new = [Event(time: Trace.start, user: 0, kind: .push)]
      #expect(throws: damaged) { try history.addStored(to: &new, of: Pseudonym(rawValue: 1), user: 0) }
      store.rollback()
    }
    #expect(try events(store)[0].count == 3)
  }

  /// The authors of the shop's log count A-B-A-B runs in rows, all of which the store keeps.
  @Test func `the events of a real log give its authors' count of back and forth`() throws {
    let navaudit = Navaudit(in: folder)
    try folder.write("columns: {user: user_id, session: session_id, time: timestamp, screen: event}\n", to: "map.yml")
    try navaudit("ingest", Fixtures.file("ecom/ecom.csv.gz").path, "--map", "map.yml", "--store", "shop.sqlite")
    let store = try Store.open(folder.path("shop.sqlite"), for: .change)
    let events = try events(store).flatMap { $0 }
    #expect(events.count == 31106)
    let sessions = Dictionary(grouping: events) { "\($0.user) \($0.session)" }
    #expect(sessions.count == 3605)
    let backAndForth = sessions.values.count { session in
      let screens = session.map(\.screen)
      return zip(screens, screens.dropFirst(3)).enumerated().contains { place, ends in
        ends.0 == screens[place + 2] && ends.1 == screens[place + 1] && ends.0 != ends.1
      }
    }
    #expect(backAndForth == 266)
  }
}
