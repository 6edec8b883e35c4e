import NavigationModel

extension AppMap {
  /// Reads an app map (TheAppMap.md). Strict: what is not understood is refused, never ignored.
  ///
  /// - Parameters:
  ///   - yaml: the text of the file; an empty one is a map without declarations.
  ///   - file: the file's name in messages.
  ///   - rules: the existing rules.
  /// - Throws: all errors of the map, not only the first.
  package static func read(yaml: String, file: String, rules: [RuleSchema]) throws(AppMapError) -> AppMap {
    var reader = AppMapReader(rules: rules)
    let map = reader.read(yaml)
    guard reader.issues.isEmpty else { throw AppMapError(file: file, issues: reader.issuesInOrder) }
    return map
  }
}

/// Reads one app map, and continues after errors to collect them all. Typed access to the YAML is in `MapValues.swift`,
/// each group of keys in a separate file.
package struct AppMapReader {
  let rules: [RuleSchema]
  private(set) var issues: [AppMapError.Issue] = []
  /// Tabs named outside of `tabs`; whether they exist is checked at the end.
  var tabReferences: [TabReference] = []

  package init(rules: [RuleSchema]) { self.rules = rules }

  mutating func read(_ yaml: String) -> AppMap {
    guard let root = compose(yaml), !root.isNothing else { return AppMap() }
    return map(root)
  }

  /// The map. A key without a value counts as missing.
  private mutating func map(_ root: MapNode) -> AppMap {
    var map = AppMap()
    var presets: [EventMapping] = []
    let keys = MapKeys.all([]).names
    let entries = entries(of: root, expected: "a mapping with the keys \(keys.joined(separator: ", "))", keys: keys)
    for entry in entries where !entry.value.isNothing {
      let value = entry.value
      switch entry.key {
      case "app": map.app = text(value, expected: "the app's name")
      case "tabs": map.tabs = names(value, expected: "a list of tabs", each: "a tab")
      case "more": map.more = more(value)
      case "menus": map.menus = menus(value)
      case "roots": map.roots = roots(value)
      case "screens": map.screens = screens(value)
      case "tasks": map.tasks = tasks(value)
      case "screen_names": map.screenNames = screenNames(value)
      case "ignore_screens": map.ignoredScreens = ignoredScreens(value)
      case "exclude_users": map.excludedUsers = patterns(value, each: "a regular expression")
      case "entries": map.entries = entryScopes(value)
      case "screens_kind": map.screenKinds = screenKinds(value)
      case "advice": map.advice = advice(value)
      case "rules": map.rules = ruleSettings(value)
      case "infer": map.infersStructure = truth(value) ?? false
      case "mask_names": map.masksNames = truth(value) ?? true
      case "columns": map.columns = columns(value)
      case "times": map.times = times(value)
      case "time_zone": map.timeZone = timeZone(value)
      case "presets": presets = self.presets(value)
      default: map.events = eventMappings(value)
      }
    }
    map.events += presets
    checkTabReferences(in: map)
    return map
  }

  /// Records an error, as one line whatever names and patterns it quotes.
  mutating func refuse(_ message: String, at position: AppMapError.Position) {
    issues.append(.init(position: position, message: message.onOneLine))
  }

  /// In the order of the file; at the same position in the order in which they were found. A node repeated by a YAML alias
  /// is reported once.
  var issuesInOrder: [AppMapError.Issue] {
    var told: Set<AppMapError.Issue> = []
    let sorted = issues.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
    return sorted.map(\.element).filter { told.insert($0).inserted }
  }
}
