/// An app map (`navaudit.yml`), as the makers of an app would write it: what its log does not show.
package struct AppMapText {
  package var app: String
  package var tabs: [String]
  package var more: [String] = []
  package var menus: [(name: String, items: [String])] = []
  package var roots: [(tab: String, screen: String)] = []
  package var parents: [(screen: String, parent: String)] = []
  package var tasks: [(name: String, start: String, goal: String)] = []

  package init(app: String, tabs: [String]) {
    self.app = app
    self.tabs = tabs
  }

  package var text: String {
    var lines = ["app: \(Self.yaml(app))"]
    func list<Entry>(_ key: String, _ entries: [Entry], _ line: (Entry) -> String) {
      if !entries.isEmpty { lines += ["\(key):"] + entries.map { "  " + line($0) } }
    }
    if !tabs.isEmpty { lines.append("tabs: \(Self.yaml(tabs + (more.isEmpty ? [] : ["More"])))") }
    if !more.isEmpty { lines.append("more: {tab: More, items: \(Self.yaml(more))}") }
    list("menus", menus) { "\(Self.yaml($0.name)): {items: \(Self.yaml($0.items))}" }
    list("roots", roots) { "\(Self.yaml($0.tab)): \(Self.yaml($0.screen))" }
    list("screens", parents) { "\(Self.yaml($0.screen)): {parent: \(Self.yaml($0.parent))}" }
    list("tasks", tasks) { "- {name: \(Self.yaml($0.name)), start: \(Self.yaml($0.start)), goal: \(Self.yaml($0.goal))}" }
    return lines.joined(separator: "\n") + "\n"
  }

  package static func yaml(_ texts: [String]) -> String { "[" + texts.map(yaml).joined(separator: ", ") + "]" }

  /// A YAML scalar: plain if it is unambiguous, otherwise quoted like JSON.
  package static func yaml(_ text: String) -> String {
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    let isPlain =
      !words.contains(text.lowercased()) && text.unicodeScalars.first.map { $0.properties.isAlphabetic } == true
      && text.last != " "
      && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == " " || ("0"..."9").contains($0) || $0 == "-" }
    return isPlain ? text : JSONText.string(text)
  }
}

extension SimulatedApp {
  /// The map of the app with its flaws: tabs, menus, roots, the hierarchy (of several parents, the first), tasks.
  package func appMap() throws -> String {
    let app = try planted()
    var map = AppMapText(app: app.name, tabs: app.tabs.map(\.name))
    map.more = app.more.flatMap { $0.wideOnly ? nil : $0.items.map(\.name) } ?? []
    map.menus = app.menus.map { ($0.name, $0.items.map(\.name)) }
    map.roots = app.tabs.map { ($0.name, $0.root.name) }
    var seen = Set(app.tabs.map(\.root.name))
    func addChildren(of screen: Screen) {
      for child in screen.screens {
        if seen.insert(child.name).inserted { map.parents.append((child.name, screen.name)) }
        addChildren(of: child)
      }
    }
    for tab in app.tabs { addChildren(of: tab.root) }
    map.tasks = app.tasks.map { ($0.name, $0.start, $0.goal) }
    return map.text
  }
}

extension AppShape {
  /// The `navaudit.yml` that the app's team would write: its structure, folded names, and what its screens are for.
  ///
  /// - Parameter users: patterns of robots and testers to exclude; a team that is not aware of any passes none.
  package func map(excluding users: [String] = []) -> String {
    var map = AppMapText(app: name, tabs: tabs.map(\.name))
    map.more = more.map(\.name)
    map.menus = menus.map { ($0.name, $0.items.map(\.name)) }
    map.roots = tabs.filter { $0.acts == nil }.map { ($0.name, Self.folded($0.root.name)) }
    map.tasks = tasks.map { ($0.name, $0.path.first ?? "", $0.path.last ?? "") }
    var lines: [String] = []
    let screens = entries.flatMap(\.root.all) + links.flatMap(\.all) + (start?.all ?? [])
    var seen: Set<String> = []
    let ids = screens.map(\.name).filter { $0.hasSuffix("/*") && seen.insert($0).inserted }
    if !ids.isEmpty {
      lines.append("screen_names:")
      for name in ids { lines.append("  - {pattern: \(text("^\(Self.folded(name))/\\d+$")), name: \(text(Self.folded(name)))}") }
    }
    if !kinds.isEmpty {
      lines.append("screens_kind:")
      for kind in kinds { lines.append("  - {pattern: \(text(expression(kind.pattern))), kind: \(kind.kind)}") }
    }
    if !users.isEmpty { lines.append("exclude_users: \(list(users))") }
    return map.text + lines.map { $0 + "\n" }.joined()
  }

  /// The description of the app for the simulator, as far as that knows its parts: without ids, and with the first screen of each modal flow.
  func description() -> String {
    func inside(_ screen: Screen) -> String {
      let modals = screen.modals.compactMap(\.screens.first)
      let below = screen.below.map { "{name: \(text(Self.folded($0.name))), weight: \($0.weight)\(inside($0))}" }
      return (modals.isEmpty ? "" : ", modals: \(list(modals))") + (below.isEmpty ? "" : ", screens: [\(below.joined(separator: ", "))]")
    }
    func items(_ entries: [Entry]) -> String {
      let entries = entries.map { "{name: \(text($0.name)), screen: \(text($0.root.name)), weight: \($0.weight), reach: \($0.reach)\(inside($0.root))}" }
      return "[\(entries.joined(separator: ", "))]"
    }
    var lines = ["app: \(text(name))", "tabs: \(items(tabs))"]
    if !more.isEmpty { lines.append("more: {items: \(items(more))}") }
    if !menus.isEmpty { lines.append("menus: [\(menus.map { "{name: \(text($0.name)), items: \(items($0.items))}" }.joined(separator: ", "))]") }
    if !links.isEmpty { lines.append("links: \(list(links.map(\.name)))") }
    lines.append("behavior: {sessions: \(meanSessions), errands: \(errands), drill: \(goesOn), back: \(climbs + reselects), links: \(linked)}")
    return lines.joined(separator: "\n") + "\n"
  }

  private func list(_ names: [String]) -> String { AppMapText.yaml(names) }
  /// A pattern of ``KindsOfScreens`` as a regular expression.
  private func expression(_ pattern: String) -> String { pattern.hasSuffix("*") ? "^" + pattern.dropLast() : "^\(pattern)$" }
  private func text(_ text: String) -> String { AppMapText.yaml(text) }
}
