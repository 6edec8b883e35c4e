import Findings
import NavigationModel

/// Which rules run: `--select` and `--ignore`, by id (`tabs.more-toll`) or family (`tabs`).
public struct RuleSelection: Sendable, Equatable {
  /// Empty: all.
  public var select: [String]
  public var ignore: [String]

  public init(select: [String] = [], ignore: [String] = []) {
    self.select = select
    self.ignore = ignore
  }

  public static let all = RuleSelection()

  public func includes(_ rule: Rule) -> Bool {
    (select.isEmpty || select.contains { Self.matches($0, rule) }) && !ignore.contains { Self.matches($0, rule) }
  }

  /// Names of unknown rules and families.
  public var unknown: [String] {
    (select + ignore).filter { word in !Rule.all.contains { Self.matches(word, $0) } }
  }

  private static func matches(_ word: String, _ rule: Rule) -> Bool {
    word == rule.id || word == rule.family.rawValue || word == "\(rule.family.rawValue)."
  }
}
