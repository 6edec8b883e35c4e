import NavigationModel

/// A level of a rule's threshold that measures need while they count. The app map can change it.
package struct RuleLevel: Sendable {
  /// The rule, and the threshold's name.
  package let rule: String
  package let name: String
  /// The default.
  package let usual: Int

  /// Deeper than this is too deep.
  package static let limit = RuleLevel(rule: "depth.over-limit", name: "warning", usual: 5)
  /// Visits are deep from this level on.
  package static let deep = RuleLevel(rule: "depth.hot-deep", name: "depth", usual: 4)

  /// More tabs than this do not fit into a bar.
  package static let tabs = RuleLevel(rule: "tabs.over-five", name: "tabs", usual: 5)

  /// The meaningful values of thresholds that are numbers; others are clamped.
  package static let range = 0.0...1_000_000

  /// The effective level with a map, rounded down.
  func value(in map: AppMap) -> Int { Int(map.threshold(name, of: rule, usual: Double(usual), in: Self.range)) }
}
