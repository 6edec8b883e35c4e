extension SessionWalk {
  /// Prepares the common part of all lines of a session.
  mutating func prepareLines() {
    let user = Self.userID(person.index, seed: quota.seed)
    head = Array(",\"user\":\"\(user)\",\"session\":\"\(user)-\(number)\"".utf8)
    session = Array("\(number)-".utf8)
    let device = plan.platforms[person.platform]
    tail.removeAll(keepingCapacity: true)
    addToTail(",\"platform\":", device.name)
    addToTail(",\"os_version\":", person.system)
    addToTail(",\"app_version\":", version)
    addToTail(",\"device\":", device.device)
    addToTail(",\"width\":", device.width)
    addToTail(",\"locale\":", person.locale)
    tail.append(contentsOf: "}\n".utf8)
  }

  private mutating func addToTail(_ key: String, _ name: NameTable.Name) {
    guard name >= 0 else { return }
    tail.append(contentsOf: key.utf8)
    tail.append(contentsOf: plan.names.bytes[Int(plan.names.starts[Int(name)])..<Int(plan.names.starts[Int(name) + 1])])
  }

  /// The person's version on the day of the session: versions are released at even intervals, people follow.
  private var version: NameTable.Name {
    let share = Double(begin - firstDay) / Double(Int64(days) * Schedule.day)
    let position = share * Double(plan.versions.count) - person.updates * 0.5
    return plan.versions[max(0, min(plan.versions.count - 1, Int(position)))]
  }

  /// A pseudonym of 32 bits, different for each of 2³² people.
  static func userID(_ user: Int, seed: UInt64) -> String {
    var id = UInt32(truncatingIfNeeded: user) ^ UInt32(truncatingIfNeeded: SplitMix64.mixed(seed, 77))
    id = (id ^ (id >> 16)) &* 0x85EB_CA6B
    id = (id ^ (id >> 13)) &* 0xC2B2_AE35
    id ^= id >> 16
    let digits = String(id, radix: 16)
    return "u" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// The fields of a line besides its kind.
  struct Fields {
    var screen = NameTable.none
    var target = NameTable.none
    var container = NameTable.none
    var via: Word?
    var outcome: Word?
    var list = NameTable.none
    var number = -1
    var depth = 0
  }

  /// Writes an event that leads to a screen, in the style of the log: with its screen, followed by a `screen_view`,
  /// or only as a `screen_view`.
  ///
  /// - Parameters:
  ///   - lag: Milliseconds until the screen appears.
  ///   - setsDepth: The event may carry the level of its screen.
  mutating func arrive(_ event: EventWord, _ fields: Fields = Fields(), lag: Int = 0, setsDepth: Bool = false) {
    if event != .back && event != .modalClose && event != .toRoot { backs = 0 }
    var fields = fields
    let screen = name(top)
    let depth = writesDepth && setsDepth && modal < 0 ? stacks[section].count : 0
    let delay = lag > 0 ? lag : 30 + random.below(220)
    // All styles take the same time, so that their sessions are the same.
    switch style {
    case .full:
      fields.screen = screen
      fields.depth = depth
      write(event, fields)
    case .split: write(event, fields)
    case .views: clock += 1
    }
    clock += Int64(delay)
    if style != .full {
      write(.screenView, Fields(screen: screen, depth: depth))
    } else if plan.showsFirstOpens, event == .tabSelect {
      write(.screenView, Fields(screen: screen))
    } else {
      clock += 1
    }
  }

  /// Writes an event that leads to no screen.
  mutating func happen(_ event: EventWord, _ fields: Fields = Fields()) {
    if style == .views && event != .appOpen && event != .appBackground {
      clock += 1
      return
    }
    var fields = fields
    let isLifecycle = event == .appOpen || event == .appBackground || event == .tabsShown || event == .tabsEdit || event == .badge
    if !isLifecycle, style == .full || event == .tap || event == .gesture || event == .rotate { fields.screen = name(top) }
    write(event, fields)
  }

  /// Writes one line, and sometimes a copy or a broken line after it.
  private mutating func write(_ event: EventWord, _ fields: Fields) {
    batch.reserve(1024 + plan.names.longest * 4)
    let start = batch.count
    batch.append("{\"id\":\"")
    append(session)
    batch.append(number: eventNumber)
    batch.append("\",\"time\":\"")
    appendTime()
    append(head)
    append(event.rawValue)
    if fields.screen >= 0 {
      batch.append(",\"screen\":")
      append(fields.screen)
    }
    if fields.target >= 0 {
      batch.append(",\"target\":")
      append(fields.target)
    }
    if fields.container >= 0 {
      batch.append(",\"container\":")
      append(fields.container)
    }
    if let via = fields.via {
      batch.append(",\"via\":")
      append(via.name)
    }
    if let outcome = fields.outcome {
      batch.append(",\"outcome\":")
      append(outcome.name)
    }
    if fields.list >= 0 {
      batch.append(",\"value\":")
      append(fields.list)
    }
    if fields.number >= 0 {
      batch.append(",\"value\":")
      batch.append(number: fields.number)
    }
    if fields.depth > 0 {
      batch.append(",\"depth\":")
      batch.append(number: fields.depth)
    }
    append(tail)
    batch.end(
      from: start, time: clock, kind: .event, beginsSession: eventNumber == 0,
      beginsPerson: eventNumber == 0 && number == 1)
    eventNumber += 1
    if duplicates > 0, noise.chance(duplicates) { batch.repeatLast(at: clock + Int64(noise.below(90_000))) }
    if broken > 0, noise.chance(broken) { writeBroken() }
    clock += 1
  }

  /// Writes a line that no reader takes for an event.
  private mutating func writeBroken() {
    if noise.chance(0.4) {
      batch.truncateLast()
      return
    }
    batch.reserve(1024)
    let start = batch.count
    switch noise.below(4) {
    case 0: batch.append("{\"time\":\"yesterday\",\"user\":\"u0\",\"event\":\"tap\"}\n")
    case 1: batch.append("{\"time\":\"2026-03-02T10:00:00.000Z\",\"event\":\"tap\"}\n")
    case 2: batch.append("{\"time\":\"2026-03-02T10:00:00.000Z\",\"user\":\"u0\"}\n")
    default: batch.append("-- log rotated --\n")
    }
    batch.end(from: start, time: clock, kind: .broken)
  }

  @inline(__always)
  private mutating func append(_ name: NameTable.Name) {
    let start = Int(plan.names.starts[Int(name)])
    let length = Int(plan.names.starts[Int(name) + 1]) - start
    plan.names.bytes.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { batch.append(base + start, length) }
    }
  }

  @inline(__always)
  private mutating func append(_ piece: [UInt8]) {
    piece.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { batch.append(base, bytes.count) }
    }
  }

  /// Appends the clock as RFC 3339 with milliseconds.
  private mutating func appendTime() {
    let today = clock >= 0 ? clock / Schedule.day : (clock - Schedule.day + 1) / Schedule.day
    if today != day {
      day = today
      date = Array(CalendarDate(day: Int(today)).description.utf8)
    }
    append(date)
    var rest = Int(clock - today * Schedule.day)
    let milliseconds = rest % 1000
    rest /= 1000
    batch.append(byte: 84)  // T
    batch.append(number: rest / 3600, digits: 2)
    batch.append(byte: 58)  // :
    batch.append(number: rest / 60 % 60, digits: 2)
    batch.append(byte: 58)
    batch.append(number: rest % 60, digits: 2)
    batch.append(byte: 46)  // .
    batch.append(number: milliseconds, digits: 3)
    batch.append("Z\"")
  }
}
