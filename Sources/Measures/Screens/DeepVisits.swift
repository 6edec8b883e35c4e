import NavigationModel
import Statistics

/// Deep visits, by screen: their levels as people see them, example sessions, and the visits for which a shortcut on
/// the root would have skipped some levels.
package struct DeepVisits: Measure, Summed {
  package struct Sum: Summed {
    /// Visits reached by `push` steps straight from the root, with every screen above left within five seconds and none
    /// of them of its name: a shortcut leads to the first folder of folders in folders.
    package internal(set) var directVisits = 0
    /// The levels of different names that people saw between the root and those visits: a shortcut on the root would
    /// save a tap for each.
    package internal(set) var sparedTaps = 0
    /// Visits by depth, where a screen that is the same as the one below is no level.
    package internal(set) var depths = Histogram()
    /// How many visits more, or fewer, have a depth if a screen is no level either from which the app went on at once.
    private var unseen = Histogram()
    package var seenDepths: Histogram {
      var seen = depths
      seen.merge(unseen)
      return seen
    }
    /// The earliest sessions with a visit this deep.
    package internal(set) var examples = Examples()

    /// - Parameter levels: those of different names, if people came straight down; otherwise 0.
    fileprivate mutating func add(_ session: Session, depth: Int, seen: Int, levels: Int) {
      examples.add(session)
      depths.count(depth)
      if seen != depth {
        unseen.count(depth, -1)
        unseen.count(seen)
      }
      guard min(levels, seen) > 2 else { return }
      directVisits += 1
      sparedTaps += min(levels, seen) - 2
    }

    static let fields = Fields<Self>(\.directVisits, \.sparedTaps, \.depths, \.unseen, \.examples)
  }

  package private(set) var sums = SumsByName<Sum>()

  private var leastDepth = RuleLevel.deep.defaultValue
  private var names: PlainNames?

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) {
    leastDepth = declared?.levels.deep ?? leastDepth
    names = (declared?.names).map { PlainNames($0) }
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    guard counts.figures.depth >= leastDepth else { return }
    let same = path.stacks.repeats { names?.areSame($0, $1) ?? false }
    var unseen: [Int] = []
    for index in steps.indices where path.isRedirection(at: index) { unseen.append(index) }
    let none = unseen.isEmpty ? same : path.stacks.repeats(unseen: unseen) { names?.areSame($0, $1) ?? false }
    // The screens of the steps that lead straight down from a root to this one.
    var way: [Name] = []
    for index in steps.indices {
      let step = steps[index]
      if step.depth == 1 || way.isEmpty || !step.goesOn(from: steps[index - 1]) { way.removeAll(keepingCapacity: true) }
      let isNew = (step.depth == 1 || !way.isEmpty) && !way.contains(step.screen)
      if isNew { way.append(step.screen) }
      guard step.depth >= leastDepth, step.kind.isForward else { continue }
      let depth = Int(step.depth)
      let isFirst = isNew && index > 0 && same[index] == same[index - 1]
      sums[adding: step.screen].add(
        session, depth: depth - same[index], seen: depth - none[index], levels: isFirst ? way.count : 0)
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
