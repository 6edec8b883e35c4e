import Measures
import NavigationModel
import NavigationStore

/// Measures sessions, writes them into a store, or both.
package struct SessionRecorder: SessionReceiver {
  /// What is measured.
  package struct Measuring: Sendable {
    /// Only sessions that start on these days; nil: all.
    let days: DayRange?
    /// Determines which sessions are recent; nil if unknown.
    let span: SessionSpan?
    /// The dimensions of the breakdown by segment.
    let dimensions: [WritableKeyPath<Segment, Name> & Sendable]
    /// Finds the people behind each figure, if small groups are hidden.
    let crowds: CrowdMeasures?

    package init(
      days: DayRange? = nil, span: SessionSpan? = nil, dimensions: [WritableKeyPath<Segment, Name> & Sendable] = [], crowds: CrowdMeasures? = nil
    ) {
      (self.days, self.span, self.dimensions, self.crowds) = (days, span, dimensions, crowds)
    }
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

    let writer: SessionWriter
    let sessions: Sessions
    /// The users as logged, if they are revealed.
    let revealed: ByteInterner?

    package init(_ writer: SessionWriter, _ sessions: Sessions, revealed: ByteInterner?) {
      (self.writer, self.sessions, self.revealed) = (writer, sessions, revealed)
    }
  }

  /// What the app map declares.
  private let declared: DeclaredNames
  private let measuring: Measuring?
  private let storing: Storing?
  private let recentStart: Int64
  private var crowds: CrowdMeasures?
  private var sums: MeasureSums

  fileprivate init(_ declared: DeclaredNames, _ measuring: Measuring?, _ storing: Storing?) {
    (self.declared, self.measuring, self.storing) = (declared, measuring, storing)
    recentStart = measuring?.span?.recent ?? .max
    crowds = measuring?.crowds
    sums = MeasureSums(declared, measuring)
  }

  package mutating func receive(_ person: FoldedPerson, _ events: inout [Event], _ cutter: inout SessionCutter) throws -> PersonRows? {
    var rows = storing.map { PersonRows(person.pseudonym, half: person.half, name: $0.revealed?.text(of: Int(person.user))) }
    let touched = try addStored(person, to: &events, &rows)
    let (ranges, duplicates) = cutter.cut(&events)
    sums.duplicates += duplicates
    if case .new = storing?.sessions { rows?.addIDs(of: events) }
    var numbers: [Int]?
    if let touched, touched.sessions.isKnown {
      let numbered = try touched.history.number(ranges.map { events[$0.lowerBound].time }, of: person.pseudonym, touched.sessions)
      numbers = numbered.numbers
      rows?.renumbered = numbered.renumbered
      rows?.replaced = .sessions(touched.sessions.ids)
    }
    if crowds != nil { events.withUnsafeBufferPointer { sums.meetings.observe($0, of: person.user, segments: cutter.segments) } }
    for (index, range) in ranges.enumerated() {
      let session = cutter.session(events[range], of: person, number: numbers?[index] ?? index + 1)
      events.withUnsafeBufferPointer { all in
        let events = UnsafeBufferPointer(rebasing: all[range])
        cutter.reconstruct(events)
        if let measuring { measure(session, cutter.path, on: measuring.days) }
        if let writer = storing?.writer { rows?.append(session, events, cutter.path, ids: writer.ids, segments: cutter.segments) }
      }
    }
    return rows
  }

  /// Adds what the store has of a person to the events, as far as these touch it.
  private mutating func addStored(
    _ person: FoldedPerson, to events: inout [Event], _ rows: inout PersonRows?
  ) throws -> (history: SessionHistory, sessions: SessionHistory.Touched)? {
    switch storing?.sessions {
    case .none, .new: return nil
    case .replaced:
      rows?.replaced = .all
      return nil
    case .added(let history):
      rows?.addIDs(of: events)
      return (history, try history.addStored(to: &events, of: person.pseudonym, user: person.user))
    }
  }

  private mutating func measure(_ session: Session, _ path: Reconstruction, on days: DayRange?) {
    if let days, !days.contains(session.start, declared.calendar) {
      sums.leftOut += session.events
      return
    }
    sums.measures.observe(session, path)
    if session.start >= recentStart { sums.recent.observe(session, path, onlyForRules: true) }
    sums.segments.observe(session, path)
    crowds?.observe(session, path)
  }

  package mutating func finish() -> MeasureSums {
    sums.measures.finish()
    sums.recent.finish()
    sums.segments.finish()
    crowds?.finish()
    sums.crowds = crowds?.sums
    return sums
  }
}

extension SessionFold<SessionRecorder> {
  /// A fold that measures sessions, writes them into a store, or both.
  /// - Parameters:
  ///   - declared: what the app map declares.
  ///   - measuring: nil if the sessions only go into a store.
  ///   - storing: nil if the sessions are only measured.
  package init(
    _ cutter: SessionCutter, _ declared: DeclaredNames, measuring: SessionRecorder.Measuring?, storing: SessionRecorder.Storing? = nil, workers: Int,
    progress: FoldingProgress?
  ) {
    self.init(cutter, into: SessionRecorder(declared, measuring, storing), workers: workers, progress: progress, writer: storing?.writer)
  }
}

extension PersonRows {
  /// Notes the ids of new events.
  fileprivate mutating func addIDs(of events: [Event]) {
    for event in events where event.id != 0 { eventIDs.append(UInt32(truncatingIfNeeded: event.id)) }
  }
}
