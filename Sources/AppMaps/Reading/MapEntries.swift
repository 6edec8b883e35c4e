import NavigationModel

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
