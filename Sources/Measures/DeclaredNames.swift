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
