import MapDrafting
import Measures
import NavigationModel
import NavigationStore
import Privacy
import Synchronization

/// Folds events into sessions, sessions into steps, and steps into measures, on several threads.
///
/// The result does not depend on the number of tasks: users are never split, and measures of different users merge in any order.
package struct SessionFold: Sendable {
  /// What is measured.
  package struct Measuring: Sendable {
    /// Only sessions that start on these days; nil: all.
    package var days: DayRange?
    /// Determines which sessions are recent; nil if unknown.
    package var span: SessionSpan?
    /// The dimensions of the breakdown by segment.
    package var dimensions: [WritableKeyPath<Segment, Name> & Sendable] = []
    /// Finds the people behind each figure, if small groups are hidden.
    package var crowds: CrowdMeasures?

    package init() {}
  }

  /// What is written into a store.
  package struct Storing: Sendable {
    /// What becomes of the sessions that the store has of the people.
    package enum Sessions: Sendable {
      /// It has none.
      case new
      /// They stay, and the events are added to them.
      case added(to: SessionHistory)
      /// They are replaced.
      case replaced
    }

    /// Receives the sessions, chunk by chunk in the order of users.
    let writer: SessionWriter
    let sessions: Sessions
    /// The users as logged, if they are revealed.
    let revealed: ByteInterner?

    package init(_ writer: SessionWriter, _ sessions: Sessions, revealed: ByteInterner?) {
      (self.writer, self.sessions, self.revealed) = (writer, sessions, revealed)
    }
  }

  let map: NavigationMap
  /// What the app map declares.
  let declared: DeclaredNames
  let limits: SessionLimits
  let segments: SegmentTable
  let workers: Int
  let progress: FoldingProgress?
  /// Nil if the sessions only go into a store.
  package var measuring: Measuring?
  /// Nil if the sessions are only measured.
  let storing: Storing?

  package init(
    map: NavigationMap, declared: DeclaredNames, limits: SessionLimits, segments: SegmentTable, workers: Int, progress: FoldingProgress?,
    storing: Storing?
  ) {
    self.map = map
    self.declared = declared
    self.limits = limits
    self.segments = segments
    self.workers = workers
    self.progress = progress
    self.storing = storing
  }

  package struct Result: Sendable {
    package var measures = Measures()
    /// The measures that rules read, of the sessions that start in the last third of the period.
    package var recent = Measures()
    package var span: SessionSpan?
    package var segments = SegmentedMeasures()
    package var duplicates = 0
    /// Events of sessions on days that are not measured.
    package var leftOut = 0
    /// The people behind each figure, if small groups are hidden.
    package var crowds: CrowdSums?
    /// How many users met each name, if small groups are hidden.
    package var meetings = NameMeetings()
    /// The structure that was inferred before the fold, if any.
    package var structure: InferredStructure?

    package init(measures: Measures, recent: Measures, span: SessionSpan? = nil) {
      (self.measures, self.recent, self.span) = (measures, recent, span)
    }

    fileprivate init(_ fold: SessionFold) {
      self.init(
        measures: Measures(fold.declared, midpoint: fold.measuring?.span?.midpoint), recent: Measures(fold.declared), span: fold.measuring?.span)
      segments = SegmentedMeasures(fold.measuring?.dimensions ?? [], declared: fold.declared)
      crowds = fold.measuring?.crowds?.sums
    }

    /// Merges the measures of other users.
    package mutating func merge(_ other: Result) {
      measures.merge(other.measures)
      recent.merge(other.recent)
      segments.merge(other.segments)
      duplicates += other.duplicates
      leftOut += other.leftOut
      if let others = other.crowds { crowds?.merge(others) }
      meetings.merge(other.meetings)
    }
  }

  /// Folds the people of several sources, in succession.
  package func run<Source: PeopleSource>(sources: Int = 1, _ source: (Int) async throws -> Source) async throws -> Result {
    let threads = (0..<max(workers, 1)).map { _ in FoldThread(self) }
    progress?.begin()
    for number in 0..<sources {
      let source = try await source(number)
      let writer = storing?.writer
      let first = writer?.nextChunk ?? 0
      try await withThrowingTaskGroup(of: Void.self) { group in
        for thread in threads {
          group.addTask {
            while let chunk = try source.next() {
              try Task.checkCancellation()
              let place = first + source.index(of: chunk)
              try await writer?.waitForTurn(of: place)
              let rows = try thread.fold(chunk, of: source)
              try writer?.put(rows, chunk: place)
            }
          }
        }
        // Not `waitForAll`: after an error, the other tasks would wait for the failed one's turn.
        for try await _ in group {}
      }
    }
    progress?.finish()
    return await withTaskGroup(of: Result.self) { group in
      for thread in threads { group.addTask { thread.finish() } }
      return await group.reduce(into: Result(self)) { $0.merge($1) }
    }
  }
}

