import Measures
import NavigationModel
import Synchronization

/// The sessions of a log in the trace notation, processed like a real log: events, sessions, steps.
package struct TraceSessions {
  /// Users who all do the same, with the sessions of the first.
  private var groups: [(users: Range<Int>, sessions: [(session: Session, path: Reconstruction)])] = []
  /// All events, duplicates included.
  package private(set) var lines = 0
  package private(set) var duplicates = 0

  package init(_ text: String, map: AppMap = AppMap(), names: NameTable = NameTable()) throws(TraceError) {
    let segments = SegmentTable()
    let trace = try Trace(parsing: text)
    let events = trace.users.map { $0.events(names: names, segments: segments) }
    let allSegments = segments.snapshot()
    var builder = SessionBuilder()
    var stack = NavigationStack(map: NavigationMap(map, names: names))
    for (users, var events) in zip(trace.users, events) {
      lines += events.count * users.count
      let first = groups.last?.users.upperBound ?? 0
      let (ranges, dropped) = builder.build(&events)
      duplicates += dropped * users.count
      let sessions = ranges.enumerated().map { index, range in
        var path = Reconstruction()
        events[range].withUnsafeBufferPointer { stack.reconstruct($0, isFirst: index == 0, into: &path) }
        return (Session(user: UInt32(first), number: index + 1, events: events[range], segments: allSegments), path)
      }
      groups.append((first..<first + users.count, sessions))
    }
  }

  /// The start of each session of each kind of users.
  package var starts: [Int64] { groups.flatMap { $0.sessions.map(\.session.start) } }

  /// The users, in the order of their numbers, with their sessions.
  /// - Parameter isWanted: whether a group of users who all do the same is.
  package func forEachUser(
    where isWanted: (Range<Int>) -> Bool = { _ in true },
    _ body: (_ user: Int, _ sessions: [(session: Session, path: Reconstruction)]) throws -> Void
  ) rethrows {
    for group in groups where isWanted(group.users) {
      var sessions = group.sessions
      for user in group.users {
        for index in sessions.indices { sessions[index].session.be(of: UInt32(user)) }
        try body(user, sessions)
      }
    }
  }

  /// Of each group of users who all do the same, the sessions of the first two, one of each half, and the number of
  /// users.
  fileprivate func forEachPair(
    where isWanted: (Range<Int>) -> Bool,
    _ body: (_ count: Int, _ pair: [[(session: Session, path: Reconstruction)]]) -> Void
  ) {
    for group in groups where isWanted(group.users) {
      let pair = group.users.prefix(2).map { user in
        var sessions = group.sessions
        for index in sessions.indices { sessions[index].session.be(of: UInt32(user)) }
        return sessions
      }
      body(group.users.count, pair)
    }
  }
}

extension Session {
  /// A session of a trace.
  package init(user: UInt32, number: Int, events: ArraySlice<Event>, segments: [Segment]) {
    var segment = Segment()
    for event in events { segment.fill(from: segments[Int(event.segment.rawValue)]) }
    self.init(
      user: user, pseudonym: Pseudonym(rawValue: 0), number: number, start: events.first?.time ?? 0,
      end: events.last?.time ?? 0, events: events.count,
      segment: segment)
    be(of: user)
  }

  /// Makes it the session of a user, whose pseudonym and half are derived from the number.
  fileprivate mutating func be(of user: UInt32) {
    self.user = user
    pseudonym = Pseudonym(rawValue: UInt64(user) + 1)
    half = user % 2 == 0 ? .even : .odd
  }
}

