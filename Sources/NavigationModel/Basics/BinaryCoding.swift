import Foundation

/// A value with a binary form: its parts in a fixed order, without keys.
///
/// | value | bytes |
/// |---|---|
/// | integer | seven bits per byte, low ones first (LEB128); signed ones zigzag (0, −1, 1, −2 become 0, 1, 2, 3) |
/// | `Bool`, and the presence of an optional | one byte, 0 or 1 |
/// | text, bytes | the length, then the bytes |
/// | array | the number of elements, then the elements |
/// | dictionary | the number of entries, then each key with its value, sorted by their bytes |
/// | name | its index in the texts of ``BinaryEncoder/encodeNames()`` |
///
/// So the same values give the same bytes.
package protocol BinaryCodable: Sendable {
  /// - Throws: ``BinaryError``.
  init(from decoder: BinaryDecoder) throws
  func encode(to encoder: BinaryEncoder) throws
}

package protocol BinaryRecord: BinaryCodable {
  static var form: BinaryForm<Self> { get }
}

extension BinaryRecord {
  @inlinable package init(from decoder: BinaryDecoder) throws { self = try Self.form.read(decoder) }
  @inlinable package func encode(to encoder: BinaryEncoder) throws { try Self.form.write(self, encoder) }
}

/// The parts of a record in the order in which they are written, and how the record is made of them.
package struct BinaryForm<Record>: Sendable {
  @usableFromInline package typealias Path<Part> = KeyPath<Record, Part> & Sendable
  @usableFromInline package typealias Coded = BinaryCodable

  @usableFromInline let read: @Sendable (BinaryDecoder) throws -> Record
  @usableFromInline let writes: [@Sendable (Record, BinaryEncoder) throws -> Void]

  @usableFromInline func write(_ record: Record, _ encoder: BinaryEncoder) throws {
    for write in writes { try write(record, encoder) }
  }

  @inlinable static func part(_ path: Path<some Coded>) -> @Sendable (Record, BinaryEncoder) throws -> Void {
    { try $0[keyPath: path].encode(to: $1) }
  }

  // One initializer for each number of parts, not one with a parameter pack: reading and writing are compiled for the
  // types of the parts, several times as fast. A function that makes a record may refuse parts that don't belong
  // together.

  @inlinable package init<A: Coded>(_ make: @escaping @Sendable (A) throws -> Record, _ a: Path<A>) {
    read = { try make(A(from: $0)) }
    writes = [Self.part(a)]
  }
  @inlinable package init<A: Coded, B: Coded>(
    _ make: @escaping @Sendable (A, B) throws -> Record, _ a: Path<A>, _ b: Path<B>
  ) {
    read = { try make(A(from: $0), B(from: $0)) }
    writes = [Self.part(a), Self.part(b)]
  }
  @inlinable package init<A: Coded, B: Coded, C: Coded>(
    _ make: @escaping @Sendable (A, B, C) throws -> Record, _ a: Path<A>, _ b: Path<B>, _ c: Path<C>
  ) {
    read = { try make(A(from: $0), B(from: $0), C(from: $0)) }
    writes = [Self.part(a), Self.part(b), Self.part(c)]
  }
  @inlinable package init<A: Coded, B: Coded, C: Coded, D: Coded>(
    _ make: @escaping @Sendable (A, B, C, D) throws -> Record, _ a: Path<A>, _ b: Path<B>, _ c: Path<C>, _ d: Path<D>
  ) {
    read = { try make(A(from: $0), B(from: $0), C(from: $0), D(from: $0)) }
    writes = [Self.part(a), Self.part(b), Self.part(c), Self.part(d)]
  }
  @inlinable package init<A: Coded, B: Coded, C: Coded, D: Coded, E: Coded>(
    _ make: @escaping @Sendable (A, B, C, D, E) throws -> Record, _ a: Path<A>, _ b: Path<B>, _ c: Path<C>,
    _ d: Path<D>, _ e: Path<E>
  ) {
    read = { try make(A(from: $0), B(from: $0), C(from: $0), D(from: $0), E(from: $0)) }
    writes = [Self.part(a), Self.part(b), Self.part(c), Self.part(d), Self.part(e)]
  }
  @inlinable package init<A: Coded, B: Coded, C: Coded, D: Coded, E: Coded, F: Coded>(
    _ make: @escaping @Sendable (A, B, C, D, E, F) throws -> Record, _ a: Path<A>, _ b: Path<B>, _ c: Path<C>,
    _ d: Path<D>, _ e: Path<E>, _ f: Path<F>
  ) {
    read = { try make(A(from: $0), B(from: $0), C(from: $0), D(from: $0), E(from: $0), F(from: $0)) }
    writes = [Self.part(a), Self.part(b), Self.part(c), Self.part(d), Self.part(e), Self.part(f)]
  }
  @inlinable package init<A: Coded, B: Coded, C: Coded, D: Coded, E: Coded, F: Coded, G: Coded>(
    _ make: @escaping @Sendable (A, B, C, D, E, F, G) throws -> Record, _ a: Path<A>, _ b: Path<B>, _ c: Path<C>,
    _ d: Path<D>, _ e: Path<E>, _ f: Path<F>,
    _ g: Path<G>
  ) {
    read = { try make(A(from: $0), B(from: $0), C(from: $0), D(from: $0), E(from: $0), F(from: $0), G(from: $0)) }
    writes = [Self.part(a), Self.part(b), Self.part(c), Self.part(d), Self.part(e), Self.part(f), Self.part(g)]
  }
}

