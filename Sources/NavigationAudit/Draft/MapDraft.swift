import EventLogs
import Foundation
import NavigationModel
import NavigationStore
import StructureInference
import UsabilityRules

/// A first app map for a log, as `navaudit init` writes it: what the log tells, what is guessed and how sure that is, and what to look at.
public struct MapDraft: Sendable {
  /// The file, with comments. It is a right app map.
  public internal(set) var text = ""
  /// The structure that was guessed; nil where the log itself shows it.
  public internal(set) var structure: InferredStructure?
  /// The tabs that the map names.
  public internal(set) var tabs: [String] = []
  public internal(set) var events = 0
  /// What the reader should know of how the logs were taken in.
  public internal(set) var notes: [String] = []
}

extension Audit {
  /// Reads logs and drafts an app map for them. Nothing is written. A map that `options` names is used for reading: its columns, events and names.
  public func draftMap() async throws -> MapDraft {
    let loaded = try LoadedMap(file: options.map, logs: [])
    let tables = LogTables(for: loaded.map)
    let intake = try await LogIntake(options: options, map: loaded.map, tables: tables).read(
      spillingTo: FileManager.default.temporaryDirectory.path, progress: progress.reading)
    var draft = MapDraft()
    draft.notes = ModelBuilder(options: options, loaded: loaded, tables: tables).notes(on: intake)
    draft.events = intake.log.tally.events
    let (blocks, file) = intake.spool.takeBlocks(where: { _ in true })
    let users = tables.users.takeEntries()
    let parts = try await EventParts(
      blocks, in: file, users: UserDirectory(users: users, key: PseudonymKey(ofUsers: users)), budget: options.budget, workers: options.workers,
      folder: intake.spillFolder)
    func people(of part: Int) async throws -> PeopleOfLog { try await PeopleOfLog(parts.load(part), chunkEvents: options.budget.chunkEvents) }
    var counts = WordCounts()
    for part in 0..<parts.count { try await counts.add(people(of: part)) }
    let words = LogWords(counts, intake.log.tally.unknownEvents, tables.names.snapshot())
    let sources = intake.log.sources
    let ids = NamesWithIDs(words.screens)
    var map = loaded.map
    map.screenNames += ids.rules.filter(\.isSure).map { AppMap.ScreenName(pattern: $0.pattern, name: $0.name) }
    let gap = Int64(options.gap ?? AuditOptions.usualGap) * 1_000_000
    draft.structure = try await StructureGuessing(map: map, tables: tables, gap: gap).structure(sources: parts.count, people)
    let writer = MapDraftWriter(words: words, ids: ids, structure: draft.structure)
    draft.tabs = writer.tabs
    draft.text = writer.text(sources: sources.map { (name: $0.shownName, format: $0.format) }, users: words.users)
    return draft
  }
}

/// How often words stand in events.
struct WordCounts {
  private(set) var users = 0
  private(set) var kinds = [Int](repeating: 0, count: EventKind.allCases.count)
  private(set) var screens: Set<Name> = []
  private(set) var tabs: [Name: Int] = [:]
  private(set) var moreItems: [Name: Int] = [:]
  private(set) var menus: [Name: [Name: Int]] = [:]

  mutating func add(_ people: PeopleOfLog) {
    var events: [Event] = []
    while let chunk = people.next() {
      for index in 0..<people.people(of: chunk) {
        _ = people.load(index, of: chunk, into: &events)
        if !events.isEmpty { users += 1 }
        for event in events { add(event) }
      }
    }
  }

  private mutating func add(_ event: Event) {
    kinds[Int(event.kind.rawValue)] += 1
    if event.screen.isKnown { screens.insert(event.screen) }
    guard event.target.isKnown else { return }
    switch event.kind {
    case .tabSelect: tabs[event.target, default: 0] += 1
    case .moreSelect: moreItems[event.target, default: 0] += 1
    case .menuSelect: menus[event.container.isKnown ? event.container : .menu, default: [:]][event.target, default: 0] += 1
    default: break
    }
  }
}

/// The words of a log: events by kind, screens, and what was chosen.
struct LogWords {
  private(set) var kinds: [(kind: EventKind, count: Int)] = []
  private(set) var unknown: [(word: String, count: Int)] = []
  private(set) var otherUnknown = 0
  private(set) var users = 0
  /// All names of screens, in text order.
  private(set) var screens: [String] = []
  /// Tabs, More items and items of menus that were chosen, the commonest first.
  private(set) var tabs: [String] = []
  private(set) var moreItems: [String] = []
  private(set) var menus: [(name: String, items: [String])] = []

  init(_ counts: WordCounts, _ unknownEvents: UnknownEvents, _ names: Names) {
    let (kindCounts, screens, tabs, moreItems, menus) = (counts.kinds, counts.screens, counts.tabs, counts.moreItems, counts.menus)
    func commonestFirst(_ counts: [Name: Int]) -> [String] {
      counts.sorted { ($1.value, names.rank($0.key)) < ($0.value, names.rank($1.key)) }.map { names[$0.key] }
    }
    kinds = EventKind.allCases.filter { $0 != .other && kindCounts[Int($0.rawValue)] > 0 }.map { ($0, kindCounts[Int($0.rawValue)]) }
      .sorted { ($1.count, $0.kind.rawValue) < ($0.count, $1.kind.rawValue) }
    users = counts.users
    // A word with personal data in it would go into the map.
    unknown = unknownEvents.commonestFirst.filter { PersonalData.masked($0.word) == nil }
    otherUnknown = unknownEvents.others + unknownEvents.commonestFirst.reduce(0) { $0 + $1.count } - unknown.reduce(0) { $0 + $1.count }
    self.screens = names.ordered(screens).map { names[$0] }
    self.tabs = commonestFirst(tabs)
    self.moreItems = commonestFirst(moreItems)
    self.menus = names.ordered(menus.keys).map { (names[$0], commonestFirst(menus[$0, default: [:]])) }
  }
}
