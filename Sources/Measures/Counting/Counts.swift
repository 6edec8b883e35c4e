import NavigationModel
import Statistics

/// Counts the users for whom something happened. Users come in succession, so only the last one is stored.
package struct UserCount: Summed {
  package private(set) var users = 0
  private var last = UInt32.max
  static let fields = Fields<Self>(\.users)
  static let isPlain = true

  @inline(__always)
  package mutating func add(_ session: Session) {
    if last != session.user {
      last = session.user
      users += 1
    }
  }

  mutating func leave(users: Int) { self.users = min(self.users, users) }
}

/// Counts the users and the sessions in which something happened. Sessions come user by user, so only the last one is
/// stored.
package struct UsersAndSessions: Summed {
  package private(set) var users = 0
  package private(set) var sessions = 0
  private var last: (user: UInt32, number: Int) = (.max, 0)
  static let fields = Fields<Self>(\.users, \.sessions)
  static let isPlain = true

  @inline(__always)
  package mutating func add(_ session: Session) {
    if last.user != session.user { users += 1 } else if last.number == session.number { return }
    sessions += 1
    last = (session.user, session.number)
  }

  mutating func leave(users: Int) { self.users = min(self.users, users) }
}

/// How often something happened, and for how many users.
package struct Frequency: Summed {
  package private(set) var count = 0
  private var userCount = UserCount()
  static let fields = Fields<Self>(\.count, \.userCount)
  static let isPlain = true

  package var users: Int { userCount.users }

  @inline(__always)
  mutating func add(_ session: Session) {
    count += 1
    userCount.add(session)
  }
}

/// How often something happened, for how many users, and the sessions with the most.
package struct CountWithExamples: Summed {
  package private(set) var count = 0
  private var people = UsersAndSessions()
  package private(set) var examples = Examples()

  package init() {}
  static let fields = Fields<Self>(\.count, \.people, \.examples)
  package mutating func merge(_ other: Self) { mergeFields(other) }

  package var users: Int { people.users }
  package var sessions: Int { people.sessions }

  mutating func add(_ session: Session, times: Int = 1) {
    count += times
    people.add(session)
    examples.add(session, times: times)
  }

  /// Leaves out what was not by people.
  /// - Parameter users: those that are left.
  mutating func leaveOut(_ count: Int, users: Int) {
    self.count = max(0, self.count - count)
    people.leave(users: users)
    // Which sessions are left is not known.
    if count > 0 { examples.forgetSessions() }
  }
}

/// The users for whom something holds, and the earliest sessions that show it.
package struct UsersWithExamples: Summed {
  package private(set) var users = 0
  package private(set) var examples = Examples()
  static let fields = Fields<Self>(\.users, \.examples)

  mutating func add(user shown: Examples) {
    users += 1
    var shown = shown
    shown.finish()
    examples.merge(shown)
  }
}

/// How often each of some numbers from 0 on occurred, such as depths. Memory depends on how many distinct numbers there
/// are, not on how large they are.
package struct Histogram: Summed {
  /// Numbers up to this are array indices; larger ones, which are rare, are keys.
  private static let smallLimit = 32

  private var small: [Int] = []
  private var large: [Int: Int] = [:]
  static let fields = Fields<Self>(\.small, \.large)
  static let isPlain = true

  @inline(__always)
  mutating func count(_ number: Int, _ amount: Int = 1) {
    if number <= Self.smallLimit { small.count(at: number, amount) } else { large[number, default: 0] += amount }
  }

  /// The numbers that occurred, ascending, with how often.
  package var bins: [(value: Int, count: Int)] {
    small.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
      + large.sorted { $0.key < $1.key }.filter { $0.value > 0 }.map { ($0.key, $0.value) }
  }

  package func count(from number: Int) -> Int {
    small.dropFirst(number).reduce(0, +) + large.reduce(0) { $1.key >= number ? $0 + $1.value : $0 }
  }

  package var median: Int? { nearestRank(.median, ofHistogram: bins) }
}