/// Why bytes cannot be decoded.
package enum BinaryError: Error {
  /// They are truncated.
  case endsTooEarly
  /// They hold an impossible value.
  case invalid
  /// Their sums would overflow.
  case tooLarge
}

/// Writes values in their binary form.
package final class BinaryEncoder {
  package let names: Names
  private var bytes: [UInt8] = []

  package init(names: Names) { self.names = names }

  package consuming func finish() -> [UInt8] { bytes }

  /// A value with the names that it may contain.
  package static func bytes(of value: some BinaryCodable, names: NameTable) throws -> [UInt8] {
    let encoder = BinaryEncoder(names: names.snapshot())
    try encoder.encodeNames()
    try encoder.encode(value)
    return encoder.finish()
  }

  package func encode(_ value: some BinaryCodable) throws { try value.encode(to: self) }

  @inline(__always)
  package func write(_ number: UInt64) { LEB128.write(number) { bytes.append($0) } }

  @inline(__always)
  package func write(_ number: Int64) { write(LEB128.zigzag(number)) }

  package func write(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      write(UInt64(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  package func write(_ name: Name) { write(UInt64(names.rank(name))) }

  fileprivate func write(byte: UInt8) { bytes.append(byte) }

  /// Writes the texts of all names, in order; later, names are written as indices.
  package func encodeNames() throws {
    try encode(names.ordered((0..<UInt32(names.texts.count)).map(Name.init(rawValue:))).map { names[$0] })
  }

  /// Writes unordered elements, sorted by their bytes.
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
      guard let base = all.baseAddress else { return }
      func slice(_ index: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + ends[index], count: ends[index + 1] - ends[index])
      }
      func precedes(_ one: Int, _ other: Int) -> Bool {
        let a = slice(one)
        let b = slice(other)
        guard let first = a.baseAddress, let second = b.baseAddress else { return a.count < b.count }
        let order = memcmp(first, second, min(a.count, b.count))
        return order == 0 ? a.count < b.count : order < 0
      }
      let order = (0..<count).sorted(by: precedes)
      let sorted = [UInt8](unsafeUninitializedCapacity: ends[count] - start) { sorted, filled in
        for index in order {
          let element = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(sorted)[filled...])
          element.copyMemory(from: slice(index))
          filled += ends[index + 1] - ends[index]
        }
      }
      UnsafeMutableRawBufferPointer(rebasing: all[start...]).copyBytes(from: sorted)
    }
  }

  /// The indices of unordered values, sorted by their bytes.
  package func order(of values: [some BinaryCodable]) throws -> [Int] {
    let written = try values.map { value in
      let encoder = BinaryEncoder(names: names)
      try encoder.encode(value)
      return encoder.bytes
    }
    return written.indices.sorted { written[$0].lexicographicallyPrecedes(written[$1]) }
  }
}

