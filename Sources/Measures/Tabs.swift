import NavigationModel
import Statistics

/// How each tab of the tab bar is used.
public struct Tabs: Measure {
  public private(set) var cells = NameCells<Cell>()

  public struct Cell: MergeableCell {
    /// Accepted selections from another section.
    public internal(set) var selects = 0
    public internal(set) var reselects = 0
    /// Returns to the tab by a screen that is its root.
    public internal(set) var inferred = 0
    var useCount = UserCount()
    /// Selections that the app refused, over all taps on the tab.
    var blockedShare = UserShare()
    /// Lost state, over the returns to a tab that had kept more than its root.
    var lostShare = UserShare()
    /// Selections that the app refused, and returns at which the kept state was lost.
    public internal(set) var refusals = Happening()
    public internal(set) var losses = Happening()

    public init() {}

    public mutating func merge(_ other: Cell) {
      selects += other.selects
      reselects += other.reselects
      inferred += other.inferred
      useCount.merge(other.useCount)
      blockedShare.merge(other.blockedShare)
      lostShare.merge(other.lostShare)
      refusals.merge(other.refusals)
      losses.merge(other.losses)
    }

    /// Users with an accepted selection, from another section or the same.
    public var users: Int { useCount.users }
    /// Refused selections over all taps on the tab.
    public var blocked: RatioSums { blockedShare.sums }
    /// Lost states over kept-state returns.
    public var stateLost: RatioSums { lostShare.sums }
  }

  /// Refusals and losses of the present session.
  private var refusals = Tally<Name>()
  private var losses = Tally<Name>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect:
        cells[adding: occurrence.subject].selects += 1
        cells[adding: occurrence.subject].useCount.add(session)
        cells[adding: occurrence.subject].blockedShare.add(false, session)
      case .tabReselect:
        cells[adding: occurrence.subject].reselects += 1
        cells[adding: occurrence.subject].useCount.add(session)
        cells[adding: occurrence.subject].blockedShare.add(false, session)
      case .tabBlocked:
        cells[adding: occurrence.subject].blockedShare.add(true, session)
        refusals.count(occurrence.subject)
      case .keptStateReturn:
        cells[adding: occurrence.subject].lostShare.add(occurrence.flag, session)
        if occurrence.flag { losses.count(occurrence.subject) }
      default: break
      }
    }
    for (tab, count) in refusals.counts { cells[adding: tab].refusals.add(count, session) }
    for (tab, count) in losses.counts { cells[adding: tab].losses.add(count, session) }
    refusals.removeAll()
    losses.removeAll()
    for step in path.steps where step.kind == .tab && step.isInferred { cells[adding: step.section.name].inferred += 1 }
  }

  public mutating func merge(_ other: Tabs) { cells.merge(other.cells) }

  public var blocked: Int { cells.cells.reduce(0) { $0 + $1.blocked.sumY } }
  public var stateLost: Int { cells.cells.reduce(0) { $0 + $1.stateLost.sumY } }
}
