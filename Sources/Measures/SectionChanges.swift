import NavigationModel

/// Every change of section between neighboring steps of a part.
package struct SectionChanges: Measure {
  package static var isForRules: Bool { false }

  package struct Pair: MixedHash, Sendable, Codable {
    package let from: Section
    package let to: Section

    package var bits: UInt64 { from.bits &* 31 ^ to.bits }
  }

  package struct Cell: MergeableCell {
    package private(set) var count = 0
    /// Changes by a `tab` step: these are the tab switches.
    package private(set) var tabSteps = 0
    private var userCount = UserCount()

    package init() {}

    package var users: Int { userCount.users }

    mutating func add(_ session: Session, isTabStep: Bool) {
      count += 1
      if isTabStep { tabSteps += 1 }
      userCount.add(session)
    }

    package mutating func merge(_ other: Cell) {
      count += other.count
      tabSteps += other.tabSteps
      userCount.merge(other.userCount)
    }
  }

  package private(set) var cells = KeyedCells<Pair, Cell>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    for index in steps.indices.dropFirst() {
      let from = steps[index - 1]
      let to = steps[index]
      if from.part == to.part, from.section != to.section {
        cells[adding: Pair(from: from.section, to: to.section)].add(session, isTabStep: to.kind == .tab)
      }
    }
  }

  package mutating func merge(_ other: SectionChanges) { cells.merge(other.cells) }
}

extension SectionChanges {
  package func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope)] }

  private func table(_ scope: MeasureScope) -> Table {
    let names = scope.names
    // A tab may have the same name as the More list or a menu item: then the kinds of the sections decide.
    func rank(_ section: Section) -> (UInt8, UInt32) { (section.kind.rawValue, names.rank(section.name)) }
    let rows = cells.pairs.sorted { a, b in
      let (one, two) = (rank(a.0.from), rank(b.0.from))
      return one == two ? rank(a.0.to) < rank(b.0.to) : one < two
    }
    return TableDefinition<(pair: Pair, cell: Cell)>(
      "tab_switches", "One row for each change of section.",
      [
        .key("from", "The section left.") { $0.pair.from.label(names) },
        .key("to", "The section entered.") { $0.pair.to.label(names) },
        .count("count", "How often.") { $0.cell.count },
        .users("users", "By how many users.") { $0.cell.users },
        .count("tab_steps", "How often by a tab; these add up to tab_switches.") { $0.cell.tabSteps },
      ]
    ).table(scope.structureKnown ? rows.map { ($0.0, $0.1) } : [])
  }
}
