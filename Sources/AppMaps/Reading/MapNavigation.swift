import NavigationModel

extension AppMapReader {
  /// `more`: the overflow tab and its items, or only the items.
  mutating func more(_ node: MapNode) -> AppMap.More {
    if node.items != nil { return .init(items: names(node, expected: "", each: "an item")) }
    var more = AppMap.More()
    for entry in entries(of: node, expected: "{tab: …, items: […]} or a list of items", keys: MapKeys.more.names) {
      if entry.key == "items" {
        more.items = names(entry.value, expected: "a list of items", each: "an item")
      } else if let tab = text(entry.value, expected: "a tab") {
        more.tab = tab
        tabReferences.append((tab, entry.value.position, isMore: true))
      }
    }
    return more
  }

  /// `menus`: the items and the screen of each, only the items, or only its name.
  mutating func menus(_ node: MapNode) -> [AppMap.Menu] {
    entries(of: node, expected: "a mapping of menus").map { entry in
      var menu = AppMap.Menu(name: entry.key)
      if entry.value.isNothing { return menu }
      if entry.value.items != nil {
        menu.items = names(entry.value, expected: "", each: "an item")
        return menu
      }
      for entry in entries(
        of: entry.value, expected: "{items: […], screen: …} or a list of items", keys: MapKeys.menu.names)
      {
        if entry.key == "items" {
          menu.items = names(entry.value, expected: "a list of items", each: "an item")
        } else {
          menu.screen = text(entry.value, expected: "a screen")
        }
      }
      return menu
    }
  }

  /// `roots`: the root screen of each tab.
  mutating func roots(_ node: MapNode) -> [AppMap.Root] {
    entries(of: node, expected: "a mapping of tabs to screens").compactMap { entry in
      tabReferences.append((entry.key, entry.position, isMore: false))
      return text(entry.value, expected: "a screen").map { .init(tab: entry.key, screen: $0) }
    }
  }

  /// Refuses tabs that `tabs` does not list, unless it lists none.
  mutating func checkTabReferences(in map: AppMap) {
    guard !map.tabs.isEmpty else { return }
    // The More tab may also have a root, even if the map uses its default name.
    let rootTabs = map.more.map { map.tabs + [$0.tab ?? "More"] } ?? map.tabs
    for reference in tabReferences where !(reference.isMore ? map.tabs : rootTabs).contains(reference.tab) {
      refuse(unknown("tab", reference.tab, among: map.tabs), at: reference.position)
    }
  }

  /// `screens`: the properties of each, or only its name.
  mutating func screens(_ node: MapNode) -> [AppMap.Screen] {
    let declared = entries(of: node, expected: "a mapping of screens")
    let screens = declared.map { entry in
      var screen = AppMap.Screen(name: entry.key)
      if entry.value.isNothing { return screen }
      for entry in entries(of: entry.value, expected: "{parent: screen}", keys: MapKeys.screen.names) {
        screen.parent = text(entry.value, expected: "a screen")
      }
      return screen
    }
    checkParents(of: screens, at: declared.map(\.position))
    return screens
  }

  /// Refuses screens that are their own ancestors: they have no depth.
  private mutating func checkParents(of screens: [AppMap.Screen], at positions: [AppMapError.Position]) {
    let numbers = Dictionary(zip(screens.map(\.name), screens.indices)) { first, _ in first }
    // The walk in which each screen was first visited; a walk that meets its own trace is a cycle.
    var walks = [Int?](repeating: nil, count: screens.count)
    for start in screens.indices {
      var next: Int? = start
      while let screen = next, walks[screen] == nil {
        walks[screen] = start
        next = screens[screen].parent.flatMap { numbers[$0] }
      }
      if let screen = next, walks[screen] == start {
        refuse("the parents of \(screens[screen].name.quoted) lead back to it", at: positions[screen])
      }
    }
  }

