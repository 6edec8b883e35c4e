import NavigationModel
import Statistics

/// A share of rows whose interval accounts for rows of the same user: the rows of the current user are collected until
/// another user comes.
package struct UserShare: Summed {
  package private(set) var sums = RatioSums()
  private var user = UInt32.max
  private var pseudonym: UInt64 = 0
  private var y = 0
  private var n = 0
  static let fields = Fields<Self>(\.sums)

  /// Adds `n` rows of the session's user, `y` of them counted.
  @inline(__always)
  package mutating func add(y: Int, n: Int, _ session: Session) {
    if session.user != user {
      finish()
      user = session.user
      pseudonym = session.pseudonym.rawValue
    }
    self.y += y
    self.n += n
  }

  @inline(__always)
  package mutating func add(_ isYes: Bool, _ session: Session) { add(y: isYes ? 1 : 0, n: 1, session) }

  /// Adds a user, whose rows were added up elsewhere.
  mutating func addUser(y: Int, n: Int) { sums.add(y: y, n: n) }

  package mutating func finish() {
    if n > 0 { sums.add(y: y, n: n, user: pseudonym) }
    y = 0
    n = 0
    user = .max
  }
}

/// A share of rows of one key (visits of a screen, …): the counted rows, their users, and the earliest sessions with
/// one.
package struct ShareWithExamples: Summed {
  private var rows = UserShare()
  private var people = UsersAndSessions()
  package private(set) var examples = Examples()

  package init() {}
  static let fields = Fields<Self>(\.rows, \.people, \.examples)
  package mutating func merge(_ other: Self) { mergeFields(other) }

  /// The rows that count over all rows.
  package var share: RatioSums { rows.sums }
  /// Users and sessions with a row that counts.
  package var users: Int { people.users }
  package var sessions: Int { people.sessions }

  @inline(__always)
  mutating func add(_ counts: Bool, _ session: Session) { add(y: counts ? 1 : 0, n: 1, session) }

  /// Adds `n` rows, `y` of them counted.
  mutating func add(y: Int, n: Int, _ session: Session) {
    rows.add(y: y, n: n, session)
    if y > 0 { note(session) }
  }

  /// Adds a session with rows that count, whose user is added later (``addUser(y:n:)``).
  mutating func note(_ session: Session) {
    people.add(session)
    examples.add(session)
  }

  /// Adds a user, whose sessions were noted: `y` of `n` rows count.
  mutating func addUser(y: Int, n: Int) { rows.addUser(y: y, n: n) }
}

/// A share of rows of one key, and how often rows counted, with the sessions with the most.
package struct ShareWithCount: Summed {
  private var rows = UserShare()
  package private(set) var counted = CountWithExamples()
  static let fields = Fields<Self>(\.rows, \.counted)

  /// The rows that count over all rows.
  package var share: RatioSums { rows.sums }

  mutating func add(_ counts: Bool, _ session: Session) {
    rows.add(counts, session)
    if counts { counted.add(session) }
  }
}

/// Sessions in which something happened, over the sessions of the users with any such session.
package struct ShareOfSessions: Summed {
  private(set) var some = RatioSums()
  /// The earliest of them.
  package private(set) var examples = Examples()
  static let fields = Fields<Self>(\.some, \.examples)

  package var users: Int { some.users }
  package var sessions: Int { some.sumY }

  mutating func note(_ session: Session) { examples.add(session) }
  mutating func add(_ sessions: Int, of all: Int) { some.add(y: sessions, n: all) }
}
