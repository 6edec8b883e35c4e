import NavigationModel
import Statistics

/// A share of rows whose interval accounts for rows of the same user: the rows of the current user are collected until another
/// user comes.
package struct UserShare: Sendable, Codable {
  private var finished = RatioSums()
  private var user = UInt32.max
  private var y = 0
  private var n = 0

  package init() {}

  /// Adds `n` rows of the session's user, `y` of them counted.
  @inline(__always)
  package mutating func add(y: Int, n: Int, _ session: Session) {
    if session.user != user {
      finish()
      user = session.user
    }
    self.y += y
    self.n += n
  }

  @inline(__always)
  package mutating func add(_ isYes: Bool, _ session: Session) { add(y: isYes ? 1 : 0, n: 1, session) }

  private mutating func finish() {
    if n > 0 { finished.add(y: y, n: n) }
    y = 0
    n = 0
  }

  /// The sums over all users.
  package var sums: RatioSums {
    var copy = self
    copy.finish()
    return copy.finished
  }

  package mutating func merge(_ other: UserShare) {
    finish()
    user = .max
    finished.merge(other.sums)
  }

  package init(from decoder: any Decoder) throws { finished = try RatioSums(from: decoder) }
  package func encode(to encoder: any Encoder) throws { try sums.encode(to: encoder) }
}
