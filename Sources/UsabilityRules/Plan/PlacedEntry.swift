import Measures

/// An entry with its container in a layout.
public struct PlacedEntry: Sendable {
  package let entry: Entry
  public let name: String
  /// `bar`, `More`, or the name of the menu.
  public let container: String
  /// Its number in the sums; nil if nobody chose or landed on it.
  let number: UInt32?
  public let eligibleUsers: Int
  /// Whether it may be moved.
  public let isMovable: Bool
}
