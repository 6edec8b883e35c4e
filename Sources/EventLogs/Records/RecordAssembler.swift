import NavigationModel

/// Completes the values of records with what the export and the map say, makes events from them, and counts what cannot be read.
struct RecordAssembler: ~Copyable {
  /// The values of the current record.
  let values: RecordValues
  private let plan: FieldPlan
  private let keepsRejected: Bool
  private let joins: [(field: NativeField, indices: [Int], text: JoinedText)]
  private let export: ExportReading?
  private var events: EventAssembler

  init(_ plan: FieldPlan, _ tables: LogTables, readsNumbersFromText: Bool, keepsRejected: Bool) {
    values = RecordValues(count: plan.paths.count)
    self.plan = plan
    self.keepsRejected = keepsRejected
    joins = plan.joins.map { ($0.field, $0.indices, JoinedText()) }
    export = plan.export.map { ExportReading($0, plan) }
    events = EventAssembler(tables, plan.times, readsNumbersFromText: readsNumbersFromText)
  }

  /// Makes an event from the values.
  /// - Parameter json: the record as a JSON object.
  /// - Returns: the reason for a rejection.
  mutating func take(_ record: Record, into decoded: inout DecodedBlock, json: () -> [UInt8]) -> RejectionReason? {
    var exported = export?.read(values)
    let mapping = fillIn(&exported)
    if let identity = exported?.identity, identity != 0 { exported?.identity = identityWithContent(identity) }
    switch events.event(values, exported) {
    case .event(let event, let hasZone):
      decoded.events.append(event)
      if plan.keepsLines { decoded.lines.append(EventLine(record, event, values[.value], hasZone: hasZone)) }
      if event.kind == .other { decoded.tally.unknownEvents.note(values[.event].textBytes, user: values[.user].textBytes, time: event.time, record: json) }
      if let mapping { decoded.tally.noteUse(of: mapping, hasTarget: !values[.target].textBytes.isEmpty) { plan.keepsSamples ? sample(json) : nil } }
      decoded.tally.accept(hasZone: hasZone, time: event.time)
      return nil
    case .rejected(let reason): return reason
    }
  }

  private func sample(_ json: () -> [UInt8]) -> MappingUse.Sample {
    func text(_ field: NativeField) -> String { String(decoding: values[field].textBytes, as: UTF8.self) }
    return .init(target: text(.target), screen: text(.screen), record: String(decoding: json(), as: UTF8.self))
  }

  private static let content: [NativeField] = [.screen, .target, .container, .value]

  /// An identity that includes the event's content.
  private func identityWithContent(_ identity: UInt64) -> UInt64 {
    let hash = Self.content.reduce(identity) { hash, field in
      (hash ^ ByteInterner.hash(values[field].textOrListBytes)) &* 0x9E37_79B9_7F4A_7C15
    }
    return max(hash, 1)
  }

  func reject(_ reason: RejectionReason, _ record: Record, _ decoded: inout DecodedBlock, cells: Int = 0, of columns: Int = 0) {
    let text = keepsRejected ? String(decoding: record.bytes.prefix(64 << 10), as: UTF8.self) : nil
    let detail = reason == .cellCount ? "\(cells == 1 ? "1 cell" : "\(cells) cells"), the header has \(columns)" : nil
    decoded.tally.reject(reason, line: record.line, text: text, detail: detail)
  }

  /// Constants, and the first event mapping whose conditions all hold. All values of a mapping are read before any is written.
  /// - Returns: the index of the mapping.
  private func fillIn(_ exported: inout ExportedEvent?) -> Int? {
    for fallback in plan.fallbacks where values[fallback.field].textOrListBytes.isEmpty {
      if let index = fallback.indices.first(where: { !values.values[$0].textOrListBytes.isEmpty }) { values[fallback.field] = values.values[index] }
    }
    for join in joins { values[join.field] = join.text.value(of: join.indices.map { values.values[$0] }) }
    for constant in plan.constants { values[constant.field] = constant.text.value }
    if let defaultEvent = plan.defaultEvent, values[.event].textBytes.isEmpty { values[.event] = defaultEvent.value }
    for (index, mapping) in plan.mappings.enumerated() where mapping.conditions.allSatisfy({ $0.holds(values.values[$0.index]) }) {
      let found = mapping.assignments.map { assignment in
        assignment.text?.value ?? assignment.indices.first { !values.values[$0].textOrListBytes.isEmpty }.map { values.values[$0] } ?? .absent
      }
      if let kind = mapping.kind, exported != nil {
        exported?.kind = kind
        exported?.isInferred = false
        if !mapping.givesScreen { exported?.isNamedByClass = false }
      }
      for (assignment, value) in zip(mapping.assignments, found) { values[assignment.field] = value }
      if let exported, !exported.keepsScreen, !mapping.givesScreen { values[.screen] = .absent }
      return index
    }
    if let exported, !exported.keepsScreen { values[.screen] = .absent }
    return nil
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
  /// Only white space.
  var isBlank: Bool { bytes.allSatisfy(\.isBlank) }
}
