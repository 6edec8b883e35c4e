import NavigationModel

/// Cuts the events of people into sessions and reconstructs what happened in them. One value is reused for many people, by one thread.
package struct SessionCutter: Sendable {
  private let table: SegmentTable
  /// The segments of all events that were cut.
  package private(set) var segments: [Segment]
  private var builder: SessionBuilder
  private var stack: NavigationStack
  /// What happened in the session that was reconstructed last.
  package private(set) var path = Reconstruction()

  package init(map: NavigationMap, limits: SessionLimits, segments table: SegmentTable) {
    self.table = table
    segments = table.snapshot()
    builder = SessionBuilder(limits)
    stack = NavigationStack(map: map)
  }

  /// Sorts the events of one person into sessions, as ``SessionBuilder/build(_:)`` does.
  package mutating func cut(_ events: inout [Event]) -> (sessions: [Range<Int>], duplicates: Int) {
    if table.count != segments.count { segments = table.snapshot() }
    return builder.build(&events)
  }

  /// A session of a person.
  /// - Parameter number: among the person's sessions, from 1.
  package func session(_ events: ArraySlice<Event>, of person: FoldedPerson, number: Int) -> Session {
    Session(events, user: person.user, pseudonym: person.pseudonym, half: person.half, number: number, segments: segments)
  }

  /// Reconstructs what happened in a session, into ``path``.
  package mutating func reconstruct(_ events: UnsafeBufferPointer<Event>) { stack.reconstruct(events, into: &path) }
}
