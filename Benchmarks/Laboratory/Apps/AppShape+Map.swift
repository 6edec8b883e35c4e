import Simulation
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
