/// What figures rest on besides the events themselves.
package enum RuleBasis: String, Sendable, CaseIterable {
  /// Durations and delays.
  case times
  /// The order of events.
  case order
  /// That the opening of a menu is logged.
  case menuOpens
  /// That a session is one visit of a person to the app.
  case sessions
  /// That people have the same tab bar.
  case oneBar
}
