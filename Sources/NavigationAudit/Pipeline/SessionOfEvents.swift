import NavigationModel

extension Session {
  /// The session of a user's events; each dimension comes from the first event that has it.
  package init(_ events: ArraySlice<Event>, user: UInt32, pseudonym: Pseudonym, half: UserHalf, number: Int, segments: [Segment]) {
    let first = events[events.startIndex]
    var segment = segments[Int(first.segment.rawValue)]
    var last = first.segment
    if !segment.isComplete {
      for event in events where event.segment != last {
        last = event.segment
        segment.fill(from: segments[Int(last.rawValue)])
      }
    }
    self.init(
      user: user, pseudonym: pseudonym, half: half, number: number, start: first.time, end: events[events.endIndex - 1].time, events: events.count,
      segment: segment)
  }
}
