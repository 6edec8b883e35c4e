import Measures
import NavigationModel

/// Folds the events of one or two inputs into the groups of a comparison, on several threads.
///
/// The inputs share one order of users, so that a user's sessions of both are folded one after the other and nothing has to be kept of a user.
/// The result does not depend on how many threads there are.
struct ComparisonFold: Sendable {
  /// The events of each input, by the same users.
  let inputs: [EventsByUser]
  let segments: [Segment]
  let map: NavigationMap
  let tasks: [TaskNames]
  let gap: Int64
  let workers: Int
  let groups: SessionGroups
  let users: ComparisonOptions.UserMatching
  /// Users in more than one arm of an experiment are left out.
  let leavesOutMixedUsers: Bool

  /// Users are handed out in chunks of about so many events.
  private static let chunkSize = 32_768

  struct Result: Sendable {
    var groups: ComparedGroups
    /// Sessions that belong to no group, and to several.
    var sessionsOfNone = 0
    var sessionsOfSeveral = 0
    /// Users in more than one group.
    var mixedUsers = 0
    var users = 0

    mutating func merge(_ other: Result) {
      groups.merge(other.groups)
      sessionsOfNone += other.sessionsOfNone
      sessionsOfSeveral += other.sessionsOfSeveral
      mixedUsers += other.mixedUsers
      users += other.users
    }
  }

  fileprivate var empty: Result {
    Result(groups: ComparedGroups(groups: groups.groups.count, tasks: tasks, isMatched: users != .different))
  }

  func run() async throws -> Result {
    // The input with more events decides how users are dealt out.
    let chunks = inputs.max { $0.count < $1.count }?.chunks(ofEvents: Self.chunkSize) ?? []
    let next = ChunkCounter()
    return try await withThrowingTaskGroup(of: Result.self) { group in
      for _ in 0..<max(workers, 1) {
        group.addTask {
          var worker = ComparisonWorker(fold: self)
          while let index = next.take(below: chunks.count) {
            try Task.checkCancellation()
            for place in chunks[index] { worker.fold(place) }
          }
          return worker.finish()
        }
      }
      var whole = empty
      for try await part in group { whole.merge(part) }
      return whole
    }
  }
}

/// What one thread folds with.
private struct ComparisonWorker {
  private let fold: ComparisonFold
  private var builder: SessionBuilder
  private var stack: NavigationStack
  private var path = Reconstruction()
  private var result: ComparisonFold.Result
  /// The events of the present user, and the sessions among them, by input.
  private var buffers: [[Event]]
  private var sessions: [UserSession] = []

  private struct UserSession {
    let session: Session
    let range: Range<Int>
    let input: Int
    let group: Int
  }

  init(fold: ComparisonFold) {
    self.fold = fold
    builder = SessionBuilder(gap: fold.gap)
    stack = NavigationStack(map: fold.map)
    result = fold.empty
    buffers = [[Event]](repeating: [], count: fold.inputs.count)
  }

  mutating func fold(_ place: Int) {
    sessions.removeAll(keepingCapacity: true)
    for input in fold.inputs.indices { take(place, from: input) }
    guard !sessions.isEmpty else { return }
    result.users += 1
    let present = Set(sessions.map(\.group))
    if present.count > 1 { result.mixedUsers += 1 }
    if fold.leavesOutMixedUsers && present.count > 1 { return }
    if fold.users == .same && present.count < fold.groups.groups.count { return }
    for item in sessions {
      buffers[item.input].withUnsafeBufferPointer { all in
        stack.reconstruct(UnsafeBufferPointer(rebasing: all[item.range]), into: &path)
      }
      result.groups.observe(item.session, path, group: item.group)
    }
    result.groups.finishUser()
  }

  /// Cuts the user's events of an input into sessions and keeps those that belong to a group.
  private mutating func take(_ place: Int, from input: Int) {
    let events = fold.inputs[input]
    events.copy(place: place, into: &buffers[input])
    guard !buffers[input].isEmpty else { return }
    let user = events.users.order[place]
    let ranges = builder.build(&buffers[input]).sessions
    for (index, range) in ranges.enumerated() {
      let session = Session(
        buffers[input][range], user: user, pseudonym: events.users.pseudonyms[Int(user)], number: index + 1, segments: fold.segments)
      switch fold.groups.group(of: session.segment, input: input) {
      case .one(let group): sessions.append(UserSession(session: session, range: range, input: input, group: group))
      case .none: result.sessionsOfNone += 1
      case .several: result.sessionsOfSeveral += 1
      }
    }
  }

  mutating func finish() -> ComparisonFold.Result {
    result.groups.finish()
    return result
  }
}
