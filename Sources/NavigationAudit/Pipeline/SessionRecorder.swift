import AppMaps
import Measures
import NavigationModel
import NavigationStore

/// What becomes of the sessions of people: they are measured, and go into a store.
package struct SessionRecorder: PersonReceiver {
  /// Nil if the sessions only go into a store.
  private let measuring: Measuring?
  private let declared: DeclaredNames
  /// Nil if the sessions are only measured.
  private let rows: StoreRows?
  private var sums: MeasureSums
  /// What is counted once for all measures, of the last session.
  private var counts = SessionCounts()

  /// - Parameters:
  ///   - measuring: nil if the sessions only go into a store.
  ///   - rows: nil if the sessions are only measured.
  init(_ declared: DeclaredNames, measuring: Measuring?, storing rows: StoreRows? = nil) {
    self.measuring = measuring
    self.rows = rows
    self.declared = declared
    sums = MeasureSums(declared, measuring)
  }

  package mutating func receive(_ person: Person, _ events: inout [[Event]], _ cutter: inout SessionCutter) throws
    -> PersonRows?
  {
    var own = rows.map {
      PersonRows(person.pseudonym, half: person.half, name: $0.revealed?.text(of: Int(person.user)))
    }
    let touched = try rows?.stored.addStored(to: &events[0], of: person, &own)
    let (ranges, duplicates) = cutter.cut(&events[0])
    sums.duplicates += duplicates
    let numbers = try rows?.stored.number(ranges, of: events[0], touched, &own)
    if measuring?.hidesSmallGroups == true {
      events[0].withUnsafeBufferPointer { sums.meetings.observe($0, of: person.user, segments: cutter.segments) }
    }
    let isSelected = isSelected(person, ranges, of: events[0], &cutter)
    let kind = measuring?.ids.kind(of: person.pseudonym) ?? Nobodies.kind(ranges, events[0])
    sums.nobodies.add(kind, events: events[0].count)
    let isLeftOut = kind.map { measuring?.leavesOut.contains($0) ?? false } ?? false
    for (index, range) in ranges.enumerated() {
      let session = cutter.session(events[0][range], of: person, number: numbers?[index] ?? index + 1)
      events[0].withUnsafeBufferPointer { all in
        let events = UnsafeBufferPointer(rebasing: all[range])
        cutter.reconstruct(events, of: session)
        if let isTaken = measuring?.takes(session, declared.calendar) {
          if isSelected, isTaken, !isLeftOut {
            measure(session, cutter.path, kind)
          } else {
            sums.leftOut += session.events
          }
        }
        if let ids = rows?.writer.ids { own?.append(session, events, cutter.path, ids: ids, segments: cutter.segments) }
      }
    }
    sums.since?.finishUser()
    return own
  }

  /// Whether a person is selected, by all of their sessions.
  private func isSelected(
    _ person: Person, _ sessions: [Range<Int>], of events: [Event], _ cutter: inout SessionCutter
  ) -> Bool {
    guard let selection = measuring?.selection, !selection.tabs.isEmpty else { return true }
    for (index, range) in sessions.enumerated() {
      let session = cutter.session(events[range], of: person, number: index + 1)
      events[range].withUnsafeBufferPointer { cutter.reconstruct($0, of: session) }
      if selection.has(cutter.path, moreTab: declared.moreTab) { return true }
    }
    return false
  }

  /// Measures a session. Sessions come user by user, each user's in the order of their numbers.
  /// - Parameter kind: of nobody's id.
  private mutating func measure(_ session: Session, _ path: Reconstruction, _ kind: Nobodies.IDs.Kind?) {
    counts.count(path)
    let isRecent = sums.span.map { session.start >= $0.recent } ?? false
    if let kind, !sums.apart.isEmpty {
      sums.apart[kind.rawValue].measures.observe(session, path, counts)
      if isRecent { sums.apart[kind.rawValue].recent.observe(session, path, counts, for: .rules) }
      return
    }
    sums.measures.observe(session, path, counts)
    if isRecent { sums.recent.observe(session, path, counts, for: .rules) }
    if let group = measuring?.since?.group(of: session.start) { sums.since?.observe(session, path, group: group) }
  }

  package mutating func finish() -> MeasureSums {
    sums.measures.finish()
    sums.recent.finish()
    for index in sums.apart.indices {
      sums.apart[index].measures.finish()
      sums.apart[index].recent.finish()
    }
    sums.since?.finish()
    return sums
  }
  package static func merge(_ sums: inout MeasureSums, _ other: MeasureSums) { sums.merge(other) }
}

// MARK: - Measures

package struct Measuring: Sendable {
  /// Only sessions that start on these days; nil: all.
  var days: DayRange?
  /// Whose sessions; nil: everybody's.
  var selection: NamedSelection?
  /// Determines which sessions are recent; nil if unknown.
  var span: SessionSpan?
  /// The time since an earlier report, if its sessions are compared with those before.
  var since: TimeSince?
  /// Whether the app's structure is known: then what only logs of screens alone need is not measured.
  var isStructured = false
  /// Whether names that few users met will not be shown.
  var hidesSmallGroups = false
  /// The users who may stand for nobody, and those of them who are left out.
  var ids = Nobodies.IDs()
  var leavesOut: Set<Nobodies.IDs.Kind> = []
  /// Whether those who may stand for nobody are measured apart: only all users together tell who does.
  var keepsApart = false

  package init() {}

  /// Whether a session of a selected person is measured.
  fileprivate func takes(_ session: Session, _ calendar: CalendarDays) -> Bool {
    selection?.has(session.segment) ?? true && days?.contains(session.start, calendar) ?? true
  }
}

