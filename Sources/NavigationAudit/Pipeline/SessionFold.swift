import MapDrafting
import Measures
import NavigationModel
import NavigationStore
import Synchronization

/// Folds events into sessions, sessions into steps, and steps into measures, on several threads.
///
/// The result does not depend on the number of threads: users are never split, and measures of different users merge in any order.
struct SessionFold: Sendable {
  let map: NavigationMap
  /// The tasks that the app map declares.
  let declared: DeclaredNames
  let limits: SessionLimits
  let segments: SegmentTable
  let workers: Int
  /// Receives the sessions, chunk by chunk in the order of users; nil to keep none.
  var writer: SessionWriter?
  /// The store's existing data on people, if their events are added to it.
  var history: SessionHistory?
  /// Whether the people's existing sessions in the store are dropped.
  var replaces = false
  /// The users as logged, if they are revealed.
  var revealed: ByteInterner?
  /// Whether the sessions are measured; false if they only go into a store.
  var measures = true
  /// Only sessions that start on these days are measured; nil: all.
  var days: DayRange?
  /// Determines which sessions are recent; nil if unknown.
  var span: SessionSpan?
  /// The dimensions of the breakdown by segment.
  var dimensions: [WritableKeyPath<Segment, Name> & Sendable] = []
  /// Finds the people behind each figure, if small groups are hidden.
  var crowds: CrowdMeasures?
  var progress: FoldingProgress?
  /// The inferred structure, if any.
  var structure: InferredStructure?

  struct Result: Sendable {
    var measures = Measures()
    /// The measures that rules read, of the sessions that start in the last third of the period.
    var recent = Measures()
    var span: SessionSpan?
    var segments = SegmentedMeasures()
    var duplicates = 0
    /// Events of sessions on days that are not measured.
    var leftOut = 0
    /// The people behind each figure, if small groups are hidden.
    var crowds: CrowdSums?
    /// How many users met each name, if small groups are hidden.
    var meetings = NameMeetings()
    /// The inferred structure.
    var structure: InferredStructure?

    /// Merges the measures of other users.
    mutating func merge(_ other: Result) {
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
  func run<Source: PeopleSource>(sources: Int = 1, _ source: (Int) async throws -> Source) async throws -> Result {
    let threads = (0..<max(workers, 1)).map { _ in FoldThread(self) }
    progress?.begin()
    for number in 0..<sources {
      let source = try await source(number)
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
    let none = Result(
      measures: Measures(declared, midpoint: span?.midpoint), recent: Measures(declared), span: span,
      segments: SegmentedMeasures(dimensions, declared: declared), crowds: crowds?.sums, structure: structure)
    return await withTaskGroup(of: Result.self) { group in
      for thread in threads { group.addTask { thread.finish() } }
      return await group.reduce(into: none) { $0.merge($1) }
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
  private var measures: Measures
  private var recent: Measures
  private let recentStart: Int64
  private var segmented: SegmentedMeasures
  private var crowds: CrowdMeasures?
  private var meetings = NameMeetings()
  private var duplicates = 0
  private var leftOut = 0
  private var buffer: [Event] = []
  private var segments: [Segment]

  init(fold: SessionFold) {
    self.fold = fold
    builder = SessionBuilder(fold.limits)
    stack = NavigationStack(map: fold.map)
    measures = Measures(fold.declared, midpoint: fold.span?.midpoint)
    recent = Measures(fold.declared)
    recentStart = fold.span?.recent ?? .max
    segmented = SegmentedMeasures(fold.dimensions, declared: fold.declared)
    crowds = fold.crowds
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
    var rows = PersonRows(person.pseudonym, half: person.half)
    var touched: SessionHistory.Touched?
    if fold.writer != nil {
      rows.name = fold.revealed?.text(of: Int(person.user))
      if fold.replaces { rows.replaced = .all }
    }
    if let history = fold.history {
      rows.addIDs(of: buffer)
      touched = try history.addStored(to: &buffer, of: person.pseudonym, user: person.user)
    }
    if fold.segments.count != segments.count { segments = fold.segments.snapshot() }
    let (ranges, dropped) = builder.build(&buffer)
    duplicates += dropped
    if fold.writer != nil, fold.history == nil, !fold.replaces { rows.addIDs(of: buffer) }
    var numbers: [Int]?
    if let touched, touched.isKnown, let history = fold.history {
      let placed = try history.number(ranges.map { buffer[$0.lowerBound].time }, of: person.pseudonym, touched)
      numbers = placed.numbers
      rows.renumbered = placed.renumbered
      rows.replaced = .sessions(touched.ids)
    }
    if crowds != nil { buffer.withUnsafeBufferPointer { meetings.observe($0, of: person.user, segments: segments) } }
    for (index, range) in ranges.enumerated() {
      let session = Session(
        buffer[range], user: person.user, pseudonym: person.pseudonym, half: person.half, number: numbers?[index] ?? index + 1, segments: segments)
      buffer.withUnsafeBufferPointer { all in
        let events = UnsafeBufferPointer(rebasing: all[range])
        stack.reconstruct(events, into: &path)
        if let days = fold.days, !days.contains(session.start, fold.declared.calendar) {
          leftOut += range.count
        } else if fold.measures {
          measures.observe(session, path)
          if session.start >= recentStart { recent.observe(session, path, onlyForRules: true) }
          segmented.observe(session, path)
          crowds?.observe(session, path)
        }
        if let writer = fold.writer { rows.append(session, events, path, ids: writer.ids, segments: segments) }
      }
    }
    return fold.writer == nil ? nil : rows
  }

  mutating func finish() -> SessionFold.Result {
    measures.finish()
    recent.finish()
    segmented.finish()
    crowds?.finish()
    return SessionFold.Result(
      measures: measures, recent: recent, segments: segmented, duplicates: duplicates, leftOut: leftOut, crowds: crowds?.sums, meetings: meetings)
  }
}

extension PersonRows {
  /// Notes the ids of new events.
  fileprivate mutating func addIDs(of events: [Event]) {
    for event in events where event.id != 0 { eventIDs.append(UInt32(truncatingIfNeeded: event.id)) }
  }
}
