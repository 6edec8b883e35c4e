import NavigationModel
import Tables

/// Every change of section between neighboring steps of a part.
public struct SectionChanges: Measure {
  public static var isForRules: Bool { false }

  public struct Pair: MixedHash, Sendable, Codable {
    public let from: Section
    public let to: Section

    public var bits: UInt64 { from.bits &* 31 ^ to.bits }
  }

  public struct Cell: MergeableCell {
    public private(set) var count = 0
    /// Changes by a `tab` step: these are the tab switches.
    public private(set) var tabSteps = 0
    private var userCount = UserCount()

    public init() {}

    public var users: Int { userCount.users }

    mutating func add(_ session: Session, isTabStep: Bool) {
      count += 1
      if isTabStep { tabSteps += 1 }
      userCount.add(session)
    }

    public mutating func merge(_ other: Cell) {
      count += other.count
      tabSteps += other.tabSteps
      userCount.merge(other.userCount)
    }
  }

  public private(set) var cells = KeyedCells<Pair, Cell>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    let steps = path.steps
    for index in steps.indices.dropFirst() {
      let from = steps[index - 1]
      let to = steps[index]
      if from.part == to.part, from.section != to.section {
        cells[adding: Pair(from: from.section, to: to.section)].add(session, isTabStep: to.kind == .tab)
      }
    }
  }

  public mutating func merge(_ other: SectionChanges) { cells.merge(other.cells) }
}

extension SectionChanges {
  public func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope)] }

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

extension Measures {
  public var sectionChanges: SectionChanges { self[SectionChanges.self] }
}
