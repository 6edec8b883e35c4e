import NavigationModel
import Statistics

/// Hunting for the right tab: three different tabs selected in a row, all but the last left again in less than five seconds.
package struct TabHunts: Measure {
  private var huntShare = UserShare()
  /// Taps on the tabs that were left again, all but the last of each hunt.
  package private(set) var taps = Happening()
  private var endCounts = NameCells<Amount>()
  private var passedCounts = NameCells<Amount>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard let first = path.steps.first else { return }
    var wasted = 0
    // The last two stays, if they began with a tab selection; and the last tab of a hunt that may continue.
    var earlier: Stay?
    var last: Stay?
    var end: Name?
    var section = Section.none
    var part = first.part &+ 1
    for step in path.steps where step.section != section || step.part != part {
      if step.part != part {
        earlier = nil
        last = nil
      }
      section = step.section
      part = step.part
      let stay = Stay(step)
      if let a = earlier, let b = last, let c = stay, a.isLeft(for: b), b.isLeft(for: c), a.tab != c.tab {
        if end == nil {
          passedCounts[adding: a.tab].count += 1
          wasted += 1
        }
        passedCounts[adding: b.tab].count += 1
        wasted += 1
        end = c.tab
      } else if let found = end {
        endCounts[adding: found].count += 1
        end = nil
      }
      earlier = last
      last = stay
    }
    if let end { endCounts[adding: end].count += 1 }
    huntShare.add(wasted > 0, session)
    if wasted > 0 { taps.add(wasted, session) }
  }

  package mutating func merge(_ other: TabHunts) {
    huntShare.merge(other.huntShare)
    taps.merge(other.taps)
    endCounts.merge(other.endCounts)
    passedCounts.merge(other.passedCounts)
  }

  /// Sessions with a hunt over all sessions with steps.
  package var sessions: RatioSums { huntShare.sums }
  /// How many hunts ended at each tab, and how often each was left again in one, unordered.
  package var ends: [(tab: Name, count: Int)] { endCounts.pairs.map { ($0, $1.count) } }
  package var passed: [(tab: Name, count: Int)] { passedCounts.pairs.map { ($0, $1.count) } }
}

/// Neighboring steps in one tab, beginning with its selection.
private struct Stay {
  let tab: Name
  let start: Int64

  init?(_ first: Step) {
    guard first.kind == .tab, first.section.kind == .tab else { return nil }
    tab = first.section.name
    start = first.time
  }

  /// Whether the stay is too short to look around, and another tab comes next.
  func isLeft(for next: Stay) -> Bool { next.tab != tab && next.start - start < Step.passedLimit && next.start - start >= Self.passing }

  /// A pager passes the pages between in less time, microseconds.
  private static let passing: Int64 = 500_000
}

extension Measures {
  package var tabHunts: TabHunts { self[TabHunts.self] }
}
