import NavigationModel
import Statistics

/// How people arrive at each screen: by gestures, or otherwise.
///
/// Arrivals are visits, except returns to a tab that kept its screens (a `tab` step below the root): an earlier step
/// had already arrived there.
package struct Arrivals: Measure, Summed {
  package struct Sum: Summed {
    package internal(set) var arrivals = 0
    /// Arrivals right after a gesture.
    package internal(set) var byGesture = CountWithExamples()

    static let fields = Fields<Self>(\.arrivals, \.byGesture)
  }

  package private(set) var sums = SumsByName<Sum>()
  private var gestureRoutes = SumsByKey<NamePair, Int>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    var isByGesture = false
    for step in path.steps where step.isArrival {
      sums[adding: step.screen].arrivals += 1
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

  static let fields = Fields<Self>(\.sums, \.gestureRoutes)

  /// The gestures that led to a screen, with counts, unordered. O(routes).
  package func gestures(to screen: Name) -> [(gesture: Name, visits: Int)] {
    gestureRoutes.pairs.filter { $0.0.first == screen }.map { ($0.0.second, $0.1) }
  }
}

extension Step {
  /// Whether the step leads to its screen and not back to it.
  fileprivate var isArrival: Bool { kind.isForward && !(kind == .tab && depth > 1) }
}
