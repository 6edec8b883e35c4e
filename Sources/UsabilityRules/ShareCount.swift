import Measures
import Statistics

/// The counts of a rule that judges a share of rows: for each subject the users and sessions with a counted row, the users with any row, and
/// y of n rows.
struct ShareCount {
  var subject: String
  var users: Int
  var sessions: Int
  var share: RatioSums
  /// More columns, named in ``RuleCounts/shares(_:and:)``.
  var more: [Int] = []

  static let columns = ["subject", "users", "eligible_users", "sessions", "y", "n"]

  var row: [Table.Cell] {
    [.text(subject)] + ([users, share.users, sessions, share.sumY, share.sumN] + more).map { .integer($0) }
  }
}

extension ShareCount {
  init(_ subject: String, _ happening: CountWithExamples, _ share: RatioSums, more: [Int] = []) {
    self.init(subject: subject, users: happening.users, sessions: happening.sessions, share: share, more: more)
  }

  init(_ subject: String, _ sum: ShareWithExamples) {
    self.init(subject: subject, users: sum.users, sessions: sum.sessions, share: sum.share)
  }
}
