import NavigationModel

/// The kinds of screens in the app map (`screens_kind`): rules leave out screens on which the behavior they look for is right.
struct ScreenKinds {
  private let rules: [(pattern: Pattern, kind: AppMap.ScreenKind)]

  init(_ map: AppMap) {
    rules = map.screenKinds.compactMap { rule in
      guard let pattern = try? Pattern(rule.pattern) else { return nil }
      return (pattern, rule.kind)
    }
  }

  /// Whether a screen, after renaming, is of one of some kinds. The first pattern found in its name wins.
  func isScreen(_ screen: String, of kinds: Set<AppMap.ScreenKind>) -> Bool {
    guard let kind = rules.first(where: { $0.pattern.firstMatch(in: screen) != nil })?.kind else { return false }
    return kinds.contains(kind)
  }
}
