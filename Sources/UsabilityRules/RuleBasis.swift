/// What figures rest on besides the events themselves.
public enum RuleBasis: String, Sendable, CaseIterable {
  /// How long something took, or how soon it followed.
  case times
  /// What came before or after what.
  case order
  /// That the opening of a menu is logged.
  case menuOpens
}
