import CSimdJSON
import NavigationModel

/// Completes the values of records with what the export and the map say, makes events from them, and counts what cannot
/// be read. One per thread.
struct RecordAssembler: ~Copyable {
  let values: RecordValues
  private let plan: FieldPlan
  private let keepsRejected: Bool
  private let joins: [(field: NativeField, indices: [Int], text: JoinedText)]
  private let export: ExportReading?
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
  private var excludedUsers: ExcludedUsers

  init(_ plan: FieldPlan, _ tables: LogTables, readsNumbersFromText: Bool, keepsRejected: Bool) {
    values = RecordValues(count: plan.paths.count)
    self.plan = plan
    self.keepsRejected = keepsRejected
    joins = plan.joins.map { ($0.field, $0.indices, JoinedText()) }
    export = plan.export.map { ExportReading($0, plan) }
    names = NameCache(tables.names, mask: tables.mask)
    users = NameCache(tables.users, longest: .max)
    menus = NameCache(tables.names, mask: tables.mask, holdsMenus: true)
    stacks = NameCache(tables.names, mask: tables.mask, lists: .screens)
    bars = NameCache(tables.names, mask: tables.mask, lists: .tabs, renaming: tables.entryNames)
    if !tables.entryNames.isEmpty {
      entries = NameCache(tables.names, mask: tables.mask, renaming: tables.entryNames)
    }
    segments = SegmentCache(tables)
    excludedUsers = ExcludedUsers(tables.excludedUsers)
    self.readsNumbersFromText = readsNumbersFromText
  }

  /// Makes an event from the values.
  /// - Returns: the reason for a rejection.
  mutating func take(_ record: Record, into decoded: inout DecodedBlock, json: () -> [UInt8]) -> RejectionReason? {
    var exported = export?.read(values)
    let mapping = fillIn(&exported)
    if let mapping, plan.mappings[mapping].kind == .other {
      decoded.tally.noteUse(of: mapping, hasTarget: true)
      return .leftOut
    }
    if let identity = exported?.identity, identity != 0 { exported?.identity = identityWithContent(identity) }
    let event: Event
    let hasZone: Bool
    do throws(RejectionReason) { (event, hasZone) = try self.event(exported) } catch { return error }
    decoded.events.append(event)
    if plan.keepsLines { decoded.lines.append(EventLine(record, event, values[.value], hasZone: hasZone)) }
    if event.kind == .other {
      decoded.tally.unknownEvents.note(values[.event].textBytes, time: event.time, record: json)
    }
    if let mapping { decoded.tally.noteUse(of: mapping, hasTarget: !values[.target].textBytes.isEmpty) }
    decoded.tally.accept(hasZone: hasZone, time: event.time)
    return nil
  }

  private static let content: [NativeField] = [.screen, .target, .container, .value]

  /// An identity that includes the event's content.
  private func identityWithContent(_ identity: UInt64) -> UInt64 {
    let hash = Self.content.reduce(identity) { hash, field in
      (hash ^ ByteInterner.hash(values[field].textOrListBytes)) &* 0x9E37_79B9_7F4A_7C15
    }
    return max(hash, 1)
  }

  func reject(
    _ reason: RejectionReason, _ record: Record, _ decoded: inout DecodedBlock, cells: Int = 0, of columns: Int = 0
  ) {
    let text = keepsRejected ? String(decoding: record.bytes.prefix(64 << 10), as: UTF8.self) : nil
    let detail = reason == .cellCount ? "\(cells == 1 ? "1 cell" : "\(cells) cells"), the header has \(columns)" : nil
    decoded.tally.reject(reason, line: record.line, text: text, detail: detail)
  }

  /// Constants, and the first event mapping whose conditions all hold. All values of a mapping are read before any is
  /// written.
  /// - Returns: the index of the mapping.
  private func fillIn(_ exported: inout ExportedEvent?) -> Int? {
    for fallback in plan.fallbacks where values[fallback.field].textOrListBytes.isEmpty {
      if let index = fallback.indices.first(where: { !values.values[$0].textOrListBytes.isEmpty }) {
        values[fallback.field] = values.values[index]
      }
    }
    for join in joins { values[join.field] = join.text.value(of: join.indices.map { values.values[$0] }) }
    for constant in plan.constants { values[constant.field] = constant.text.value }
    if let defaultEvent = plan.defaultEvent, values[.event].textBytes.isEmpty { values[.event] = defaultEvent.value }
    let first = plan.mappingIndex.first(for: values) { number in
      plan.mappings[number].conditions.allSatisfy { $0.holds(values.values[$0.index]) }
    }
    if let first {
      let mapping = plan.mappings[first]
      let found = mapping.assignments.map { assignment in
        assignment.text?.value ?? assignment.indices.first { !values.values[$0].textOrListBytes.isEmpty }.map {
          values.values[$0]
        } ?? .absent
      }
      if let kind = mapping.kind, exported != nil {
        exported?.kind = kind
        exported?.isInferred = false
        if !mapping.givesScreen { exported?.isNamedByClass = false }
      }
      for (assignment, value) in zip(mapping.assignments, found) { values[assignment.field] = value }
      if let exported, !exported.keepsScreen, !mapping.givesScreen { values[.screen] = .absent }
      return first
    }
    if let exported, !exported.keepsScreen { values[.screen] = .absent }
    return nil
  }

