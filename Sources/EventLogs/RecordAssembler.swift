import CSimdJSON
import NavigationModel

/// Takes records whose values were read: fills in what the map says, makes events, counts what cannot be read.
struct RecordAssembler: ~Copyable {
  /// The values of the present record.
  let values: RecordValues
  private let keepsRejected: Bool
  private let constants: [(field: NativeField, text: ConstantText)]
  private let mappings: [Mapping]
  private let defaultEvent: ConstantText?
  private var events: EventAssembler

  private struct Mapping {
    let conditions: [(place: Int, text: ConstantText)]
    let assignments: [(field: NativeField, place: Int?, text: ConstantText?)]
  }

  init(_ plan: FieldPlan, _ tables: LogTables, readsNumbersFromText: Bool, keepsRejected: Bool) {
    values = RecordValues(count: plan.paths.count)
    self.keepsRejected = keepsRejected
    constants = plan.constants.map { ($0.field, ConstantText($0.text)) }
    defaultEvent = plan.defaultEvent.map(ConstantText.init)
    mappings = plan.mappings.map { mapping in
      Mapping(
        conditions: mapping.conditions.map { ($0.place, ConstantText($0.text)) },
        assignments: mapping.assignments.map { assignment in
          switch assignment.source {
          case .place(let place): (assignment.field, place, nil)
          case .constant(let text): (assignment.field, nil, ConstantText(text))
          }
        })
    }
    events = EventAssembler(tables, readsNumbersFromText: readsNumbersFromText)
  }

  /// Makes an event of the values.
  mutating func take(_ record: Record, into decoded: inout DecodedBlock) {
    fillIn()
    switch events.event(values) {
    case .event(let event, let hasZone):
      decoded.events.append(event)
      if event.kind == .other { decoded.tally.noteUnknown(values[.event].textBytes) }
      decoded.tally.accept(hasZone: hasZone)
    case .rejected(let reason): reject(reason, record, &decoded)
    }
  }

  func reject(_ reason: RejectionReason, _ record: Record, _ decoded: inout DecodedBlock) {
    let text = keepsRejected ? String(decoding: record.bytes.prefix(64 << 10), as: UTF8.self) : nil
    decoded.tally.reject(reason, line: record.line, text: text)
  }

  /// Constants, and the first event mapping all of whose conditions hold. What a mapping takes from the record is read before anything is written.
  private func fillIn() {
    for constant in constants { values[constant.field] = constant.text.value }
    if let defaultEvent, values[.event].textBytes.isEmpty { values[.event] = defaultEvent.value }
    for mapping in mappings where mapping.conditions.allSatisfy({ $0.text.equals(values.values[$0.place]) }) {
      let found = mapping.assignments.map { $0.place.map { values.values[$0] } ?? $0.text?.value ?? .absent }
      for (assignment, value) in zip(mapping.assignments, found) { values[assignment.field] = value }
      return
    }
  }
}

/// A text of the app map as the value of a record. Its bytes stay where they are.
private final class ConstantText {
  private let bytes: UnsafeMutableRawBufferPointer

  init(_ text: String) {
    bytes = .allocate(byteCount: text.utf8.count, alignment: 1)
    bytes.copyBytes(from: text.utf8)
  }

  deinit { bytes.deallocate() }

  var value: RecordValue { RecordValue(text: UnsafeRawBufferPointer(bytes)) }

  func equals(_ other: RecordValue) -> Bool {
    other.textBytes.count == bytes.count && other.textBytes.elementsEqual(bytes)
  }
}

extension Record {
  /// Nothing but white space.
  var isBlank: Bool { bytes.allSatisfy(\.isBlank) }
}
