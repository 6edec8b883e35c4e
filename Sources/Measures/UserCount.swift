import NavigationModel

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