  // MARK: - The event

  /// - Parameter exported: what an export says beyond the values; its times are UTC by definition. Nil for the native
  ///   log.
  @inline(__always)
  private mutating func event(_ exported: ExportedEvent?) throws(RejectionReason) -> (event: Event, hasZone: Bool) {
    let timeText = values[.time].textBytes
    if timeText.isEmpty { throw .noTime }
    var time: Int64
    let hasZone: Bool
    switch Timestamp(timeText, plan.times) {
    case .microseconds(let microseconds, let zone):
      hasZone = zone || exported != nil
      time = hasZone ? microseconds : plan.zone.time(atClock: microseconds)
    case .unreadable: throw .unreadableTime
    case .outOfRange: throw .timeOutOfRange
    }
    if excludedUsers.hold(values[.user].textBytes) { throw .excludedUser }
    let user = lastUser.name(values[.user].textBytes, in: &users)
    if !user.isKnown { throw plan.namesUsers ? .nobody : .noUser }
    let word = values[.event].textBytes
    if word.isEmpty { throw .noEvent }

    time += exported?.timeShift ?? 0
    if !Timestamp.isInRange(time) { throw .timeOutOfRange }
    var event = Event(time: time, user: user.rawValue, kind: exported?.kind ?? EventWords.kind(word))
    event.id = Self.identifier(values[.id].textBytes)
    if let exported {
      if event.id == 0 { event.id = exported.identity }
      event.sequence = exported.sequence
      if exported.isInferred { event.marks.insert(.inferred) }
      if exported.isNamedByClass { event.marks.insert(.namedByClass) }
      event.via = exported.via
    }
    event.session = Self.identifier(values[.session].textBytes)
    event.screen = names.name(values[.screen].textBytes)
    event.target = entries?.name(values[.target].textBytes) ?? names.name(values[.target].textBytes)
    event.container = menus.name(values[.container].textBytes)
    event.value = value(of: event.kind)
    if event.via == .unknown { event.via = EventWords.via(values[.via].textBytes) }
    event.outcome = EventWords.outcome(values[.outcome].textBytes)
    event.depth = depth(values[.depth])
    event.x = coordinate(values[.x])
    event.y = coordinate(values[.y])
    if event.kind == .other { event.container = names.name(word) }
    event.segment = segments.id(values)
    return (event, hasZone)
  }

  /// The `value` of an event. Other events than these have none: theirs are prices and quantities, as many as there
  /// are sales.
  @inline(__always)
  private mutating func value(of kind: EventKind) -> Name {
    let value = values[.value].textOrListBytes
    switch kind {
    case .stack: return values[.value].kind == CSJ_NUMBER ? .unknown : stacks.name(value)
    case .tabsShown, .tabsEdit: return bars.name(value)
    case .badge: return names.name(value)
    case .gesture, .tap, .tabBar, .rotate, .appOpen, .appBackground, .taskStart, .taskEnd, .other: return .unknown
    // It tells two steps apart from one that was logged twice.
    case .screenView, .tabSelect, .moreOpen, .moreSelect, .menuOpen, .menuSelect, .menuClose, .push, .back, .toRoot,
      .modalOpen, .modalClose, .deepLink:
      return names.name(value)
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
    var depth = 0
    for byte in value.raw {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return 0 }
      depth = depth * 10 + Int(digit)
    }
    return depth <= 100 ? UInt8(depth) : 0
  }

  @inline(__always)
  private func coordinate(_ value: RecordValue) -> Float {
    guard isNumber(value), value.length > 0 else { return .nan }
    return Float(String(decoding: value.raw, as: UTF8.self)) ?? .nan
  }
}

/// The texts of several fields with blanks between them, as the value of a record. Valid until the next one.
private final class JoinedText {
  private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 8)
  deinit { bytes.deallocate() }

  /// - Returns: absent if one of the fields is empty.
  func value(of parts: [RecordValue]) -> RecordValue {
    let texts = parts.map(\.textBytes)
    guard texts.allSatisfy({ !$0.isEmpty }) else { return .absent }
    let count = texts.reduce(texts.count - 1) { $0 + $1.count }
    if bytes.count < count {
      bytes.deallocate()
      bytes = .allocate(byteCount: 2 * count, alignment: 8)
    }
    var end = 0
    for text in texts {
      if end > 0 {
        bytes[end] = 0x20
        end += 1
      }
      UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyMemory(from: UnsafeRawBufferPointer(text))
      end += text.count
    }
    return RecordValue(text: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
  }
}

extension Record {
  var isBlank: Bool { bytes.allSatisfy(\.isBlank) }
}
