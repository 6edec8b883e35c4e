/// The people behind each figure, for the case that the structure of the app is known and for the other: which of them holds shows when everybody was
/// measured.
public struct CrowdSums: Sendable {
  /// Where the structure is not known, and where it is.
  var cases: [Crowds]

  public init(least: Int) { cases = [Crowds(least: least), Crowds(least: least)] }

  /// Takes in what was measured of other users.
  public mutating func merge(_ other: CrowdSums) {
    for place in cases.indices { cases[place].merge(other.cases[place]) }
  }

  public func crowds(structureKnown: Bool) -> Crowds { cases[structureKnown ? 1 : 0] }

  package func encode(to encoder: BinaryEncoder) throws { for crowds in cases { try crowds.encode(to: encoder) } }

  /// - Parameter least: as it was when they were written.
  package init(from decoder: BinaryDecoder, least: Int) throws {
    cases = [try Crowds(from: decoder, least: least), try Crowds(from: decoder, least: least)]
  }
}
