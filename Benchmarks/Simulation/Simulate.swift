/// How navigation is logged: events carry the screen that they lead to, or a `screen_view` follows some milliseconds
/// later, or there are only `screen_view`, `app_open` and `app_background`.
package enum LogStyle: String, CaseIterable, Sendable { case full, split, views }

/// The size and kind of a log.
package struct SimulationOptions: Sendable {
  package var users: Int
  package var seed: UInt64
  package var style = LogStyle.full
  package var days = 28
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

  package init(users: Int, seed: UInt64) { (self.users, self.seed) = (users, seed) }

  /// Milliseconds since 1970 at the midnight (UTC) with which the log begins, 2026-03-02, and in a day.
  static let start: Int64 = 1_772_409_600_000
  static let day: Int64 = 86_400_000
  var end: Int64 { Self.start + Int64(max(1, days)) * Self.day }
}

/// Writes the log of a made-up app as newline-delimited JSON.
///
/// - Parameter write: Receives the next bytes, always complete lines.
/// - Returns: The planted flaws, with their subjects.
@discardableResult
package func simulate(app: SimulatedApp, options: SimulationOptions, write: (UnsafeRawBufferPointer) throws -> Void)
  throws -> [PlantedFlaw]
{
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
/// They are simulated in blocks of ``SimulationOptions/usersPerBlock``; within a block the log is in order of time,
/// and the next block begins with the first day again. So a log of one block is completely ordered,
/// and memory is bounded by a day of a block, however long the log.
func simulate(app: SimulatedApp, options: SimulationOptions, receive: (LogLine) throws -> Void) throws -> [PlantedFlaw]
{
  var walk = try SessionWalk(app, options)
  var left = options.events ?? .max
  /// Passes on the lines before a time, by time, and keeps the rest.
  func flush(before end: Int64 = .max) throws {
    let order = walk.lines.indices.sorted { (walk.lines[$0].time, $0) < (walk.lines[$1].time, $1) }
    let due = order.prefix { walk.lines[$0].time < end }
    for index in due where left > 0 {
      if case .event = walk.lines[index].kind { left -= 1 }
      try receive(walk.lines[index])
    }
    walk.lines = order.dropFirst(due.count).map { walk.lines[$0] }
  }
  for first in stride(from: 0, to: options.users, by: max(1, options.usersPerBlock)) where left > 0 {
    let users = first..<min(options.users, first + max(1, options.usersPerBlock))
    let sessions = users.flatMap { options.sessions(of: $0, mean: walk.app.behavior.sessions) }.sorted {
      ($0.start, $0.user) < ($1.start, $1.user)
    }
    var today = SimulationOptions.start
    for session in sessions {
      if session.start >= today + SimulationOptions.day {
        today = session.start - (session.start - today) % SimulationOptions.day
        try flush(before: today)
        if left == 0 { break }
      }
      walk.walk(session)
    }
    try flush()
  }
  return walk.app.flaws
}

/// A line of a log, before it is written.
struct LogLine {
  /// An event, its copy, the beginning of its line, or something else.
  enum Kind { case event, copy, truncated, broken(String) }

  var time: Int64
  var kind = Kind.event
  var event: LoggedEvent
}
