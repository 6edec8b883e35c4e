import NavigationModel

/// Counts the users for whom something happened. Users come in succession, so only the last one is stored.
package struct UserCount: Sendable, Codable, Hashable {
  package private(set) var users = 0
  private var last = UInt32.max

  package init() {}

  @inlinable package mutating func add(_ session: Session) { add(user: session.user) }

  package mutating func add(user: UInt32) {
    if last != user {
      last = user
      users += 1
    }
  }

  package mutating func merge(_ other: UserCount) { users += other.users }

  package init(from decoder: any Decoder) throws { users = try decoder.singleValueContainer().decode(Int.self) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(users)
  }
}