/// The state of one thread, kept from source to source.
private final class FoldThread: Sendable {
  private let worker: Mutex<FoldWorker>

  init(_ fold: SessionFold) { worker = Mutex(FoldWorker(fold: fold)) }

  func fold<Source: PeopleSource>(_ chunk: Source.Chunk, of source: Source) throws -> [PersonRows] {
    try worker.withLock { try $0.fold(chunk, of: source) }
  }

  func finish() -> SessionFold.Result { worker.withLock { $0.finish() } }
}

/// Folds the events of one person at a time.
private struct FoldWorker: Sendable {
  private let fold: SessionFold
  private var builder: SessionBuilder
  private var stack: NavigationStack
  private var path = Reconstruction()
  private var result: SessionFold.Result
  private let recentStart: Int64
  private var crowds: CrowdMeasures?
  private var buffer: [Event] = []
  private var segments: [Segment]

  init(fold: SessionFold) {
    self.fold = fold
    builder = SessionBuilder(fold.limits)
    stack = NavigationStack(map: fold.map)
    result = SessionFold.Result(fold)
    recentStart = fold.measuring?.span?.recent ?? .max
    crowds = fold.measuring?.crowds
    segments = fold.segments.snapshot()
  }

  mutating func fold<Source: PeopleSource>(_ chunk: Source.Chunk, of source: Source) throws -> [PersonRows] {
    var rows: [PersonRows] = []
    for index in 0..<source.people(of: chunk) {
      let person = try source.load(index, of: chunk, into: &buffer)
      if buffer.isEmpty { continue }
      let personRows = try fold(person)
      if let personRows { rows.append(personRows) }
      if index + 1 == source.people(of: chunk) { fold.progress?.reach(person.pseudonym) }
    }
    return rows
  }

  /// Folds the events in the buffer.
  private mutating func fold(_ person: FoldedPerson) throws -> PersonRows? {
    var rows = fold.storing.map { PersonRows(person.pseudonym, half: person.half, name: $0.revealed?.text(of: Int(person.user))) }
    let touched = try addStored(person, &rows)
    if fold.segments.count != segments.count { segments = fold.segments.snapshot() }
    let (ranges, dropped) = builder.build(&buffer)
    result.duplicates += dropped
    if case .new = fold.storing?.sessions { rows?.addIDs(of: buffer) }
    var numbers: [Int]?
    if let touched, touched.events.isKnown {
      let placed = try touched.history.number(ranges.map { buffer[$0.lowerBound].time }, of: person.pseudonym, touched.events)
      numbers = placed.numbers
      rows?.renumbered = placed.renumbered
      rows?.replaced = .sessions(touched.events.ids)
    }
    if crowds != nil { buffer.withUnsafeBufferPointer { result.meetings.observe($0, of: person.user, segments: segments) } }
    for (index, range) in ranges.enumerated() {
      let session = Session(
        buffer[range], user: person.user, pseudonym: person.pseudonym, half: person.half, number: numbers?[index] ?? index + 1, segments: segments)
      buffer.withUnsafeBufferPointer { all in
        let events = UnsafeBufferPointer(rebasing: all[range])
        stack.reconstruct(events, into: &path)
        if let measuring = fold.measuring { measure(session, measuring.days) }
        if let writer = fold.storing?.writer { rows?.append(session, events, path, ids: writer.ids, segments: segments) }
      }
    }
    return rows
  }

  /// Adds what the store has of a person to the buffer, as far as the new events touch it.
  private mutating func addStored(_ person: FoldedPerson, _ rows: inout PersonRows?) throws -> (history: SessionHistory, events: SessionHistory.Touched)? {
    switch fold.storing?.sessions {
    case .none, .new: return nil
    case .replaced:
      rows?.replaced = .all
      return nil
    case .added(let history):
      rows?.addIDs(of: buffer)
      return (history, try history.addStored(to: &buffer, of: person.pseudonym, user: person.user))
    }
  }

  /// Measures the session that was reconstructed last.
  private mutating func measure(_ session: Session, _ days: DayRange?) {
    if let days, !days.contains(session.start, fold.declared.calendar) {
      result.leftOut += session.events
      return
    }
    result.measures.observe(session, path)
    if session.start >= recentStart { result.recent.observe(session, path, onlyForRules: true) }
    result.segments.observe(session, path)
    crowds?.observe(session, path)
  }

  mutating func finish() -> SessionFold.Result {
    result.measures.finish()
    result.recent.finish()
    result.segments.finish()
    crowds?.finish()
    result.crowds = crowds?.sums
    return result
  }
}

extension PersonRows {
  /// Notes the ids of new events.
  fileprivate mutating func addIDs(of events: [Event]) {
    for event in events where event.id != 0 { eventIDs.append(UInt32(truncatingIfNeeded: event.id)) }
  }
}
