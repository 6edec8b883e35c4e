import AppMaps
import Measures
import NavigationModel
import NavigationStore

/// What is made of each session: one kind of measures.
protocol SessionReceiver: Sendable {
  /// Takes a session. Sessions come user by user, each user's in the order of their numbers.
  /// - Parameter counts: what is counted once for all receivers.
  mutating func receive(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts)
  /// Adds what was found out, when all sessions were received.
  mutating func finish(into sums: inout MeasureSums)
}

/// What becomes of the sessions of people: each goes to some receivers, and into a store.
package struct SessionRecorder: PersonReceiver {
  private var receivers: [any SessionReceiver]
  /// Counts who met which names, if small groups are hidden.
  private let countsMeetings: Bool
  /// Whose sessions are measured; nil: everybody's.
  private let selection: NamedSelection?
  private let rows: StoreRows?
  private var sums: MeasureSums
  /// Of the last session.
  private var counts = SessionCounts()

  /// - Parameters:
  ///   - measuring: what is measured; nil if the sessions only go into a store.
  ///   - rows: nil if the sessions are only measured.
  init(_ declared: DeclaredNames, measuring: Measuring?, storing rows: StoreRows? = nil) {
    receivers = measuring?.receivers(declared) ?? []
    countsMeetings = measuring?.peopleBehind != nil
    selection = measuring?.selection
    self.rows = rows
    sums = MeasureSums(declared, measuring)
  }

  package mutating func receive(_ person: Person, _ events: inout [[Event]], _ cutter: inout SessionCutter) throws -> PersonRows? {
    var own = try rows?.begin(person, &events[0])
    let (ranges, duplicates) = cutter.cut(&events[0])
    sums.duplicates += duplicates
    try own?.number(ranges, of: events[0])
    if countsMeetings { events[0].withUnsafeBufferPointer { sums.meetings.observe($0, of: person.user, segments: cutter.segments) } }
    let isSelected = selection?.has(events[0]) ?? true
    for (index, range) in ranges.enumerated() {
      let session = cutter.session(events[0][range], of: person, number: own?.numbers?[index] ?? index + 1)
      events[0].withUnsafeBufferPointer { all in
        let events = UnsafeBufferPointer(rebasing: all[range])
        cutter.reconstruct(events)
        let path = cutter.path
        if !receivers.isEmpty {
          if isSelected, selection?.has(session.segment) ?? true {
            counts.count(path)
            for index in receivers.indices { receivers[index].receive(session, path, counts) }
          } else {
            sums.leftOut += session.events
          }
        }
        own?.append(session, events, path, segments: cutter.segments)
      }
    }
    return own?.rows
  }

  package mutating func finish() -> MeasureSums {
    for index in receivers.indices { receivers[index].finish(into: &sums) }
    return sums
  }
}

// MARK: - Measures

/// What is measured.
package struct Measuring: Sendable {
  /// Only sessions that start on these days; nil: all.
  var days: DayRange?
  /// Whose sessions; nil: everybody's.
  var selection: NamedSelection?
  /// Determines which sessions are recent; nil if unknown.
  var span: SessionSpan?
  /// The dimensions of the breakdown by segment.
  var dimensions: [WritableKeyPath<Segment, Name> & Sendable] = []
  /// Finds the people behind each figure, if small groups are hidden.
  var peopleBehind: PeopleBehindMeasures?

  package init() {}

  fileprivate func receivers(_ declared: DeclaredNames) -> [any SessionReceiver] {
    var all: [any SessionReceiver] = [AllSessions(measures: Measures(declared, span: span))]
    all.append(RecentSessions(start: span?.recent ?? .max, measures: Measures(declared)))
    if !dimensions.isEmpty { all.append(SegmentedSessions(measures: SegmentedMeasures(dimensions, declared: declared))) }
    if let peopleBehind { all.append(PeopleBehindFigures(measures: peopleBehind)) }
    return days.map { [SessionsOfDays(days: $0, calendar: declared.calendar, receivers: all)] } ?? all
  }
}

private struct AllSessions: SessionReceiver {
  var measures: Measures

  mutating func receive(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) { measures.observe(session, path, counts) }

  mutating func finish(into sums: inout MeasureSums) {
    measures.finish()
    sums.measures = measures
  }
}

/// Sessions that start in the last third of the period, for the rules.
private struct RecentSessions: SessionReceiver {
  let start: Int64
  var measures: Measures

  mutating func receive(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if session.start >= start { measures.observe(session, path, counts, for: .rules) }
  }

  mutating func finish(into sums: inout MeasureSums) {
    measures.finish()
    sums.recent = measures
  }
}

private struct SegmentedSessions: SessionReceiver {
  var measures: SegmentedMeasures

  mutating func receive(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) { measures.observe(session, path, counts) }

  mutating func finish(into sums: inout MeasureSums) {
    measures.finish()
    sums.segments = measures
  }
}

