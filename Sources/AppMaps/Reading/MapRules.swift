import NavigationModel

/// The map's settings of rules.
extension AppMapReader {
  /// `rules`: settings by rule id.
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

  /// Subjects, each with or without a reason.
  private mutating func exemptions(_ node: MapNode) -> [AppMap.Exemption] {
    var firsts: [String: AppMapError.Position] = [:]
    return items(of: node, expected: "a list of subjects").compactMap { item in
      guard let exemption = exemption(item), isFirst(exemption.subject, at: item.position, in: &firsts) else { return nil }
      return exemption
    }
  }

  private mutating func exemption(_ node: MapNode) -> AppMap.Exemption? {
    let expected = "a subject or {subject: …, reason: …}"
    guard node.pairs != nil else { return text(node, expected: expected).map { .init(subject: $0) } }
    guard let record = record(node, of: "exemption", expected: expected, keys: MapKeys.exemption.names) else { return nil }
    let subject = text("subject", of: record, expected: "a subject")
    let reason = record["reason"].flatMap { text($0.value, expected: "a reason") }
    return subject.map { .init(subject: $0, reason: reason) }
  }
}

/// A rule that a map can configure, as the reader needs it.
package struct RuleSchema: Sendable, Equatable {
  package let id: String
  /// The names of its thresholds.
  package let thresholds: [String]
  /// The rule's title, and the meanings of its thresholds, for the schema.
  package let title: String
  package let meanings: [String: String]

  package init(id: String, thresholds: [String], title: String = "", meanings: [String: String] = [:]) {
    self.id = id
    self.thresholds = thresholds
    self.title = title
    self.meanings = meanings
  }
}

/// Where entries exist, and what screens are for: `entries` and `screens_kind`.
extension AppMapReader {
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
    var firsts: [String: AppMapError.Position] = [:]
    return items(of: node, expected: "a list of {pattern: …, kind: …}").compactMap { item in
      guard let rule = record(item, of: "screen kind", expected: "{pattern: …, kind: …}", keys: MapKeys.screenKind.names) else { return nil }
      let pattern = text("pattern", of: rule, expected: "a regular expression")
      if let pattern { checkPattern(pattern, at: rule["pattern"]?.value.position ?? item.position) }
      guard let pattern, let word = text("kind", of: rule, expected: "a kind of screen"), isFirst(pattern, at: item.position, in: &firsts) else {
        return nil
      }
      guard let kind = AppMap.ScreenKind(rawValue: word) else {
        refuse(unknown("kind of screen", word, among: AppMap.ScreenKind.allCases.map(\.rawValue)), at: rule["kind"]?.value.position ?? item.position)
        return nil
      }
      return .init(pattern: pattern, kind: kind)
    }
  }
}
