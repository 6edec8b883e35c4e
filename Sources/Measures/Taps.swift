import NavigationModel
import Statistics

/// The outcome of taps, by target: dead taps, missed taps, and repeated taps.
package struct Taps: Measure {
  /// The number of taps in a row that make a rage.
  package static let rageLength = 3
  /// The longest time between two taps of a row, microseconds.
  package static let rageLimit: Int64 = 1_000_000

  package struct Cell: MergeableCell {
    var deadShare = UserShare()
    var missedShare = UserShare()
    var missedOfSelectionsShare = UserShare()
    /// Dead taps and missed taps.
    package internal(set) var deadTaps = Happening()
    package internal(set) var missedTaps = Happening()
    /// Rows of three or more taps, each within a second of the previous one and each dead or missed: the taps in them.
    package internal(set) var rages = Happening()
    /// Rows of three or more taps with any outcome, after which nothing happened for a second: the taps in them.
    package internal(set) var rows = Happening()

    package init() {}

    @inline(__always)
    mutating func add(_ outcome: Outcome, _ session: Session) {
      deadShare.add(outcome == .dead, session)
      missedShare.add(outcome == .missed, session)
      if outcome == .missed { missedOfSelectionsShare.add(true, session) }
    }

    /// Dead taps over all taps; its users are those who tapped the target.
    package var dead: RatioSums { deadShare.sums }
    /// Missed taps over all taps.
    package var missed: RatioSums { missedShare.sums }
    /// Missed taps over those and the selections of the tab with that name, including refused ones.
    package var missedOfSelections: RatioSums { missedOfSelectionsShare.sums }

    package mutating func merge(_ other: Cell) {
      deadShare.merge(other.deadShare)
      missedShare.merge(other.missedShare)
      missedOfSelectionsShare.merge(other.missedOfSelectionsShare)
      deadTaps.merge(other.deadTaps)
      missedTaps.merge(other.missedTaps)
      rages.merge(other.rages)
      rows.merge(other.rows)
    }
  }

  /// A target on a screen.
  package struct TargetOnScreen: MixedHash, Sendable, Codable {
    package let target: Name
    package let screen: Name

    package var bits: UInt64 { UInt64(target.rawValue) << 32 | UInt64(screen.rawValue) }
  }

  /// By target, and by tab if it was selected.
  package private(set) var cells = NameCells<Cell>()
  /// Taps that are neither dead nor missed.
  package private(set) var worked = 0
  /// Dead and missed taps.
  package private(set) var failed = 0
  private var deadTargets = KeyedCells<TargetOnScreen, Amount>()
  /// Taps of the current session: dead, missed, in rages, in rows.
  private var dead = Tally<TargetOnScreen>()
  private var missed = Tally<Name>()
  private var rages = Tally<Name>()
  private var rows = Tally<Name>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let occurrences = path.occurrences
    var row = 0
    var failedRow = 0
    for index in occurrences.indices {
      let occurrence = occurrences[index]
      switch occurrence.kind {
      case .tabSelect, .tabReselect, .tabBlocked:
        cells[adding: occurrence.subject].missedOfSelectionsShare.add(false, session)
      case .tap:
        let continues = index > 0 && occurrence.isTap(soonAfter: occurrences[index - 1])
        row = continues ? row + 1 : 1
        failedRow = occurrence.isFailedTap ? (continues ? failedRow : 0) + 1 : 0
        count(occurrence, session)
        if failedRow == Self.rageLength { rages.count(occurrence.subject, times: Self.rageLength) }
        if failedRow > Self.rageLength { rages.count(occurrence.subject) }
        if row >= Self.rageLength, path.nothingFollows(tap: index) { rows.count(occurrence.subject, times: row) }
      default: break
      }
    }
    addTallies(session)
  }

  @inline(__always)
  private mutating func count(_ tap: Occurrence, _ session: Session) {
    cells[adding: tap.subject].add(tap.outcome, session)
    switch tap.outcome {
    case .missed:
      failed += 1
      missed.count(tap.subject)
    case .dead:
      failed += 1
      dead.count(TargetOnScreen(target: tap.subject, screen: tap.screen))
    default: worked += 1
    }
  }

  /// Adds the counts of the session.
  private mutating func addTallies(_ session: Session) {
    if dead.total > 0 {
      var targets = Tally<Name>()
      for (key, count) in dead.counts {
        deadTargets[adding: key].count += count
        targets.count(key.target, times: count)
      }
      for (target, count) in targets.counts { cells[adding: target].deadTaps.add(count, session) }
      dead.removeAll()
    }
    for (target, count) in missed.counts { cells[adding: target].missedTaps.add(count, session) }
    for (target, count) in rages.counts { cells[adding: target].rages.add(count, session) }
    for (target, count) in rows.counts { cells[adding: target].rows.add(count, session) }
    missed.removeAll()
    rages.removeAll()
    rows.removeAll()
  }

  package mutating func merge(_ other: Taps) {
    cells.merge(other.cells)
    worked += other.worked
    failed += other.failed
    deadTargets.merge(other.deadTargets)
  }

  /// The screens with dead taps on a target, with counts, unordered. O(targets on screens).
  package func screensWithDeadTaps(on target: Name) -> [(screen: Name, taps: Int)] {
    deadTargets.pairs.filter { $0.0.target == target }.map { ($0.0.screen, $0.1.count) }
  }
}

extension Occurrence {
  /// A tap that did nothing or fell beside its target.
  fileprivate var isFailedTap: Bool { outcome == .dead || outcome == .missed }

  /// Whether this tap repeats one on the same target of the same screen, within a second of the previous occurrence, without a step between.
  fileprivate func isTap(soonAfter before: Occurrence) -> Bool {
    kind == .tap && before.kind == .tap && subject == before.subject && screen == before.screen && part == before.part
      && stepsBefore == before.stepsBefore && time - before.time <= Taps.rageLimit
  }
}

extension Reconstruction {
  /// Whether nothing is logged within a second of a tap: no step and no occurrence.
  fileprivate func nothingFollows(tap index: Int) -> Bool {
    let tap = occurrences[index]
    func isSoon(_ time: Int64, _ part: UInt32) -> Bool { part == tap.part && time - tap.time <= Taps.rageLimit }
    if index + 1 < occurrences.count, isSoon(occurrences[index + 1].time, occurrences[index + 1].part) { return false }
    let next = Int(tap.stepsBefore)
    return next >= steps.count || !isSoon(steps[next].time, steps[next].part)
  }
}

extension Measures {
  package var taps: Taps { self[Taps.self] }
}
