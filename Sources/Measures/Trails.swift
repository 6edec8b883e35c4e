import NavigationModel

/// The first screens of each part of a session: the trails that people take from the start.
package struct Trails: Measure {
  package static var isForRules: Bool { false }

  /// The number of screens in a trail.
  package static let length = 6

  /// A link of a trail, from one screen to the next.
  package struct Link: MixedHash, Sendable, Codable {
    /// The position of ``from`` in the part, from 1.
    package let step: Int
    package let from: Name
    /// Unknown at the end of the part.
    package let to: Name

    package var bits: UInt64 { (UInt64(from.rawValue) << 32 | UInt64(to.rawValue)) &+ UInt64(truncatingIfNeeded: step) << 61 }
  }

  package private(set) var cells = KeyedCells<Link, Amount>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    var number = 0
    for index in steps.indices {
      number = index > 0 && steps[index - 1].part == steps[index].part ? number + 1 : 1
      guard number < Self.length else { continue }
      let isLast = index + 1 == steps.count || steps[index + 1].part != steps[index].part
      cells[adding: Link(step: number, from: steps[index].screen, to: isLast ? .unknown : steps[index + 1].screen)].count += 1
    }
  }

  package mutating func merge(_ other: Trails) { cells.merge(other.cells) }
}

extension Trails {
  package func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope)] }

  private func table(_ scope: MeasureScope) -> Table {
    let names = scope.names
    // A screen may also be called (end).
    let rows = cells.pairs.sorted { (names.rank($0.0.from), names.rank($0.0.to)) < (names.rank($1.0.from), names.rank($1.0.to)) }
    return TableDefinition<(link: Link, cell: Amount)>(
      "trails", "One row for each pair of screens at each of the first steps of the parts of sessions.",
      [
        .numberKey("step", "The position of the screen left: 1 is the first screen of a part.") { $0.link.step },
        .key("from", "The screen left.") { names[$0.link.from] },
        .key("to", "The screen arrived at; (end) for the end of the part.") { $0.link.to.isKnown ? names[$0.link.to] : "(end)" },
        .count("count", "How often; the rows of step 1 add up to the parts with steps.") { $0.cell.count },
      ]
    ).table(rows.map { ($0.0, $0.1) })
  }
}

extension Measures {
  package var trails: Trails { self[Trails.self] }
}
