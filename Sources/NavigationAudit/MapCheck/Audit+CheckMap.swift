import AppMaps
import EventLogs
import Foundation
import Measures
import NavigationModel

extension Audit {
  /// Checks the app map of the options, and holds it against the logs if there are any. Nothing is written.
  /// - Throws: ``AppMapError`` if the map is not valid, and for logs that cannot be read.
  public func checkMap() async throws -> MapCheckOutcome {
    var loaded = try LoadedMap(file: options.map, logs: [], options: options)
    var drafted: [String] = []
    if !options.logs.isEmpty, loaded.text == nil, !options.logs.contains("-") {
      var found = try LogInputs.find(options.logs)
      drafted = try await loaded.draft(options, &found)
    }
    let check = MapCheck(map: loaded.map)
    var outcome = MapCheckOutcome(map: loaded.map)
    guard !options.logs.isEmpty else {
      outcome.remarks = check.placeholders
      return outcome
    }
    // A wrong order makes most dates unreadable: that is shown, not refused.
    let order = loaded.map.times.order
    let words = try await WordsOfLog(self, loaded, keepsSamples: true, isTrial: order?.other != nil)
    let tally = words.loadedLogs.log.tally
    outcome.events = tally.events
    outcome.notes =
      Pipeline(options: options, loaded: loaded, tables: words.tables).readingNotes(words.loadedLogs) + drafted
    outcome.uses = check.uses(tally)
    outcome.remarks =
      check.placeholders + check.mappings(tally) + check.filters(tally, words.tables.names) + check.names(words.choices)
    // Standard input can be read once.
    guard let order, let other = order.other, !options.logs.contains("-") else { return outcome }
    var otherwise = loaded
    otherwise.map.times.order = other
    outcome.readings = [(order, words), (other, try await WordsOfLog(self, otherwise, isTrial: true))].map {
      order, words in
      .init(order: order.rawValue, times: words.words.times, rejectedLines: words.loadedLogs.log.tally.rejectedLines)
    }
    return outcome
  }
}

extension TimeNotation.Order {
  /// The order with which dates of this one can be confused.
  fileprivate var other: TimeNotation.Order? {
    switch self {
    case .dayFirst: .monthFirst
    case .monthFirst: .dayFirst
    case .yearFirst: nil
    }
  }
}

/// What is in an app map, and how it fits a log.
public struct MapCheckOutcome: Sendable {
  /// What a mapping of events matched.
  public struct Use: Sendable {
    /// The mapping, such as `event: tab_click → tab_select`.
    public var mapping: String
    public var events: Int
    /// The first of its events: the target and the screen that were read, possibly empty, and the record.
    public var samples: [(target: String, screen: String, record: String)]
  }

  /// How a log's dates are read, with one order of day and month.
  public struct Reading: Sendable {
    /// `day-first`, `month-first` or `year-first`.
    public var order: String
    /// The first and the last event, microseconds since 1970; nil if there is none.
    public var times: ClosedRange<Int64>?
    public var rejectedLines: Int
  }

  public var map: AppMap
  /// What is probably wrong, one line each.
  public var remarks: [String] = []
  /// The number of events in the logs; nil if no logs were given.
  public var events: Int?
  public var uses: [Use] = []
  /// If the map says that dates begin with the day or the month: this reading, then the other one.
  public var readings: [Reading] = []
  /// Notes on how the logs were read.
  public var notes: [String] = []
}

/// A log that was read for its words: which events, screens, tabs and items it has.
struct WordsOfLog {
  let tables: LogTables
  let loadedLogs: LoadedLogs
  let people: People
  let words: LogWords

  /// Reads the logs of a run.
  /// - Parameters:
  ///   - found: the logs, if they were found before.
  ///   - keepsSamples: whether there are samples of what each mapping reads.
  ///   - isTrial: whether logs that cannot be used are read, too, to show what the map makes of them.
  init(
    _ audit: Audit, _ loaded: LoadedMap, _ found: LogInputs? = nil, keepsSamples: Bool = false, isTrial: Bool = false
  ) async throws {
    let options = audit.options
    tables = LogTables(for: loaded.map)
    var reading = LogLoader(options: options, map: loaded.map, tables: tables)
    reading.keepsSamples = keepsSamples
    if isTrial { reading.rejectedFile = nil }
    let found = try found ?? LogInputs.find(options.logs)
    let folder = FileManager.default.temporaryDirectory.path
    loadedLogs =
      isTrial
      ? try await reading.take(found, spillingTo: folder, progress: nil)
      : try await reading.read(found, spillingTo: folder, progress: audit.progress.reading)
    let users = tables.users.takeEntries()
    let partitions = try await loadedLogs.spool.takePartitions(
      where: { _ in true }, users: users, key: PseudonymKey(ofUsers: users), workers: options.workers)
    people = People(partitions, blockEvents: options.budget.blockEvents)
    var words = LogWords()
    try await people.forEach { _, events in
      words.addUser()
      for event in events { words.add(event) }
      return true
    }
    self.words = words
  }

  var choices: MapCheck.Choices {
    let names = tables.names.snapshot()
    func named(_ counts: [Name: Int]) -> [String: Int] {
      Dictionary(uniqueKeysWithValues: counts.map { (names[$0.key], $0.value) })
    }
    let menus = Dictionary(uniqueKeysWithValues: words.menuCounts.map { (names[$0.key], named($0.value)) })
    return (named(words.tabCounts), named(words.moreCounts), menus)
  }
}
