/// The strength of a finding's evidence (Statistics.md, *Evidence*).
public enum Evidence: String, Sendable, Codable, CaseIterable {
  /// A fact of the log or the map, without a rate.
  case structural
  /// A rate of 100 or more eligible users.
  case strong
  /// A rate of 30 to 99 eligible users: never above a warning.
  case moderate
  /// A rate of fewer than 30 eligible users: never above an info.
  case exploratory

  /// With fewer eligible users, no rate rule fires.
  public static let leastUsers = 10
  /// With fewer eligible users, the evidence of a rate is only exploratory.
  public static let fewUsers = 30

  /// The evidence of a rate.
  package init(eligibleUsers: Int) {
    switch eligibleUsers {
    case 100...: self = .strong
    case Self.fewUsers...: self = .moderate
    default: self = .exploratory
    }
  }

  /// The highest severity that a finding with this evidence may have.
  public var highestSeverity: Severity {
    switch self {
    case .structural, .strong: .error
    case .moderate: .warning
    case .exploratory: .info
    }
  }
}
