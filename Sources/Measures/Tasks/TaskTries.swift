import NavigationModel

extension Reconstruction {
  /// Calls `body` with each try at a task, in order. A task whose start is its goal has none.
  ///
  /// A try begins at a visit of the start screen and ends with the next step that arrives at the goal. It is abandoned
  /// at another visit of the start screen (which begins a new try), at a deep link (which is not the app's way), and at
  /// the end of the part. Going back to the start screen does not end a try: that is part of being lost.
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
      || steps[index].kind == .back && index > 0 && steps[index - 1].kind == .modal
        && steps[index - 1].part == steps[index].part
  }
}
