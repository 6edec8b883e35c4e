import AppMaps
import Measures
import NavigationModel
import NavigationStore
import Synchronization

/// What a ``SessionFold`` makes of people's events: measures and rows for a store, or a comparison.
package protocol PersonReceiver: Sendable {
  associatedtype Sums: Sendable

  /// Takes one person.
  /// - Parameters:
  ///   - events: by input, in the order of the log; afterwards they may have any order.
  ///   - cutter: makes sessions of them.
  /// - Returns: the person's rows for the store that the fold writes; nil if it writes none.
  mutating func receive(_ person: Person, _ events: inout [[Event]], _ cutter: inout SessionCutter) throws
    -> PersonRows?

  mutating func finish() -> Sums

  static func merge(_ sums: inout Sums, _ other: Sums)
}

/// Cuts the events of people into sessions and hands them to receivers, in several tasks.
///
/// The result does not depend on the number of tasks: users are never split, and sums of different users merge in any
/// order.
package struct SessionFold<Receiver: PersonReceiver>: Sendable {
  private let cutter: SessionCutter
  private let receiver: Receiver
  private let workers: Int
  private let progress: FoldProgress?
  /// Takes the rows of the receivers, block by block in the order of users; nil if they have none.
  private let writer: SessionWriter?

  /// - Parameter cutter: each thread works with a copy, and with one of the receiver.
  package init(
    _ cutter: SessionCutter, into receiver: Receiver, workers: Int, progress: FoldProgress?,
    writer: SessionWriter? = nil
  ) {
    self.cutter = cutter
    self.receiver = receiver
    self.workers = max(workers, 1)
    self.progress = progress
    self.writer = writer
  }

  package func run(_ people: People) async throws -> Receiver.Sums {
    var part = 0
    return try await run(workers: min(workers, people.workers)) {
      defer { part += 1 }
      return part < people.parts ? try await people.load(part) : nil
    }
  }

  /// Folds the people of one part after the other.
  /// - Parameters:
  ///   - workers: nil: those of the fold.
  ///   - next: the next part; nil at the end.
  package func run(workers: Int? = nil, _ next: () async throws -> PeopleBlocks?) async throws -> Receiver.Sums {
    let threads = (0..<(workers ?? self.workers)).map { _ in FoldThread(cutter, receiver) }
    progress?.begin()
    while let blocks = try await next() {
      let first = writer?.nextBlock ?? 0
      try await withThrowingTaskGroup(of: Void.self) { group in
        for thread in threads {
          group.addTask {
            while let block = try blocks() {
              try Task.checkCancellation()
              let number = first + block.index
              try await writer?.waitForTurn(of: number)
              let (rows, last) = try thread.fold(block)
              try writer?.put(rows, block: number)
              if let last { progress?.reach(last) }
            }
          }
        }
        // Not `waitForAll`: after an error, the other tasks would wait for the failed one's turn.
        for try await _ in group {}
      }
    }
    progress?.finish()
    return await withTaskGroup(of: Receiver.Sums.self) { group in
      for thread in threads { group.addTask { thread.finish(leaving: receiver) } }
      // Into those of one of the threads: a copy would take as much memory again.
      guard var sums = await group.next() else { preconditionFailure("a fold has a thread") }
      for await other in group { Receiver.merge(&sums, other) }
      return sums
    }
  }
}

/// What one thread works with, from part to part.
private final class FoldThread<Receiver: PersonReceiver>: Sendable {
  private let state: Mutex<(cutter: SessionCutter, receiver: Receiver, events: [[Event]])>

  init(_ cutter: SessionCutter, _ receiver: Receiver) { state = Mutex((cutter, receiver, [[]])) }

  /// - Returns: the rows of the block, and its last person with events.
  func fold(_ block: PeopleBlock) throws -> (rows: [PersonRows], last: Pseudonym?) {
    try state.withLock { state in
      var rows: [PersonRows] = []
      var last: Pseudonym?
      for index in 0..<block.count {
        guard let person = try block.load(index, &state.events) else { continue }
        if let own = try state.receiver.receive(person, &state.events, &state.cutter) { rows.append(own) }
        last = person.pseudonym
      }
      return (rows, last)
    }
  }

  /// - Parameter nobody: a receiver that has taken nobody, instead of this one.
  func finish(leaving nobody: Receiver) -> Receiver.Sums {
    state.withLock { state in
      defer { state.receiver = nobody }
      return state.receiver.finish()
    }
  }
}

