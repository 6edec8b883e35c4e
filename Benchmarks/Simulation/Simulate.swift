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
  /// The number of the first person: logs of 0..<100 and 100..<200 are disjoint parts of one population.
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
  /// How many people are simulated together: the log is in order of time within each such block, day by day.
  package var usersPerBlock = 4096

  package init(users: Int, seed: UInt64) {
    self.users = users
    self.seed = seed
  }
}

/// Writes the log of a made-up app as newline-delimited JSON.
///
/// - Parameter write: Receives the next bytes, always complete lines.
/// - Returns: The planted flaws, with their subjects, and how often each occurs: for example abandoned opens, chosen items, refused taps.
@discardableResult
package func simulate(app: SimulatedApp, options: SimulationOptions, write: (UnsafeRawBufferPointer) throws -> Void) throws -> [PlantedFlaw] {
  var buffer = LineBuffer(writesDates: true)
  let flaws = try simulate(app: app, options: options) { line in
    let start = buffer.bytes.count
    switch line.kind {
    case .event, .copy: buffer.append(line.event)
    case .broken(let text): buffer.append(text + "\n")
    case .truncated:
      buffer.append(line.event)
      buffer.bytes.removeSubrange((start + (buffer.bytes.count - start) * 2 / 5)...)
      buffer.append("\n")
    }
    try buffer.flush(atLeast: 1 << 20, write)
  }
  try buffer.flush(write)
  return flaws
}

/// Walks through a made-up app.
///
/// People are independent of each other: what a person does depends only on the seed and the person's number.
/// They are simulated in blocks of ``SimulationOptions/usersPerBlock``; within a block the log is in order of time
/// (shuffled: in no order), and the next block begins with the first day again. So a log of one block is completely ordered,
/// and memory is bounded by a day of a block (shuffled: by a block), however long the log.
func simulate(app: SimulatedApp, options: SimulationOptions, receive: (LogLine) throws -> Void) throws -> [PlantedFlaw] {
  var walk = SessionWalk(plan: try Plan(app), options: options)
  let schedule = Schedule(options, meanSessions: walk.app.behavior.sessions)
  var first = min(max(0, options.firstUser), Int.max / 4)
  let end = first + min(max(0, options.users), Int.max / 2)
  while first < end, !walk.output.isFull {
    let next = min(end, first + max(1, options.usersPerBlock))
    let sessions = (first..<next).flatMap(schedule.sessions).sorted { ($0.start, $0.user) < ($1.start, $1.user) }
    var midnight = schedule.firstDay + Schedule.day
    for session in sessions {
      if session.start >= midnight, !options.shuffled {
        try walk.output.flush(before: midnight, receive)
        while midnight <= session.start { midnight += Schedule.day }
        if walk.output.isFull { break }
      }
      walk.walk(session)
    }
    try walk.output.flush(shuffledBy: options.shuffled ? Dice(mixing: options.seed, first, -2) : nil, receive)
    first = next
  }
  return walk.flaws
}

/// A line of a log, before it is written.
struct LogLine {
  enum Kind {
    /// An event, or its copy.
    case event, copy
    /// The beginning of an event's line.
    case truncated
    /// Something else.
    case broken(String)
  }

  var time: Int64
  var kind: Kind
  var event: LoggedEvent
}

/// Lines that wait to be sorted by time and passed on.
struct LogOutput {
  private var events = 0
  private var lines: [LogLine] = []
  private let limit: Int?

  init(limit: Int?) { self.limit = limit }

  /// Whether the requested number of events was written.
  var isFull: Bool { limit.map { events >= $0 } ?? false }

  mutating func add(_ line: LogLine) { lines.append(line) }

  /// Passes on the lines before a time, by time or in random order, and keeps the rest.
  mutating func flush(before end: Int64 = .max, shuffledBy dice: Dice? = nil, _ receive: (LogLine) throws -> Void) throws {
    var order = lines.indices.sorted { (lines[$0].time, $0) < (lines[$1].time, $1) }
    if var dice { order = dice.shuffled(order) }
    let due = order.prefix { lines[$0].time < end }
    for index in due {
      if isFull { break }
      if case .event = lines[index].kind { events += 1 }
      try receive(lines[index])
    }
    lines = order.dropFirst(due.count).map { lines[$0] }
  }
}
