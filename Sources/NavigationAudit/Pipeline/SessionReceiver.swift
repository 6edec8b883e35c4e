import NavigationModel
import NavigationStore

/// What a ``SessionFold`` makes of people's sessions: measures, rows for a store, a comparison.
///
/// A receiver is called once for each person. What it does for each session is compiled for its own type.
package protocol SessionReceiver: Sendable {
  /// The events of a person: one array, or one for each input of a comparison.
  associatedtype Events: RangeReplaceableCollection & Sendable
  associatedtype Sums: MergeableSums

  /// Takes one person.
  /// - Parameters:
  ///   - events: in the order of the log; afterwards they may have any order.
  ///   - cutter: makes sessions of them.
  /// - Returns: the person's rows for the store that the fold writes; nil if it writes none.
  mutating func receive(_ person: FoldedPerson, _ events: inout Events, _ cutter: inout SessionCutter) throws -> PersonRows?

  /// What was made of everybody.
  mutating func finish() -> Sums
}
