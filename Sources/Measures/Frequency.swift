import NavigationModel

/// How often something happened, and for how many users.
package struct Frequency: MergeableCell {
  package private(set) var count = 0
  private var userCount = UserCount()

  package init() {}

  package var users: Int { userCount.users }

  @inline(__always)
  mutating func add(_ session: Session) {
    count += 1
    userCount.add(session)
  }

  package mutating func merge(_ other: Frequency) {
    count += other.count
    userCount.merge(other.userCount)
  }
}
