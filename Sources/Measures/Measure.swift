import NavigationModel
import Tables

/// A figure, or a family of figures, that is folded from sessions and can be merged.
///
/// Sessions are observed user by user, each user's in the order of their numbers, and merged values have no user in common:
/// so distinct users can be counted without storing them.
public protocol Measure: Sendable, Codable {
  init()
  /// - Parameters:
  ///   - declared: what the app map declares.
  ///   - midpoint: halfway between the first and the last session start, microseconds since 1970; nil if unknown.
  init(_ declared: DeclaredNames?, midpoint: Int64?)
  /// Whether rules read it. If not, it is left out where there are only rules.
  static var isForRules: Bool { get }
  /// Adds a session.
  mutating func observe(_ session: Session, _ path: Reconstruction)
  /// Adds a session with its counts.
  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts)
  /// Call it when all sessions of a user were observed.
  mutating func finishUser()
  /// Call it when all users were observed.
  mutating func finish()
  /// Merges another value, which is finished, of other users. Commutative and associative.
  mutating func merge(_ other: Self)
  /// Its tables.
  /// - Parameter measures: all measures, this one among them.
  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table]
}

extension Measure {
  public init(_ declared: DeclaredNames?, midpoint: Int64?) { self.init() }
  public static var isForRules: Bool { true }
  public mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) { observe(session, path) }
  public mutating func finishUser() {}
  public mutating func finish() {}
  public func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [] }
}

/// A measure of what is counted once per session for all such measures.
public protocol CountMeasure: Measure {
  mutating func observe(_ session: Session, _ counts: SessionCounts)
}

extension CountMeasure {
  public mutating func observe(_ session: Session, _ path: Reconstruction) { observe(session, SessionCounts(path)) }

  public mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) { observe(session, counts) }
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
