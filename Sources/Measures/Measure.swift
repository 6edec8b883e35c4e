import NavigationModel

/// A figure, or a family of figures, that is folded from sessions and can be merged.
///
/// Sessions are observed user by user, each user's in the order of their numbers, and no user is observed by two values that are merged:
/// so distinct users can be counted without remembering them.
public protocol Measure: Sendable, Codable {
  init()
  /// Takes in a session.
  mutating func observe(_ session: Session, _ path: Reconstruction)
  /// All sessions were observed: takes in what was kept for the last user.
  mutating func finish()
  /// Takes in what another value, which is finished, observed of other users. Commutative and associative.
  mutating func merge(_ other: Self)
}

extension Measure {
  public mutating func finish() {}
}

/// Counts the users for whom something happened. Users come one after the other, so remembering the last one is enough.
public struct UserCount: Sendable, Codable, Hashable {
  public private(set) var users = 0
  private var last = UInt32.max

  public init() {}

  @inlinable public mutating func add(_ session: Session) { add(user: session.user) }

  public mutating func add(user: UInt32) {
    if last != user {
      last = user
      users += 1
    }
  }

  public mutating func merge(_ other: UserCount) { users += other.users }

  public init(from decoder: any Decoder) throws { users = try decoder.singleValueContainer().decode(Int.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(users)
  }
}

/// Counts the sessions in which something happened.
public struct SessionCount: Sendable, Codable, Hashable {
  public private(set) var sessions = 0
  private var last: (user: UInt32, number: Int) = (.max, 0)

  public init() {}

  public mutating func add(_ session: Session) {
    if last.user != session.user || last.number != session.number {
      last = (session.user, session.number)
      sessions += 1
    }
  }

  public mutating func merge(_ other: SessionCount) { sessions += other.sessions }

  public static func == (a: SessionCount, b: SessionCount) -> Bool { a.sessions == b.sessions }
  public func hash(into hasher: inout Hasher) { hasher.combine(sessions) }

  public init(from decoder: any Decoder) throws { sessions = try decoder.singleValueContainer().decode(Int.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(sessions)
  }
}
