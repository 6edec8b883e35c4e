import NavigationModel

/// The words of the log's closed vocabularies.
enum EventWords {
  private static let kinds = WordTable(EventKind.allCases.filter { $0 != .other }.map { ($0.word, $0) })
  private static let vias = WordTable(Via.allCases.filter { $0 != .unknown }.map { ("\($0)", $0) })
  private static let outcomes = WordTable(Outcome.allCases.map { ("\($0)", $0) })

  static func kind(_ word: UnsafeBufferPointer<UInt8>) -> EventKind { kinds[word] ?? .other }
  static func via(_ word: UnsafeBufferPointer<UInt8>) -> Via { word.isEmpty ? .unknown : vias[word] ?? .unknown }
  static func outcome(_ word: UnsafeBufferPointer<UInt8>) -> Outcome { word.isEmpty ? .ok : outcomes[word] ?? .ok }
}

/// Looks up a value by a short word without hashing: words are compared eight bytes at a time.
struct WordTable<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let length: Int
    let bytes: (UInt64, UInt64)
    let value: Value
  }

  private var entries: [Entry] = []

  /// - Parameter words: of at most sixteen bytes each.
  init(_ words: [(String, Value)]) {
    entries = words.map { word, value in word.withUTF8Bytes { Entry(length: $0.count, bytes: Self.bytes($0), value: value) } }
  }

  subscript(word: UnsafeBufferPointer<UInt8>) -> Value? {
    guard word.count <= 16 else { return nil }
    let bytes = Self.bytes(word)
    for entry in entries where entry.bytes.0 == bytes.0 && entry.bytes.1 == bytes.1 && entry.length == word.count { return entry.value }
    return nil
  }

  /// The first and the last bytes of a word, overlapping if it has fewer than sixteen: with the length, they identify it.
  @inline(__always)
  private static func bytes(_ word: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64) {
    let bytes = UnsafeRawBufferPointer(word)
    func load<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type) -> (UInt64, UInt64) {
      let last = bytes.count - MemoryLayout<Number>.size
      return (UInt64(bytes.loadUnaligned(as: Number.self)), UInt64(bytes.loadUnaligned(fromByteOffset: last, as: Number.self)))
    }
    return switch bytes.count {
    case 8...: load(UInt64.self)
    case 4...: load(UInt32.self)
    case 2...: load(UInt16.self)
    case 1: load(UInt8.self)
    default: (0, 0)
    }
  }
}
