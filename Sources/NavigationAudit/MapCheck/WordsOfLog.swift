import AppMaps
import EventLogs
import Foundation
import Measures
import NavigationModel

/// A log that was read for its words: which events, screens, tabs and items it has.
struct WordsOfLog {
  let tables: LogTables
  private(set) var intake: LogIntake.Result
  /// The events, in partitions that fit into memory.
  let partitions: EventPartitions
  private(set) var counts = WordCounts()
  private let blockEvents: Int

  /// What the words are read for.
  enum Purpose {
    /// To draft a map. Logs that cannot be used are refused (``LogIntake/read(_:spillingTo:progress:)``).
    case draft
    /// To check the map: the same, with samples of what each mapping reads.
    case check
    /// To show what the map makes of the logs, be it nothing.
    case trial
  }

  /// Reads the logs of a run.
  init(_ audit: Audit, _ loaded: LoadedMap, for purpose: Purpose) async throws {
    let options = audit.options
    tables = LogTables(for: loaded.map)
    var reading = LogIntake(options: options, map: loaded.map, tables: tables)
    reading.keepsSamples = purpose != .draft
    if purpose == .trial { reading.rejectedFile = nil }
    let (found, folder) = (try LogInputs.find(options.logs), FileManager.default.temporaryDirectory.path)
    intake =
      purpose == .trial
      ? try await reading.take(found, spillingTo: folder, progress: nil)
      : try await reading.read(found, spillingTo: folder, progress: audit.progress.reading)
    let users = tables.users.takeEntries()
    partitions = try await intake.spool.takePartitions(where: { _ in true }, users: users, key: PseudonymKey(ofUsers: users), workers: options.workers)
    blockEvents = options.budget.blockEvents
    for number in 0..<partitions.count { try await counts.add(people(of: number)) }
  }

  func people(of partition: Int) async throws -> PeopleOfLog { try await PeopleOfLog(partitions.load(partition), blockEvents: blockEvents) }

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
  fileprivate mutating func add(_ people: PeopleOfLog) throws {
    try people.forEachPerson { _, events in
      addUser()
      for event in events { add(event) }
      return true
    }
  }
}
