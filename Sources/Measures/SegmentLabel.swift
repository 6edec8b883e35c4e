import NavigationModel

/// Labels in the columns of a segment.
package enum SegmentLabel {
  /// All values.
  package static let all = "(all)"
  package static let unknown = "(not known)"
  /// Merged segments of fewer than ten users.
  package static let small = "(small groups)"

  static func text(_ name: Name, _ names: Names) -> String { name.isKnown ? names[name] : unknown }
}
