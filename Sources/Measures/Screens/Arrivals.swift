import NavigationModel
import Statistics

/// How people arrive at each screen: by gestures, by menu items, or otherwise.
///
/// Arrivals are visits, except returns to a tab that kept its screens (a `tab` step below the root): an earlier step
/// had already arrived there.
package struct Arrivals: Measure, Summed {
  package struct Sum: Summed {
    var menuShare = UserShare()
    package internal(set) var arrivals = 0
    /// Arrivals right after a gesture.
    package internal(set) var byGesture = CountWithExamples()

    @inline(__always)
    mutating func add(isUnderway: Bool, byMenu: Bool, _ session: Session) {
      arrivals += 1
      if isUnderway { menuShare.add(byMenu, session) }
    }

    /// Arrivals by a menu item, over all arrivals that don't start a part.
    package var byMenu: RatioSums { menuShare.sums }

    static let fields = Fields<Self>(\.menuShare, \.arrivals, \.byGesture)
  }

  package private(set) var sums = SumsByName<Sum>()
  private var destinations = SumsByKey<Pair<Menus.Item, Name>, Int>()
  private var gestureRoutes = SumsByKey<NamePair, Int>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    var isByGesture = false
    for index in steps.indices {
      let step = steps[index]
      guard step.isArrival else { continue }
      let isUnderway = index > 0 && steps[index - 1].part == step.part
      sums[adding: step.screen].add(isUnderway: isUnderway, byMenu: step.kind == .menuItem, session)
      if step.kind == .menuItem {
        let item = Menus.Item(menu: step.section.name, item: step.section.item)
        destinations[adding: Pair(item, step.screen)] += 1
      }
      if step.isByGesture {
        sums[adding: step.screen].byGesture.add(session)
        isByGesture = true
      }
    }
    if isByGesture { followGestures(path) }
  }

  /// Finds the gesture behind each arrival by gesture: the last one before the step.
  private mutating func followGestures(_ path: Reconstruction) {
    var last: Occurrence?
    for gesture in path.occurrences where gesture.kind == .gesture {
      if let last, last.stepsBefore != gesture.stepsBefore { addRoute(last, path.steps) }
      last = gesture
    }
    if let last { addRoute(last, path.steps) }
  }

  private mutating func addRoute(_ gesture: Occurrence, _ steps: [Step]) {
    let index = Int(gesture.stepsBefore)
    guard index < steps.count, steps[index].isByGesture, steps[index].isArrival else { return }
    gestureRoutes[adding: NamePair(steps[index].screen, gesture.subject)] += 1
  }

  static let fields = Fields<Self>(\.sums, \.destinations, \.gestureRoutes)

  /// The screens that each menu item led to, with counts, unordered.
  package var screensOfItems: [Menus.Item: [(screen: Name, visits: Int)]] {
    destinations.pairs.reduce(into: [:]) { $0[$1.0.first, default: []].append(($1.0.second, $1.1)) }
  }

  /// The gestures that led to a screen, with counts, unordered. O(routes).
  package func gestures(to screen: Name) -> [(gesture: Name, visits: Int)] {
    gestureRoutes.pairs.filter { $0.0.first == screen }.map { ($0.0.second, $0.1) }
  }
}

extension Step {
  /// Whether the step leads to its screen and not back to it.
  fileprivate var isArrival: Bool { kind.isForward && !(kind == .tab && depth > 1) }
}
