import Synchronization

/// All names of a run, shared by the threads that read the log. Names are never removed individually.
public final class NameTable: Sendable {
  private let entries: Mutex<ByteInterner>

  public init() {
    var interner = ByteInterner()
    for text in Name.fixedTexts { text.withUTF8Bytes { _ = interner.intern($0) } }
    entries = Mutex(interner)
  }

  /// The name of a text; the empty text is ``Name/unknown``.
  public func name(_ text: String) -> Name { text.withUTF8Bytes { name($0) } }

  /// A NUL, which would end the text for C and SQLite, is read as U+FFFD (as CommonMark does).
  public func name(_ bytes: UnsafeBufferPointer<UInt8>) -> Name {
    if bytes.contains(0) { return name(String(decoding: bytes, as: UTF8.self).replacing("\0", with: "\u{FFFD}")) }
    return entries.withLock { Name(rawValue: UInt32($0.intern(bytes).number)) }
  }

  public func text(_ name: Name) -> String { entries.withLock { $0.text(of: Int(name.rawValue)) } }

  public var count: Int { entries.withLock { $0.count } }

  /// Bytes of memory in use.
  public var memory: Int { entries.withLock { $0.memory } }

  /// Returns all entries and empties the table to save memory. The table must not be used afterwards.
  public func takeEntries() -> ByteInterner {
    entries.withLock { entries in
      defer { entries = ByteInterner() }
      return entries
    }
  }

  /// The current names as text, with their order.
  public func snapshot() -> Names {
    entries.withLock { interner in Names(texts: (0..<interner.count).map { interner.text(of: $0) }) }
  }
}

extension String {
  /// Whether this text comes first by Unicode scalars. (`<` of `String` compares by canonical equivalence, which may differ.)
  public func precedesByScalars(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

  /// The UTF-8 bytes, valid during the call.
  public func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    var copy = self
    return try copy.withUTF8(body)
  }
}
