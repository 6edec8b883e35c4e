import Measures
import NavigationModel
import TestSupport

/// The measures of a trace, with its names for lookups.
struct MeasuredTrace {
  let measures: Measures
  let scope: MeasureScope

  /// - Parameter parts: the number of parts among which the users are distributed; their measures are merged.
  init(_ trace: String, map: AppMap = AppMap(), parts: Int = 1) throws {
    let names = NameTable()
    let segments = SegmentTable()
    let users = try Trace.events(trace, names: names, segments: segments)
    let declared = DeclaredNames(map, names: names)
    var stack = NavigationStack(map: NavigationMap(map, names: names))
    var builder = SessionBuilder()
    var path = Reconstruction()
    var measured = [Measures](repeating: Measures(declared), count: parts)
    for (user, events) in users.enumerated() {
      var events = events
      let (sessions, _) = builder.build(&events)
      for (index, range) in sessions.enumerated() {
        let session = Session(
          user: UInt32(user), pseudonym: Pseudonym(rawValue: UInt64(user) + 1), number: index + 1, start: events[range].first?.time ?? 0,
          end: events[range].last?.time ?? 0, events: range.count, segment: Segment())
        events[range].withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        measured[user % parts].observe(session, path)
      }
    }
    for part in measured.indices { measured[part].finish() }
    var all = measured[parts - 1]
    for part in measured.dropLast() { all.merge(part) }
    measures = all
    scope = MeasureScope(measures: all, names: names.snapshot(), map: map, declared: declared, intake: Intake())
  }

  /// The name of a text that is in the trace.
  func name(_ text: String) -> Name { scope.names.name(text) ?? .unknown }
}
