import struct Foundation.Data

/// Whole numbers that a coder is given as one value, their bytes (low ones first, as every machine has them that Swift runs on): arrays of a hundred
/// thousand numbers are slow to write and read one by one.
@propertyWrapper
struct Packed<Number: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable, Codable {
  var wrappedValue: [Number]

  init(wrappedValue: [Number]) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    let bytes = try decoder.singleValueContainer().decode(Data.self)
    wrappedValue = [Number](unsafeUninitializedCapacity: bytes.count / MemoryLayout<Number>.stride) { numbers, count in
      count = bytes.copyBytes(to: numbers) / MemoryLayout<Number>.stride
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue.withUnsafeBytes { Data($0) })
  }
}
