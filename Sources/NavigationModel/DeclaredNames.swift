/// The app map in the names of a run, resolved once. Tables list what it declares even if the log never shows it.
package struct DeclaredNames: Sendable {
  package let names: NameTable
  package let tabs: [Name]
  /// The tab that opens the More list.
  package let moreTab: Name
  package let moreItems: [Name]
  package let menus: [Name]
  package let itemsOfMenus: [(menu: Name, item: Name)]
  fileprivate let menuScreens: Set<MenuScreen>
  /// The first root of each tab, and the tabs of each root.
  private let rootsOfTabs: [Name: Name]
  private let tabsOfRoots: [Name: [Name]]
  package let screens: [Name]
  package let tasks: [TaskNames]
  /// The inferred structure, for what the map does not declare.
  let guess: NamedGuess?
  /// What screens are for, by the first pattern that is found in a name.
  package let screenKinds: [(pattern: Pattern, kind: AppMap.ScreenKind)]
  /// Where and when entries exist, by their texts.
  package let entries: [NameText: AppMap.EntryScope]
  /// The levels that rules judge by.
  package let levels: RuleLevel.Values
  /// The calendar days of its time zone.
  package let calendar: CalendarDays
  /// What becomes of names of screens.
  fileprivate let screenNames: ScreenNameRules
  fileprivate let ignoredScreens: [Pattern]

  package init(_ map: AppMap, names: NameTable) {
    self.names = names
    tabs = map.tabs.map { names.name($0) }
    moreTab = map.more?.tab.map { names.name($0) } ?? .more
    moreItems = map.more?.items.map { names.name($0) } ?? []
    menus = map.menus.map { names.name($0.name) }
    itemsOfMenus = map.menus.flatMap { menu in menu.items.map { (names.name(menu.name), names.name($0)) } }
    menuScreens = Set(
      map.menus.compactMap { menu in
        menu.screen.map { MenuScreen(container: names.name(menu.name), screen: names.name($0)) }
      })
    let roots = map.roots.map { (tab: names.name($0.tab), screen: names.name($0.screen)) }
    rootsOfTabs = Dictionary(roots.map { ($0.tab, $0.screen) }) { first, _ in first }
    tabsOfRoots = Dictionary(roots.map { ($0.screen, [$0.tab]) }) { $0.last == $1.last ? $0 : $0 + $1 }
    screens = map.screens.map { names.name($0.name) } + roots.map(\.screen)
    tasks = map.tasks.map {
      TaskNames(name: names.name($0.name), start: names.name($0.start), goal: names.name($0.goal))
    }
    guess = map.guess.map { NamedGuess($0, names: names) }
    screenKinds = map.screenKinds.compactMap { rule in (try? Pattern(rule.pattern)).map { ($0, rule.kind) } }
    entries = Dictionary(map.entries.map { (NameText($0.name), $0) }) { first, _ in first }
    levels = RuleLevel.values(in: map)
    calendar = map.calendar
    screenNames = ScreenNameRules(map)
    ignoredScreens = map.ignoredScreens.compactMap { try? Pattern($0) }
  }

  /// The first screen of a tab, as the map says.
  package func root(of tab: Name) -> Name? { rootsOfTabs[tab] }
  func tabs(withRoot screen: Name) -> [Name] { tabsOfRoots[screen] ?? [] }
}

private struct MenuScreen: Hashable {
  let container: Name
  let screen: Name
}

/// What the app map says about navigation, with each screen by the name that it gives to it: all that the
/// reconstruction needs of a map.
package struct NavigationMap: Sendable {
  package let declared: DeclaredNames
  /// The result of `screen_names` for each name, by number; unknown for names in `ignore_screens`. Empty if both are
  /// empty.
  private let screenNames: [Name]
  /// Whether an unmapped event is known to be something else than navigation, by its name: a purchase, a scroll.
  package var isKnownElsewhere: @Sendable (String) -> Bool = { _ in false }

  package init(_ map: AppMap, names: NameTable) { self.init(DeclaredNames(map, names: names)) }

  /// - Parameter declared: its table must already contain all names of the events that will be reconstructed.
  /// - Complexity: O(names × rules of `screen_names`).
  package init(_ declared: DeclaredNames) {
    self.declared = declared
    guard !declared.screenNames.isEmpty || !declared.ignoredScreens.isEmpty else {
      screenNames = []
      return
    }
    let names = declared.names
    screenNames = (0..<UInt32(names.count)).map { number in
      let name = Name(rawValue: number)
      guard name.isKnown else { return name }
      let text = names.text(name)
      if declared.ignoredScreens.contains(where: { $0.matches(text) }) { return .unknown }
      return declared.screenNames.rewrite(text).map { names.name(OwnWords.marked($0) ?? $0) } ?? name
    }
  }

  var moreTab: Name { declared.moreTab }

  /// The name that `screen_names` gives to a screen; unknown for a screen in `ignore_screens`.
  @inline(__always)
  package func screen(_ name: Name) -> Name {
    Int(name.rawValue) < screenNames.count ? screenNames[Int(name.rawValue)] : name
  }

  /// The screens of a list as it was logged, whose names are all in the table.
  func screens(ofList list: Name) -> [Name] {
    list.isKnown ? declared.names.names(ofList: list).map { screen($0) }.filter(\.isKnown) : []
  }

  /// Whether a name is the label of a section (``Section/label(_:)``).
  func isLabel(_ name: Name, of section: Section) -> Bool {
    let names = declared.names
    let text = names.text(name)
    return switch section.kind {
    case .tab: name == section.name
    case .more: name == .more
    case .menuItem: text == "\(names.text(section.name)):\(names.text(section.item))"
    // An app that calls a section as reports do has a marked name for it.
    case .link: text == OwnWords.marked("(link)")
    case .none: text == OwnWords.marked("(none)")
    }
  }

  /// Whether the More list is declared as a tab with a root like any other.
  var hasMoreRoot: Bool { moreTab == .more && declared.root(of: .more) != nil }

  /// Whether a `screen_view` of `screen` belongs to the open menu `container`.
  func isScreen(_ screen: Name, ofMenu container: Name) -> Bool {
    screen == container || declared.menuScreens.contains(MenuScreen(container: container, screen: screen))
  }

  /// The only tab whose root is `screen`; nil if there is none or more than one.
  func tab(withRoot screen: Name) -> Name? {
    let tabs = declared.tabs(withRoot: screen)
    return tabs.count == 1 ? tabs[0] : nil
  }
}

/// A level of a rule's threshold that measures need while they count. The app map can change it.
package struct RuleLevel: Sendable {
  /// The rule, and the threshold's name.
  package let rule: String
  package let name: String
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
  private func value(in map: AppMap) -> Int {
    Int(map.threshold(name, of: rule, default: Double(defaultValue), in: Self.range))
  }

  /// The levels of a map. Measures with other levels count other things.
  package typealias Values = (limit: Int, deep: Int, tabs: Int)
  package static func values(in map: AppMap) -> Values {
    (limit.value(in: map), deep.value(in: map), tabs.value(in: map))
  }
}

/// A declared task in the names of a run.
package struct TaskNames: Hashable, BinaryRecord {
  package let name: Name
  /// The start and the goal screen.
  package let start: Name
  package let goal: Name

  package static let form = BinaryForm(Self.init(name:start:goal:), \.name, \.start, \.goal)
}
