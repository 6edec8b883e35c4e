import NavigationModel

/// One thread's memory of what was found out about texts: each is looked at once. When it is full, it is emptied.
struct TextCache<Value> {
  /// The most texts that are kept: enough for a hundred thousand screens, not for ten million users.
  private let limit: Int
  private var texts = ByteInterner()
  private var values: [Value] = []

  init(limit: Int = 1 << 17) { self.limit = limit }

  init(_ known: [(String, Value)]) {
    self.init()
    for (text, value) in known { text.withUTF8Bytes { add($0, value) } }
  }

  /// Nil if it is not known.
  @inline(__always)
  func find(_ text: UnsafeBufferPointer<UInt8>) -> Value? {
    let number = text.count > TextDigest.least ? TextDigest.withDigest(of: text, texts.number) : texts.number(of: text)
    return number.map { values[$0] }
  }

  /// Adds the value of a text that was not found.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ value: Value) {
    if values.count == limit { self = TextCache(limit: limit) }
    if text.count > TextDigest.least {
      TextDigest.withDigest(of: text) { _ = texts.intern($0) }
    } else {
      _ = texts.intern(text)
    }
    values.append(value)
  }
}

extension TextCache: Sendable where Value: Sendable {}

/// What is kept of a long text in its place: as many bytes for a text of any length.
private enum TextDigest {
  /// Texts of up to so many bytes are kept themselves.
  static let least = 128

  private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  /// Calls `body` with 24 bytes that no other text has: two random hashes, and the length.
  static func withDigest<R>(of text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    let digest = (
      ByteInterner.hash(text, seed: seeds.0), ByteInterner.hash(text, seed: seeds.1), UInt64(text.count)
    )
    return withUnsafeBytes(of: digest) { bytes in bytes.withMemoryRebound(to: UInt8.self, body) }
  }
}
