import Yams

extension SimulatedApp {
  /// Reads an app description.
  ///
  /// - Parameters:
  ///   - yaml: The text of the description.
  ///   - file: The file's name in messages.
  /// - Throws: ``AppDescriptionError`` for the first error.
  package init(yaml: String, file: String) throws {
    let root: Node?
    do {
      root = try Yams.compose(yaml: yaml)
    } catch let error as YamlError {
      throw AppDescriptionError(yaml: error, file: file)
    }
    guard let root else { throw AppDescriptionError(file: file, line: nil, message: "the app description is empty") }
    try self.init(DescriptionNode(node: root, file: file, subject: "the app description"))
    _ = try planted()
  }

  private init(_ node: DescriptionNode) throws {
    let keys = ["app", "versions", "platforms", "locales", "tabs", "more", "menus", "gestures", "links", "tasks", "behaviour", "flaws"]
    let entries = try node.mapping(keys: keys)
    self.init(name: try entries.required("app").text(), file: node.file)
    try entries.read("versions", into: &versions)
    try entries.read("locales", into: &locales)
    if let value = entries.value("platforms") { platforms = try value.elements("platform").map(Platform.init) }
    tabs = try entries.required("tabs").elements("tab").map(Tab.init)
    if let value = entries.value("more") { more = try MoreList(value) }
    if let value = entries.value("menus") { menus = try value.elements("menu").map(Menu.init) }
    if let value = entries.value("gestures") { gestures = try value.elements("gesture").map(Gesture.init) }
    if let value = entries.value("links") { links = try value.elements("link").map(Screen.init) }
    if let value = entries.value("tasks") { tasks = try value.elements("task").map(Task.init) }
    if let value = entries.value("behaviour") { try behaviour.read(value) }
    if let value = entries.value("flaws") { flaws = try PlantedFlaw.list(value) }
    try check(entries)
  }

  /// An app with only a name: phones and tablets, one version.
  init(name: String, file: String) {
    self.name = name
    self.file = file
    versions = ["1.0.0"]
    platforms = [Platform(name: "android", systemVersions: ["14"])]
    locales = ["en_US"]
    tabs = []
    menus = []
    gestures = []
    links = []
    tasks = []
    behaviour = Behaviour()
    flaws = []
  }

  /// Checks constraints between several parts of the description.
  private func check(_ entries: DescriptionMapping) throws {
    let tabList = try entries.required("tabs")
    guard tabs.count >= 2 else { throw tabList.error("an app needs at least 2 tabs") }
    guard tabs.count <= 24 else { throw tabList.error("an app has at most 24 tabs") }
    try unique(tabs.map(\.name), what: "tab", at: tabList)
    try unique(tabs.map(\.root.name), what: "screen of a tab", at: tabList)
    guard tabs.contains(where: { $0.weight > 0 }) else { throw tabList.error("all tabs have weight 0") }
    if let more, let index = entries.value("more") {
      guard !more.items.isEmpty else { throw index.error("the More list needs items") }
      try unique(more.items.map(\.name), what: "More item", at: index)
      guard !tabs.contains(where: { $0.name == "More" }) else {
        throw tabList.error("a tab called More stands for the More list: describe it under 'more'")
      }
    }
    if let index = entries.value("menus") {
      try unique(menus.map(\.name), what: "menu", at: index)
      for menu in menus {
        guard !menu.items.isEmpty else { throw index.error("menu \(menu.name) needs items") }
        try unique(menu.items.map(\.name), what: "item of menu \(menu.name)", at: index)
      }
    }
    guard !versions.isEmpty, !platforms.isEmpty, !locales.isEmpty else {
      throw entries.node.error("versions, platforms and locales need at least one entry each")
    }
    guard platforms.contains(where: { $0.weight > 0 }) else { throw entries.node.error("all platforms have weight 0") }
    let items = (more?.items ?? []) + menus.flatMap(\.items)
    for name in Set(tabs.flatMap(\.weights.keys) + items.flatMap(\.weights.keys)).sorted() where !platforms.contains(where: { $0.name == name }) {
      throw entries.node.error("'weights' names the platform '\(name)', which the app does not have\(suggestion(for: name, among: platforms.map(\.name)))")
    }
    let screens = screenNames
    for task in tasks {
      let index = try entries.required("tasks")
      guard tabs.first?.root.name == task.start else {
        throw index.error("task '\(task.name)' must start at the first screen '\(tabs.first?.root.name ?? "")', not at '\(task.start)'")
      }
      guard tabs.contains(where: { $0.root.path(to: task.goal) != nil }) else {
        throw index.error(
          "the goal '\(task.goal)' of task '\(task.name)' is no screen of a tab\(suggestion(for: task.goal, among: screens))")
      }
    }
    for gesture in gestures {
      if let screen = gesture.on, !screens.contains(screen), let index = entries.value("gestures") {
        throw index.error("gesture '\(gesture.name)' is made on an unknown screen '\(screen)'\(suggestion(for: screen, among: screens))")
      }
    }
  }

  private func unique(_ names: [String], what: String, at index: DescriptionNode) throws {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw index.error("\(what) '\(name)' is given twice")
    }
  }
}

extension SimulatedApp {
  /// The names of all screens of tabs, items and links, in the order of the description.
  package var screenNames: [String] {
    var names: [String] = []
    var seen: Set<String> = []
    func add(_ screen: Screen) {
      if seen.insert(screen.name).inserted { names.append(screen.name) }
      for child in screen.screens { add(child) }
    }
    for tab in tabs { add(tab.root) }
    for item in more?.items ?? [] { add(item.root) }
    for item in menus.flatMap(\.items) { add(item.root) }
    for link in links { add(link) }
    return names
  }
}

extension AppDescriptionError {
  /// An error in the YAML syntax.
  fileprivate init(yaml error: YamlError, file: String) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _), .composer(_, let problem, let mark, _):
      self.init(file: file, line: mark.line, message: "this is no YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, let context):
      self.init(file: file, line: context.mark.line, message: "key '\(keys.joined(separator: "', '"))' is given twice")
    default: self.init(file: file, line: nil, message: "this is no YAML")
    }
  }
}

extension SimulatedApp.Screen {
  /// The names of the screens from this one down to another, both included.
  func path(to goal: String) -> [String]? {
    if name == goal { return [name] }
    for child in screens {
      if let rest = child.path(to: goal) { return [name] + rest }
    }
    return nil
  }

  /// The number of levels, including this one.
  var height: Int { 1 + (screens.map(\.height).max() ?? 0) }
}
