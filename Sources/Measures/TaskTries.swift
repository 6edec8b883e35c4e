import NavigationModel

/// A declared task in the names of a run.
public struct TaskNames: Hashable, Sendable, Codable {
  public let name: Name
  /// The screens from which and to which.
  public let start: Name
  public let goal: Name

  public init(name: Name, start: Name, goal: Name) {
    self.name = name
    self.start = start
    self.goal = goal
  }
}

/// A try at a task, as places in a session's steps.
///
/// It begins at a visit of the start screen and ends with the next step that arrives at the goal. It is given up at a further visit of the start
/// screen (which begins a new try), at a deep link (what comes then is not the app's way), and at the end of the part. Going back to the start
/// screen gives nothing up: that is part of being lost.
struct TaskTry {
  let start: Int
  /// The step that arrived at the goal; nil where the try was given up.
  let goal: Int?
}

extension Reconstruction {
  /// Calls `body` with each try at a task, in their order. A task whose start is its goal has none.
  func tries(at task: TaskNames, _ body: (TaskTry) -> Void) {
    guard task.start != task.goal else { return }
    var start: Int?
    for (index, step) in steps.enumerated() {
      if let open = start {
        if steps[open].part != step.part || step.kind == .link {
          body(TaskTry(start: open, goal: nil))
          start = nil
        } else if step.screen == task.goal {
          body(TaskTry(start: open, goal: index))
          start = nil
        }
      }
      if step.screen == task.start, step.kind.isForward {
        if let open = start { body(TaskTry(start: open, goal: nil)) }
        start = index
      }
    }
    if let open = start { body(TaskTry(start: open, goal: nil)) }
  }

  /// Whether the step brings a modal screen up or, right after that, down again: neither a choice of a way nor going back on one.
  func isModalAside(_ index: Int) -> Bool {
    steps[index].kind == .modal
      || steps[index].kind == .back && index > 0 && steps[index - 1].kind == .modal && steps[index - 1].part == steps[index].part
  }
}

/// The first choice of a try: where the first step after the start led, modal screens left aside.
public struct FirstChoice: Hashable, Sendable, Codable {
  public let screen: Name
  public let section: Section
  /// The start was in another section.
  public let changesSection: Bool
}

/// A completed try.
struct CompletedTry {
  /// S and N of lostness: all screens passed, and the different ones, start and goal counted.
  let steps: Int
  let screens: Int
  let choice: FirstChoice
  /// Return steps, but for those from modal screens.
  let returns: Int
  /// A tab came back with more than its root: the way rests on what was done before.
  let usesKeptState: Bool

  /// - Parameter seen: memory for the different screens.
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

  /// The least R, up to a limit, with which the try is not lost: it is lost with all below. One more than the limit where it is always lost.
  func criticalLeast(upTo limit: Int) -> Int {
    for least in 1...limit {
      if !Tasks.isLost(steps: steps, screens: screens, least: least) { return least }
      if least >= screens { break }
    }
    return limit + 1
  }
}
