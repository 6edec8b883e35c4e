import NavigationModel
import Statistics

/// Badges on tabs: the sessions in which they were on, and whether people select the tab more often then. A badge stays
/// on from session to session until the log shows that it was cleared; badge events before the first step of a session
/// give its state at the start.
package struct Badges: Measure, Summed {
  package struct Sum: Summed {
    /// Sessions with the badge on in which the tab was selected afterwards, and sessions without it in which it was
    /// selected; over users with badge changes.
    package fileprivate(set) var selections = PairedRatioSums()
    /// Sessions with the badge on over all sessions of the users who ever had it on.
    fileprivate var on = RatioSums()
    /// The same for sessions in which the log says so.
    fileprivate var said = RatioSums()
    /// Sessions with the badge on in which the tab was not selected afterwards.
    package fileprivate(set) var ignored = CountWithExamples()
    package fileprivate(set) var clearings = 0

    /// Users who ever had the badge on, and their sessions with it.
    package var users: Int { on.users }
    package var sessions: Int { on.sumY }

    static let fields = Fields<Self>(\.selections, \.on, \.said, \.ignored, \.clearings)
  }

  package private(set) var sums = SumsByName<Sum>()
  /// Sessions with steps, of all users.
  private var all = RatioSums()

  private struct State: Sendable {
    var isOn = false
    var hasBadge = false
    var with = 0
    var said = 0
    var selectedWith = 0
    var selectedWithout = 0
    // In the current session.
    var isConcerned = false
    var wasOn = false
    var isSaid = false
    var isSelected = false
    var isSelectedAfterwards = false

    /// - Parameter isStart: whether it is said before the first step.
    mutating func note(isOn: Bool, isStart: Bool) {
      hasBadge = true
      isSaid = isOn || isSaid
      self.isOn = isOn
      wasOn = isOn || wasOn && !isStart
    }

    mutating func endSession(hasSteps: Bool) {
      if hasSteps, isSaid { said += 1 }
      if hasSteps, wasOn {
        with += 1
        if isSelectedAfterwards { selectedWith += 1 }
      } else if hasSteps, isSelected {
        selectedWithout += 1
      }
      wasOn = isOn
      isSaid = false
      isSelected = false
      isSelectedAfterwards = false
      isConcerned = isOn
    }
  }

  private var states = SumsByName<State>()
  /// Slots of tabs that occur in the current session or whose badge is on.
  private var concerned: [Int] = []
  /// Sessions with steps, of the current user.
  private var sessions = 0

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect, .tabReselect:
        guard occurrence.maker == .person else { continue }
        let slot = slot(occurrence.subject)
        states[number: slot].isSelected = true
        if states[number: slot].wasOn { states[number: slot].isSelectedAfterwards = true }
      case .badge:
        let slot = slot(occurrence.subject)
        let isOn = occurrence.value.isKnown && occurrence.value != .zero
        states[number: slot].note(isOn: isOn, isStart: occurrence.stepsBefore == 0)
        if !isOn { sums[adding: occurrence.subject].clearings += 1 }
      default: break
      }
    }
    endSession(session, hasSteps: !path.steps.isEmpty)
  }

  /// The slot of a tab that occurs in the session.
  @inline(__always)
  private mutating func slot(_ tab: Name) -> Int {
    let slot = states.number(adding: tab, as: State())
    if !states[number: slot].isConcerned {
      states[number: slot].isConcerned = true
      concerned.append(slot)
    }
    return slot
  }

  private mutating func endSession(_ session: Session, hasSteps: Bool) {
    if hasSteps { sessions += 1 }
    var kept = 0
    for slot in concerned {
      let state = states[number: slot]
      if hasSteps, state.wasOn, !state.isSelectedAfterwards { sums[adding: states.keys[slot]].ignored.add(session) }
      states[number: slot].endSession(hasSteps: hasSteps)
      if state.isOn {
        concerned[kept] = slot
        kept += 1
      }
    }
    concerned.removeSubrange(kept...)
  }

  mutating func finishUser() {
    if sessions > 0 {
      all.add(y: 0, n: sessions)
      for (tab, state) in states.pairs where state.hasBadge {
        sums[adding: tab].selections.add(
          firstY: state.selectedWith, firstN: state.with, secondY: state.selectedWithout, secondN: sessions - state.with
        )
        if state.with > 0 {
          sums[adding: tab].on.add(y: state.with, n: sessions)
          sums[adding: tab].said.add(y: state.said, n: sessions)
        }
      }
    }
    states.removeAll()
    concerned.removeAll(keepingCapacity: true)
    sessions = 0
  }

  static let fields = Fields<Self>(\.sums, \.all)

  /// Sessions with the badge on over all sessions with steps, for all users. Where the log never says that it was
  /// cleared, only those count in which it says that it is on.
  package func shareOn(_ sum: Sum) -> RatioSums { RatioSums(sum.clearings > 0 ? sum.on : sum.said, among: all) }
}
