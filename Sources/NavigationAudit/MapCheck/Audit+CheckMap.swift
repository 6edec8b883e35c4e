import AppMaps
import EventLogs
import Foundation
import Measures
import NavigationModel

extension Audit {
  /// Checks the app map of the options, and holds it against the logs if there are any. Nothing is written.
  /// - Throws: ``AppMapError`` if the map is not valid, and for logs that cannot be read.
  public func checkMap() async throws -> MapCheckOutcome {
    let loaded = try LoadedMap(file: options.map, logs: [], options: options)
    let check = MapCheck(map: loaded.map)
    var outcome = MapCheckOutcome(map: loaded.map)
    guard !options.logs.isEmpty else {
      outcome.remarks = check.placeholders
      return outcome
    }
    let words = try await WordsOfLog(self, loaded)
    let tally = words.loadedLogs.log.tally
    outcome.events = tally.events
    outcome.notes = Pipeline(options: options, loaded: loaded, tables: words.tables).readingNotes(words.loadedLogs)
    outcome.remarks =
      check.placeholders + check.mappings(tally) + check.filters(tally, words.tables.names) + check.names(words.choices)
    return outcome
  }
}

/// What is in an app map, and how it fits a log.
public struct MapCheckOutcome: Sendable {
  public var map: AppMap
  /// What is probably wrong, one line each.
  public var remarks: [String] = []
  /// The number of events in the logs; nil if no logs were given.
  public var events: Int?
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
  /// - Parameter found: the logs, if they were found before.
  init(_ audit: Audit, _ loaded: LoadedMap, _ found: LogInputs? = nil) async throws {
    let options = audit.options
    tables = LogTables(for: loaded.map)
    loadedLogs = try await LogLoader(options: options, map: loaded.map, tables: tables).read(
      found ?? LogInputs.find(options.logs), spillingTo: FileManager.default.temporaryDirectory.path,
      progress: audit.progress.reading)
    let users = tables.users.takeEntries()
    let partitions = try await loadedLogs.spool.takePartitions(
      where: { _ in true }, users: users, key: PseudonymKey(ofUsers: users), workers: options.tasks)
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
    func named(_ counts: [Name: Int]) -> [NameText: Int] {
      Dictionary(counts.map { (NameText(names[$0.key]), $0.value) }, uniquingKeysWith: +)
    }
    let menus = Dictionary(words.menuCounts.map { (NameText(names[$0.key]), named($0.value)) }) { first, _ in first }
    return (named(words.tabCounts), named(words.moreCounts), menus)
  }
}
