import Measures
import NavigationModel

/// The time between the first and the last session start of a log. It decides whether findings hold now or no longer, and some must hold in both
/// halves (TheRules.md, *How rules judge*).
package struct SessionSpan: Sendable, Codable, Equatable {
  /// Microseconds since 1970.
  package let first: Int64
  package let last: Int64

  package init(first: Int64, last: Int64) {
    self.first = first
    self.last = max(first, last)
  }

  /// The start of the last third, rounded up.
  package var recent: Int64 { last - (last - first) / 3 }
  /// The start of the second half, rounded up.
  package var midpoint: Int64 { last - (last - first) / 2 }
}

extension SessionSpan {
  /// The part of the span within some days; the entire span if there is none.
  package func clamped(to days: DayRange, _ calendar: CalendarDays) -> SessionSpan {
    let start = days.first.map { max(first, calendar.start(of: $0)) } ?? first
    let end = days.last.map { min(last, calendar.start(of: $0 + 1) - 1) } ?? last
    return start <= end ? SessionSpan(first: start, last: end) : self
  }

  /// Finds the span of a log in parts. Cuts only the sessions of users whose last event is later than the latest session start found so far.
  /// - Parameter load: the events of a part.
  package init?(_ times: EventTimes, _ parts: EventParts, _ limits: SessionLimits, load: (Int) async throws -> EventsByUser) async rethrows {
    guard let first = times.first else { return nil }
    let users = times.usersByLast
    var builder = SessionBuilder(limits)
    var events: [Event] = []
    var last = first
    var loaded: (part: Int, events: EventsByUser)?
    var done = Set<Int>()
    for (user, latest) in users {
      if latest <= last { break }
      let place = Int(parts.users.ranks[Int(user)])
      let part = parts.part(of: place)
      if done.contains(part) { continue }
      if loaded?.part != part { loaded = (part, try await load(part)) }
      guard let part = loaded?.events else { continue }
      // All of the part's users at once, so it is not loaded again.
      for (user, latest) in users where latest > last && part.people.contains(Int(parts.users.ranks[Int(user)])) {
        part.copy(place: Int(parts.users.ranks[Int(user)]), into: &events)
        if let start = builder.build(&events).sessions.map({ events[$0.lowerBound].time }).max() { last = max(last, start) }
      }
      done.insert(loaded?.part ?? 0)
    }
    self.init(first: first, last: last)
  }

  /// Finds the span of all people of a source, by cutting all sessions.
  package init?<Source: PeopleSource>(ofAll source: Source, _ limits: SessionLimits) throws {
    var builder = SessionBuilder(limits)
    var events: [Event] = []
    var span: (first: Int64, last: Int64)?
    while let chunk = try source.next() {
      for index in 0..<source.people(of: chunk) {
        _ = try source.load(index, of: chunk, into: &events)
        for session in builder.build(&events).sessions {
          let start = events[session.lowerBound].time
          span = (min(span?.first ?? start, start), max(span?.last ?? start, start))
        }
      }
    }
    guard let span else { return nil }
    self.init(first: span.first, last: span.last)
  }
}
