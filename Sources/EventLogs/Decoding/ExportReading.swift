import CSimdJSON
import NavigationModel

/// Fills in the native fields of an export's records. One per thread.
final class ExportReading {
  private let fields: [(field: NativeField, sources: [Source])]
  private let kinds: [String: EventKind]
  private var kindsByName = RecentTexts<EventKind>()
  private let identity: [Int]
  private let sequence: [[Int]]
  private let size: Size?
  private let interpreter: (any RecordInterpreter)?
  private let tablet = ConstantText("tablet")

  private struct Source {
    let index: Int
    let reading: Reading
    let isClassName: Bool
  }

  private enum Reading {
    case asItIs
    case unless(ConstantText)
    case after(ConstantText)
    case word(WordReader)
  }

  private struct Size {
    let width: Int
    let height: Int
    let scale: Int?
    let dpi: Int?
  }

  init(_ export: ExportFields, _ plan: FieldPlan) {
    func index(_ path: RecordPath) -> Int { plan.paths.firstIndex(of: path) ?? 0 }
    fields = NativeField.allCases.compactMap { field in
      let sources = export[field].map { source in
        let reading: Reading =
          switch source.reading {
          case .asItIs: .asItIs
          case .unless(let text): .unless(ConstantText(text))
          case .after(let text): .after(ConstantText(text))
          case .word(let translate): .word(WordReader(translate))
          }
        return Source(index: index(source.path), reading: reading, isClassName: source.isClassName)
      }
      return sources.isEmpty ? nil : (field, sources)
    }
    kinds = export.kinds
    identity = export.identity.map(index)
    sequence = export.sequence.map { $0.map(index) }
    size = export.screenSize.map { size in
      Size(width: index(size.width), height: index(size.height), scale: size.scale.map(index), dpi: size.dpi.map(index))
    }
    interpreter = export.makeInterpreter?(export.watched.map(index))
  }

  /// Fills in the native fields, and returns what else the record says.
  func read(_ values: borrowing RecordValues) -> ExportedEvent {
    var event = ExportedEvent()
    for (field, sources) in fields {
      var found = RecordValue.absent
      for source in sources {
        let value = values.values[source.index]
        guard !value.textBytes.isEmpty else { continue }
        switch source.reading {
        case .asItIs: found = value
        case .unless(let nothing): found = nothing.equals(value) ? .absent : value
        case .after(let beginning): found = beginning.begins(value) ? value.dropping(beginning.count) : value
        case .word(let reader): found = reader.read(value)
        }
        if found.textBytes.isEmpty { continue }
        if field == .screen { event.isNamedByClass = source.isClassName }
        break
      }
      values[field] = found
    }
    if let size, values[.device].kind == CSJ_ABSENT, isTablet(values, size) { values[.device] = tablet.value }
    event.kind = kindsByName[values[.event]] { kinds[$0] ?? .other }
    if !identity.isEmpty { event.identity = identity(values) }
    event.sequence = order(values)
    interpreter?.interpret(values, &event)
    return event
  }

  private func isTablet(_ values: borrowing RecordValues, _ size: Size) -> Bool {
    guard let width = values.values[size.width].double, let height = values.values[size.height].double else { return false }
    var scale = 1.0
    if let index = size.scale {
      guard let given = values.values[index].double, given > 0 else { return false }
      scale = given
    }
    if let index = size.dpi {
      guard let dpi = values.values[index].double, dpi > 0 else { return false }
      scale = dpi / 160
    }
    return min(width, height) / scale >= ScreenSize.tabletSide
  }

  private func identity(_ values: borrowing RecordValues) -> UInt64 {
    if values.values[identity[0]].textBytes.isEmpty { return 0 }
    let hash = identity.reduce(UInt64(0)) { hash, index in
      (hash ^ ByteInterner.hash(values.values[index].textBytes)) &* 0x9E37_79B9_7F4A_7C15
    }
    return max(hash, 1)
  }

  /// The numbers that order events of the same time, combined: the low bits of a counter of the device; for two numbers of a batch, up to 63 of
  /// the first and up to 1023 of the second.
  private func order(_ values: borrowing RecordValues) -> UInt16 {
    guard let first = sequence.first else { return 0 }
    let number = number(values.first(first[...]))
    guard sequence.count > 1 else { return UInt16(truncatingIfNeeded: number) }
    return UInt16(min(number, 63) << 10 | min(self.number(values.first(sequence[1][...])), 1023))
  }

  /// An integer, possibly without its high bits; 0 if there is none.
  private func number(_ value: RecordValue) -> UInt64 {
    var number: UInt64 = 0
    for byte in value.textBytes {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return 0 }
      number = number &* 10 &+ UInt64(digit)
    }
    return number
  }
}

extension RecordValue {
  /// The text without its first bytes.
  func dropping(_ count: Int) -> RecordValue { RecordValue(bytes: bytes + count, length: length - count, kind: kind) }

  /// A number, including one written as a text.
  var double: Double? { textBytes.isEmpty ? nil : Double(String(decoding: textBytes, as: UTF8.self)) }
}

/// Translates words.
private final class WordReader {
  private let translate: @Sendable (String) -> String
  private var words = RecentTexts<ConstantText?>()

  init(_ translate: @escaping @Sendable (String) -> String) { self.translate = translate }

  func read(_ value: RecordValue) -> RecordValue {
    let word = words[value] { text in
      let word = translate(text)
      return word.isEmpty ? nil : ConstantText(word)
    }
    return word?.value ?? .absent
  }
}

/// Caches results for the texts of a field, which mostly repeats the previous one and has few different ones.
struct RecentTexts<Value> {
  private var bytes: [UInt8] = []
  private var last: Value?
  private var known: [String: Value] = [:]
  /// With more different texts, the cache is bypassed.
  private static var limit: Int { 4096 }

  /// - Parameter value: a text or number; anything else counts as an empty text.
  subscript(value: RecordValue, work: (String) -> Value) -> Value {
    mutating get {
      let text = value.textBytes
      if let last, text.count == bytes.count, text.elementsEqual(bytes) { return last }
      let key = String(decoding: text, as: UTF8.self)
      let found = known[key] ?? work(key)
      if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
      known[key] = found
      bytes = Array(text)
      last = found
      return found
    }
  }
}