/// The time since the end of an earlier report, and as much time before it.
package struct TimeSince: Sendable {
  /// The time of the last event of that report, microseconds since 1970.
  let end: Int64
  /// From there to the start of the last session.
  private let length: Int64

  /// Nil if no session starts later.
  init?(_ end: Int64, _ span: SessionSpan) {
    guard span.last > end else { return nil }
    self.end = end
    length = span.last - end
  }

  /// 0 before, 1 since; nil for a session longer ago.
  func group(of start: Int64) -> Int? {
    if start > end { return 1 }
    return start > end - length ? 0 : nil
  }
}

package struct MeasureSums: Sendable {
  package var measures = Measures()
  /// The measures that rules read, of the sessions that start in the last third of the period.
  package var recent = Measures()
  package var span: SessionSpan?
  /// The same of the part of the log that no doubt accuses (``CleanPart``), and the measures of all people, which tell
  /// that part; nil if it is all of the log. Where only sums are left of the log, it is all people.
  var clean: (measures: Measures, recent: Measures, people: Measures?)?
  /// The same of ids that may stand for nobody, by ``Nobodies/IDs/Kind``, which are then not among the others; empty
  /// if they are.
  var apart: [(measures: Measures, recent: Measures)] = []
  var nobodies = Nobodies()
  /// The time before the end of an earlier report, and the time since, if they are compared.
  package var since: ComparedGroups?
  package var duplicates = 0
  /// Events of sessions that are not measured: on other days, or not selected.
  package var leftOut = 0
  /// How many users met each name, if small groups are hidden.
  package var meetings = NameMeetings()

  init(measures: Measures, recent: Measures, span: SessionSpan? = nil, nobodies: Nobodies = Nobodies()) {
    self.measures = measures
    self.recent = recent
    self.span = span
    self.nobodies = nobodies
  }

  fileprivate init(_ declared: DeclaredNames, _ measuring: Measuring?) {
    let span = measuring?.span
    let isStructured = measuring?.isStructured ?? false
    self.init(
      measures: Measures(declared, span: span, isStructured: isStructured),
      recent: Measures(declared, isStructured: isStructured), span: span)
    if measuring?.keepsApart == true {
      apart = Nobodies.IDs.Kind.allCases.map { _ in (measures, recent) }
    }
    if measuring?.since != nil { since = ComparedGroups(groups: 2, declared: declared, countsBoth: true) }
  }

  package mutating func merge(_ other: MeasureSums) {
    measures.merge(other.measures)
    recent.merge(other.recent)
    if apart.isEmpty { apart = other.apart } else { merge(apart: other.apart) }
    if let groups = other.since { since?.merge(groups) }
    duplicates += other.duplicates
    nobodies.merge(other.nobodies)
    leftOut += other.leftOut
    meetings.merge(other.meetings)
  }

  private mutating func merge(apart others: [(measures: Measures, recent: Measures)]) {
    for (index, other) in others.enumerated() {
      apart[index].measures.merge(other.measures)
      apart[index].recent.merge(other.recent)
    }
  }

  /// Puts those who were measured apart among the others.
  /// - Parameter kinds: who stays out.
  mutating func join(without kinds: Set<Nobodies.IDs.Kind> = []) {
    for (kind, part) in zip(Nobodies.IDs.Kind.allCases, apart) where !kinds.contains(kind) {
      measures.merge(part.measures)
      recent.merge(part.recent)
    }
    apart = []
  }

  /// Of sums of all users: those of people, and of all.
  mutating func joinJudgingPeople() {
    if nobodies.users > 0 {
      var people = self
      people.join(without: nobodies.kinds)
      clean = (people.measures, people.recent, nil)
    }
    join()
  }
}

/// What was measured of a log or a store, and the structure that was inferred before, if any.
typealias MeasuredSessions = (sums: MeasureSums, structure: InferredStructure?)

// MARK: - Rows of a store

/// What makes the rows of people in a store: its writer, what becomes of the sessions that it has, and the users as
/// logged if they are revealed.
typealias StoreRows = (writer: SessionWriter, stored: StoredSessions, revealed: ByteInterner?)

/// What becomes of the sessions that the store has of the people.
enum StoredSessions: Sendable {
  /// It has none.
  case none
  /// They stay, and the events are added to them.
  case extended(SessionHistory)
  case replaced

  /// Adds what the store has of a person to the events, as far as these touch it.
  fileprivate func addStored(to events: inout [Event], of person: Person, _ rows: inout PersonRows?) throws
    -> SessionHistory.Touched?
  {
    switch self {
    case .none: return nil
    case .replaced:
      rows?.dropped = nil
      return nil
    case .extended(let history):
      rows?.addIDs(of: events)
      return try history.addStored(to: &events, of: person.pseudonym, user: person.user)
    }
  }

  /// The numbers of the sessions; nil if they count from 1.
  /// - Parameters:
  ///   - events: in the order of the sessions.
  ///   - touched: the sessions that the store has and that change.
  fileprivate func number(
    _ sessions: [Range<Int>], of events: [Event], _ touched: SessionHistory.Touched?, _ rows: inout PersonRows?
  ) throws -> [Int]? {
    if case .none = self { rows?.addIDs(of: events) }
    guard case .extended(let history) = self, let touched, touched.isKnown, let person = rows?.person else {
      return nil
    }
    let numbered = try history.number(sessions.map { events[$0.lowerBound].time }, of: person, touched)
    rows?.renumbered = numbered.renumbered
    rows?.dropped = touched.ids
    return numbered.numbers
  }
}

extension PersonRows {
  fileprivate mutating func addIDs(of events: [Event]) {
    for event in events where event.id != 0 { eventIDs.append(UInt32(truncatingIfNeeded: event.id)) }
  }
}
