/// The users for whom something holds, and the earliest sessions that show it.
package struct UserCell: MergeableCell {
  package private(set) var users = 0
  package private(set) var examples = Examples()

  package init() {}

  /// Adds a user, with these example sessions.
  mutating func add(user shown: Examples) {
    users += 1
    examples.merge(shown)
  }

  package mutating func merge(_ other: UserCell) {
    users += other.users
    examples.merge(other.examples)
  }
}
