import Foundation

/// The compact format for cached measures and for states: positions instead of keys.
///
/// | value | bytes |
/// |---|---|
/// | integer | seven bits per byte, low ones first (LEB128); signed ones zigzag (0, −1, 1, −2 become 0, 1, 2, 3) |
/// | `Bool`, and the presence of an optional property | one byte, 0 or 1 |
/// | `Double` | eight bytes, IEEE 754, little-endian |
/// | text, bytes | the length, then the bytes |
/// | array | the number of elements, then the elements |
/// | properties of a type | in the order of declaration |
/// | name | its index in the texts of ``encodeNames()`` |
///
/// Unordered elements (``encode(count:inOrderOfBytes:)``) are sorted by their bytes, so the same values give the same bytes.
package final class BinaryEncoder: Encoder {
  package let names: Names
  private(set) var bytes: [UInt8] = []

  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  package init(names: Names) { self.names = names }

  /// What was written, from the first byte to the last.
  package consuming func finish() -> [UInt8] { bytes }

  /// The encoder behind `encoder`, for values that only this format supports.
  package static func of(_ encoder: any Encoder) throws -> BinaryEncoder {
    guard let own = encoder as? BinaryEncoder else {
      throw EncodingError.invalidValue(encoder, .init(codingPath: [], debugDescription: "measures are written by a BinaryEncoder"))
    }
    return own
  }

  package func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> { KeyedEncodingContainer(Properties(encoder: self)) }
  package func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(encoder: self) }
  package func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  // MARK: - Values

  @inline(__always)
  package func write(_ number: UInt64) { LEB128.write(number) { bytes.append($0) } }

  @inline(__always)
  package func write(_ number: Int64) { write(LEB128.zigzag(number)) }

  package func write(_ number: Double) { withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }

  package func write(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      write(UInt64(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  package func write(_ name: Name) { write(UInt64(names.rank(name))) }

  package func encode<Value: Encodable>(_ value: Value) throws {
    // Fast paths for the most frequent types.
    if Value.self == Name.self { return write(value as! Name) }
    if Value.self == [Int].self {
      let numbers = value as! [Int]
      write(UInt64(numbers.count))
      for number in numbers { write(Int64(number)) }
      return
    }
    if Value.self == [Int: Int].self {
      let counts = (value as! [Int: Int]).sorted { $0.key < $1.key }
      write(UInt64(counts.count))
      for (key, count) in counts {
        write(Int64(key))
        write(Int64(count))
      }
      return
    }
    if Value.self == [String: Int].self {
      let counts = (value as! [String: Int]).sorted { $0.key.precedesByScalars($1.key) }
      write(UInt64(counts.count))
      for (key, count) in counts {
        write(key)
        write(Int64(count))
      }
      return
    }
    if Value.self == Data.self {
      let data = value as! Data
      write(UInt64(data.count))
      return bytes.append(contentsOf: data)
    }
    try value.encode(to: self)
  }

  /// Writes the texts of all names, in order; later, names are written as indices.
  package func encodeNames() throws { try encode(names.ordered((0..<UInt32(names.texts.count)).map(Name.init(rawValue:))).map { names[$0] }) }

  /// Writes unordered elements, sorted by their bytes.
  /// - Parameter write: writes the element at an index to the encoder.
  package func encode(count: Int, inOrderOfBytes write: (Int) throws -> Void) throws {
    self.write(UInt64(count))
    let start = bytes.count
    var ends = [start]
    ends.reserveCapacity(count + 1)
    for index in 0..<count {
      try write(index)
      ends.append(bytes.count)
    }
    bytes.withUnsafeMutableBytes { all in
      let base = all.baseAddress!
      func slice(_ index: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base + ends[index], count: ends[index + 1] - ends[index]) }
      func precedes(_ one: Int, _ other: Int) -> Bool {
        let (a, b) = (slice(one), slice(other))
        let order = memcmp(a.baseAddress!, b.baseAddress!, min(a.count, b.count))
        return order == 0 ? a.count < b.count : order < 0
      }
      let order = (0..<count).sorted(by: precedes)
      let sorted = [UInt8](unsafeUninitializedCapacity: ends[count] - start) { sorted, filled in
        for index in order {
          let element = slice(index)
          memcpy(sorted.baseAddress! + filled, element.baseAddress!, element.count)
          filled += element.count
        }
      }
      sorted.withUnsafeBytes { if let first = $0.baseAddress { memcpy(base + start, first, $0.count) } }
    }
  }

  /// The indices of unordered values, sorted by their bytes.
  package func order<Value: Encodable>(of values: [Value]) throws -> [Int] {
    let written = try values.map { value in
      let encoder = BinaryEncoder(names: names)
      try encoder.encode(value)
      return encoder.bytes
    }
    return written.indices.sorted { written[$0].lexicographicallyPrecedes(written[$1]) }
  }

  // MARK: - Containers

  /// Sets the number of elements of an array. The number takes more bytes as it grows.
  fileprivate func setCount(_ count: Int, at offset: Int) {
    if count > 1, count & (count - 1) == 0, count.trailingZeroBitCount % 7 == 0 { bytes.insert(0, at: offset) }
    var offset = offset
    LEB128.write(UInt64(count)) {
      bytes[offset] = $0
      offset += 1
    }
  }

  private struct Properties<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: BinaryEncoder
    var codingPath: [any CodingKey] { [] }

    /// Keys that carry values, such as those of dictionaries, would be lost.
    private func check(_ key: Key) { assert(key.intValue == nil, "keys that are numbers are not written") }

    mutating func encodeNil(forKey key: Key) { encoder.bytes.append(0) }
    mutating func encode(_ value: Bool, forKey key: Key) { encoder.bytes.append(value ? 1 : 0) }
    mutating func encode(_ value: String, forKey key: Key) { encoder.write(value) }
    mutating func encode(_ value: Double, forKey key: Key) { encoder.write(value) }
    mutating func encode(_ value: Float, forKey key: Key) { encoder.write(Double(value)) }
    mutating func encode(_ value: Int, forKey key: Key) { encoder.write(Int64(value)) }
    mutating func encode(_ value: Int8, forKey key: Key) { encoder.write(Int64(value)) }
    mutating func encode(_ value: Int16, forKey key: Key) { encoder.write(Int64(value)) }
    mutating func encode(_ value: Int32, forKey key: Key) { encoder.write(Int64(value)) }
    mutating func encode(_ value: Int64, forKey key: Key) { encoder.write(value) }
    mutating func encode(_ value: UInt, forKey key: Key) { encoder.write(UInt64(value)) }
    mutating func encode(_ value: UInt8, forKey key: Key) { encoder.write(UInt64(value)) }
    mutating func encode(_ value: UInt16, forKey key: Key) { encoder.write(UInt64(value)) }
    mutating func encode(_ value: UInt32, forKey key: Key) { encoder.write(UInt64(value)) }
    mutating func encode(_ value: UInt64, forKey key: Key) { encoder.write(value) }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      check(key)
      try encoder.encode(value)
    }

    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodePresence(value) }
    mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try encodePresence(value) }

    private func encodePresence<T: Encodable>(_ value: T?) throws {
      encoder.bytes.append(value == nil ? 0 : 1)
      if let value { try encoder.encode(value) }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
      encoder.container(keyedBy: Nested.self)
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoder: BinaryEncoder
    private let offset: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(encoder: BinaryEncoder) {
      self.encoder = encoder
      offset = encoder.bytes.count
      encoder.bytes.append(0)
    }

    private mutating func add() {
      count += 1
      encoder.setCount(count, at: offset)
    }

    mutating func encode<T: Encodable>(_ value: T) throws {
      add()
      try encoder.encode(value)
    }
    mutating func encodeNil() throws {
      throw EncodingError.invalidValue(0, .init(codingPath: [], debugDescription: "elements that are missing are not written"))
    }
    mutating func nestedContainer<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
      add()
      return encoder.container(keyedBy: Key.self)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      add()
      return encoder.unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { encoder }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: BinaryEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws {
      throw EncodingError.invalidValue(0, .init(codingPath: [], debugDescription: "a value that is missing is not written"))
    }
    mutating func encode(_ value: Bool) { encoder.bytes.append(value ? 1 : 0) }
    mutating func encode(_ value: String) { encoder.write(value) }
    mutating func encode(_ value: Double) { encoder.write(value) }
    mutating func encode(_ value: Float) { encoder.write(Double(value)) }
    mutating func encode(_ value: Int) { encoder.write(Int64(value)) }
    mutating func encode(_ value: Int8) { encoder.write(Int64(value)) }
    mutating func encode(_ value: Int16) { encoder.write(Int64(value)) }
    mutating func encode(_ value: Int32) { encoder.write(Int64(value)) }
    mutating func encode(_ value: Int64) { encoder.write(value) }
    mutating func encode(_ value: UInt) { encoder.write(UInt64(value)) }
    mutating func encode(_ value: UInt8) { encoder.write(UInt64(value)) }
    mutating func encode(_ value: UInt16) { encoder.write(UInt64(value)) }
    mutating func encode(_ value: UInt32) { encoder.write(UInt64(value)) }
    mutating func encode(_ value: UInt64) { encoder.write(value) }
    mutating func encode<T: Encodable>(_ value: T) throws { try encoder.encode(value) }
  }
}

extension BinaryEncoder {
  /// A value with the names that it may contain.
  package static func bytes<Value: Encodable>(of value: Value, names: NameTable) throws -> [UInt8] {
    let encoder = BinaryEncoder(names: names.snapshot())
    try encoder.encodeNames()
    try encoder.encode(value)
    return encoder.finish()
  }
}
