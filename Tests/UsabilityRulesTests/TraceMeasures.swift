import Measures
import NavigationModel
import TestSupport

/// The measures of a log in the trace notation, processed like a real log: events, sessions, steps, measures.
struct TraceMeasures {
  let measures: Measures
  let scope: MeasureScope

  /// - Parameters:
  ///   - parts: the number of parts among which the users are distributed; their measures are merged.
  ///   - names: the table for the names of the log.
  ///   - start: only sessions that start at this time or later are measured.
  ///   - span: the time from the first to the last session start, if it is known.
  ///   - use: skips what is not needed for it, as in the recent part of a log.
  init(
    _ trace: String, map: AppMap = AppMap(), parts: Int = 1, names: NameTable = NameTable(), from start: Int64 = .min, for use: Measures.Use = .report,
    span: SessionSpan? = nil
  ) throws {
    let segments = SegmentTable()
    let users = try Trace.events(trace, names: names, segments: segments)
    let declared = DeclaredNames(map, names: names)
    let stack = NavigationStack(map: NavigationMap(map, names: names))
    let allSegments = segments.snapshot()
    var builder = SessionBuilder()
    var measured = [Measures](repeating: Measures(declared, span: span), count: parts)
    var duplicates = 0
    for (user, events) in users.enumerated() {
      var events = events
      let (sessions, dropped) = builder.build(&events)
      duplicates += dropped
      for (index, range) in sessions.enumerated() {
        let session = Session(user: UInt32(user), number: index + 1, events: events[range], segments: allSegments)
        var stack = stack
        var path = Reconstruction()
        events[range].withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        if session.start >= start { measured[user % parts].observe(session, path, for: use) }
      }
    }
    for part in measured.indices { measured[part].finish() }
    var all = measured[0]
    for part in measured.dropFirst() { all.merge(part) }
    measures = all
    let lines = users.reduce(0) { $0 + $1.count }
    scope = MeasureScope(
      measures: all, names: names.snapshot(), map: map, declared: declared,
      intake: Intake(lines: lines, duplicates: duplicates))
  }
}

extension TraceMeasures {
  /// The starts of all sessions of a trace.
  static func sessionStarts(_ trace: String) throws -> [Int64] {
    var builder = SessionBuilder()
    return try Trace.events(trace, names: NameTable(), segments: SegmentTable()).flatMap { events in
      var events = events
      return builder.build(&events).sessions.map { events[$0.lowerBound].time }
    }
  }
}

extension Session {
  /// A session of a trace. The pseudonym is derived from the number of the user.
  init(user: UInt32, number: Int, events: ArraySlice<Event>, segments: [Segment]) {
    var segment = Segment()
    for event in events { segment.fill(from: segments[Int(event.segment.rawValue)]) }
    self.init(
      user: user, pseudonym: Pseudonym(rawValue: UInt64(user) + 1), half: user % 2 == 0 ? .even : .odd, number: number, start: events.first?.time ?? 0,
      end: events.last?.time ?? 0, events: events.count, segment: segment)
  }
}
