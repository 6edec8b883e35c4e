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

/// Finds a value by a short word without hashing: words are compared eight bytes at a time.
struct WordTable<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let length: Int
    let first: UInt64
    let second: UInt64
    let value: Value
  }

  private var entries: [Entry] = []

  /// - Parameter words: of at most sixteen bytes each.
  init(_ words: [(String, Value)]) {
    entries = words.map { word, value in
      word.withUTF8Bytes {
        Entry(length: $0.count, first: Self.bytes($0, from: 0), second: Self.bytes($0, from: 8), value: value)
      }
    }
  }

  subscript(word: UnsafeBufferPointer<UInt8>) -> Value? {
    guard word.count <= 16 else { return nil }
    let first = Self.bytes(word, from: 0)
    let second = Self.bytes(word, from: 8)
    for entry in entries where entry.first == first && entry.length == word.count && entry.second == second {
      return entry.value
    }
    return nil
  }

  @inline(__always)
  private static func bytes(_ word: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
    var bytes: UInt64 = 0
    var index = start
    while index < word.count && index < start + 8 {
      bytes = bytes << 8 | UInt64(word[index])
      index += 1
    }
    return bytes
  }
}
