import CXXHash

/// The XXH3 digest (128 bits) of a log's bytes, computed while they are read.
///
/// `xxhsum -H2` of the decompressed file prints the same.
final class ContentDigest {
  private let state: OpaquePointer

  /// `nil` if out of memory.
  init?() {
    guard let state = XXH3_createState() else { return nil }
    self.state = state
    XXH3_128bits_reset(state)
  }

  deinit {
    XXH3_freeState(state)
  }

  /// Adds bytes.
  func update(_ bytes: UnsafeRawBufferPointer) {
    XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
  }

  /// The digest of all bytes so far: 32 hexadecimal digits.
  var hexadecimal: String {
    let digest = XXH3_128bits_digest(state)
    return Self.hexadecimal(digest.high64) + Self.hexadecimal(digest.low64)
  }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
