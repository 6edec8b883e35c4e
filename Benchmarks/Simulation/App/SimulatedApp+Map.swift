extension SimulatedApp {
  /// The app map (`navaudit.yml`) with what the log does not show: tabs, menus, roots, the hierarchy, tasks.
  ///
  /// It is the map of the app with its flaws, as its makers would write it.
  package func appMap() throws -> String {
    let app = try planted()
    var lines = ["app: \(Self.yaml(app.name))"]
    let tabs = app.tabs.map(\.name)
    let more = app.more.flatMap { $0.wideOnly ? nil : $0 }
    lines.append("tabs: \(Self.yaml(tabs + (more == nil ? [] : ["More"])))")
    if let more { lines.append("more: {tab: More, items: \(Self.yaml(more.items.map(\.name)))}") }
    if !app.menus.isEmpty {
      lines.append("menus:")
      for menu in app.menus { lines.append("  \(Self.yaml(menu.name)): {items: \(Self.yaml(menu.items.map(\.name)))}") }
    }
    lines.append("roots:")
    for tab in app.tabs { lines.append("  \(Self.yaml(tab.name)): \(Self.yaml(tab.root.name))") }
    let parents = app.parents()
    if !parents.isEmpty {
      lines.append("screens:")
      for entry in parents { lines.append("  \(Self.yaml(entry.screen)): {parent: \(Self.yaml(entry.parent))}") }
    }
    if !app.tasks.isEmpty {
      lines.append("tasks:")
      for task in app.tasks {
        lines.append("  - {name: \(Self.yaml(task.name)), start: \(Self.yaml(task.start)), goal: \(Self.yaml(task.goal))}")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Screens below a root with their parent; of several, the first.
  private func parents() -> [(screen: String, parent: String)] {
    var entries: [(screen: String, parent: String)] = []
    var seen = Set(tabs.map(\.root.name))
    func add(_ screen: Screen) {
      for child in screen.screens {
        if seen.insert(child.name).inserted { entries.append((child.name, screen.name)) }
        add(child)
      }
    }
    for tab in tabs { add(tab.root) }
    return entries
  }

  private static func yaml(_ texts: [String]) -> String { "[" + texts.map(yaml).joined(separator: ", ") + "]" }

  /// A YAML scalar: plain if it is unambiguous, otherwise quoted like JSON.
  private static func yaml(_ text: String) -> String {
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    let isPlain =
      !words.contains(text.lowercased()) && text.unicodeScalars.first.map { $0.properties.isAlphabetic } == true
      && text.last != " "
      && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == " " || ("0"..."9").contains($0) || $0 == "-" }
    return isPlain ? text : JSONText.string(text)
  }
}
