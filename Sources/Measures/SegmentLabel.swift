import NavigationModel

/// Labels in the columns of a segment.
public enum SegmentLabel {
  /// All values.
  public static let all = "(all)"
  public static let unknown = "(not known)"
  /// Merged segments of fewer than ten users.
  public static let small = "(small groups)"

  static func text(_ name: Name, _ names: Names) -> String { name.isKnown ? names[name] : unknown }
}
