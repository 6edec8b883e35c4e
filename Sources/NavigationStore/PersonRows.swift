import NavigationModel

/// A session, as written to the store.
struct SessionRow: Sendable {
  let session: Session
  /// Hash of the app's session id; 0 if it has none.
  let appSession: UInt64
  let figures: SessionFigures
  /// The ranges of events, steps and occurrences in the bytes of the person's rows.
  let events: Range<Int>
  let steps: Range<Int>
  let occurrences: Range<Int>
  /// The unit of their times.
  let unit: TimeUnit
}

/// The rows of one person to write.
package struct PersonRows: Sendable {
  package let person: Pseudonym
  let half: UserHalf
  /// The user as logged, if users are revealed.
  let name: String?
  private(set) var sessions: [SessionRow] = []
  /// For each session: events (in the format of ``EventCoding``, with a checksum), steps and occurrences (as JSON).
  private(set) var bytes: [UInt8] = []
  /// The low halves of the ids of the person's new events.
  package var eventIDs: [UInt32] = []
  package var replaced = Replaced.none
  /// Sessions that stay, with new numbers.
  package var renumbered: [(id: Int64, number: Int)] = []

  /// Which of the person's existing sessions are dropped.
  package enum Replaced: Sendable {
    case none
    case sessions([Int64])
    case all
  }

  package init(_ person: Pseudonym, half: UserHalf, name: String? = nil) {
    self.person = person
    self.half = half
    self.name = name
  }

  /// Adds a session.
  /// - Parameter ids: the store's ids of the run's names.
  package mutating func append(_ session: Session, _ events: UnsafeBufferPointer<Event>, _ path: Reconstruction, ids: NameIDs, segments: [Segment]) {
    let start = bytes.count
    let unit = TimeUnit(of: events)
    EventCoding.encode(events, ids, segments, unit: unit, to: &bytes)
    Checksum.append(to: &bytes, from: start)
    let steps = bytes.count
    append(path.steps, after: session.start, unit, ids)
    let occurrences = bytes.count
    append(path.occurrences, after: session.start, unit, ids)
    sessions.append(
      SessionRow(
        session: session, appSession: events.first?.session ?? 0, figures: path.figures, events: start..<steps, steps: steps..<occurrences,
        occurrences: occurrences..<bytes.count, unit: unit))
  }

  /// A JSON array of `[offset, dwell, manner, depth, screen, section name, section item, item, part, latency, modal]`, without trailing
  /// default values in a row. The manner is the kind, and above it the kind of the section (from bit 4) and flags (from bit 7).
  private mutating func append(_ steps: [Step], after start: Int64, _ unit: TimeUnit, _ ids: NameIDs) {
    CellWriter.appendJSON(of: steps, columns: 11, to: &bytes) { step, row in
      let flags = (step.isInferred ? 1 : 0) | (step.isByGesture ? 2 : 0) | (step.isTabBarHidden ? 4 : 0)
      row.put(decimal: unit.count(step.time - start))
      row.put(decimal: step.dwell < 0 ? -1 : unit.count(step.dwell))
      row.put(decimal: Int64(step.kind.rawValue) | Int64(step.section.kind.rawValue) << 4 | Int64(flags) << 7)
      row.put(decimal: Int64(step.depth))
      row.put(decimal: ids[step.screen])
      row.put(decimal: ids[step.section.name])
      let hasLatency = step.latency >= 0 || step.modal.isKnown
      let hasPart = hasLatency || step.part != 0
      let hasItem = hasPart || step.item.isKnown
      if hasItem || step.section.item.isKnown { row.put(decimal: ids[step.section.item]) }
      if hasItem { row.put(decimal: ids[step.item]) }
      if hasPart { row.put(decimal: Int64(step.part)) }
      if hasLatency { row.put(decimal: step.latency < 0 ? -1 : unit.count(step.latency)) }
      if step.modal.isKnown { row.put(decimal: ids[step.modal]) }
    }
  }

  /// A JSON array of `[offset, manner, steps before, subject, screen, container, value, part, duration]`, without trailing
  /// default values in a row. The manner is the kind, and above it the flag (bit 5) and the outcome (from bit 6).
  private mutating func append(_ occurrences: [Occurrence], after start: Int64, _ unit: TimeUnit, _ ids: NameIDs) {
    CellWriter.appendJSON(of: occurrences, columns: 9, to: &bytes) { occurrence, row in
      row.put(decimal: unit.count(occurrence.time - start))
      row.put(decimal: Int64(occurrence.kind.rawValue) | (occurrence.flag ? 1 << 5 : 0) | Int64(occurrence.outcome.rawValue) << 6)
      row.put(decimal: Int64(occurrence.stepsBefore))
      row.put(decimal: ids[occurrence.subject])
      let hasDuration = occurrence.duration >= 0
      let hasPart = hasDuration || occurrence.part != 0
      let hasValue = hasPart || occurrence.value.isKnown
      let hasContainer = hasValue || occurrence.container.isKnown
      if hasContainer || occurrence.screen.isKnown { row.put(decimal: ids[occurrence.screen]) }
      if hasContainer { row.put(decimal: ids[occurrence.container]) }
      if hasValue { row.put(decimal: ids[occurrence.value]) }
      if hasPart { row.put(decimal: Int64(occurrence.part)) }
      if hasDuration { row.put(decimal: unit.count(occurrence.duration)) }
    }
  }
}