/// Reads what ``BinaryEncoder`` wrote, and rejects anything else safely: it never reads past the end, allocates no more
/// memory than the bytes justify, and guarantees that integers add up within 64 bits.
package final class BinaryDecoder {
  /// The limit for the sum of all counts, over everything that is merged.
  package static let largestSum: UInt64 = 1 << 62
  /// The limit for one count, or one sum of squares of counts: whoever compares shares may multiply it by a hundred.
  /// The events of one user fit into memory, so no log comes near.
  package static let largestCount: UInt64 = 1 << 56

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  /// The names of the values, by index, in the reader's table.
  private var names: [Name] = []
  /// The limit for the sum of the absolute values of all integers still to be read.
  package private(set) var room: UInt64

  /// - Parameter bytes: must outlive the decoder; the sum of their integers is limited by the room: less than
  ///   ``largestSum`` if others are merged with them.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, room: UInt64 = largestSum) {
    self.bytes = bytes
    self.room = room
  }

  /// Decodes exactly what ``BinaryEncoder/bytes(of:names:)`` wrote.
  package static func value<Value: BinaryCodable>(_: Value.Type, from bytes: [UInt8], names: NameTable) throws -> Value
  {
    try bytes.withUnsafeBufferPointer { bytes in
      let decoder = BinaryDecoder(bytes)
      try decoder.decodeNames(into: names)
      let value = try decoder.decode(Value.self)
      guard decoder.isAtEnd else { throw BinaryError.invalid }
      return value
    }
  }

  package var isAtEnd: Bool { offset == bytes.count }

  package func decode<Value: BinaryCodable>(_: Value.Type = Value.self) throws -> Value { try Value(from: self) }

  @inline(__always)
  package func readByte() throws(BinaryError) -> UInt8 {
    guard offset < bytes.count else { throw .endsTooEarly }
    defer { offset += 1 }
    return bytes[offset]
  }

  @inline(__always)
  package func readNumber() throws(BinaryError) -> UInt64 {
    guard let number = try LEB128.read({ () throws(BinaryError) in try readByte() }) else { throw .invalid }
    return number
  }

  @inline(__always)
  fileprivate func readSigned() throws(BinaryError) -> Int64 { LEB128.signed(try readNumber()) }

  /// An integer that may be added to others.
  @inline(__always)
  package func readCounted() throws(BinaryError) -> Int {
    let number = try readSigned()
    guard number.magnitude <= room else { throw .tooLarge }
    room -= number.magnitude
    return Int(number)
  }

  /// The number of elements that follow, each of at least one byte.
  package func readCount() throws(BinaryError) -> Int {
    let count = try readNumber()
    guard count <= UInt64(bytes.count - offset) else { throw .endsTooEarly }
    return Int(count)
  }

  fileprivate func readText() throws(BinaryError) -> String {
    let count = try readCount()
    defer { offset += count }
    guard let text = String(validating: bytes[offset..<offset + count], as: UTF8.self) else { throw .invalid }
    return text
  }

  package func readName() throws(BinaryError) -> Name {
    let index = try readNumber()
    guard index < UInt64(names.count) else { throw .invalid }
    return names[Int(index)]
  }

  /// Reads the texts of names and interns them in a table: from here on, names are decoded as names of that table.
  package func decodeNames(into table: NameTable) throws {
    let count = try readCount()
    names = []
    names.reserveCapacity(count)
    for _ in 0..<count { names.append(table.name(try readText())) }
  }
}

// MARK: - Basic values

/// A count, which is added to others.
extension Int: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws {
    self = try decoder.readCounted()
    guard magnitude <= BinaryDecoder.largestCount else { throw BinaryError.tooLarge }
  }
  package func encode(to encoder: BinaryEncoder) { encoder.write(Int64(self)) }
}

/// A time, which is subtracted from others but not added up.
extension Int64: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws {
    self = try decoder.readSigned()
    guard magnitude <= BinaryDecoder.largestSum else { throw BinaryError.tooLarge }
  }
  package func encode(to encoder: BinaryEncoder) { encoder.write(self) }
}

extension BinaryCodable where Self: UnsignedInteger & FixedWidthInteger {
  package init(from decoder: BinaryDecoder) throws {
    guard let number = Self(exactly: try decoder.readNumber()) else { throw BinaryError.invalid }
    self = number
  }
  package func encode(to encoder: BinaryEncoder) { encoder.write(UInt64(self)) }
}

extension UInt8: BinaryCodable {}
extension UInt16: BinaryCodable {}
extension UInt32: BinaryCodable {}
extension UInt64: BinaryCodable {}

extension Bool: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws {
    let byte = try decoder.readByte()
    guard byte < 2 else { throw BinaryError.invalid }
    self = byte == 1
  }
  package func encode(to encoder: BinaryEncoder) { encoder.write(byte: self ? 1 : 0) }
}

extension String: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws { self = try decoder.readText() }
  package func encode(to encoder: BinaryEncoder) { encoder.write(self) }
}

extension Optional: BinaryCodable where Wrapped: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws { self = try Bool(from: decoder) ? try Wrapped(from: decoder) : nil }
  package func encode(to encoder: BinaryEncoder) throws {
    (self != nil).encode(to: encoder)
    try self?.encode(to: encoder)
  }
}

extension Array: BinaryCodable where Element: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws {
    self = []
    for _ in 0..<(try decoder.readCount()) { append(try Element(from: decoder)) }
  }
  package func encode(to encoder: BinaryEncoder) throws {
    encoder.write(UInt64(count))
    for element in self { try element.encode(to: encoder) }
  }
}

extension Dictionary: BinaryCodable where Key: BinaryCodable, Value: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws {
    self = [:]
    for _ in 0..<(try decoder.readCount()) {
      let key = try Key(from: decoder)
      self[key] = try Value(from: decoder)
    }
  }
  package func encode(to encoder: BinaryEncoder) throws {
    let entries = Array(self)
    try encoder.encode(count: entries.count) { index in
      try entries[index].key.encode(to: encoder)
      try entries[index].value.encode(to: encoder)
    }
  }
}

extension BinaryCodable where Self: RawRepresentable, RawValue: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws {
    guard let value = Self(rawValue: try RawValue(from: decoder)) else { throw BinaryError.invalid }
    self = value
  }
  package func encode(to encoder: BinaryEncoder) throws { try rawValue.encode(to: encoder) }
}

// MARK: - Values of the model

extension Name: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws { self = try decoder.readName() }
  package func encode(to encoder: BinaryEncoder) { encoder.write(self) }
}

extension Pseudonym: BinaryCodable {}
extension UserHalf: BinaryCodable {}
extension Section.Kind: BinaryCodable {}
