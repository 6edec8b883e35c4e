import CXXHash

/// Verifies that the events of a session are unchanged. SQLite checks its own structure, but not the contents.
enum Checksum {
  private static let length = 4

  private static func value(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: XXH3_64bits(bytes.baseAddress, bytes.count)).littleEndian
  }

  /// Appends the checksum of the bytes from `start` on.
  static func append(to bytes: inout [UInt8], from start: Int) {
    let value = bytes.withUnsafeBytes { Self.value(of: UnsafeRawBufferPointer(rebasing: $0[start...])) }
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  /// The bytes without their checksum; nil if it does not match.
  static func checked(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard bytes.count >= length else { return nil }
    let content = UnsafeRawBufferPointer(rebasing: bytes.dropLast(length))
    return value(of: content) == bytes.loadUnaligned(fromByteOffset: content.count, as: UInt32.self) ? content : nil
  }
}
