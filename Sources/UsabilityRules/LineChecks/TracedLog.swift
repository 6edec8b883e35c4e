import Measures
import NavigationModel

/// A little log with its lines: what the checks of lines look at.
package struct TracedLog: Sendable {
  package typealias Record = (event: Event, line: Int)

  /// A session: its events in order, and what each of them did.
  package struct Session: Sendable {
    package let records: [Record]
    package let path: Reconstruction
    /// How far the reconstruction was before each event, and at the end.
    let points: [Reconstruction.Point]

    /// - Parameter points: one more than there are events.
    package init(_ records: [Record], _ path: Reconstruction, points: [Reconstruction.Point]) {
      self.records = records
      self.path = path
      self.points = points
    }

    package func steps(of index: Int) -> ArraySlice<Step> { path.steps[points[index].steps..<points[index + 1].steps] }

    /// What an event counted for.
    package func occurrences(of index: Int) -> ArraySlice<Occurrence> {
      path.occurrences[points[index].occurrences..<points[index + 1].occurrences]
    }
  }

  /// All events, in the order of the log.
  package let records: [Record]
  /// The events of one user and session after another, without duplicates.
  package let sessions: [Session]
  package let names: Names
  package let segments: [Segment]
  /// The users as logged, by number.
  package let users: [UInt32: String]
  let measures: Measures

  package init(
    records: [Record], sessions: [Session], names: Names, segments: [Segment], users: [UInt32: String],
    measures: Measures
  ) {
    self.records = records
    self.sessions = sessions
    self.names = names
    self.segments = segments
    self.users = users
    self.measures = measures
  }

  package func segment(_ record: Record) -> Segment { segments[Int(record.event.segment.rawValue)] }

  /// The lines of events for which something holds.
  func lines(where holds: (Event) -> Bool) -> [Int] { records.filter { holds($0.event) }.map(\.line) }

  /// The lines of the events of sessions for which something holds.
  func lines(inSessions holds: (Session, Int) -> Bool) -> [Int] {
    sessions.flatMap { session in session.records.indices.filter { holds(session, $0) }.map { session.records[$0].line }
    }.sorted()
  }

  /// The lines of all events that raised a sign of quality.
  func lines(raising sign: KeyPath<Reconstruction.Quality, Int>) -> [Int] {
    lines(inSessions: { session, index in
      session.points[index + 1].quality[keyPath: sign] > session.points[index].quality[keyPath: sign]
    })
  }

  /// Pairs of neighboring navigation events of sessions.
  var neighbors: [(Record, Record)] {
    sessions.flatMap { session in
      let moves = session.records.filter(\.event.isNavigation)
      return Array(zip(moves, moves.dropFirst()))
    }
  }

  /// The names of screens, tabs and items, each with the lines that have it.
  var linesByName: [NameText: [Int]] {
    var lines: [Name: [Int]] = [:]
    for record in records where record.event.kind != .other {
      let event = record.event
      var found: Set<Name> = [event.screen]
      if [.tabSelect, .moreSelect, .menuSelect, .stack].contains(event.kind) { found.insert(event.target) }
      for name in found where name.isKnown { lines[name, default: []].append(record.line) }
      // A list in JSON's notation is no name.
      if event.kind == .stack, event.value.isKnown {
        for part in names.tabs(in: event.value) where !names[part].hasPrefix("[") {
          lines[part, default: []].append(record.line)
        }
      }
    }
    return Dictionary(lines.map { (NameText(names[$0.key]), $0.value) }, uniquingKeysWith: +)
  }
}
