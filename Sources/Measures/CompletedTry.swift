import NavigationModel
import Statistics

/// A completed try.
struct CompletedTry {
  /// The S and N of lostness: all screens passed, and the different ones, including start and goal.
  let steps: Int
  let screens: Int
  let choice: FirstChoice
  /// Return steps, except those from modal screens.
  let returns: Int
  /// A tab came back with more than its root: the way relies on earlier steps.
  let usesKeptState: Bool

  /// - Parameter seen: scratch memory for the different screens.
  init(_ path: Reconstruction, from start: Int, to goal: Int, seen: inout Set<Name>) {
    seen.removeAll(keepingCapacity: true)
    seen.insert(path.steps[start].screen)
    var returns = 0
    var usesKeptState = false
    var first = goal
    for index in (start + 1)...goal {
      let step = path.steps[index]
      seen.insert(step.screen)
      if step.kind == .tab, step.depth > 1 { usesKeptState = true }
      if path.isModalAside(index) { continue }
      first = min(first, index)
      if !step.kind.isForward { returns += 1 }
    }
    steps = goal - start + 1
    screens = seen.count
    self.returns = returns
    self.usesKeptState = usesKeptState
    let choice = path.steps[first]
    self.choice = FirstChoice(
      screen: choice.screen, section: choice.section, changesSection: choice.section != path.steps[start].section)
  }

  /// The smallest R, up to a limit, with which the try is not lost: it is lost with all smaller ones. The limit plus one if it is always lost.
  func criticalLeast(upTo limit: Int) -> Int {
    for least in 1...limit {
      if !isLost(steps: steps, different: screens, least: least) { return least }
      if least >= screens { break }
    }
    return limit + 1
  }
}
