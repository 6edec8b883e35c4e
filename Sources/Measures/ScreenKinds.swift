import NavigationModel

/// What the app map says screens are for (`screens_kind`). Rules leave out screens for which the thing they look for is right.
public struct ScreenKinds: Sendable {
  /// Kinds that may be as deep as they are: the steps of a task, and folders in folders.
  public static let deep: Set<AppMap.ScreenKind> = [.wizard, .compose, .folder]
  /// Kinds that may cover the tab bar.
  public static let covering: Set<AppMap.ScreenKind> = [.wizard, .compose, .player]

  private let rules: [(pattern: Pattern, kind: AppMap.ScreenKind)]
  private let names: NameTable
  /// The kinds of the screens seen so far; nil for a screen of no kind.
  private var known: [Name: AppMap.ScreenKind?] = [:]

  public init(_ map: AppMap, names: NameTable) {
    rules = map.screenKinds.compactMap { rule in (try? Pattern(rule.pattern)).map { ($0, rule.kind) } }
    self.names = names
  }

  /// Whether a screen, after renaming, is of one of some kinds. The first pattern that is found in its name counts.
  public func isScreen(_ screen: String, of kinds: Set<AppMap.ScreenKind>) -> Bool {
    kind(of: screen).map(kinds.contains) ?? false
  }

  /// The same for a name, remembered: a regular expression takes longer than everything else that is done with a step.
  mutating func isScreen(_ screen: Name, of kinds: Set<AppMap.ScreenKind>) -> Bool {
    if rules.isEmpty { return false }
    let kind = known[screen] ?? kind(of: names.text(screen))
    known[screen] = .some(kind)
    return kind.map(kinds.contains) ?? false
  }

  private func kind(of screen: String) -> AppMap.ScreenKind? {
    rules.first { $0.pattern.firstMatch(in: screen) != nil }?.kind
  }
}
