import NavigationModel
import Statistics

/// What selecting a tab does: go to a section, or bring up a modal screen.
package struct TabModals: Measure, Summed {
  /// The longest time from the selection to its modal screen, microseconds.
  package static let limit = NavigationStack.arrivalLimit

  /// By tab, the accepted selections, reselections included, whose next step is a modal screen within two seconds, over
  /// all accepted selections.
  package private(set) var sums = SumsByName<ShareWithCount>()
  /// Selections that brought up a modal screen, by the tab and that screen; and by the screen alone.
  package private(set) var gates = SumsByKey<NamePair, Int>()
  package private(set) var raised = SumsByName<CountWithExamples>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences where occurrence.kind == .tabSelect || occurrence.kind == .tabReselect {
      let modal = path.modal(after: occurrence)
      sums[adding: occurrence.subject].add(modal != nil, session)
      guard let modal else { continue }
      raised[adding: modal].add(session)
      gates[adding: NamePair(occurrence.subject, modal)] += 1
    }
  }

  static let fields = Fields<Self>(\.sums, \.gates, \.raised)

  /// By tab, the modal screen that most of its selections that bring one up bring up.
  package var usualModals: [Name: Name] { gates.mostUsual { ($0.first, $0.second) } }
}

extension Reconstruction {
  /// The first step after the selection's own, if it is a modal screen within the limit.
  fileprivate func modal(after selection: Occurrence) -> Name? {
    var next = Int(selection.stepsBefore)
    guard next < steps.count else { return nil }
    if selection.kind == .tabSelect || (steps[next].kind == .reselect && steps[next].time == selection.time) {
      next += 1
    }
    guard next < steps.count else { return nil }
    let step = steps[next]
    return step.kind == .modal && step.part == selection.part && step.time - selection.time <= TabModals.limit
      ? step.screen : nil
  }
}

/// Hunting for the right tab: three different tabs selected in a row, all but the last left again in less than five
/// seconds.
package struct TabHunts: Measure, Summed {
  private var huntShare = UserShare()
  /// Taps on the tabs that were left again, all but the last of each hunt.
  package private(set) var taps = CountWithExamples()
  private var endCounts = SumsByName<Int>()
  private var passedCounts = SumsByName<Int>()

  /// A pager passes the pages between in less time, microseconds.
  private static let passing: Int64 = 500_000

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard let first = path.steps.first else { return }
    var wasted = 0
    // The last two stays, if they began with a tab selection; and the last tab of a hunt that may continue.
    var earlier: Stay?
    var last: Stay?
    var end: Name?
    var section = Section.none
    var part = first.part &+ 1
    for step in path.steps where step.section != section || step.part != part {
      if step.part != part || step.isAfterGap {
        earlier = nil
        last = nil
      }
      section = step.section
      part = step.part
      let stay: Stay? = step.kind == .tab && section.kind == .tab ? (section.name, step.time) : nil
      if let a = earlier, let b = last, let c = stay, Self.isLeft(a, for: b), Self.isLeft(b, for: c), a.tab != c.tab {
        if end == nil {
          passedCounts[adding: a.tab] += 1
          wasted += 1
        }
        passedCounts[adding: b.tab] += 1
        wasted += 1
        end = c.tab
      } else if let found = end {
        endCounts[adding: found] += 1
        end = nil
      }
      earlier = last
      last = stay
    }
    if let end { endCounts[adding: end] += 1 }
    huntShare.add(wasted > 0, session)
    if wasted > 0 { taps.add(session, times: wasted) }
  }

  /// Neighboring steps in one tab, beginning with its selection.
  private typealias Stay = (tab: Name, start: Int64)

  /// Whether a stay is too short to look around, and another tab comes next.
  private static func isLeft(_ stay: Stay, for next: Stay) -> Bool {
    next.tab != stay.tab && (passing..<Step.passedLimit).contains(next.start - stay.start)
  }

  static let fields = Fields<Self>(\.huntShare, \.taps, \.endCounts, \.passedCounts)

  /// Sessions with a hunt over all sessions with steps.
  package var sessions: RatioSums { huntShare.sums }
  /// How many hunts ended at each tab, and how often each was left again in one, unordered.
  package var ends: [(tab: Name, count: Int)] { endCounts.pairs.map { ($0, $1) } }
  package var passed: [(tab: Name, count: Int)] { passedCounts.pairs.map { ($0, $1) } }
}
