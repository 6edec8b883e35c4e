import NavigationModel

/// What was found out about some users.
package protocol MergeableSums: Sendable {
  /// Merges what was found out about other users.
  mutating func merge(_ other: Self)
}
