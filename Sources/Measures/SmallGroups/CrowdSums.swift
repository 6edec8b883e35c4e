import NavigationModel

/// The people behind each figure, both for known and for unknown structure: only when all users are measured is it decided which
/// applies.
package struct CrowdSums: Sendable {
  /// For unknown and known structure.
  package var cases: [Crowds]

  package init(least: Int) { cases = [Crowds(least: least), Crowds(least: least)] }

  /// Merges what was measured of other users.
  package mutating func merge(_ other: CrowdSums) {
    for index in cases.indices { cases[index].merge(other.cases[index]) }
  }

  package func crowds(structureKnown: Bool) -> Crowds { cases[structureKnown ? 1 : 0] }

  package func encode(to encoder: BinaryEncoder) throws { for crowds in cases { try crowds.encode(to: encoder) } }

  /// - Parameter least: the same as when encoding.
  package init(from decoder: BinaryDecoder, least: Int) throws {
    cases = [try Crowds(from: decoder, least: least), try Crowds(from: decoder, least: least)]
  }
}
