import NavigationModel

extension Measures {
  /// The version of the format of measures. Measures of another version are not read. A test fails if the format changes and this does not.
  package static let schema = 5
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
