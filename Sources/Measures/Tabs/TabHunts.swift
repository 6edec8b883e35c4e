import NavigationModel
import Statistics

/// Hunting for the right tab: three different tabs selected in a row, all but the last left again in less than five
/// seconds. Whoever went to and fro between the first two knows both. On televisions, where the focus passes the tabs,
/// nothing is counted.
package struct TabHunts: Measure, Summed {
  package struct Sum: Summed {
    fileprivate var share = UserShare()
    /// Taps on the tabs that were left again, all but the last of each hunt.
    package fileprivate(set) var taps = CountWithExamples()
    /// How many hunts ended at each tab, and how often each was left again in one, also by its screen.
    package fileprivate(set) var ends = SumsByName<Int>()
    package fileprivate(set) var passed = SumsByName<Int>()
    fileprivate var passedScreens = SumsByName<Int>()
    /// Hunts, and those along neighboring tabs of the bar in one direction.
    fileprivate var hunts = 0
    fileprivate var walks = 0

    static let fields = Fields<Self>(
      \.share, \.taps, \.ends, \.passed, \.passedScreens, \.hunts, \.walks)

    /// Sessions with a hunt over all sessions with steps.
    package var sessions: RatioSums { share.sums }

    fileprivate var areWalks: Bool { hunts > 0 && walks * 5 >= hunts * 4 }

    /// Whether most are those of a pager or a focus, which pass neighbors, of screens that a clock leaves, or along a
    /// strip inside a page.
    fileprivate func areNoHunts(_ clocks: Set<Name>, _ strips: Set<Name>) -> Bool {
      let all = passedScreens.values.reduce(0, +)
      let byClock = passedScreens.pairs.reduce(0) { $0 + (clocks.contains($1.0) ? $1.1 : 0) }
      let inStrips = passed.pairs.reduce(0) { $0 + (strips.contains($1.0) ? $1.1 : 0) }
      return hunts > 0 && (areWalks || byClock * 2 >= all || inStrips * 2 > all)
    }
  }

  private var platforms = SumsByName<Sum>()
  /// Of all platforms: who has two of them is one person.
  private var all = Sum()
  private var declared: DeclaredNames?
  private var televisions = Televisions()
  /// The places of the tabs in the bar of the current user, and the list of them.
  private var bar = Bar()

  private struct Bar: Sendable {
    var list = Name.unknown
    var tabs: [Name]?

    /// Whether three tabs stand side by side, in the order of a focus, which goes on from the last one to the first.
    func isWalk(_ three: [Name]) -> Bool {
      guard let tabs else { return false }
      let places = three.compactMap { tabs.firstIndex(of: $0) }
      guard places.count == 3 else { return false }
      let first = places[1] - places[0]
      let second = places[2] - places[1]
      if abs(first) == 1, first == second { return true }
      // Of three tabs, each is beside each.
      func around(_ steps: Int) -> Int { (steps + tabs.count) % tabs.count }
      return tabs.count > 3 && around(first) == around(second) && [1, tabs.count - 1].contains(around(first))
    }
  }

  /// A pager passes the pages between in less time, microseconds.
  private static let passing: Int64 = 500_000

  /// Whether tabs are selected on the way to others, by the focus of a television or a pager: the first one that is
  /// selected is not the one that people want.
  package func passesTabs(on platform: Name) -> Bool {
    platforms[platform]?.areWalks ?? true
  }

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) {
    self.declared = declared
    bar.tabs = declared?.tabs
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if let list = counts.tabLists.last, list != bar.list { bar = Bar(list: list) }
    guard let start = path.steps.first, !televisions.has(session.segment, declared) else { return }
    let number = platforms.number(adding: session.segment.platform)
    var wasted = 0
    // The last two stays, if they began with a tab selection, and the tab before them; and the last tab of a hunt that
    // may continue.
    var first: Name?
    var earlier: Stay?
    var last: Stay?
    var end: Name?
    var isWalk = true
    var section = Section.none
    var part = start.part &+ 1
    for step in path.steps where step.section != section || step.part != part {
      if step.part != part || step.isAfterGap {
        first = nil
        earlier = nil
        last = nil
      }
      section = step.section
      part = step.part
      let isSelected = step.kind == .tab && section.kind == .tab && step.maker == .person
      let stay: Stay? = isSelected ? (section.name, step.screen, step.time) : nil
      if let a = earlier, let b = last, let c = stay, Self.isLeft(a, for: b), Self.isLeft(b, for: c), a.tab != c.tab,
        end != nil || first != b.tab
      {
        if end == nil {
          pass(a, number)
          wasted += 1
          isWalk = true
        }
        pass(b, number)
        wasted += 1
        end = c.tab
        isWalk = isWalk && isWalkAlongBar([a.tab, b.tab, c.tab])
      } else if let found = end {
        finishHunt(at: found, isWalk, number)
        end = nil
      }
      first = earlier?.tab
      earlier = last
      last = stay
    }
    if let end { finishHunt(at: end, isWalk, number) }
    count(number) { sum in
      sum.share.add(wasted > 0, session)
      if wasted > 0 { sum.taps.add(session, times: wasted) }
    }
  }

  private mutating func count(_ platform: Int, _ change: (inout Sum) -> Void) {
    change(&platforms[number: platform])
    change(&all)
  }

  private mutating func pass(_ stay: Stay, _ platform: Int) {
    count(platform) { sum in
      sum.passed[adding: stay.tab] += 1
      sum.passedScreens[adding: stay.screen] += 1
    }
  }

  private mutating func finishHunt(at tab: Name, _ isWalk: Bool, _ platform: Int) {
    count(platform) { sum in
      sum.ends[adding: tab] += 1
      sum.hunts += 1
      if isWalk { sum.walks += 1 }
    }
  }

  private mutating func isWalkAlongBar(_ tabs: [Name]) -> Bool {
    if bar.tabs == nil { bar.tabs = declared?.names.names(ofList: bar.list) }
    return bar.isWalk(tabs)
  }

  mutating func finishUser() {
    bar = Bar()
    bar.tabs = declared?.tabs
  }

  /// Neighboring steps in one tab, beginning with its selection.
  private typealias Stay = (tab: Name, screen: Name, start: Int64)

  /// Whether a stay is too short to look around, and another tab comes next.
  private static func isLeft(_ stay: Stay, for next: Stay) -> Bool {
    next.tab != stay.tab && (passing..<Step.passedLimit).contains(next.start - stay.start)
  }

  static let fields = Fields<Self>(\.platforms, \.all)

  /// The hunts of people, without the platforms on which most are none.
  /// - Parameters:
  ///   - clocks: screens that a clock leaves.
  ///   - strips: the tabs of strips inside a page.
  package func judged(without clocks: Set<Name>, strips: Set<Name>) -> Sum {
    let judged = platforms.values.filter { !$0.areNoHunts(clocks, strips) }
    return judged.count == platforms.count ? all : judged.reduce(into: Sum()) { $0.merge($1) }
  }

  /// Whether there are hunts, or selections on televisions, and none of them are of people.
  package func areNoHunts(_ clocks: Set<Name>, strips: Set<Name>) -> Bool {
    platforms.values.allSatisfy { $0.areNoHunts(clocks, strips) || $0.share.sums.sumN == 0 }
  }
}
