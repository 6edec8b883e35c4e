import NavigationModel

/// How often something happened, and for how many users.
public struct Frequency: MergeableCell {
  public private(set) var count = 0
  private var userCount = UserCount()

  public init() {}

  public var users: Int { userCount.users }

  @inline(__always)
  mutating func add(_ session: Session) {
    count += 1
    userCount.add(session)
  }

  public mutating func merge(_ other: Frequency) {
    count += other.count
    userCount.merge(other.userCount)
  }
}
