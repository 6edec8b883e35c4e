import EventLogs
import Foundation
import GRDB
import Measures
import NavigationModel
import NavigationStore
import TestSupport
import UsabilityRules

@testable import NavigationAudit

/// A log in a store, and its measures, processed like a real log.
struct StoredLog {
  let measures: Measures
  let scope: MeasureScope
  /// Those whose counts were measured: where a log is read and shows structure, not those of screens alone.
  let rules: [Rule]
  private let folder: TemporaryFolder
  private let database: DatabaseQueue

  /// A log in the trace notation.
  init(trace: String, map: AppMap = AppMap()) async throws {
    let tables = LogTables()
    let events = try Trace.events(
      trace, names: tables.names, segments: tables.segments, firstUser: UInt32(tables.users.count))
    for number in events.indices { _ = tables.users.name("user \(number)") }
    let users = UserDirectory(users: tables.users.takeEntries(), key: PseudonymKey(passphrase: "key"))
    let navigationMap = NavigationMap(map, names: tables.names)

    rules = Rule.all
    folder = TemporaryFolder()
    let store = try Store.create(at: folder.path("navigation.sqlite"))
    try store.begin()
    let rows: StoreRows = (try SessionWriter(store, names: tables.names.snapshot()), .none, nil)
    let fold = SessionFold(
      SessionCutter(map: navigationMap, limits: SessionLimits(), segments: tables.segments),
      into: SessionRecorder(navigationMap.declared, measuring: Measuring(), storing: rows), workers: 2, progress: nil,
      writer: rows.writer)
    let packed = events.map { PackedEvents.pack($0) { PackedEvents(PackedMemory($0), 0..<$0.count) } }
    let byUser = await EventsByUser(packed, users: users, ranks: 0..<users.count, workers: 2)
    var part: PeopleBlocks? = byUser.people(blockEvents: 1000)
    measures = try await fold.run { part.take() }.measures
    try store.commit()
    try store.close()
    measures.tabSets.internTabs(tables.names)
    scope = MeasureScope(
      measures: measures, names: tables.names.snapshot(), map: map, declared: navigationMap.declared,
      lineCounts: LineCounts())
    database = try Self.open(folder)
  }

  /// A log of native lines.
  /// - Parameter isReplayed: whether it is measured from its store, which counts for all rules.
  init(lines: [LogLine], isReplayed: Bool = false) async throws {
    try await self.init(text: lines.map(\.json).joined(separator: "\n"), isReplayed: isReplayed)
  }

  /// A native log.
  /// - Parameter map: the path of its map.
  init(text: String, map: String? = nil, isReplayed: Bool = false) async throws {
    folder = TemporaryFolder()
    try folder.write(text + "\n", to: "log.ndjson")
    let (measures, scope) = try await Self.ingest(folder, map: map, isReplayed: isReplayed)
    (self.measures, self.scope) = (measures, scope)
    rules = Rule.all.filter { isReplayed || !scope.structureKnown || $0.family != .screen }
    database = try Self.open(folder)
  }

  private static func ingest(_ folder: TemporaryFolder, map: String?, isReplayed: Bool) async throws -> (
    Measures, MeasureScope
  ) {
    var options = AuditOptions()
    options.logs = [folder.path("log.ndjson")]
    options.map = map
    let loaded = try LoadedMap(file: map, logs: options.logs)
    let tables = LogTables()
    let lineCounts = try await LogLoader(options: options, map: loaded.map, tables: tables).read(
      LogInputs.find(options.logs), spillingTo: folder.url.path, progress: nil)
    let builder = Pipeline(options: options, loaded: loaded, tables: tables)
    let store = try Store.create(at: folder.path("navigation.sqlite"))
    let read = try await builder.measure(lineCounts, into: store)
    let result = isReplayed ? try await builder.measure(store) : read
    let figures = try builder.figures(result, store)
    try store.close()
    return (figures.measures, figures.scope)
  }

  private static func open(_ folder: TemporaryFolder) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: folder.path("navigation.sqlite"), configuration: configuration)
  }

  /// What the rule counts of its subjects, from the measures, in the columns of its query.
  func counts(_ rule: Rule, _ columns: [String]) -> Counted {
    let rows = rule.judging.counts(RuleContext(rule, measures, scope))
    // What a rule counts for its query alone must be there, whatever the query gives.
    let own = Set(rows.flatMap(\.keys)).subtracting(Self.columns)
    return Counted(
      columns: columns + own.subtracting(columns).sorted(),
      rows: rows.map { row in columns.map { row[$0]?.text ?? "no \($0)" } })
  }

  /// What any subject may have.
  private static let columns = ["subject", "menu", "users", "eligible_users", "sessions", "y", "n"]

  /// The counts of the rule's query on the store, with the thresholds and tasks of the map.
  func queried(_ rule: Rule) throws -> Counted {
    try database.read { db in
      let statement = try db.makeStatement(sql: rule.query(for: scope.map))
      let rows = try Row.fetchAll(statement).map { row in Array(row.databaseValues).map(\.asCell) }
      return Counted(columns: statement.columnNames, rows: rows)
    }
  }
}

/// Named columns with rows of text.
struct Counted: Equatable {
  let columns: [String]
  let rows: [[String]]

  /// Without the rows in which nothing was counted: these are for subjects that only the map declares, which the store
  /// does not know. The eligible users are the same in each row.
  var ofTheLog: Counted {
    Counted(
      columns: columns,
      rows: rows.filter { row in
        zip(columns, row).contains { column, cell in column != "eligible_users" && (Double(cell) ?? 0) != 0 }
      })
  }
}

extension DatabaseValue {
  /// The cell in the form of reports.
  fileprivate var asCell: String {
    switch storage {
    case .null: ""
    case .int64(let number): String(number)
    case .double(let number): number.sixDecimals
    case .string(let text): text
    case .blob: "blob"
    }
  }
}
