import NavigationModel

/// What tables of this run keep of a long text in its place: as many bytes for a text of any length.
enum TextDigest {
  /// Texts of up to so many bytes are kept themselves.
  static let least = 128

  private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  /// Calls `body` with 24 bytes that no other text has: two random hashes, and the length.
  static func withDigest<R>(
    of text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R {
    let digest = (
      ByteInterner.hash(text, seed: seeds.0), ByteInterner.hash(text, seed: seeds.1), UInt64(text.count)
    )
    return try withUnsafeBytes(of: digest) { bytes in
      try bytes.withMemoryRebound(to: UInt8.self) { try body($0) }
    }
  }
}
