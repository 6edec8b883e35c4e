import NavigationModel

extension Measures {
  /// The number of the form in which measures are written. Measures of another number are not read. A test fails when the form changes and this does
  /// not.
  package static let schema = 2
}

extension BinaryEncoder {
  /// A value with the names that it may hold.
  package static func bytes<Value: Encodable>(of value: Value, names: NameTable) throws -> [UInt8] {
    let encoder = BinaryEncoder(names: names.snapshot())
    try encoder.encodeNames()
    try encoder.encode(value)
    return encoder.finish()
  }
}

extension BinaryDecoder {
  /// A value that ``BinaryEncoder/bytes(of:names:)`` wrote, and nothing else.
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
