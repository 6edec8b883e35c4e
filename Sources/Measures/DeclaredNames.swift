import NavigationModel

/// The names of the app map, interned: tables list what the map declares even if the log never shows it.
package struct DeclaredNames: Sendable {
  package let tabs: [Name]
  /// The tab that opens the More list.
  package let moreTab: Name
  package let moreItems: [Name]
  package let menus: [Name]
  package let menuItems: [Menus.Item]
  /// Screens and roots.
  package let screens: [Name]
  package let tasks: [TaskNames]
  /// What its screens are for.
  package let kinds: ScreenKinds
  /// The levels that rules judge by.
  package let levels: RuleLevels
  /// The calendar days of its time zone.
  package let calendar: CalendarDays

  package init(_ map: AppMap, names: NameTable) {
    tabs = map.tabs.map { names.name($0) }
    moreTab = map.more?.tab.map { names.name($0) } ?? .more
    moreItems = map.more?.items.map { names.name($0) } ?? []
    menus = map.menus.map { names.name($0.name) }
    menuItems = map.menus.flatMap { menu in
      menu.items.map { Menus.Item(menu: names.name(menu.name), item: names.name($0)) }
    }
    tasks = map.tasks.map { TaskNames(name: names.name($0.name), start: names.name($0.start), goal: names.name($0.goal)) }
    kinds = ScreenKinds(map, names: names)
    levels = RuleLevels(map)
    calendar = map.timeZone.flatMap(CalendarDays.init(zone:)) ?? .utc
    screens = (map.screens.map(\.name) + map.roots.map(\.screen)).map { names.name($0) }
  }
}

/// What the app map says screens are for (`screens_kind`). Rules leave out screens for which the thing they look for is right.
package struct ScreenKinds: Sendable {
  /// A set of kinds.
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ kind: AppMap.ScreenKind) {
      switch kind {
      case .wizard: self = .wizard
      case .player: self = .player
      case .folder: self = .folder
      case .compose: self = .compose
      case .lookup: self = .lookup
      }
    }

    package static let wizard = Kinds(rawValue: 1 << 0)
    package static let player = Kinds(rawValue: 1 << 1)
    package static let folder = Kinds(rawValue: 1 << 2)
    package static let compose = Kinds(rawValue: 1 << 3)
    package static let lookup = Kinds(rawValue: 1 << 4)

    /// Kinds that may be as deep as they are: the steps of a task, and folders in folders.
    package static let deep: Kinds = [.wizard, .compose, .folder]
    /// Kinds that may cover the tab bar.
    package static let covering: Kinds = [.wizard, .compose, .player]

    /// In ``known``: the screen's name was matched against the patterns.
    fileprivate static let isMatched = Kinds(rawValue: 1 << 7)
  }

  private let rules: [(pattern: Pattern, kind: AppMap.ScreenKind)]
  private let names: NameTable
  /// The kinds of the screens seen so far, by the number of the name.
  private var known: [Kinds] = []

  package init(_ map: AppMap, names: NameTable) {
    rules = map.screenKinds.compactMap { rule in (try? Pattern(rule.pattern)).map { ($0, rule.kind) } }
    self.names = names
  }

  /// Whether a screen, after renaming, is of one of some kinds. The first pattern that is found in its name counts.
  package func isScreen(_ screen: String, of kinds: Kinds) -> Bool { !self.kinds(of: screen).isDisjoint(with: kinds) }

  /// The same for a name, remembered: a regular expression takes longer than everything else that is done with a step.
  mutating func isScreen(_ screen: Name, of kinds: Kinds) -> Bool {
    if rules.isEmpty { return false }
    let number = Int(screen.rawValue)
    if number >= known.count { known.append(contentsOf: repeatElement([], count: max(64, number + 1 - known.count, known.count))) }
    if known[number].isEmpty { known[number] = self.kinds(of: names.text(screen)).union(.isMatched) }
    return !known[number].isDisjoint(with: kinds)
  }

  private func kinds(of screen: String) -> Kinds { rules.first { $0.pattern.firstMatch(in: screen) != nil }.map { Kinds($0.kind) } ?? [] }
}

/// A level of a rule's threshold that measures need while they count. The app map can change it.
package struct RuleLevel: Sendable {
  /// The rule, and the threshold's name.
  package let rule: String
  package let name: String
  /// The default.
  package let defaultValue: Int

  /// Deeper than this is too deep.
  package static let limit = RuleLevel(rule: "depth.over-limit", name: "warning", defaultValue: 5)
  /// Visits are deep from this level on.
  package static let deep = RuleLevel(rule: "depth.hot-deep", name: "depth", defaultValue: 4)

  /// More tabs than this do not fit into a bar.
  package static let tabs = RuleLevel(rule: "tabs.over-five", name: "tabs", defaultValue: 5)

  /// The meaningful values of thresholds that are numbers; others are clamped.
  package static let range = 0.0...1_000_000

  /// The effective level with a map, rounded down.
  func value(in map: AppMap) -> Int { Int(map.threshold(name, of: rule, default: Double(defaultValue), in: Self.range)) }
}

/// The levels of a map. Measures with other levels count other things.
package struct RuleLevels: Sendable, Equatable {
  /// ``RuleLevel/limit``
  package let limit: Int
  /// ``RuleLevel/deep``
  package let deep: Int

  /// ``RuleLevel/tabs``
  package let tabs: Int

  package init(_ map: AppMap) {
    limit = RuleLevel.limit.value(in: map)
    deep = RuleLevel.deep.value(in: map)
    tabs = RuleLevel.tabs.value(in: map)
  }
}

/// A declared task in the names of a run.
package struct TaskNames: Hashable, BinaryRecord {
  package let name: Name
  /// The start and the goal screen.
  package let start: Name
  package let goal: Name

  package static let form = BinaryForm(Self.init(name:start:goal:), \.name, \.start, \.goal)

  package init(name: Name, start: Name, goal: Name) {
    self.name = name
    self.start = start
    self.goal = goal
  }
}
