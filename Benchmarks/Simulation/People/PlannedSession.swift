/// When a person uses the app.
struct PlannedSession: Sendable {
  /// Milliseconds since 1970.
  var start: Int64
  var user: Int
  /// The number among the person's sessions, from 1.
  var number: Int
  /// The person's last one in the log.
  var isLast = false
}
