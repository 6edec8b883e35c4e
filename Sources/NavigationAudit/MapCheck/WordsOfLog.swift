import EventLogs
import Folding
import Foundation
import MapDrafting
import NavigationModel
import Privacy

/// A log that was read for its words: which events, screens, tabs and items it has.
struct WordsOfLog {
  let tables: LogTables
  private(set) var intake: LogIntake.Result
  /// The events, in parts that fit into memory.
  let parts: EventParts
  private(set) var counts = WordCounts()
  private let chunkEvents: Int

  /// Reads the logs of a run.
  /// - Parameters:
  ///   - samples: whether the first events of each mapping are kept.
  ///   - isUsable: whether the logs are refused if they cannot be used (``LogIntake/read(_:spillingTo:progress:)``).
  init(_ audit: Audit, _ loaded: LoadedMap, samples: Bool = false, isUsable: Bool = true) async throws {
    var options = audit.options
    if !isUsable { options.rejectedFile = nil }
    tables = LogTables(for: loaded.map)
    var reading = LogIntake(options: options, map: loaded.map, tables: tables)
    reading.keepsSamples = samples
    let (found, folder) = (try LogInputs.find(options.logs), FileManager.default.temporaryDirectory.path)
    intake =
      isUsable
      ? try await reading.read(found, spillingTo: folder, progress: audit.progress.reading)
      : try await reading.take(found, spillingTo: folder, progress: nil)
    let users = tables.users.takeEntries()
    parts = try await intake.spool.takeParts(where: { _ in true }, users: users, key: PseudonymKey(ofUsers: users), workers: options.workers)
    chunkEvents = options.budget.chunkEvents
    for part in 0..<parts.count { try await counts.add(people(of: part)) }
  }

  func people(of part: Int) async throws -> PeopleOfLog { try await PeopleOfLog(parts.load(part), chunkEvents: chunkEvents) }

  /// What was chosen, by name.
  var choices: MapCheck.Choices {
    let names = tables.names.snapshot()
    func named(_ counts: [Name: Int]) -> [String: Int] { Dictionary(uniqueKeysWithValues: counts.map { (names[$0.key], $0.value) }) }
    return .init(
      tabs: named(counts.tabs), moreItems: named(counts.moreItems),
      menus: Dictionary(uniqueKeysWithValues: counts.menus.map { (names[$0.key], named($0.value)) }))
  }
}

extension WordCounts {
  fileprivate mutating func add(_ people: PeopleOfLog) {
    var events: [Event] = []
    while let chunk = people.next() {
      for index in 0..<people.people(of: chunk) {
        _ = people.load(index, of: chunk, into: &events)
        if !events.isEmpty { addUser() }
        for event in events { add(event) }
      }
    }
  }
}
