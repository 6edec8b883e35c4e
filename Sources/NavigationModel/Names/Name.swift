import Synchronization

/// A text of the log, interned: a screen, a tab, a menu item, a gesture, …
///
/// Comparing names compares numbers, which depend on the run and not on the texts: sort by text (``Names/ordered(_:)``)
/// before writing anything.
public struct Name: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32

  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No text was given.
  @inlinable public static var unknown: Name { Name(rawValue: 0) }
  /// `?`: a screen or a target that exists but is not named.
  @inlinable public static var unnamed: Name { Name(rawValue: 1) }
  /// `More`: the overflow tab and its list, if the log does not name them.
  @inlinable public static var more: Name { Name(rawValue: 2) }
  /// `menu`: the container of an unnamed menu.
  @inlinable public static var menu: Name { Name(rawValue: 3) }
  /// `0`: the value of a badge that was cleared.
  @inlinable public static var zero: Name { Name(rawValue: 4) }

  @inlinable public var isKnown: Bool { rawValue != 0 }

  /// This name, or `other` if it is unknown.
  @inlinable public func or(_ other: Name) -> Name { isKnown ? self : other }

  /// The texts of the fixed names, by number.
  static let fixedTexts = ["", "?", "More", "menu", "0"]
}

/// The names of a finished run as text, and the order in which they are written: by Unicode scalars.
public struct Names: Sendable {
  public let texts: [String]
  /// The names by text order, and the rank of each name.
  private let order: [UInt32]
  private let ranks: [UInt32]

  public init(texts: [String]) {
    self.texts = texts
    order = (0..<UInt32(texts.count)).sorted { texts[Int($0)].precedesByScalars(texts[Int($1)]) }
    var ranks = [UInt32](repeating: 0, count: texts.count)
    for (rank, number) in order.enumerated() { ranks[Int(number)] = UInt32(rank) }
    self.ranks = ranks
  }

  public subscript(name: Name) -> String { texts[Int(name.rawValue)] }

  /// The name of a text, if the run has seen it.
  public func name(_ text: String) -> Name? {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if texts[Int(order[middle])].precedesByScalars(text) { low = middle + 1 } else { high = middle }
    }
    guard low < order.count, texts[Int(order[low])].utf8.elementsEqual(text.utf8) else { return nil }
    return Name(rawValue: order[low])
  }

  /// The rank of the name among all names in text order.
  public func rank(_ name: Name) -> UInt32 { ranks[Int(name.rawValue)] }

  /// The names in text order.
  public func ordered(_ names: some Sequence<Name>) -> [Name] { names.sorted { rank($0) < rank($1) } }
}

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
  /// Whether this text comes first by Unicode scalars. (`<` of `String` compares by canonical equivalence, which may
  /// differ.)
  public func precedesByScalars(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

  /// The UTF-8 bytes, valid during the call.
  public func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    var copy = self
    return try copy.withUTF8(body)
  }
}
