import Measures
import NavigationModel

extension SessionSpan {
  /// The part of the span within some days; the entire span if there is none.
  package func clamped(to days: DayRange, _ calendar: CalendarDays) -> SessionSpan {
    let start = days.first.map { max(first, calendar.start(of: $0)) } ?? first
    let end = days.last.map { min(last, calendar.start(of: $0 + 1) - 1) } ?? last
    return start <= end ? SessionSpan(first: start, last: end) : self
  }

  /// Finds the span of a log in partitions. Cuts only the sessions of users whose last event is later than the latest session start found so far.
  /// - Parameter load: the events of a partition.
  package init?(_ times: EventTimes, _ partitions: EventPartitions, _ limits: SessionLimits, load: (Int) async throws -> EventsByUser) async rethrows {
    guard let first = times.first else { return nil }
    let users = times.usersByLast
    var builder = SessionBuilder(limits)
    var events: [Event] = []
    var last = first
    var loaded: (partition: Int, events: EventsByUser)?
    var done = Set<Int>()
    for (user, latest) in users {
      if latest <= last { break }
      let number = partitions.partition(of: Int(partitions.users.ranks[Int(user)]))
      if done.contains(number) { continue }
      if loaded?.partition != number { loaded = (number, try await load(number)) }
      guard let partition = loaded?.events else { continue }
      // All of the partition's users at once, so it is not loaded again.
      for (user, latest) in users where latest > last && partition.people.contains(Int(partitions.users.ranks[Int(user)])) {
        partition.copy(rank: Int(partitions.users.ranks[Int(user)]), into: &events)
        if let start = builder.build(&events).sessions.map({ events[$0.lowerBound].time }).max() { last = max(last, start) }
      }
      done.insert(loaded?.partition ?? 0)
    }
    self.init(first: first, last: last)
  }

  /// Finds the span of all people of a source, by cutting all sessions.
  package init?<Source: PeopleSource>(ofAll source: Source, _ limits: SessionLimits) throws where Source.Events == [Event] {
    var builder = SessionBuilder(limits)
    var span: (first: Int64, last: Int64)?
    try source.forEachPerson { _, events in
      for session in builder.build(&events).sessions {
        let start = events[session.lowerBound].time
        span = (min(span?.first ?? start, start), max(span?.last ?? start, start))
      }
      return true
    }
    guard let span else { return nil }
    self.init(first: span.first, last: span.last)
  }
}
