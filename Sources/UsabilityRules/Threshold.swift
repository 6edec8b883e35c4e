import Measures
import NavigationModel

/// A number of a rule that the app map can change: `rules: {tabs.more-toll: {share: 0.1}}`.
package struct Threshold: Sendable, Hashable {
  /// The key in the app map, and the parameter in the rule's query.
  package let name: String
  /// The default.
  package let value: Double
  package let unit: Unit
  /// What it is the threshold of.
  package let meaning: String
  /// Whether it is published, a convention, or our own (`H`).
  package let basis: RuleSource.Kind

  package init(_ name: String, _ value: Double, _ unit: Unit, _ meaning: String, basis: RuleSource.Kind = .heuristic) {
    self.name = name
    self.value = value
    self.unit = unit
    self.meaning = meaning
    self.basis = basis
  }

  /// A level that measures need, too.
  package init(_ level: RuleLevel, _ meaning: String, basis: RuleSource.Kind = .heuristic) {
    self.init(level.name, Double(level.defaultValue), .levels, meaning, basis: basis)
  }

  package enum Unit: String, Sendable {
    /// 0…1.
    case share
    case levels, users, sessions, days, tabs, items, visits, arrivals, seconds
    /// A factor.
    case times
    /// A figure without a unit.
    case number

    /// The meaningful values; others are clamped.
    package var range: ClosedRange<Double> { self == .share ? 0...1 : RuleLevel.range }
  }

  /// The effective value with a map.
  package func value(in map: AppMap, of rule: String) -> Double {
    map.threshold(name, of: rule, default: value, in: unit.range)
  }

  /// The value with its unit: `5 levels`, `40%`.
  package var text: String { text(of: value) }

  package func text(of value: Double) -> String {
    switch unit {
    case .share: "\((value * 100).sixDecimals)%"
    case .times: "\(value.sixDecimals) times"
    case .number: value.sixDecimals
    default: "\(value.sixDecimals) \(value == 1 ? String(unit.rawValue.dropLast()) : unit.rawValue)"
    }
  }

  /// The thresholds of `depth.over-limit` for levels, which pictures and reports show as well.
  package static let depthWarning = Threshold(.limit, "deeper than this is a warning", basis: .convention)
  package static let depthError = Threshold("error", 6, .levels, "deeper than this is an error", basis: .convention)
  package static let depthRule = RuleLevel.limit.rule
}
