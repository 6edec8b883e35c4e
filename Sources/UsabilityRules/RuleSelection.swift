import NavigationModel

/// Which rules run: `--select` and `--ignore`, by id (`tabs.more-toll`) or family (`tabs`).
package struct RuleSelection: Sendable, Equatable {
  /// Empty: all.
  package var select: [String]
  package var ignore: [String]

  package init(select: [String] = [], ignore: [String] = []) {
    self.select = select
    self.ignore = ignore
  }

  package static let all = RuleSelection()

  package func includes(_ rule: Rule) -> Bool {
    (select.isEmpty || select.contains { Self.matches($0, rule) }) && !ignore.contains { Self.matches($0, rule) }
  }

  /// Names of unknown rules and families.
  package var unknown: [String] {
    (select + ignore).filter { word in !Rule.all.contains { Self.matches(word, $0) } }
  }

  private static func matches(_ word: String, _ rule: Rule) -> Bool {
    word == rule.id || word == rule.family.rawValue || word == "\(rule.family.rawValue)."
  }
}
