import EventLogs
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
    let tables = LogTables()
    let intake = try await LogIntake(options: options, map: loaded.map, tables: tables).read(progress: progress.reading)
    var draft = MapDraft()
    draft.notes = ModelBuilder(options: options, loaded: loaded, tables: tables).notes(on: intake)
    draft.events = intake.log.tally.events
    let words = LogWords(intake.log, tables.names.snapshot())
    let sources = intake.log.sources
    let ids = NamesWithIDs(words.screens)
    var map = loaded.map
    map.screenNames += ids.rules.filter(\.isSure).map { .init(pattern: $0.pattern, name: $0.name) }
    let users = UserDirectory(users: tables.users.entriesSnapshot(), key: PseudonymKey(ofUsers: tables.users.entriesSnapshot()))
    let events = EventsByUser(intake.log.takeEvents(where: { _ in true }), users: users)
    let gap = Int64(options.gap ?? AuditOptions.usualGap) * 1_000_000
    draft.structure = StructureGuessing(map: map, tables: tables, gap: gap).structure(of: events)
    let writer = MapDraftWriter(words: words, ids: ids, structure: draft.structure)
    draft.tabs = writer.tabs
    draft.text = writer.text(sources: sources.map { (name: $0.summary.name, format: $0.format) }, users: words.users)
    return draft
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

  init(_ log: EventLog, _ names: Names) {
    var counts = [Int](repeating: 0, count: EventKind.allCases.count)
    var screens: Set<Name> = []
    var users: Set<UInt32> = []
    var tabs: [Name: Int] = [:]
    var moreItems: [Name: Int] = [:]
    var menus: [Name: [Name: Int]] = [:]
    for block in log.blocks {
      for event in block.events {
        counts[Int(event.kind.rawValue)] += 1
        users.insert(event.user)
        if event.screen.isKnown { screens.insert(event.screen) }
        guard event.target.isKnown else { continue }
        switch event.kind {
        case .tabSelect: tabs[event.target, default: 0] += 1
        case .moreSelect: moreItems[event.target, default: 0] += 1
        case .menuSelect: menus[event.container.isKnown ? event.container : .menu, default: [:]][event.target, default: 0] += 1
        default: break
        }
      }
    }
    func commonestFirst(_ counts: [Name: Int]) -> [String] {
      counts.sorted { ($1.value, names.rank($0.key)) < ($0.value, names.rank($1.key)) }.map { names[$0.key] }
    }
    kinds = EventKind.allCases.filter { $0 != .other && counts[Int($0.rawValue)] > 0 }.map { ($0, counts[Int($0.rawValue)]) }
      .sorted { ($1.count, $0.kind.rawValue) < ($0.count, $1.kind.rawValue) }
    self.users = users.count
    unknown = log.tally.unknownEvents.commonestFirst
    otherUnknown = log.tally.unknownEvents.others
    self.screens = names.ordered(screens).map { names[$0] }
    self.tabs = commonestFirst(tabs)
    self.moreItems = commonestFirst(moreItems)
    self.menus = names.ordered(menus.keys).map { (names[$0], commonestFirst(menus[$0, default: [:]])) }
  }
}
