import Groundwork

/// The size and kind of a log.
public struct SimulationOptions: Sendable {
  /// How many people use the app.
  public var users: Int
  /// The number of the first person: logs of 0..<100 and 100..<200 are disjoint parts of one crowd.
  public var firstUser = 0
  /// The random seed.
  public var seed: UInt64
  public var style = LogStyle.full
  /// The first day of the log (UTC).
  public var firstDay = CalendarDate(day: 20_514)  // 2026-03-02, a Monday
  /// How many days the log covers.
  public var days = 28
  /// Lines come in random order.
  public var shuffled = false
  /// Share of events that are written twice.
  public var duplicates = 0.0
  /// Broken lines per event.
  public var brokenLines = 0.0
  /// Stops after this many events (not counting copies and broken lines).
  public var events: Int?
  /// Whether events carry the level of their screen.
  public var writesDepth = false
  /// How many people are simulated together: the log is in order of time within each such crowd, day by day.
  public var usersPerChunk = 4096

  public init(users: Int, seed: UInt64) {
    self.users = users
    self.seed = seed
  }
}
