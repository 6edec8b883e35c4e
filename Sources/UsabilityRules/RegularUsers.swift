import Measures
import NavigationModel

// Shared by the rules that claim that hardly anyone uses something. They look at users who came back, in a log that is long enough.

extension RuleContext {
  /// Whether the log covers enough days to claim that something is not used (threshold `days`).
  package var isLong: Bool { days >= count("days") }

  /// The number of sessions that users must have to count.
  package var fewestSessions: Int { count("sessions") }

  /// Users with at least as many sessions as the threshold `sessions`.
  package var regularUsers: Int { measures.discovery.users(withSessions: count("sessions")) }

  /// The number of these users for each used subject of a kind.
  package func regularUsers(of kind: Discovery.Kind) -> [Discovery.Subject: Int] {
    measures.discovery.users(of: kind, withSessions: count("sessions"))
  }

  /// The number of these users who could have used a subject.
  package func eligibleRegulars(of subject: Discovery.Subject) -> Int { scope.eligibleUsers(of: subject, withSessions: count("sessions")) }

  /// `users with 3 or more sessions`
  package var regularUsersWords: String { "users with \(count("sessions")) or more sessions" }
}
