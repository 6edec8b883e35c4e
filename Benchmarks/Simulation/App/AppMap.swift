extension SimulatedApp {
  /// The map (`navaudit.yml`) of the app with its flaws, with the hierarchy of its screens (of several parents, the first).
  package func appMap() throws -> String {
    let app = try planted()
    var parents: [(screen: String, parent: String)] = []
    var seen = Set(app.tabs.map(\.root.name))
    func addChildren(of screen: Screen) {
      for child in screen.screens {
        if seen.insert(child.name).inserted { parents.append((child.name, screen.name)) }
        addChildren(of: child)
      }
    }
    for tab in app.tabs { addChildren(of: tab.root) }
    return app.map(roots: app.tabs, parents: parents)
  }

  /// The map that the app's team would write: its structure, folded names, and what its screens are for.
  package var map: String { map(roots: tabs.filter { $0.acts == nil }) }

  private func map(roots: [Entry], parents: [(screen: String, parent: String)] = []) -> String {
    var lines = ["app: \(yaml(name))"]
    func add<Part>(_ key: String, _ parts: [Part], _ line: (Part) -> String) {
      if !parts.isEmpty { lines += ["\(key):"] + parts.map { "  " + line($0) } }
    }
    let more = self.more?.wideOnly == true ? [] : moreItems.map(\.name)
    if !tabs.isEmpty { lines.append("tabs: \(list(tabs.map(\.name) + (more.isEmpty ? [] : ["More"])))") }
    if !more.isEmpty { lines.append("more: {tab: More, items: \(list(more))}") }
    add("menus", menus) { "\(yaml($0.name)): {items: \(list($0.items.map(\.name)))}" }
    add("roots", roots) { "\(yaml($0.name)): \(yaml(Self.folded($0.root.name)))" }
    add("screens", parents) { "\(yaml($0.screen)): {parent: \(yaml($0.parent))}" }
    add("tasks", tasks) { "- {name: \(yaml($0.name)), start: \(yaml($0.start)), goal: \(yaml($0.goal))}" }
    let screens = (entries.map(\.root) + links + (start.map { [$0] } ?? [])).flatMap(\.all)
    var seen: Set<String> = []
    add("screen_names", screens.map(\.name).filter { $0.hasSuffix("/*") && seen.insert($0).inserted }) {
      "- {pattern: \(yaml("^\(Self.folded($0))/\\d+$")), name: \(yaml(Self.folded($0)))}"
    }
    add("screens_kind", kinds) { kind in
      let pattern = kind[0].hasSuffix("*") ? "^" + kind[0].dropLast() : "^\(kind[0])$"
      return "- {pattern: \(yaml(pattern)), kind: \(kind[1])}"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func list(_ texts: [String]) -> String { "[" + texts.map(yaml).joined(separator: ", ") + "]" }

  /// A YAML scalar: plain if it is unambiguous, otherwise quoted like JSON.
  private func yaml(_ text: String) -> String {
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    let signs = text.unicodeScalars
    let isPlain =
      !words.contains(text.lowercased()) && signs.first.map { $0.properties.isAlphabetic } == true && signs.last != " "
      && signs.allSatisfy { $0.properties.isAlphabetic || $0 == " " || ("0"..."9").contains($0) || $0 == "-" }
    return isPlain ? text : LineBuffer.json(text)
  }
}
