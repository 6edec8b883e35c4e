/// What the app map says about navigation, with the names of a run: all that the reconstruction needs of a map.
package struct NavigationMap: Sendable {
  /// The tab that opens the More list.
  package var moreTab = Name.more
  /// The declared root screen of each tab.
  package var roots: [(tab: Name, screen: Name)] = []
  /// The screens that belong to an open menu, by container.
  package var menuScreens: [(container: Name, screen: Name)] = []
  /// The inferred structure, for what the map does not declare.
  private(set) var guess: NamedGuess?
  /// The result of `screen_names` for each name, by number; unknown for names in `ignore_screens`. Empty if both are empty.
  private var screenNames: [Name] = []
  private var names: NameTable?

  /// The map of an app without declarations.
  package static let empty = NavigationMap()

  private init() {}

  /// - Parameter names: must already contain all names of the events that will be reconstructed.
  /// - Complexity: O(names × rules of `screen_names`).
  package init(_ map: AppMap, names: NameTable) {
    self.names = names
    if let tab = map.more?.tab { moreTab = names.name(tab) }
    roots = map.roots.map { (names.name($0.tab), names.name($0.screen)) }
    menuScreens = map.menus.compactMap { menu in
      menu.screen.map { (names.name(menu.name), names.name($0)) }
    }
    guess = map.guess.map { NamedGuess($0, names: names) }
    if !map.screenNames.isEmpty || !map.ignoredScreens.isEmpty {
      let count = names.count
      let ignored = map.ignoredScreens.compactMap { try? Pattern($0) }
      let rules = ScreenNameRules(map)
      screenNames = (0..<UInt32(count)).map { number in
        let name = Name(rawValue: number)
        guard name.isKnown else { return name }
        let text = names.text(name)
        if ignored.contains(where: { $0.matches(text) }) { return .unknown }
        return rules.rewrite(text).map { names.name($0) } ?? name
      }
    }
  }

  /// The name that `screen_names` gives to a screen; unknown for a screen in `ignore_screens`.
  @inline(__always)
  package func screen(_ name: Name) -> Name {
    Int(name.rawValue) < screenNames.count ? screenNames[Int(name.rawValue)] : name
  }

  /// The screens of a list as it was logged, joined with `|`, whose names are all in the table.
  func screens(ofList list: Name) -> [Name] {
    guard list.isKnown, let names else { return [] }
    return names.text(list).split(separator: "|").map { screen(names.name(String($0))) }.filter(\.isKnown)
  }

  /// Whether a name is the label of a section (``Section/label(_:)``).
  func isLabel(_ name: Name, of section: Section) -> Bool {
    guard let names else { return false }
    let text = names.text(name)
    return switch section.kind {
    case .tab: name == section.name
    case .more: name == .more
    case .menuItem: text == "\(names.text(section.name)):\(names.text(section.item))"
    case .link: text == "(link)"
    case .none: text == "(none)"
    }
  }

  /// Whether the More list is declared as a tab with a root like any other.
  var hasMoreRoot: Bool { moreTab == .more && roots.contains { $0.tab == .more } }

  /// Whether a `screen_view` of `screen` belongs to the open menu `container`.
  func isScreen(_ screen: Name, ofMenu container: Name) -> Bool {
    screen == container || menuScreens.contains { $0.container == container && $0.screen == screen }
  }

  /// The only tab whose root is `screen`; nil if there is none or more than one.
  func tab(withRoot screen: Name) -> Name? {
    var found: Name?
    for root in roots where root.screen == screen && root.tab != found {
      if found != nil { return nil }
      found = root.tab
    }
    return found
  }
}
