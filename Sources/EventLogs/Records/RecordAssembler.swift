import CSimdJSON
import NavigationModel

/// Makes events from records, and counts what cannot be read. One per thread.
struct RecordAssembler: ~Copyable {
  let values: RecordValues
  private let plan: FieldPlan
  private let keepsRejected: Bool
  private let fields: FieldReader
  private var names: NameCache
  private var users: NameCache
  private var menus: NameCache
  private var stacks: NameCache
  private var bars: NameCache
  /// Names of tabs and items; nil if the map gives none another name.
  private var entries: NameCache?
  private var segments: SegmentCache
  private var lastUser = RecentName()
  /// Cells of a CSV are texts, even if they contain numbers.
  private let readsNumbersFromText: Bool
  /// Users whose events are left out, and who is one of them.
  private let excludedUsers: [Pattern]
  private var exclusions = TextCache<Bool>()
  private let sessionNames: SessionNames?
  private var lastSession: UInt64 = 0

  init(_ plan: FieldPlan, _ tables: LogTables, readsNumbersFromText: Bool, keepsRejected: Bool) {
    values = RecordValues(count: plan.paths.count)
    self.plan = plan
    self.keepsRejected = keepsRejected
    fields = FieldReader(plan)
    names = NameCache(tables.names, mask: tables.mask)
    users = NameCache(tables.users, longest: .max)
    menus = NameCache(tables.names, mask: tables.mask, holdsMenus: true)
    stacks = NameCache(tables.names, mask: tables.mask, lists: .screens)
    bars = NameCache(tables.names, mask: tables.mask, lists: .tabs, renaming: tables.entryNames)
    if !tables.entryNames.isEmpty {
      entries = NameCache(tables.names, mask: tables.mask, renaming: tables.entryNames)
    }
    segments = SegmentCache(tables)
    excludedUsers = tables.excludedUsers
    sessionNames = tables.sessionNames
    self.readsNumbersFromText = readsNumbersFromText
  }

  /// Makes an event from the values.
  /// - Returns: the reason for a rejection.
  mutating func decode(_ record: Record, into decoded: inout DecodedBlock, json: () -> [UInt8]) -> RejectionReason? {
    var found = fields.read(values)
    if let mapping = found.mapping, plan.mappings[mapping].kind == .other {
      decoded.tally.noteUse(of: mapping, hasTarget: true)
      return .leftOut
    }
    if found.identity != 0 { found.identity = fields.identityWithContent(found.identity, values) }
    let event: Event
    let clock: Int64?
    do throws(RejectionReason) { (event, clock) = try self.event(found) } catch { return error }
    let hasZone = clock == nil
    decoded.events.append(event)
    if plan.keepsLines { decoded.lines.append(EventLine(record, event, values[.value], hasZone: hasZone)) }
    if event.kind == .other {
      decoded.tally.unknownEvents.note(values[.event].textBytes, time: event.time, record: json)
    }
    if let mapping = found.mapping {
      decoded.tally.noteUse(of: mapping, hasTarget: !values[.target].textBytes.isEmpty)
    }
    decoded.tally.accept(time: event.time, clock: clock)
    return nil
  }

  func reject(
    _ reason: RejectionReason, _ record: Record, _ decoded: inout DecodedBlock, cells: Int = 0, of columns: Int = 0
  ) {
    let text = keepsRejected ? String(decoding: record.bytes.prefix(64 << 10), as: UTF8.self) : nil
    let detail = reason == .cellCount ? "\(cells == 1 ? "1 cell" : "\(cells) cells"), the header has \(columns)" : nil
    decoded.tally.reject(reason, line: record.line, text: text, detail: detail)
  }

  // MARK: - The event

