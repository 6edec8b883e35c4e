import EventLogs
import NavigationModel

/// Counts of the words in events.
package struct WordCounts {
  package private(set) var users = 0
  package private(set) var kinds = [Int](repeating: 0, count: EventKind.allCases.count)
  package private(set) var screens: Set<Name> = []
  package private(set) var tabs: [Name: Int] = [:]
  package private(set) var moreItems: [Name: Int] = [:]
  package private(set) var menus: [Name: [Name: Int]] = [:]
  /// The first and the last event, microseconds since 1970.
  package private(set) var times: ClosedRange<Int64>?

  package init() {}

  package mutating func addUser() { users += 1 }

  package mutating func add(_ event: Event) {
    kinds[Int(event.kind.rawValue)] += 1
    times = min(times?.lowerBound ?? event.time, event.time)...max(times?.upperBound ?? event.time, event.time)
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
package struct LogWords {
  package private(set) var kinds: [(kind: EventKind, count: Int)] = []
  package private(set) var unknown: [(word: String, count: Int)] = []
  package private(set) var otherUnknown = 0
  package private(set) var users = 0
  /// All screen names, in text order.
  package private(set) var screens: [String] = []
  /// Chosen tabs, More items and menu items, the most common first.
  package private(set) var tabs: [String] = []
  package private(set) var moreItems: [String] = []
  package private(set) var menus: [(name: String, items: [String])] = []

  /// Empty, for a log that was not read.
  package init() {}

  package init(_ counts: WordCounts, _ unknownEvents: UnknownEvents, _ names: Names) {
    let (kindCounts, screens, tabs, moreItems, menus) = (counts.kinds, counts.screens, counts.tabs, counts.moreItems, counts.menus)
    func commonestFirst(_ counts: [Name: Int]) -> [String] {
      counts.sorted { ($1.value, names.rank($0.key)) < ($0.value, names.rank($1.key)) }.map { names[$0.key] }
    }
    kinds = EventKind.allCases.filter { $0 != .other && kindCounts[Int($0.rawValue)] > 0 }.map { ($0, kindCounts[Int($0.rawValue)]) }
      .sorted { ($1.count, $0.kind.rawValue) < ($0.count, $1.kind.rawValue) }
    users = counts.users
    // A word with personal data would end up in the map.
    unknown = unknownEvents.commonestFirst.filter { PersonalData.masked($0.word) == nil }
    otherUnknown = unknownEvents.others + unknownEvents.commonestFirst.reduce(0) { $0 + $1.count } - unknown.reduce(0) { $0 + $1.count }
    self.screens = names.ordered(screens).map { names[$0] }
    self.tabs = commonestFirst(tabs)
    self.moreItems = commonestFirst(moreItems)
    self.menus = names.ordered(menus.keys).map { (names[$0], commonestFirst(menus[$0, default: [:]])) }
  }
}
