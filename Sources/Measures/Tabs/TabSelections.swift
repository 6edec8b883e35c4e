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

  /// The modal screen that most of the selections of a tab that bring one up bring up.
  package func usualModal(of tab: Name) -> Name? {
    let own = gates.pairs.filter { $0.0.first == tab }
    let all = own.reduce(0) { $0 + $1.1 }
    return own.first { $0.1 * 2 > all }?.0.second
  }
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

/// Where tabs are selected from: a strip inside a page is selected from that page, a tab of the bar from anywhere.
package struct TabOrigins: Measure, Summed {
  package struct Selection: Hashable, BinaryRecord {
    package let tab: Name
    package let section: Section
    /// Whether screens were open above the section's root.
    package let isBelowRoot: Bool

    package static let form = BinaryForm(Self.init(tab:section:isBelowRoot:), \.tab, \.section, \.isBelowRoot)
  }

  /// Of single selections. Those that begin a part come from nowhere.
  private var sums = SumsByKey<Selection, Int>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for (index, step) in path.steps.enumerated() where step.kind == .tab && !step.isInferred {
      let last = index > 0 && path.steps[index - 1].part == step.part ? index - 1 : nil
      let section = last.map { path.steps[$0].section } ?? .none
      sums[
        adding: Selection(
          tab: step.section.name, section: section,
          isBelowRoot: last.map { path.stacks.height(afterStep: $0) > 1 } ?? false)] += 1
    }
  }

  static let fields = Fields<Self>(\.sums)

  package struct Strip: Equatable, Sendable {
    package let section: Section
    package let names: Set<Name>
    /// Whether it is on the root of the section, and not below.
    package let isOnRoot: Bool
    /// Whether the bar has other tabs than the section. If not, the names may well be its tabs: people are deep in the
    /// section when they leave it.
    package let isBesideBar: Bool
  }

  /// The strips, unordered: 95% of the selections come from the page or the strip itself. A page below the root of a
  /// section is enough; of a section with its root, other tabs must tell that it is no hub: people go to and fro
  /// between it and them, but from none of them into the strip.
  package var strips: [Strip] {
    // With so many, tabs are names with ids.
    guard sums.count <= BarUsers.mostKeys else { return [] }
    let byTab = Dictionary(grouping: sums.pairs, by: \.0.tab)
    return Set(sums.keys.map(\.section)).compactMap {
      strip(in: $0, isOnRoot: false, byTab) ?? strip(in: $0, isOnRoot: true, byTab)
    }
  }

  /// The names of the strips that are surely none of the bar's.
  package var stripNames: Set<Name> { strips.reduce(into: []) { if $1.isBesideBar { $0.formUnion($1.names) } } }

  private func strip(in section: Section, isOnRoot: Bool, _ byTab: [Name: [(Selection, Int)]]) -> Strip? {
    let tabs = Set(byTab.keys)
    if isOnRoot, section.kind != .tab || tabs.count > BarUsers.mostTabs { return nil }
    var names = tabs
    if section.kind == .tab { names.remove(section.name) }
    func count(of tabs: Set<Name>, where isMeant: (Selection) -> Bool = { _ in true }) -> Int {
      tabs.reduce(0) { all, tab in (byTab[tab] ?? []).reduce(all) { $0 + (isMeant($1.0) ? $1.1 : 0) } }
    }
    func comeFromPage(_ key: Selection) -> Bool { key.section == section && (isOnRoot || key.isBelowRoot) }
    func comeFrom(_ tabs: Set<Name>) -> (Selection) -> Bool {
      { $0.section.kind == .tab && tabs.contains($0.section.name) }
    }
    while true {
      let kept = names.filter { tab in
        let all = count(of: [tab])
        return all >= Self.fewestSelections
          && (count(of: [tab], where: comeFromPage) + count(of: [tab], where: comeFrom(names))) * 20 >= all * 19
      }
      if kept.count == names.count { break }
      names = kept
    }
    // People come into the strip from the page, and from nowhere else.
    let (all, entered, within) = (
      count(of: names), count(of: names, where: comeFromPage), count(of: names, where: comeFrom(names))
    )
    guard entered > 0, entered >= 19 * (all - entered - within) else { return nil }
    let others = tabs.subtracting(names).subtracting([section.name]).filter { count(of: [$0]) >= Self.fewestSelections }
    if isOnRoot {
      guard others.count > 1, count(of: others, where: comeFromPage) >= Self.fewestSelections,
        count(of: [section.name], where: comeFrom(others)) >= Self.fewestSelections,
        count(of: [section.name], where: comeFrom(names)) >= Self.fewestSelections
      else { return nil }
    }
    return Strip(
      section: section, names: names, isOnRoot: isOnRoot, isBesideBar: section.kind != .tab || !others.isEmpty)
  }

  private static let fewestSelections = 20
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
      if step.part != part {
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
