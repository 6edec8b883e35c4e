import NavigationModel

/// A figure, or a family of figures, that is folded from sessions and can be merged.
///
/// Sessions are observed user by user, each user's in the order of their numbers, and merged values have no user in common:
/// so distinct users can be counted without storing them.
public protocol Measure: Sendable, Codable {
  init()
  /// Adds a session.
  mutating func observe(_ session: Session, _ path: Reconstruction)
  /// Call it when all sessions were observed: adds what was kept for the last user.
  mutating func finish()
  /// Merges another value, which is finished, of other users. Commutative and associative.
  mutating func merge(_ other: Self)
}

extension Measure {
  public mutating func finish() {}
}

/// Counts the users for whom something happened. Users come in succession, so only the last one is stored.
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
