/// How navigation is logged.
package enum LogStyle: String, CaseIterable, Sendable {
  /// Events carry the screen that they lead to.
  case full
  /// Events are followed by a `screen_view`, some milliseconds later.
  case split
  /// Only `screen_view`, `app_open` and `app_background`.
  case views
}

/// The size and kind of a log.
package struct SimulationOptions: Sendable {
  /// How many people use the app.
  package var users: Int
  /// The number of the first person: logs of 0..<100 and 100..<200 are disjoint parts of one crowd.
  package var firstUser = 0
  /// The random seed.
  package var seed: UInt64
  package var style = LogStyle.full
  /// The first day of the log (UTC).
  package var firstDay = CalendarDate(day: 20_514)  // 2026-03-02, a Monday
  /// How many days the log covers.
  package var days = 28
  /// Lines come in random order.
  package var shuffled = false
  /// Share of events that are written twice.
  package var duplicates = 0.0
  /// Broken lines per event.
  package var brokenLines = 0.0
  /// Stops after this many events (not counting copies and broken lines).
  package var events: Int?
  /// Whether events carry the level of their screen.
  package var writesDepth = false
  /// How many people are simulated together: the log is in order of time within each such crowd, day by day.
  package var usersPerBlock = 4096

  package init(users: Int, seed: UInt64) {
    self.users = users
    self.seed = seed
  }
}

/// What was written, and what a good reader must find in it.
package struct SimulationSummary: Sendable, Equatable {
  /// A planted flaw with its occurrences.
  package struct Flaw: Sendable, Equatable {
    /// The id of the rule that must find it.
    package var rule: String
    /// The subject that its finding must name.
    package var subject: String
    /// How often it occurs: for example abandoned opens, chosen items, refused taps.
    package var occurrences: Int
  }

  package var users = 0
  package var sessions = 0
  /// Events, without copies.
  package var events = 0
  package var duplicates = 0
  package var brokenLines = 0
  package var bytes = 0
  package var flaws: [Flaw] = []

  /// All lines of the log.
  package var lines: Int { events + duplicates + brokenLines }
}

/// Writes the log of a made-up app as newline-delimited JSON.
///
/// People are independent of each other: what a person does depends only on the seed and the person's number.
/// They are simulated in blocks of ``SimulationOptions/usersPerBlock``; within a block the log is in order of time
/// (shuffled: in no order), and the next block begins with the first day again. So a log of one block is completely ordered,
/// and memory is bounded by a day of a block (shuffled: by a block), however long the log.
///
/// - Parameters:
///   - write: Receives the next bytes, always complete lines.
package func simulate(
  app: SimulatedApp, options: SimulationOptions, write: (UnsafeRawBufferPointer) throws -> Void
) throws -> SimulationSummary {
  let plan = try Plan(app)
  let firstDay = Int64(options.firstDay.day) * Schedule.day
  let schedule = Schedule(
    seed: options.seed, firstDay: firstDay, days: max(1, options.days), meanSessions: plan.behavior.sessions)
  var walk = SessionWalk(plan: plan, options: options, firstDay: firstDay)
  var sessions: [PlannedSession] = []
  var first = min(max(0, options.firstUser), Int.max / 4)
  let end = first + min(max(0, options.users), Int.max / 2)
  while first < end, !walk.output.isFull {
    let next = min(end, first + max(1, options.usersPerBlock))
    sessions.removeAll(keepingCapacity: true)
    for user in first..<next { schedule.add(user, to: &sessions) }
    sessions.sort { ($0.start, $0.user) < ($1.start, $1.user) }
    var midnight = firstDay + Schedule.day
    for session in sessions {
      if session.start >= midnight, !options.shuffled {
        try walk.output.flush(before: midnight, write)
        while midnight <= session.start { midnight += Schedule.day }
        if walk.output.isFull { break }
      }
      walk.walk(session)
    }
    try walk.output.flush(shuffledBy: options.shuffled ? SplitMix64(seed: options.seed, first, -2) : nil, write)
    first = next
  }
  var summary = walk.output.summary
  summary.flaws = zip(plan.app.flaws, walk.occurrences).map { flaw, occurrences in
    SimulationSummary.Flaw(rule: flaw.rule, subject: flaw.subject, occurrences: occurrences)
  }
  return summary
}
