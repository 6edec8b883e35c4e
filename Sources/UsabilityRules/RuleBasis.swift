/// What figures rest on besides the events themselves.
package enum RuleBasis: String, Sendable, CaseIterable {
  /// Durations and delays.
  case times
  /// The order of events.
  case order
  /// That the opening of a menu is logged.
  case menuOpens
  /// That people have the same tab bar.
  case oneBar
}