  mutating func tasks(_ node: MapNode) -> [AppMap.Task] {
    var firsts: [NameText: AppMapError.Position] = [:]
    return items(of: node, expected: "a list of tasks").compactMap { item in
      let expected = "{name: …, start: …, goal: …}"
      guard let task = record(item, of: "task", expected: expected, keys: MapKeys.task.names) else { return nil }
      let name = text("name", of: task, expected: "a task's name")
      let start = text("start", of: task, expected: "a screen")
      let goal = text("goal", of: task, expected: "a screen")
      guard let name, let start, let goal, isFirst(name, at: item.position, in: &firsts) else { return nil }
      return .init(name: name, start: start, goal: goal)
    }
  }

  /// `screen_names`, in order. A repeated pattern could never match.
  mutating func screenNames(_ node: MapNode) -> [AppMap.ScreenName] {
    var firsts: [NameText: AppMapError.Position] = [:]
    return items(of: node, expected: "a list of {pattern: …, name: …}").compactMap { item in
      let expected = "{pattern: …, name: …}"
      guard let rule = record(item, of: "screen name", expected: expected, keys: MapKeys.screenName.names) else {
        return nil
      }
      let pattern = text("pattern", of: rule, expected: "a regular expression")
      if let pattern { checkPattern(pattern, at: rule["pattern"]?.value.position ?? item.position) }
      let name = text("name", of: rule, expected: "a screen")
      guard let pattern, let name, isFirst(pattern, at: item.position, in: &firsts) else { return nil }
      return .init(pattern: pattern, name: name)
    }
  }

  /// `entry_names`: the name for each that the log writes.
  mutating func entryNames(_ node: MapNode) -> [AppMap.EntryName] {
    entries(of: node, expected: "a mapping of names to names").compactMap { entry in
      text(entry.value, expected: "a tab or an item").map { .init(logged: entry.key, name: $0) }
    }
  }

  mutating func patterns(_ node: MapNode, each: String) -> [String] {
    var firsts: [NameText: AppMapError.Position] = [:]
    return items(of: node, expected: "a list of regular expressions").compactMap { item in
      guard let pattern = text(item, expected: each), isFirst(pattern, at: item.position, in: &firsts) else {
        return nil
      }
      checkPattern(pattern, at: item.position)
      return pattern
    }
  }

  mutating func checkPattern(_ pattern: String, at position: AppMapError.Position) {
    do {
      _ = try Pattern(pattern)
    } catch let error as Pattern.Invalid {
      let part = error.part == pattern ? "" : " \(error.part.quoted)"
      refuse(
        "invalid regular expression \(pattern.quoted): \(error.reason)\(part) (the syntax is that of RE2)", at: position
      )
    } catch {}
  }

  mutating func ruleSettings(_ node: MapNode) -> [AppMap.RuleSettings] {
    entries(of: node, expected: "a mapping of rules to their settings").compactMap { entry in
      guard let rule = rules.first(where: { $0.id == entry.key }) else {
        let nearest = nearestWord(to: entry.key, among: rules.map(\.id))
        let advice = nearest.map { "did you mean \($0.quoted)?" } ?? "`navaudit rules` lists them"
        refuse("unknown rule \(entry.key.quoted); \(advice)", at: entry.position)
        return nil
      }
      return settings(of: rule, entry.value)
    }
  }

  /// The settings of one rule: thresholds, exemptions and a switch, or only the switch (`tabs.too-few: off`).
  private mutating func settings(of rule: RuleSchema, _ node: MapNode) -> AppMap.RuleSettings {
    var settings = AppMap.RuleSettings(rule: rule.id)
    let keys = MapKeys.settings(of: rule).names
    if let isOn = node.text.flatMap({ isOn($0) }) {
      settings.isOff = !isOn
      return settings
    }
    let expected = "`off` or a mapping of \(keys.joined(separator: ", "))"
    for entry in entries(of: node, expected: expected, keys: keys, of: rule.id) {
      switch entry.key {
      case "exempt": settings.exemptions = exemptions(entry.value)
      case "off": settings.isOff = truth(entry.value) ?? false
      default:
        guard let number = number(entry.value, expected: "a number") else { continue }
        if number < 0 {
          refuse("`\(entry.key)` takes a number from 0, not \(entry.value.text ?? "")", at: entry.value.position)
        } else {
          settings.thresholds[entry.key] = number
        }
      }
    }
    return settings
  }

