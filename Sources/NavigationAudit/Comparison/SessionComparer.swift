import Measures
import NavigationModel
import NavigationStore

/// Assigns sessions to the groups of a comparison, and measures the groups.
///
/// A user's sessions of all inputs come together, so nothing is kept per user.
struct SessionComparer: PersonReceiver {
  struct Sums: MergeableSums {
    var groups: ComparedGroups
    /// Sessions in no group, and in several groups.
    var sessionsOfNone = 0
    var sessionsOfSeveral = 0
    /// Users in more than one group.
    var mixedUsers = 0
    var users = 0
    /// How many users met each name, if small groups are hidden.
    var meetings: NameMeetings?

    mutating func merge(_ other: Sums) {
      groups.merge(other.groups)
      if let others = other.meetings { meetings?.merge(others) }
      sessionsOfNone += other.sessionsOfNone
      sessionsOfSeveral += other.sessionsOfSeveral
      mixedUsers += other.mixedUsers
      users += other.users
    }
  }

  /// A session of the current user that is in a group.
  private struct GroupedSession {
    let session: Session
    let range: Range<Int>
    let input: Int
    let group: Int
  }

  private let groups: SessionGroups
  /// In how many groups a user must have sessions to count.
  private let groupsOfUser: (least: Int, most: Int)
  private var sums: Sums
  private var sessions: [GroupedSession] = []

  /// - Parameters:
  ///   - groupsOfUser: in how many groups a user must have sessions to count.
  ///   - isMatched: whether a user in two groups is one person.
  ///   - meetings: nil if small groups are not hidden.
  init(_ groups: SessionGroups, _ declared: DeclaredNames, groupsOfUser: (least: Int, most: Int), isMatched: Bool, meetings: NameMeetings?) {
    self.groups = groups
    self.groupsOfUser = groupsOfUser
    sums = Sums(groups: ComparedGroups(groups: groups.groups.count, declared: declared, isMatched: isMatched), meetings: meetings)
  }

  mutating func receive(_ person: Person, _ events: inout [[Event]], _ cutter: inout SessionCutter) -> PersonRows? {
    sessions.removeAll(keepingCapacity: true)
    for input in events.indices where !events[input].isEmpty { take(person, &events[input], from: input, &cutter) }
    guard !sessions.isEmpty else { return nil }
    sums.users += 1
    let present = Set(sessions.map(\.group)).count
    if present > 1 { sums.mixedUsers += 1 }
    guard present >= groupsOfUser.least, present <= groupsOfUser.most else { return nil }
    for item in sessions {
      events[item.input].withUnsafeBufferPointer { cutter.reconstruct(UnsafeBufferPointer(rebasing: $0[item.range])) }
      sums.groups.observe(item.session, cutter.path, group: item.group)
    }
    sums.groups.finishUser()
    return nil
  }

  /// Cuts the user's events of an input into sessions and keeps those in a group.
  private mutating func take(_ person: Person, _ events: inout [Event], from input: Int, _ cutter: inout SessionCutter) {
    let ranges = cutter.cut(&events).sessions
    events.withUnsafeBufferPointer { sums.meetings?.observe($0, of: person.user, segments: cutter.segments) }
    for (index, range) in ranges.enumerated() {
      let session = cutter.session(events[range], of: person, number: index + 1)
      switch groups.group(of: session.segment, start: session.start, input: input) {
      case .one(let group): sessions.append(GroupedSession(session: session, range: range, input: input, group: group))
      case .none: sums.sessionsOfNone += 1
      case .several: sums.sessionsOfSeveral += 1
      }
    }
  }

  mutating func finish() -> Sums {
    sums.groups.finish()
    return sums
  }
}
