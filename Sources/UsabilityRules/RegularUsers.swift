import Measures
import NavigationModel

// What the rules have in common that claim absence: hardly anyone uses this. They ask people who came back, in a log that is long enough.

extension RuleContext {
  /// Whether the log covers the days that a claim of absence takes (threshold `days`).
  var isLong: Bool { days >= count("days") }

  /// Users with at least as many sessions as the threshold `sessions` asks for.
  var regularUsers: Int { measures.discovery.users(withSessions: count("sessions")) }

  /// Of those, the users of each subject of a kind that was used.
  func regularUsers(of kind: Discovery.Kind) -> [Discovery.Subject: Int] {
    measures.discovery.users(of: kind, withSessions: count("sessions"))
  }

  /// The users with that many sessions who could have used a subject.
  func eligibleRegulars(of subject: Discovery.Subject) -> Int { scope.eligibleUsers(of: subject, withSessions: count("sessions")) }

  /// `users with 3 or more sessions`
  var regularUsersWords: String { "users with \(count("sessions")) or more sessions" }
}
