import NavigationModel
import Statistics

/// The outcome of taps, by target: dead taps, missed taps, and repeated taps.
package struct Taps: Measure, Summed {
  /// The number of taps in a row that make a rage.
  package static let rageLength = 3
  /// The longest time between two taps of a row, microseconds.
  package static let rageLimit: Int64 = 1_000_000

  package struct Sum: Summed {
    var deadShare = UserShare()
    var missedShare = UserShare()
    var missedOfSelectionsShare = UserShare()
    /// Dead taps and missed taps.
    package internal(set) var deadTaps = CountWithExamples()
    package internal(set) var missedTaps = CountWithExamples()
    /// Rows of three or more taps, each within a second of the previous one and each dead or missed: the taps in them.
    package internal(set) var rages = CountWithExamples()
    /// Rows of three or more taps with any outcome, after which nothing happened for a second: the taps in them.
    package internal(set) var rows = CountWithExamples()

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

    static let fields = Fields<Self>(
      \.deadShare, \.missedShare, \.missedOfSelectionsShare, \.deadTaps, \.missedTaps, \.rages, \.rows)
  }

  /// By target, and by tab if it was selected.
  package private(set) var sums = SumsByName<Sum>()
  /// Taps that are neither dead nor missed.
  package private(set) var worked = 0
  /// Dead and missed taps.
  package private(set) var failed = 0
  /// Dead taps by target and screen.
  private var deadTargets = SumsByKey<NamePair, Int>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let occurrences = path.occurrences
    var row = 0
    var failedRow = 0
    for index in occurrences.indices {
      let occurrence = occurrences[index]
      switch occurrence.kind {
      case .tabSelect, .tabReselect, .tabBlocked:
        sums[adding: occurrence.subject].missedOfSelectionsShare.add(false, session)
      case .tap:
        let continues = index > 0 && occurrence.isTap(soonAfter: occurrences[index - 1])
        row = continues ? row + 1 : 1
        failedRow = occurrence.isFailedTap ? (continues ? failedRow : 0) + 1 : 0
        count(occurrence, session)
        if failedRow == Self.rageLength { sums[adding: occurrence.subject].rages.add(session, times: Self.rageLength) }
        if failedRow > Self.rageLength { sums[adding: occurrence.subject].rages.add(session) }
        if row >= Self.rageLength, path.nothingFollows(tap: index) {
          sums[adding: occurrence.subject].rows.add(session, times: row)
        }
      default: break
      }
    }
  }

  @inline(__always)
  private mutating func count(_ tap: Occurrence, _ session: Session) {
    sums[adding: tap.subject].add(tap.outcome, session)
    switch tap.outcome {
    case .missed:
      failed += 1
      sums[adding: tap.subject].missedTaps.add(session)
    case .dead:
      failed += 1
      sums[adding: tap.subject].deadTaps.add(session)
      deadTargets[adding: NamePair(tap.subject, tap.screen)] += 1
    default: worked += 1
    }
  }

  static let fields = Fields<Self>(\.sums, \.worked, \.failed, \.deadTargets)

  /// The screens with dead taps on a target, with counts, unordered. O(targets on screens).
  package func screensWithDeadTaps(on target: Name) -> [(screen: Name, taps: Int)] {
    deadTargets.pairs.filter { $0.0.first == target }.map { ($0.0.second, $0.1) }
  }
}

extension Occurrence {
  /// A tap that did nothing or fell beside its target.
  fileprivate var isFailedTap: Bool { outcome == .dead || outcome == .missed }

  /// Whether this tap repeats one on the same target of the same screen, within a second of the previous occurrence,
  /// without a step between.
  fileprivate func isTap(soonAfter before: Occurrence) -> Bool {
    kind == .tap && !isAfterGap && before.kind == .tap && subject == before.subject && screen == before.screen
      && part == before.part
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