/// The measures of a log in the trace notation.
package struct TraceMeasures: Sendable {
  package let measures: Measures
  package let scope: MeasureScope
  /// All tables, which are made when the first is asked for.
  private let made = MadeTables()

  private final class MadeTables: Sendable {
    let tables = Mutex<[Table]?>(nil)
  }

  /// - Parameters:
  ///   - parts: the number of parts among which the users are distributed; their measures are merged.
  ///   - order: the order in which the parts are merged.
  ///   - names: the table for the names of the log.
  ///   - start: only sessions that start at this time or later are measured.
  ///   - use: skips what is not needed for it, as in the recent part of a log.
  ///   - span: the time from the first to the last session start, if it is known.
  ///   - mergesAlike: of many users who all do the same, observes one of each half, and merges what was measured with
  ///     itself. That is quicker, and right but for examples. The thorough suite observes all.
  package init(
    _ trace: String, map: AppMap = AppMap(), parts: Int = 1, order: [Int]? = nil, names: NameTable = NameTable(),
    from start: Int64 = .min,
    for use: Measures.Use = .report, span: SessionSpan? = nil, mergesAlike: Bool = true
  ) throws {
    let sessions = try TraceSessions(trace, map: map, names: names)
    let measured = Self.parts(
      sessions, map: map, parts: parts, names: names, from: start, for: use, span: span,
      mergesAlike: mergesAlike && parts == 1 && !isThorough)
    let order = order ?? Array(measured.indices)
    var all = measured[order[0]]
    for part in order.dropFirst() { all.merge(measured[part]) }
    self.init(
      all, map: map, names: names, lineCounts: LineCounts(lines: sessions.lines, duplicates: sessions.duplicates))
  }

  package init(_ measures: Measures, map: AppMap = AppMap(), names: NameTable, lineCounts: LineCounts = LineCounts()) {
    self.measures = measures
    measures.tabSets.internTabs(names)
    scope = MeasureScope(
      measures: measures, names: names.snapshot(), map: map, declared: DeclaredNames(map, names: names),
      lineCounts: lineCounts)
  }

  /// The measures of the users in each part, finished.
  package static func parts(
    _ trace: String, map: AppMap = AppMap(), parts: Int, names: NameTable, span: SessionSpan? = nil
  ) throws -> [Measures] {
    Self.parts(
      try TraceSessions(trace, map: map, names: names), map: map, parts: parts, names: names, from: .min, for: .report,
      span: span)
  }

  private static func parts(
    _ sessions: TraceSessions, map: AppMap, parts: Int, names: NameTable, from start: Int64, for use: Measures.Use,
    span: SessionSpan?,
    mergesAlike: Bool = false
  ) -> [Measures] {
    let none = Measures(DeclaredNames(map, names: names), span: span)
    var measured = [Measures](repeating: none, count: parts)
    sessions.forEachUser(where: { !mergesAlike || $0.count <= fewAlike }) { user, sessions in
      for (session, path) in sessions where session.start >= start {
        measured[user % parts].observe(session, path, for: use)
      }
    }
    for part in measured.indices { measured[part].finish() }
    if mergesAlike {
      // Pairs, and how many of each: doubled together, from the highest digit on, that takes a dozen merges for
      // thousands of users.
      var alike: [(count: Int, measures: Measures)] = []
      sessions.forEachPair(where: { $0.count > fewAlike }) { count, pair in
        var users = pair.map { sessions in
          var one = none
          for (session, path) in sessions where session.start >= start { one.observe(session, path, for: use) }
          one.finish()
          return one
        }
        if count % 2 == 1 { measured[0].merge(users[0]) }
        users[0].merge(users[1])
        alike.append((count / 2, users[0]))
      }
      var all: Measures?
      for digit in (0..<Int.bitWidth).reversed() {
        if let once = all { all?.merge(once) }
        for (count, pair) in alike where count >> digit % 2 == 1 {
          if all == nil { all = pair } else { all?.merge(pair) }
        }
      }
      if let all { measured[0].merge(all) }
    }
    return measured
  }

  /// Up to so many users who all do the same are observed one by one.
  private static let fewAlike = 8

  package var tables: [Table] {
    made.tables.withLock { tables in
      let made = tables ?? measures.tables(scope)
      tables = made
      return made
    }
  }

  /// The name of a text that is in the trace.
  package func name(_ text: String) -> Name { scope.names.name(text) ?? .unknown }
}