  mutating func truth(_ node: MapNode) -> Bool? {
    if let isOn = node.text.flatMap({ isOn($0) }) { return isOn }
    refuse("expected true or false, found \(node.found)", at: node.position)
    return nil
  }

  private mutating func exemptions(_ node: MapNode) -> [AppMap.Exemption] {
    var firsts: [NameText: AppMapError.Position] = [:]
    return items(of: node, expected: "a list of subjects").compactMap { item in
      guard let exemption = exemption(item), isFirst(exemption.subject, at: item.position, in: &firsts) else {
        return nil
      }
      return exemption
    }
  }

  private mutating func exemption(_ node: MapNode) -> AppMap.Exemption? {
    let expected = "a subject or {subject: …, reason: …}"
    guard node.pairs != nil else { return text(node, expected: expected).map { .init(subject: $0) } }
    guard let record = record(node, of: "exemption", expected: expected, keys: MapKeys.exemption.names) else {
      return nil
    }
    let subject = text("subject", of: record, expected: "a subject")
    let reason = record["reason"].flatMap { text($0.value, expected: "a reason") }
    return subject.map { .init(subject: $0, reason: reason) }
  }

  /// `entries`: where and when each exists.
  mutating func entryScopes(_ node: MapNode) -> [AppMap.EntryScope] {
    entries(of: node, expected: "a mapping of tabs, items, menus or gestures").map { entry in
      var scope = AppMap.EntryScope(name: entry.key)
      let expected = "{since: version, until: version, platforms: […], variants: […]}"
      for entry in entries(of: entry.value, expected: expected, keys: MapKeys.entry.names) {
        switch entry.key {
        case "since": scope.since = text(entry.value, expected: "a version")
        case "until": scope.until = text(entry.value, expected: "a version")
        case "platforms": scope.platforms = names(entry.value, expected: "a list of platforms", each: "a platform")
        default: scope.variants = names(entry.value, expected: "a list of variants", each: "a variant")
        }
      }
      return scope
    }
  }

  /// `screens_kind`, in order. A repeated pattern could never match.
  mutating func screenKinds(_ node: MapNode) -> [AppMap.ScreenKindRule] {
    var firsts: [NameText: AppMapError.Position] = [:]
    return items(of: node, expected: "a list of {pattern: …, kind: …}").compactMap { item in
      guard
        let rule = record(item, of: "screen kind", expected: "{pattern: …, kind: …}", keys: MapKeys.screenKind.names)
      else { return nil }
      let pattern = text("pattern", of: rule, expected: "a regular expression")
      if let pattern { checkPattern(pattern, at: rule["pattern"]?.value.position ?? item.position) }
      guard let pattern, let word = text("kind", of: rule, expected: "a kind of screen"),
        isFirst(pattern, at: item.position, in: &firsts)
      else {
        return nil
      }
      guard let kind = AppMap.ScreenKind(rawValue: word) else {
        refuse(
          unknown("kind of screen", word, among: AppMap.ScreenKind.allCases.map(\.rawValue)),
          at: rule["kind"]?.value.position ?? item.position)
        return nil
      }
      return .init(pattern: pattern, kind: kind)
    }
  }
}

/// A rule that a map can configure, as the reader needs it.
package struct RuleSchema: Sendable, Equatable {
  package let id: String
  package let thresholds: [String]
  /// The rule's title, and the meanings of its thresholds, for the schema.
  package let title: String
  package let meanings: [String: String]

  package init(id: String, thresholds: [String], title: String = "", meanings: [String: String] = [:]) {
    (self.id, self.thresholds, self.title, self.meanings) = (id, thresholds, title, meanings)
  }
}
