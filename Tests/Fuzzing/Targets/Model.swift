import EventLogs
import Measures
import NavigationModel
import TestSupport
import UsabilityRules

@testable import NavigationStore

extension FuzzTarget {
  /// Arbitrary events of a user: sessions that contain exactly these, and steps that keep the invariants.
  static let reconstruction = FuzzTarget(name: "reconstruction", longest: 512) { bytes in
    var choices = Choices(bytes)
    let map = choices.pick(MadeEvents.maps)
    let made = MadeEvents()
    var time = Trace.start
    var events: [Event] = []
    while !choices.isAtEnd { events.append(made.event(&choices, user: 0, time: &time)) }
    let ids = Set(events.lazy.map(\.id).filter { $0 != 0 })
    let withoutID = events.count { $0.id == 0 }
    var builder = SessionBuilder()
    let (sessions, duplicates) = builder.build(&events)
    try promise(events.count == withoutID + ids.count, "\(duplicates) duplicates, \(events.count) events left")
    try promise(sessions.map(\.count).reduce(0, +) == events.count, "sessions do not hold all events")
    var used = NavigationStack(map: NavigationMap(map, names: made.names))
    let fresh = used
    var path = Reconstruction()
    for session in sessions {
      let own = Array(events[session])
      try promise(Set(own.map(\.session)).count == 1, "a session of several ids")
      own.withUnsafeBufferPointer { used.reconstruct($0, into: &path) }
      if let broken = path.brokenInvariant(of: own) { throw BrokenPromise(description: broken) }
      var again = Reconstruction()
      var stack = fresh
      own.withUnsafeBufferPointer { stack.reconstruct($0, into: &again) }
      try promise(
        again.steps == path.steps && again.occurrences == path.occurrences, "steps depend on what was played before")
    }
  }

  /// Arbitrary events of some users: measures whose totals agree, which merge in any order, and rules that can judge
  /// them.
  static let measures = FuzzTarget(name: "measures", longest: 512) { bytes in
    var choices = Choices(bytes)
    let people = MadePeople(&choices)
    let whole = people.measures(of: people.users.indices)
    let tables = people.tables(whole)
    func sum(_ table: String, _ column: String) -> Int {
      guard let rows = tables.first(where: { $0.name == table }).map(TableRows.init) else { return -1 }
      return rows.indices.reduce(0) { $0 + rows.integer($1, column) }
    }
    let totals = whole.totals
    try promise(sum("transitions", "count") == totals.steps + people.partsWithSteps, "transitions do not add up")
    if people.scope(whole).structureKnown {
      try promise(sum("depth", "visits") == totals.forwardSteps, "visits by depth do not add up")
      try promise(sum("depth", "sessions") == totals.sessionsWithSteps, "sessions by depth do not add up")
      try promise(sum("screens", "visits") == totals.forwardSteps, "visits by screen do not add up")
    }
    try promise(sum("daily", "sessions") == totals.sessions, "sessions by day do not add up")
    for row in tables.flatMap(\.rows) {
      for case .number(let number) in row { try promise(number.isFinite, "a cell that is no number") }
    }

    // Three parts, merged in three orders.
    let parts = (0..<3).map { part in
      people.measures(of: people.users.indices.filter { ($0 + Int(bytes.first ?? 0)) % 3 == part })
    }
    func merged(_ a: Measures, _ b: Measures) -> Measures {
      var sum = a
      sum.merge(b)
      return sum
    }
    let text = people.text(whole)
    try promise(people.text(merged(merged(parts[0], parts[1]), parts[2])) == text, "parts do not make the whole")
    try promise(
      people.text(merged(parts[2], merged(parts[1], parts[0]))) == text, "measures depend on the order of their parts")
    _ = Rule.judge(whole, people.scope(whole))
  }

  /// The coded measures of arbitrary people, as in states and stores: read back they are the same. With some bytes
  /// changed, they are refused, or read as something else that tables and rules can take.
  static let codedMeasures = FuzzTarget(name: "coded-measures", longest: 512) { bytes in
    let half = bytes.count / 2
    var choices = Choices(UnsafeRawBufferPointer(rebasing: bytes[..<half]))
    let people = MadePeople(&choices)
    let whole = people.measures(of: people.users.indices)
    var coded = try BinaryEncoder.bytes(of: whole, names: people.names)
    let names = NameTable()
    let read = try BinaryDecoder.value(Measures.self, from: coded, names: names)
    try promise(people.text(read, names) == people.text(whole), "measures are not what was written")

    var changes = Choices(UnsafeRawBufferPointer(rebasing: bytes[half...]))
    while !changes.isAtEnd {
      let place = Int(changes.byte()) << 8 | Int(changes.byte())
      coded[place % coded.count] = changes.byte()
    }
    let others = NameTable()
    guard let changed = try? BinaryDecoder.value(Measures.self, from: coded, names: others) else { return }
    _ = people.text(changed, others)
    _ = Rule.judge(changed, people.scope(changed, others))
  }

  /// Arbitrary bytes in place of a stored session's events, and arbitrary stored events.
  static let storedEvents = FuzzTarget(name: "stored-events") { bytes in
    let made = MadeEvents()
    func name(_ id: UInt64) -> Name? { id < made.names.count ? Name(rawValue: UInt32(id)) : nil }
    func decoded(_ bytes: UnsafeRawBufferPointer) -> [Event]? {
      var events: [Event] = []
      return EventCoding.decode(bytes, user: 0, name: name, segment: made.segments.id, into: &events) ? events : nil
    }
    if var events = decoded(bytes) {
      // A damaged store may contain any of these.
      var builder = SessionBuilder()
      var stack = NavigationStack(map: NavigationMap(AppMap(), names: made.names))
      var path = Reconstruction()
      for session in builder.build(&events).sessions {
        events[session].withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
      }
    }
    var choices = Choices(bytes)
    var time = Trace.start
    var events: [Event] = []
    while !choices.isAtEnd {
      var event = made.event(&choices, user: 0, time: &time)
      // A stored session has one id, and its events are in order.
      event.session = events.first?.session ?? event.session
      event.sequence = 0
      events.append(event)
    }
    let ids = NameIDs((0..<made.names.count).map(Int64.init))
    var coded: [UInt8] = []
    events.withUnsafeBufferPointer {
      EventCoding.encode($0, ids, made.segments.snapshot(), unit: TimeUnit(of: $0), to: &coded)
    }
    guard let read = coded.withUnsafeBytes(decoded) else {
      throw BrokenPromise(description: "what was stored cannot be read")
    }
    try promise(read.count == events.count, "\(events.count) events stored, \(read.count) read")
    for (var a, var b) in zip(events, read) {
      if a.x.isNaN && b.x.isNaN { (a.x, b.x) = (0, 0) }
      if a.y.isNaN && b.y.isNaN { (a.y, b.y) = (0, 0) }
      try promise(a == b, "stored \(a), read \(b)")
    }
  }
}
