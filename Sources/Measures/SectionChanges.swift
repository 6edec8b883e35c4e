import NavigationModel

/// From which section to which: every change of section between neighbouring steps of a part.
public struct SectionChanges: Measure {
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

  /// How often people changed the tab.
  public var tabSwitches: Int { cells.cells.reduce(0) { $0 + $1.tabSteps } }
}