/// Cuts the events of people into sessions and reconstructs what happened in them. One value is reused for many people,
/// by one thread.
package struct SessionCutter: Sendable {
  private let table: SegmentTable
  private let calendar: CalendarDays
  package private(set) var segments: [Segment]
  private var builder: SessionBuilder
  private var stack: NavigationStack
  package private(set) var path = Reconstruction()

  package init(map: NavigationMap, limits: SessionLimits, segments table: SegmentTable) {
    self.table = table
    calendar = map.declared.calendar
    segments = table.snapshot()
    builder = SessionBuilder(limits)
    stack = NavigationStack(map: map)
  }

  /// Sorts the events of one person into sessions, as ``SessionBuilder/build(_:)`` does.
  package mutating func cut(_ events: inout [Event]) -> (sessions: [Range<Int>], duplicates: Int) {
    if table.count != segments.count { segments = table.snapshot() }
    return builder.build(&events)
  }

  /// A session of a person; each dimension comes from the first event that has it.
  /// - Parameter number: among the person's sessions, from 1.
  package func session(_ events: ArraySlice<Event>, of person: Person, number: Int) -> Session {
    let first = events[events.startIndex]
    var segment = segments[Int(first.segment.rawValue)]
    var last = first.segment
    if !segment.isComplete {
      for event in events where event.segment != last {
        last = event.segment
        segment.fill(from: segments[Int(last.rawValue)])
      }
    }
    return Session(
      user: person.user, pseudonym: person.pseudonym, half: person.half, number: number, start: first.time,
      end: events[events.endIndex - 1].time,
      day: calendar.day(of: first.time), events: events.count, segment: segment)
  }

  /// Reconstructs what happened in a session, into ``path``.
  /// - Parameter session: that of the events.
  package mutating func reconstruct(_ events: UnsafeBufferPointer<Event>, of session: Session) {
    stack.reconstruct(events, isFirst: session.number == 1, into: &path)
  }
}

/// How far a fold has come. Pseudonyms are evenly distributed and folded in order, so the last one gives the progress.
package final class FoldProgress: Sendable {
  /// Each step is 2^54 pseudonyms.
  private static let whole = 1024
  /// The steps reached; negative before the fold begins.
  private let reached = Atomic<Int>(-1)

  package init() {}

  package func begin() { reached.store(0, ordering: .relaxed) }

  /// Everybody up to this person was folded, except people on other threads.
  package func reach(_ person: Pseudonym) {
    _ = reached.max(min(Int(person.rawValue >> 54), Self.whole - 1), ordering: .relaxed)
  }

  package func finish() { reached.store(Self.whole, ordering: .relaxed) }

  package var share: Double? {
    let reached = reached.load(ordering: .relaxed)
    return reached < 0 ? nil : Double(reached) / Double(Self.whole)
  }
}

extension SessionSpan {
  /// The part of the span within some days; the entire span if there is none.
  package func clamped(to days: DayRange, _ calendar: CalendarDays) -> SessionSpan {
    let start = days.first.map { max(first, calendar.start(of: $0)) } ?? first
    let end = days.last.map { min(last, calendar.start(of: $0 + 1) - 1) } ?? last
    return start <= end ? SessionSpan(first: start, last: end) : self
  }

  /// Finds the span of a log in partitions. Cuts only the sessions of users whose last event is later than the latest
  /// session start found so far.
  /// - Parameter load: the events of a partition.
  package init?(
    _ times: EventTimes, _ partitions: EventPartitions, _ limits: SessionLimits,
    load: (Int) async throws -> EventsByUser
  ) async rethrows {
    guard let first = times.first else { return nil }
    let users = times.usersByLast
    var builder = SessionBuilder(limits)
    var events: [Event] = []
    var last = first
    var loaded: (partition: Int, events: EventsByUser)?
    var done = Set<Int>()
    for (user, latest) in users {
      if latest <= last { break }
      let number = partitions.partition(of: Int(partitions.users.ranks[Int(user)]))
      if done.contains(number) { continue }
      if loaded?.partition != number { loaded = (number, try await load(number)) }
      guard let partition = loaded?.events else { continue }
      // All of the partition's users at once, so it is not loaded again.
      for (user, latest) in users
      where latest > last && partition.people.contains(Int(partitions.users.ranks[Int(user)])) {
        partition.copy(rank: Int(partitions.users.ranks[Int(user)]), into: &events)
        if let start = builder.build(&events).sessions.map({ events[$0.lowerBound].time }).max() {
          last = max(last, start)
        }
      }
      done.insert(loaded?.partition ?? 0)
    }
    self.init(first: first, last: last)
  }

  /// Finds the span of people, by cutting all sessions.
  package init?(of people: People, _ limits: SessionLimits) async throws {
    var builder = SessionBuilder(limits)
    var span: (first: Int64, last: Int64)?
    try await people.forEach { _, events in
      for session in builder.build(&events).sessions {
        let start = events[session.lowerBound].time
        span = (min(span?.first ?? start, start), max(span?.last ?? start, start))
      }
      return true
    }
    guard let span else { return nil }
    self.init(first: span.first, last: span.last)
  }
}

extension NavigationMap {
  /// The map of a log, whose unmapped events are told apart by their names.
  init(reading map: AppMap, names: NameTable) {
    self.init(map, names: names)
    isKnownElsewhere = { UnreadEvent.isSomethingElse($0, looksLike: nil) }
  }
}
