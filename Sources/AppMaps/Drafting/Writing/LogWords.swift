import EventLogs
import NavigationModel

/// The words of a log: events by kind, screens, and what was chosen.
package struct LogWords {
  package private(set) var users = 0
  private var counts = [Int](repeating: 0, count: EventKind.allCases.count)
  private var seen: Set<Name> = []
  /// Chosen tabs, More items and menu items.
  package private(set) var tabCounts: [Name: Int] = [:]
  package private(set) var moreCounts: [Name: Int] = [:]
  package private(set) var menuCounts: [Name: [Name: Int]] = [:]
  /// The names, and the events that no kind was found for, once all events were added.
  package var names = Names(texts: [])
  package var unknownEvents = UnknownEvents()

  package init() {}

  package mutating func addUser() { users += 1 }

  package mutating func add(_ event: Event) {
    counts[Int(event.kind.rawValue)] += 1
    if event.screen.isKnown { seen.insert(event.screen) }
    guard event.target.isKnown else { return }
    switch event.kind {
    case .tabSelect: tabCounts[event.target, default: 0] += 1
    case .moreSelect: moreCounts[event.target, default: 0] += 1
    case .menuSelect:
      menuCounts[event.container.isKnown ? event.container : .menu, default: [:]][event.target, default: 0] += 1
    default: break
    }
  }

  package var kinds: [(kind: EventKind, count: Int)] {
    EventKind.allCases.filter { $0 != .other && counts[Int($0.rawValue)] > 0 }.map { ($0, counts[Int($0.rawValue)]) }
      .sorted { ($1.count, $0.kind.rawValue) < ($0.count, $1.kind.rawValue) }
  }

  /// Without words that hold personal data, which would end up in the map.
  var unknown: [(word: String, count: Int)] {
    unknownEvents.commonestFirst.filter { PersonalData.masked($0.word) == nil }
  }
  var otherUnknown: Int {
    unknownEvents.others + unknownEvents.counts.values.reduce(0, +) - unknown.reduce(0) { $0 + $1.count }
  }

  /// All screen names, in text order.
  package var screens: [String] { names.ordered(seen).map { names[$0] } }
  /// Those that were chosen, the most common first.
  var tabs: [String] { commonestFirst(tabCounts) }
  var moreItems: [String] { commonestFirst(moreCounts) }
  var menus: [(name: String, items: [String])] {
    names.ordered(menuCounts.keys).map { (names[$0], commonestFirst(menuCounts[$0, default: [:]])) }
  }

  private func commonestFirst(_ counts: [Name: Int]) -> [String] {
    counts.sorted { ($1.value, names.rank($0.key)) < ($0.value, names.rank($1.key)) }.map { names[$0.key] }
  }
}
