/// A text of the log, interned: a screen, a tab, a menu item, a gesture, …
///
/// Comparing names compares numbers. The numbers depend on the run and say nothing about text order:
/// sort by text (``Names/ordered(_:)``) before writing anything.
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

/// Only coders that know the table of names (`BinaryEncoder`) can encode names.
extension Name: Codable {
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "a name is read by a coder that knows its table"))
  }

  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "a name is written by a coder that knows its table"))
  }
}
