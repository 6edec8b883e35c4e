/// A rejected line, and its position.
package struct Rejection: Sendable, Equatable {
  package let line: Int
  package let reason: RejectionReason
  /// The line, if rejected lines are kept; truncated if it is too long.
  package let text: String?
}
