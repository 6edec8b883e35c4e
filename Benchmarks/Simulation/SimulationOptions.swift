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
