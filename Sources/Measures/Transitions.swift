import NavigationModel

/// Transitions between screens: neighboring steps of a part, with the part's start and end.
package struct Transitions: Measure {
  /// A pair of screens; an unknown name stands for the start of a part (`from`) or its end (`to`).
  package struct Pair: MixedHash, Sendable, Codable {
    package let from: Name
    package let to: Name

    package var bits: UInt64 { UInt64(from.rawValue) << 32 | UInt64(to.rawValue) }
  }

  package private(set) var cells = KeyedCells<Pair, Frequency>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    var part = UInt32.max
    var previous = Name.unknown
    for step in path.steps {
      if step.part != part {
        if previous.isKnown { cells[adding: Pair(from: previous, to: .unknown)].add(session) }
        part = step.part
        previous = .unknown
      }
      cells[adding: Pair(from: previous, to: step.screen)].add(session)
      previous = step.screen
    }
    if previous.isKnown { cells[adding: Pair(from: previous, to: .unknown)].add(session) }
  }

  package mutating func merge(_ other: Transitions) { cells.merge(other.cells) }
}

extension Transitions {
  package func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope)] }

  private func table(_ scope: MeasureScope) -> Table {
    let names = scope.names
    // A screen may also be called (start) or (end).
    let rows = cells.pairs.sorted { (names.rank($0.0.from), names.rank($0.0.to)) < (names.rank($1.0.from), names.rank($1.0.to)) }
    return TableDefinition<(pair: Pair, cell: Frequency)>(
      "transitions", "One row for each pair of neighboring screens.",
      [
        .key("from", "The screen left; (start) for the beginning of a part of a session.") { $0.pair.from.isKnown ? names[$0.pair.from] : "(start)" },
        .key("to", "The screen arrived at; (end) for the end of a part of a session.") { $0.pair.to.isKnown ? names[$0.pair.to] : "(end)" },
        .count("count", "How often; all rows add up to the steps and the parts with steps.") { $0.cell.count },
        .users("users", "By how many users.") { $0.cell.users },
      ]
    ).table(rows.map { ($0.0, $0.1) })
  }
}

extension Measures {
  package var transitions: Transitions { self[Transitions.self] }
}
