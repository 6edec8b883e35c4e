import Foundation

/// Decodes what ``BinaryEncoder`` wrote, and rejects anything else safely: it never reads past the end, allocates no more memory than the bytes
/// justify, and guarantees that integers add up within 64 bits.
package final class BinaryDecoder: Decoder {
  /// The limit for the sum of all counts, over everything that is merged.
  package static let largestSum: UInt64 = 1 << 62

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  /// The names of the values, by index, in the reader's table.
  private var names: [Name] = []
  /// The limit for the sum of the absolute values of all integers still to be read.
  package private(set) var room: UInt64

  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// - Parameters:
  ///   - bytes: must outlive the decoder.
  ///   - room: the limit for the sum of the integers: less than ``largestSum`` if others are merged with them.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, room: UInt64 = largestSum) {
    self.bytes = bytes
    self.room = room
  }

  /// The decoder behind `decoder`, for values that only this format supports.
  package static func of(_ decoder: any Decoder) throws -> BinaryDecoder {
    guard let own = decoder as? BinaryDecoder else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "measures are read by a BinaryDecoder"))
    }
    return own
  }

  /// Whether everything was read.
  package var isAtEnd: Bool { offset == bytes.count }

  package func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> { KeyedDecodingContainer(Properties(decoder: self)) }
  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Elements(decoder: self, count: try readCount()) }
  package func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  // MARK: - Values

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
  package func readSigned() throws(BinaryError) -> Int64 {
    LEB128.signed(try readNumber())
  }

  /// An integer that may be added to others.
  @inline(__always)
  package func readCounted() throws(BinaryError) -> Int {
    let number = try readSigned()
    guard number.magnitude <= room else { throw .tooLarge }
    room -= number.magnitude
    return Int(number)
  }

  /// A time, which is subtracted from others but not added up.
  package func readTime() throws(BinaryError) -> Int64 {
    let time = try readSigned()
    guard time.magnitude <= Self.largestSum else { throw .tooLarge }
    return time
  }

  /// The number of elements that follow, each of at least one byte.
  package func readCount() throws(BinaryError) -> Int {
    let count = try readNumber()
    guard count <= UInt64(bytes.count - offset) else { throw .endsTooEarly }
    return Int(count)
  }

  package func readBool() throws(BinaryError) -> Bool {
    let byte = try readByte()
    guard byte < 2 else { throw .invalid }
    return byte == 1
  }

  private func readBytes(_ count: Int) throws(BinaryError) -> UnsafeBufferPointer<UInt8> {
    guard count <= bytes.count - offset else { throw .endsTooEarly }
    defer { offset += count }
    return UnsafeBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  package func readDouble() throws(BinaryError) -> Double {
    Double(bitPattern: try readBytes(8).enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) })
  }

  package func readText() throws(BinaryError) -> String {
    guard let text = String(validating: try readBytes(readCount()), as: UTF8.self) else { throw .invalid }
    return text
  }

  package func readName() throws(BinaryError) -> Name {
    let index = try readNumber()
    guard index < UInt64(names.count) else { throw .invalid }
    return names[Int(index)]
  }

  @inline(__always)
  package func read<Number: FixedWidthInteger>(_: Number.Type) throws(BinaryError) -> Number {
    let number = Number.isSigned ? Number(exactly: try readSigned()) : Number(exactly: try readNumber())
    guard let number else { throw .invalid }
    return number
  }

  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == Name.self { return try readName() as! Value }
    if type == [Int].self {
      var numbers: [Int] = []
      let count = try readCount()
      numbers.reserveCapacity(count)
      for _ in 0..<count { numbers.append(try readCounted()) }
      return numbers as! Value
    }
    if type == [Int: Int].self {
      var counts: [Int: Int] = [:]
      for _ in 0..<(try readCount()) { counts[try readCounted()] = try readCounted() }
      return counts as! Value
    }
    if type == [String: Int].self {
      var counts: [String: Int] = [:]
      for _ in 0..<(try readCount()) { counts[try readText()] = try readCounted() }
      return counts as! Value
    }
    if type == Data.self { return Data(try readBytes(readCount())) as! Value }
    return try Value(from: self)
  }

  /// Reads the texts of names and interns them in a table: from here on, names are decoded as names of that table.
  package func decodeNames(into table: NameTable) throws {
    let count = try readCount()
    names = []
    names.reserveCapacity(count)
    for _ in 0..<count { names.append(table.name(try readText())) }
  }

  // MARK: - Containers

  private struct Properties<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: BinaryDecoder
    var codingPath: [any CodingKey] { [] }
    /// The format has no keys.
    var allKeys: [Key] { [] }
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { try !decoder.readBool() }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.readBool() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder.readText() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder.readDouble() }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { Float(try decoder.readDouble()) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder.readCounted() }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder.read(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder.read(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder.read(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder.readTime() }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder.read(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder.read(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder.read(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder.read(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder.read(type) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder.decode(type) }

    func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested> { decoder.container(keyedBy: Nested.self) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let decoder: BinaryDecoder
    let count: Int?
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }

    init(decoder: BinaryDecoder, count: Int) {
      self.decoder = decoder
      self.count = count
    }

    var isAtEnd: Bool { currentIndex == count }

    private mutating func next() throws {
      guard !isAtEnd else { throw BinaryError.endsTooEarly }
      currentIndex += 1
    }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      try next()
      return try decoder.decode(type)
    }
    mutating func nestedContainer<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
      try next()
      return decoder.container(keyedBy: Key.self)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next()
      return try decoder.unkeyedContainer()
    }
    mutating func superDecoder() -> any Decoder { decoder }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: BinaryDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.readBool() }
    func decode(_ type: String.Type) throws -> String { try decoder.readText() }
    func decode(_ type: Double.Type) throws -> Double { try decoder.readDouble() }
    func decode(_ type: Float.Type) throws -> Float { Float(try decoder.readDouble()) }
    func decode(_ type: Int.Type) throws -> Int { try decoder.readCounted() }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.read(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.read(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.read(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.readTime() }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.read(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.read(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.read(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.read(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.read(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
  }
}

extension BinaryDecoder {
  /// Decodes exactly what ``BinaryEncoder/bytes(of:names:)`` wrote.
  package static func value<Value: Decodable>(_: Value.Type, from bytes: [UInt8], names: NameTable) throws -> Value {
    try bytes.withUnsafeBufferPointer { bytes in
      let decoder = BinaryDecoder(bytes)
      try decoder.decodeNames(into: names)
      let value = try decoder.decode(Value.self)
      guard decoder.isAtEnd else { throw BinaryError.invalid }
      return value
    }
  }
}
