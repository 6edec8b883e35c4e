import NavigationModel
import Statistics

/// Badges on tabs: the sessions in which they were on, and whether people select the tab more often then. A badge stays on from session to session
/// until the log shows that it was cleared; badge events before the first step of a session give its state at the start.
package struct Badges: Measure, Summed {
  package struct Sum: Summed {
    /// Sessions with the badge on at some time in which the tab was selected afterwards, and sessions without the badge in which the tab
    /// was selected; over users with any change of the badge.
    package fileprivate(set) var selections = PairedRatioSums()
    /// Sessions with the badge on over all sessions of the users who ever had it on.
    fileprivate var on = RatioSums()
    /// Sessions with the badge on in which the tab was not selected afterwards.
    package fileprivate(set) var ignored = CountWithExamples()
    /// How often the badge was cleared.
    package fileprivate(set) var clearings = 0

    package init() {}

    /// Users who ever had the badge on, and their sessions with it.
    package var users: Int { on.users }
    package var sessions: Int { on.sumY }

    package static let fields = Fields<Self>(\.selections, \.on, \.ignored, \.clearings)
  }

  package private(set) var sums = SumsByName<Sum>()
  /// Sessions with steps, of all users.
  private var all = RatioSums()

  private var present = BadgesOfUser()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect, .tabReselect: present.select(occurrence.subject)
      case .badge:
        let isOn = occurrence.value.isKnown && occurrence.value != .zero
        present.change(occurrence.subject, isOn: isOn, isBeforeFirstStep: occurrence.stepsBefore == 0)
        if !isOn { sums[adding: occurrence.subject].clearings += 1 }
      default: break
      }
    }
    for tab in present.endSession(hasSteps: !path.steps.isEmpty) { sums[adding: tab].ignored.add(session) }
  }

  package mutating func finishUser() {
    if present.sessions > 0 {
      all.add(y: 0, n: present.sessions)
      for (tab, state) in present.badged {
        sums[adding: tab].selections.add(
          firstY: state.selectedWith, firstN: state.with, secondY: state.selectedWithout, secondN: present.sessions - state.with)
        if state.with > 0 { sums[adding: tab].on.add(y: state.with, n: present.sessions) }
      }
    }
    present.removeAll()
  }

  package static let fields = Fields<Self>(\.sums, \.all)

  /// Sessions with the badge on over all sessions with steps, for all users.
  package func shareOn(_ sum: Sum) -> RatioSums { RatioSums(sum.on, among: all) }
}

/// The tabs of one user with their badges and counts.
private struct BadgesOfUser {
  struct State {
    var isOn = false
    var hasBadge = false
    var with = 0
    var selectedWith = 0
    var selectedWithout = 0
    // In the current session.
    var isConcerned = false
    var wasOn = false
    var isSelected = false
    var isSelectedAfterwards = false
  }

  private var slots = NameList()
  private var states: [State] = []
  /// Slots of tabs that occur in the current session or whose badge is on.
  private var concerned: [Int] = []
  private(set) var sessions = 0

  var badged: [(tab: Name, state: State)] {
    zip(slots.keys, states).filter { $1.hasBadge }.map { (tab: $0, state: $1) }
  }

  mutating func removeAll() {
    slots.removeAll()
    states.removeAll(keepingCapacity: true)
    concerned.removeAll(keepingCapacity: true)
    sessions = 0
  }

  @inline(__always)
  private mutating func slot(_ tab: Name) -> Int {
    let slot = slots.number(adding: tab)
    if slot == states.count { states.append(State()) }
    return slot
  }

  private mutating func concern(_ slot: Int) {
    if states[slot].isConcerned { return }
    states[slot].isConcerned = true
    concerned.append(slot)
  }

  mutating func select(_ tab: Name) {
    let slot = slot(tab)
    states[slot].isSelected = true
    if states[slot].wasOn { states[slot].isSelectedAfterwards = true }
    concern(slot)
  }

  mutating func change(_ tab: Name, isOn: Bool, isBeforeFirstStep: Bool) {
    let slot = slot(tab)
    states[slot].hasBadge = true
    states[slot].isOn = isOn
    states[slot].wasOn = isOn || states[slot].wasOn && !isBeforeFirstStep
    concern(slot)
  }

  /// Adds what the session recorded, and returns the tabs whose badge was ignored.
  mutating func endSession(hasSteps: Bool) -> [Name] {
    var ignored: [Name] = []
    if hasSteps { sessions += 1 }
    var kept = 0
    for slot in concerned {
      let state = states[slot]
      if hasSteps, state.wasOn {
        states[slot].with += 1
        if state.isSelectedAfterwards { states[slot].selectedWith += 1 } else { ignored.append(slots.keys[slot]) }
      } else if hasSteps, state.isSelected {
        states[slot].selectedWithout += 1
      }
      states[slot].wasOn = state.isOn
      states[slot].isSelected = false
      states[slot].isSelectedAfterwards = false
      states[slot].isConcerned = state.isOn
      if state.isOn {
        concerned[kept] = slot
        kept += 1
      }
    }
    concerned.removeSubrange(kept...)
    return ignored
  }
}
