extension SimulatedApp {
  /// The map (`navaudit.yml`) of the app with its flaws, with the hierarchy of its screens (of several parents, the
  /// first).
  package func appMap() throws -> String {
    let app = try planted()
    var seen = Set(app.tabs.map(\.root.name))
    return app.map(roots: app.tabs, parents: app.tabs.flatMap(\.root.edges).filter { seen.insert($0.screen).inserted })
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
    let isPlain = try? /\p{Alphabetic}([\p{Alphabetic}0-9 -]*[\p{Alphabetic}0-9-])?/.matchingSemantics(.unicodeScalar)
      .wholeMatch(in: text)
    return isPlain != nil && !words.contains(text.lowercased()) ? text : LineBuffer.json(text)
  }
}
