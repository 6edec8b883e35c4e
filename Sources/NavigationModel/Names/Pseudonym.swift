/// A user in reports: a keyed hash of the log's user.
public struct Pseudonym: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  public let rawValue: UInt64
  @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// `u` and sixteen hexadecimal digits.
  public var description: String { "u" + rawValue.hexadecimal }

  /// The pseudonym for this description; nil if it is malformed.
  public init?(description: String) {
    guard let rawValue = UInt64(description.dropFirst(), radix: 16), Pseudonym(rawValue: rawValue).description == description else { return nil }
    self.init(rawValue: rawValue)
  }

  @inlinable public static func < (a: Pseudonym, b: Pseudonym) -> Bool { a.rawValue < b.rawValue }
}
