import NavigationModel
import Statistics

/// Deep visits, by screen: example sessions, and the visits for which a shortcut on the root would have skipped some
/// levels.
package struct DeepVisits: Measure, Summed {
  package struct Sum: Summed {
    /// Visits reached by `push` steps straight from the root, with every screen above left within five seconds.
    package internal(set) var directVisits = 0
    /// The levels between the root and those visits: a shortcut on the root would save a tap for each.
    package internal(set) var sparedTaps = 0
    /// The earliest sessions with a visit this deep.
    package internal(set) var examples = Examples()

    static let fields = Fields<Self>(\.directVisits, \.sparedTaps, \.examples)
  }

  package private(set) var sums = SumsByName<Sum>()

  private var leastDepth = RuleLevel.deep.defaultValue

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) {
    leastDepth = declared?.levels.deep ?? leastDepth
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    // Whether the steps so far lead straight down from a root.
    var isStraight = false
    for index in steps.indices {
      let step = steps[index]
      isStraight = step.depth == 1 || isStraight && step.goesOn(from: steps[index - 1])
      guard step.depth >= leastDepth, step.kind.isForward else { continue }
      sums[adding: step.screen].examples.add(session)
      if isStraight, step.depth > 1 {
        sums[adding: step.screen].directVisits += 1
        sums[adding: step.screen].sparedTaps += Int(step.depth) - 2
      }
    }
  }

  static let fields = Fields<Self>(\.sums)
}

extension Step {
  /// Whether it is a `push` one level down from a step whose screen was only passed.
  fileprivate func goesOn(from above: Step) -> Bool {
    kind == .push && part == above.part && depth == above.depth + 1 && modal == above.modal && above.isPassed
  }
}