  /// - Parameter found: what the record says beyond the values; times of a vendor's format are UTC by definition.
  /// - Returns: the event, and its time as written, if that has no offset.
  @inline(__always)
  private mutating func event(_ found: Interpretation) throws(RejectionReason) -> (event: Event, clock: Int64?) {
    let timeText = values[.time].textBytes
    if timeText.isEmpty { throw .noTime }
    var time: Int64
    let clock: Int64?
    switch Timestamp(timeText, plan.times) {
    case .microseconds(let microseconds, let zone):
      clock = zone || plan.vendor != nil ? nil : microseconds
      time = clock.map { plan.zone.time(atClock: $0) } ?? microseconds
    case .unreadable: throw .unreadableTime
    case .outOfRange: throw .timeOutOfRange
    }
    if !excludedUsers.isEmpty, isExcluded(values[.user].textBytes) { throw .excludedUser }
    let user = lastUser.name(values[.user].textBytes, in: &users)
    if !user.isKnown { throw plan.namesUsers ? .nobody : .noUser }
    let word = values[.event].textBytes
    if word.isEmpty { throw .noEvent }

    time += found.timeShift
    if !Timestamp.isInRange(time) { throw .timeOutOfRange }
    var event = Event(time: time, user: user.rawValue, kind: found.kind ?? EventWords.kind(word))
    event.id = Self.identifier(values[.id].textBytes)
    if event.id == 0 { event.id = found.identity }
    event.sequence = found.sequence
    if found.isInferred { event.marks.insert(.inferred) }
    if found.isNamedByClass { event.marks.insert(.namedByClass) }
    event.session = Self.identifier(values[.session].textBytes)
    if let sessionNames, event.session != lastSession {
      lastSession = event.session
      if event.session != 0 { sessionNames.add(event.session, values[.session].textBytes) }
    }
    event.screen = names.name(values[.screen].textBytes)
    event.target = entries?.name(values[.target].textBytes) ?? names.name(values[.target].textBytes)
    event.container = menus.name(values[.container].textBytes)
    event.value = value(of: event.kind)
    event.via = EventWords.via(values[.via].textBytes)
    event.outcome = EventWords.outcome(values[.outcome].textBytes)
    event.depth = depth(values[.depth])
    event.x = coordinate(values[.x])
    event.y = coordinate(values[.y])
    if event.kind == .other { event.container = names.name(word) }
    event.segment = segments.id(values)
    return (event, clock)
  }

  private mutating func isExcluded(_ user: UnsafeBufferPointer<UInt8>) -> Bool {
    if let known = exclusions.find(user) { return known }
    let isExcluded = excludedUsers.contains { $0.isFound(in: user) }
    exclusions.add(user, isExcluded)
    return isExcluded
  }

  /// The `value` of an event. Other events than these have none: theirs are prices and quantities, as many as there
  /// are sales.
  @inline(__always)
  private mutating func value(of kind: EventKind) -> Name {
    let value = values[.value]
    switch kind {
    case .stack: return value.kind == CSJ_NUMBER ? .unknown : stacks.name(value.textOrListBytes)
    case .tabsShown, .tabsEdit: return bars.name(value.textOrListBytes)
    case .badge: return names.name(value.textBytes)
    case .gesture, .tap, .tabBar, .rotate, .appOpen, .appBackground, .taskStart, .taskEnd, .other: return .unknown
    // It tells two steps apart from one that was logged twice.
    case .screenView, .tabSelect, .moreOpen, .moreSelect, .menuOpen, .menuSelect, .menuClose, .push, .back, .toRoot,
      .modalOpen, .modalClose, .deepLink:
      return names.name(value.textBytes)
    }
  }

  /// A hash of an identifier; 0 if there is none.
  @inline(__always)
  private static func identifier(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    text.isEmpty ? 0 : max(ByteInterner.hash(text), 1)
  }

  @inline(__always)
  private func isNumber(_ value: RecordValue) -> Bool {
    value.kind == CSJ_NUMBER || (readsNumbersFromText && value.kind == CSJ_STRING)
  }

  /// An integer from 1 to 100, otherwise 0.
  @inline(__always)
  private func depth(_ value: RecordValue) -> UInt8 {
    guard isNumber(value), (1...3).contains(value.length) else { return 0 }
    let depth = value.integer
    return depth <= 100 ? UInt8(depth) : 0
  }

  @inline(__always)
  private func coordinate(_ value: RecordValue) -> Float {
    guard isNumber(value), value.length > 0 else { return .nan }
    return Float(String(decoding: value.raw, as: UTF8.self)) ?? .nan
  }
}

extension Record {
  var isBlank: Bool { bytes.allSatisfy(\.isBlank) }
}
