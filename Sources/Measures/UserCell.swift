/// The users for whom something holds, and the earliest sessions that show it.
public struct UserCell: MergeableCell {
  public private(set) var users = 0
  public private(set) var examples = Examples()

  public init() {}

  /// Adds a user, with these example sessions.
  mutating func add(user shown: Examples) {
    users += 1
    examples.merge(shown)
  }

  public mutating func merge(_ other: UserCell) {
    users += other.users
    examples.merge(other.examples)
  }
}
