import NavigationModel

/// Up to five sessions that show something best: those with the highest scores, the earliest first on ties.
///
/// What is added for one session counts together, until another session comes. How many sessions show it is counted by
/// week, platform and version of the app.
public struct Examples: Mergeable, BinaryCodable {
  public static let limit = 5

  /// A session in which a reader can check a finding.
  public struct Example: Sendable, Codable, Hashable, BinaryRecord {
    public let user: Pseudonym
    /// The number of the session among the user's.
    public let number: Int
    public let start: Int64
    public fileprivate(set) var score: Int

    package static let form = BinaryForm(Self.init(user:number:start:score:), \.user, \.number, \.start, \.score)

    /// The session's name in every report and in the store.
    public var label: String { "\(user)-\(number)" }

    func comes(before other: Example) -> Bool {
      (-score, start, user, number) < (-other.score, other.start, other.user, other.number)
    }
  }

  /// None or one, so that what nothing was added to takes the room of a pointer: of a rare name, most is not counted.
  private var kept: [Shown] = []

  private var shown: Shown {
    get { kept.first ?? Shown() }
    _modify {
      if kept.isEmpty { kept.append(Shown()) }
      yield &kept[0]
    }
  }

  package init() {}

  public var examples: [Example] { kept.first?.examples ?? [] }
  /// All sessions that something was added for.
  package var sessions: SessionBreakdown { kept.first?.sessions ?? SessionBreakdown() }

  /// Adds a session, for its start alone.
  package mutating func add(_ session: Session) { shown.add(session) }

  /// Adds something that happened `times` times in a session: the sessions with the most count.
  package mutating func add(_ session: Session, times: Int) { shown.add(session) { $0 + times } }

  /// Adds something of a size that happened in a session: the sessions with the largest count.
  package mutating func add(_ session: Session, size: Int) { shown.add(session) { max($0, size) } }

  package mutating func finish() { if !kept.isEmpty { kept[0].finish() } }

  mutating func forgetSessions() { if !kept.isEmpty { kept[0].sessions = SessionBreakdown() } }

  package mutating func merge(_ other: Examples) {
    if kept.isEmpty { kept = other.kept } else { for other in other.kept { kept[0].merge(other) } }
  }

  package init(from decoder: BinaryDecoder) throws {
    for example in try decoder.decode([Example].self) { shown.insert(example) }
    let sessions = try SessionBreakdown(from: decoder)
    if !kept.isEmpty || !sessions.sums.values.isEmpty { shown.sessions = sessions }
  }

  package func encode(to encoder: BinaryEncoder) throws {
    try encoder.encode(examples)
    try sessions.encode(to: encoder)
  }
}

/// The sessions that show something, where there are any.
private struct Shown: Sendable {
  // What most sessions need comes first: it is fetched from memory at once.
  /// Score and start of the last example once there are ``Examples/limit``: most sessions come after it, and are turned
  /// away without a look at the others.
  private var worst = (score: Int.min, start: Int64.max)
  var sessions = SessionBreakdown()
  var examples: [Examples.Example] = []
  /// The last session that something was added for, with its score so far.
  private var last: Examples.Example?

  mutating func add(_ session: Session) {
    guard sessions.add(session), !isTurnedAway(0, session.start) else { return }
    insert(Examples.Example(session, score: 0))
  }

  /// - Parameter score: that of the session from the score that it has.
  @inline(__always)
  mutating func add(_ session: Session, _ score: (Int) -> Int) {
    if isLast(session), let last {
      self.last?.score = score(last.score)
      return
    }
    insertLast()
    sessions.add(session)
    last = Examples.Example(session, score: score(0))
  }

  @inline(__always)
  private func isLast(_ session: Session) -> Bool {
    if let last { last.number == session.number && last.user == session.pseudonym } else { false }
  }

  mutating func finish() {
    insertLast()
    sessions.finish()
  }

  private mutating func insertLast() {
    if let last, !isTurnedAway(last.score, last.start) { insert(last) }
    last = nil
  }

  private func isTurnedAway(_ score: Int, _ start: Int64) -> Bool {
    score < worst.score || score == worst.score && start > worst.start
  }

  mutating func insert(_ example: Examples.Example) {
    guard !examples.contains(where: { $0.user == example.user && $0.number == example.number }) else { return }
    let index = examples.firstIndex { example.comes(before: $0) } ?? examples.count
    guard index < Examples.limit else { return }
    examples.insert(example, at: index)
    if examples.count > Examples.limit { examples.removeLast() }
    if examples.count == Examples.limit {
      worst = (examples[Examples.limit - 1].score, examples[Examples.limit - 1].start)
    }
  }

  mutating func merge(_ other: Shown) {
    for example in other.examples { insert(example) }
    sessions.merge(other.sessions)
  }
}

extension Examples.Example {
  fileprivate init(_ session: Session, score: Int) {
    self.init(user: session.pseudonym, number: session.number, start: session.start, score: score)
  }
}

/// Sessions by the week in which they began, platform and version of the app. Sessions come user by user, so only the
/// last one is stored.
package struct SessionBreakdown: Summed {
  private var last: (user: UInt32, number: UInt32) = (.max, 0)
  /// Sessions that are not in the sums yet. Each sum is far from the others in memory: they are fetched once for many
  /// sessions.
  private var waiting: [Pair<Int, NamePair>] = []
  /// By ``Session/week``, and by platform and version.
  package private(set) var sums = SumsByKey<Pair<Int, NamePair>, Int>()
  private static let mostWaiting = 32
  static let fields = Fields<Self>(\.sums)

  /// Returns whether the session is another one than the last.
  @discardableResult
  package mutating func add(_ session: Session) -> Bool {
    let number = UInt32(truncatingIfNeeded: session.number)
    if last.user == session.user, last.number == number { return false }
    last = (session.user, number)
    waiting.append(Pair(session.week, NamePair(session.segment.platform, session.segment.appVersion)))
    if waiting.count == Self.mostWaiting { finish() }
    return true
  }

  package mutating func finish() {
    for session in waiting { sums[adding: session] += 1 }
    waiting.removeAll(keepingCapacity: waiting.count == Self.mostWaiting)
  }
}
