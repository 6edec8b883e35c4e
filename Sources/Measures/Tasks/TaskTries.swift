import NavigationModel
import Statistics

extension Reconstruction {
  /// Calls `body` with each try at a task, in order. A task whose start is its goal has none.
  ///
  /// A try begins at a visit of the start screen and ends with the next step that arrives at the goal. It is abandoned at another visit of the start
  /// screen (which begins a new try), at a deep link (which is not the app's way), and at the end of the part. Going back to the start
  /// screen does not end a try: that is part of being lost.
  /// - Parameter body: takes the first step, and the one that arrived at the goal; nil if the try was abandoned.
  func tries(at task: TaskNames, _ body: (_ start: Int, _ goal: Int?) -> Void) {
    guard task.start != task.goal else { return }
    var start: Int?
    for (index, step) in steps.enumerated() {
      if let open = start {
        if steps[open].part != step.part || step.kind == .link {
          body(open, nil)
          start = nil
        } else if step.screen == task.goal {
          body(open, index)
          start = nil
        }
      }
      if step.screen == task.start, step.kind.isForward {
        if let open = start { body(open, nil) }
        start = index
      }
    }
    if let open = start { body(open, nil) }
  }

  /// Whether the step opens a modal screen or, right after that, closes it: neither a choice of a way nor going back.
  func isModalAside(_ index: Int) -> Bool {
    steps[index].kind == .modal
      || steps[index].kind == .back && index > 0 && steps[index - 1].kind == .modal && steps[index - 1].part == steps[index].part
  }
}

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
