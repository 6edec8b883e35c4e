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

  /// Calls `body` with each try at a task whose start is logged (`task_start`), in order: it begins at the start
  /// screen, where people are or come next, and ends as other tries do or with the task, but not with another visit of
  /// the start. Whoever is said to have done the task without the goal's screen is left out.
  /// - Parameter body: as in ``tries(at:_:)``.
  func startedTries(at task: TaskNames, _ body: (_ start: Int, _ goal: Int?) -> Void) {
    guard task.start != task.goal else { return }
    let own = occurrences.filter {
      ($0.kind == .taskStart || $0.kind == .taskEnd) && $0.subject == task.name
    }
    for (number, begun) in own.enumerated() where begun.kind == .taskStart {
      let next = number + 1 < own.count ? own[number + 1] : nil
      let first = max(0, Int(begun.stepsBefore) - 1)
      let end = next.map { Int($0.stepsBefore) } ?? steps.count
      let places = (first..<max(first, end)).filter { steps[$0].part == begun.part }
      guard
        let start = places.first(where: {
          steps[$0].screen == task.start && ($0 < begun.stepsBefore || steps[$0].kind.isForward)
        })
      else { continue }
      let arrival = places.first { $0 > start && (steps[$0].screen == task.goal || steps[$0].kind == .link) }
      let goal = arrival.flatMap { steps[$0].kind == .link ? nil : $0 }
      if goal != nil || arrival != nil || next?.kind != .taskEnd || next?.outcome != .ok { body(start, goal) }
    }
  }

  /// Whether the step opens a modal screen or, right after that, closes it: neither a choice of a way nor going back.
  func isModalAside(_ index: Int) -> Bool {
    steps[index].kind == .modal
      || steps[index].kind == .back && index > 0 && steps[index - 1].kind == .modal
        && steps[index - 1].part == steps[index].part
  }
}
