/// The `screen_names` rules of an app map, with compiled patterns.
package struct ScreenNameRules {
  private let rules: [(pattern: Pattern, rule: AppMap.ScreenName)]

  /// Invalid patterns match nothing; reading a map refuses them.
  package init(_ map: AppMap) {
    rules = map.screenNames.compactMap { rule in (try? Pattern(rule.pattern)).map { ($0, rule) } }
  }

  /// The name that the first matching rule gives to a screen; nil if none matches.
  package func rewrite(_ screen: String) -> String? {
    for (pattern, rule) in rules {
      if let match = pattern.firstMatch(in: screen) { return rule.name(filledFrom: match) }
    }
    return nil
  }
}