private struct PeopleBehindFigures: SessionReceiver {
  var measures: PeopleBehindMeasures

  mutating func receive(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) { measures.observe(session, path, counts) }

  mutating func finish(into sums: inout MeasureSums) {
    measures.finish()
    sums.peopleBehind = measures.sums
  }
}

/// Only sessions that start on some days.
private struct SessionsOfDays: SessionReceiver {
  let days: DayRange
  let calendar: CalendarDays
  var receivers: [any SessionReceiver]
  var leftOut = 0

  mutating func receive(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard days.contains(session.start, calendar) else { return leftOut += session.events }
    for index in receivers.indices { receivers[index].receive(session, path, counts) }
  }

  mutating func finish(into sums: inout MeasureSums) {
    for index in receivers.indices { receivers[index].finish(into: &sums) }
    sums.leftOut += leftOut
  }
}

/// The measures of some users.
package struct MeasureSums: MergeableSums {
  package var measures = Measures()
  /// The measures that rules read, of the sessions that start in the last third of the period.
  package var recent = Measures()
  package var span: SessionSpan?
  package var segments = SegmentedMeasures()
  package var duplicates = 0
  /// Events of sessions that are not measured: on other days, or not selected.
  package var leftOut = 0
  /// The people behind each figure, if small groups are hidden.
  package var peopleBehind: PeopleBehindSums?
  /// How many users met each name, if small groups are hidden.
  package var meetings = NameMeetings()

  package init(measures: Measures, recent: Measures, span: SessionSpan? = nil) {
    (self.measures, self.recent, self.span) = (measures, recent, span)
  }

  /// The sums of nobody yet.
  init(_ declared: DeclaredNames, _ measuring: Measuring?) {
    self.init(measures: Measures(declared, span: measuring?.span), recent: Measures(declared), span: measuring?.span)
    segments = SegmentedMeasures(measuring?.dimensions ?? [], declared: declared)
    peopleBehind = measuring?.peopleBehind?.sums
  }

  package mutating func merge(_ other: MeasureSums) {
    measures.merge(other.measures)
    recent.merge(other.recent)
    segments.merge(other.segments)
    duplicates += other.duplicates
    leftOut += other.leftOut
    if let others = other.peopleBehind { peopleBehind?.merge(others) }
    meetings.merge(other.meetings)
  }
}

/// What was measured of a log or a store.
struct MeasuredSessions: Sendable {
  var sums: MeasureSums
  /// The structure that was inferred before, if any.
  var structure: InferredStructure?
}

// MARK: - Rows of a store

/// Makes the rows of people in a store.
struct StoreRows: Sendable {
  /// What becomes of the sessions that the store has of the people.
  enum Stored: Sendable {
    /// It has none.
    case none
    /// They stay, and the events are added to them.
    case extended(SessionHistory)
    /// They are replaced.
    case replaced
  }

  let writer: SessionWriter
  let stored: Stored
  /// The users as logged, if they are revealed.
  let revealed: ByteInterner?

  /// Adds what the store has of a person to the events, as far as these touch it.
  fileprivate func begin(_ person: Person, _ events: inout [Event]) throws -> RowsOfPerson {
    var own = RowsOfPerson(
      ids: writer.ids, rows: PersonRows(person.pseudonym, half: person.half, name: revealed?.text(of: Int(person.user))))
    switch stored {
    case .none: own.isNew = true
    case .replaced: own.rows.replaced = .all
    case .extended(let history):
      own.rows.addIDs(of: events)
      own.touched = (history, try history.addStored(to: &events, of: person.pseudonym, user: person.user))
    }
    return own
  }
}

/// The rows of one person in a store.
private struct RowsOfPerson {
  let ids: NameIDs
  var rows: PersonRows
  var isNew = false
  /// The sessions that the store has and that change.
  var touched: (history: SessionHistory, sessions: SessionHistory.Touched)?
  /// The numbers of the sessions, if they do not count from 1.
  var numbers: [Int]?

  /// Numbers the sessions.
  /// - Parameter events: in the order of the sessions.
  mutating func number(_ sessions: [Range<Int>], of events: [Event]) throws {
    if isNew { rows.addIDs(of: events) }
    guard let touched, touched.sessions.isKnown else { return }
    let numbered = try touched.history.number(sessions.map { events[$0.lowerBound].time }, of: rows.person, touched.sessions)
    numbers = numbered.numbers
    rows.renumbered = numbered.renumbered
    rows.replaced = .sessions(touched.sessions.ids)
  }

  mutating func append(_ session: Session, _ events: UnsafeBufferPointer<Event>, _ path: Reconstruction, segments: [Segment]) {
    rows.append(session, events, path, ids: ids, segments: segments)
  }
}

extension PersonRows {
  /// Notes the ids of new events.
  fileprivate mutating func addIDs(of events: [Event]) {
    for event in events where event.id != 0 { eventIDs.append(UInt32(truncatingIfNeeded: event.id)) }
  }
}
