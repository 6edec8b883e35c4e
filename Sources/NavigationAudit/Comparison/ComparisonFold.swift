import Folding
import Measures
import NavigationModel
import Privacy
import Synchronization

/// Folds the events of one or two inputs into the groups of a comparison, in several tasks.
///
/// Both inputs come in the order of pseudonyms, so a user's sessions from both are folded in succession, without keeping state per user.
/// The result does not depend on the number of tasks.
struct ComparisonFold: Sendable {
  let segments: SegmentTable
  let map: NavigationMap
  let declared: DeclaredNames
  let limits: SessionLimits
  let workers: Int
  let groups: SessionGroups
  let users: ComparisonOptions.UserMatching
  /// Users in more than one arm of an experiment are left out.
  let leavesOutMixedUsers: Bool
  var progress: FoldingProgress?
  /// Whether to count how many users met each name, for hiding small groups.
  var countsMeetings = false

  struct Result: Sendable {
    var groups: ComparedGroups
    /// Sessions in no group, and in several groups.
    var sessionsOfNone = 0
    var sessionsOfSeveral = 0
    /// Users in more than one group.
    var mixedUsers = 0
    var users = 0
    var meetings = NameMeetings()

    mutating func merge(_ other: Result) {
      groups.merge(other.groups)
      meetings.merge(other.meetings)
      sessionsOfNone += other.sessionsOfNone
      sessionsOfSeveral += other.sessionsOfSeveral
      mixedUsers += other.mixedUsers
      users += other.users
    }
  }

  fileprivate var empty: Result {
    Result(groups: ComparedGroups(groups: groups.groups.count, declared: declared, isMatched: users != .different))
  }

  /// Each thread gets a chunk of people; then the next chunks are read.
  func run(_ people: ComparedPeople) async throws -> Result {
    var people = people
    let threads = (0..<max(workers, 1)).map { _ in ComparisonThread(self) }
    progress?.begin()
    while true {
      var chunks: [[ComparedPeople.Person]] = []
      for _ in threads {
        let chunk = try await people.nextChunk()
        if chunk.isEmpty { break }
        chunks.append(chunk)
      }
      guard let last = chunks.last?.last else { break }
      try Task.checkCancellation()
      await withTaskGroup(of: Void.self) { group in
        for (thread, chunk) in zip(threads, chunks) { group.addTask { thread.fold(chunk) } }
      }
      progress?.reach(last.pseudonym)
    }
    progress?.finish()
    return threads.reduce(into: empty) { $0.merge($1.finish()) }
  }
}

/// The state of one thread, kept from chunk to chunk.
private final class ComparisonThread: Sendable {
  private let worker: Mutex<ComparisonWorker>

  init(_ fold: ComparisonFold) { worker = Mutex(ComparisonWorker(fold: fold)) }

  func fold(_ people: [ComparedPeople.Person]) { worker.withLock { worker in people.forEach { worker.fold($0) } } }
  func finish() -> ComparisonFold.Result { worker.withLock { $0.finish() } }
}

/// The worker of one thread.
private struct ComparisonWorker: Sendable {
  private let fold: ComparisonFold
  private var builder: SessionBuilder
  private var stack: NavigationStack
  private var path = Reconstruction()
  private var result: ComparisonFold.Result
  /// The events and sessions of the current user, by input.
  private var buffers: [[Event]]
  private var sessions: [UserSession] = []
  private var segments: [Segment]

  private struct UserSession: Sendable {
    let session: Session
    let range: Range<Int>
    let input: Int
    let group: Int
  }

  init(fold: ComparisonFold) {
    self.fold = fold
    builder = SessionBuilder(fold.limits)
    stack = NavigationStack(map: fold.map)
    result = fold.empty
    buffers = []
    segments = fold.segments.snapshot()
  }

  mutating func fold(_ person: ComparedPeople.Person) {
    sessions.removeAll(keepingCapacity: true)
    if fold.segments.count != segments.count { segments = fold.segments.snapshot() }
    buffers = person.events
    if fold.countsMeetings {
      for events in buffers { events.withUnsafeBufferPointer { result.meetings.observe($0, of: person.user, segments: segments) } }
    }
    for input in buffers.indices { take(person, from: input) }
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

  /// Cuts the user's events of an input into sessions and keeps those in a group.
  private mutating func take(_ person: ComparedPeople.Person, from input: Int) {
    guard !buffers[input].isEmpty else { return }
    let ranges = builder.build(&buffers[input]).sessions
    for (index, range) in ranges.enumerated() {
      let session = Session(
        buffers[input][range], user: person.user, pseudonym: person.pseudonym, half: person.half, number: index + 1, segments: segments)
      switch fold.groups.group(of: session.segment, start: session.start, input: input) {
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
