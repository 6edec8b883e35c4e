extension Walk {
  // MARK: Within a section

  /// Goes down from the top screen as far as the person likes, with detours.
  mutating func walkDown() {
    guard !stack.isEmpty, section != "More" || stack.count > 1 else { return }
    for _ in 0..<60 {
      let top = stack[stack.count - 1]
      wait(stay(top.screen.stay))
      touch(top)
      if let modal = top.screen.modals.first(where: { dice.chance($0.share) }) {
        run(modal)
        wait(stay(3))
      }
      if stack.count < 12, dice.chance(top.screen.nests) {
        push(top.screen, "push")
      } else if !top.screen.below.isEmpty, dice.chance(top.screen.goesOn ?? shape.goesOn) {
        openBelow()
      } else if stack.count > 1, !stack[stack.count - 2].screen.below.isEmpty, dice.chance(stack[stack.count - 2].screen.opensAnother) {
        // Back to the list, and on to the next item.
        goBack()
        wait(stay(2.5))
        openBelow()
      } else {
        return
      }
    }
  }

  private mutating func openBelow() {
    let below = stack[stack.count - 1].screen.below
    push(below[dice.index(weights: below.map(\.weight))], "push")
  }

  /// What people do after their errand: go back step by step, go to the root at once, or leave from where they are.
  mutating func returnFromErrand() {
    guard stack.count > 1, section != "(link)" else { return }
    let climbs = min(0.9, shape.climbs * person.climbing)
    switch dice.unit() {
    case ..<climbs: climb()
    case ..<(climbs + shape.reselects): home()
    default: return
    }
  }

  /// Back step by step, up to the root.
  private mutating func climb() {
    while stack.count > 1 {
      goBack()
      wait(stay(1.5))
    }
  }

  /// To the root of the current tab with one tap, if it is a tab; otherwise step by step.
  mutating func home() {
    guard stack.count > 1 else { return }
    guard shape.tabs.contains(where: { $0.name == section }) else { return climb() }
    stack = Array(stack.prefix(1))
    log("tab_select", screen: stack[0].name, target: section)
    record(.back)
    wait(stay(2))
  }

  private mutating func goBack() {
    stack.removeLast()
    log("back", screen: stack.last?.name, via: person.segment.platform == "ios" ? dice.pick(["button", "swipe"]) : "system")
    record(.back)
  }

  mutating func push(_ screen: AppShape.Screen, _ event: String, target: String? = nil, container: String? = nil, via: String? = nil) {
    let name = screen.name.hasSuffix("/*") ? "\(AppShape.folded(screen.name))/\(1 + dice.below(900))" : screen.name
    stack.append(Frame(screen: screen, name: name))
    log(event, screen: name, target: target, container: container, via: via)
    record(.forward)
  }

  /// Passes through a modal flow, as far as the person likes, and closes it.
  mutating func run(_ modal: AppShape.Modal) {
    for (index, screen) in modal.screens.enumerated() {
      log(index == 0 ? "modal_open" : "push", screen: screen)
      trace.append(.init(kind: .modal, section: section, screen: screen, depth: index + 1, time: clock))
      wait(stay(modal.stay))
      guard dice.chance(modal.goesOn) else { break }
    }
    log("modal_close", screen: stack.last?.name)
    record(.back)
  }

  /// Does a task directly.
  mutating func run(_ task: AppShape.Task) {
    log("task_start", target: task.name)
    for name in task.path.dropFirst() {
      wait(stay(5))
      guard let screen = stack.last?.screen.below.first(where: { $0.name == name }) else { break }
      push(screen, "push")
    }
    wait(stay(5))
    log("task_end", target: task.name, outcome: stack.last?.screen.name == task.path.last ? "ok" : "failed")
  }

  /// Gestures and taps on the current screen.
  private mutating func touch(_ frame: Frame) {
    for (index, gesture) in shape.gestures.enumerated() where gesture.screen == frame.screen.name && person.knowsGesture[index] && dice.chance(0.4) {
      log("gesture", screen: frame.name, target: gesture.name, outcome: dice.chance(gesture.failing) ? "failed" : "ok")
      wait(stay(2))
    }
    guard !shape.controls.isEmpty, dice.chance(0.15) else { return }
    let control = dice.pick(shape.controls)
    log("tap", screen: frame.name, target: control.name, outcome: dice.chance(control.dead) ? "dead" : "ok")
    wait(stay(3))
  }

  // MARK: Time and log

  /// A stay in seconds with this median, adjusted for the person's pace.
  mutating func stay(_ median: Double) -> Double { max(0.7, min(900, dice.lognormal(median: median * person.pace, sigma: 0.6))) }

  mutating func wait(_ seconds: Double) { clock += Int64((seconds * 1000).rounded()) }

  mutating func record(_ kind: TrueFigures.Stay.Kind) {
    guard let top = stack.last else { return }
    trace.append(.init(kind: kind, section: section, screen: AppShape.folded(top.screen.name), depth: stack.count, time: clock))
  }

  /// The events that lead to another screen.
  private static let movers: Set<String> = [
    "tab_select", "more_open", "more_select", "menu_select", "push", "back", "modal_open", "modal_close", "deep_link",
  ]

  mutating func log(
    _ event: String, screen: String? = nil, target: String? = nil, container: String? = nil, via: String? = nil, outcome: String? = nil
  ) {
    var segment = person.segment
    segment.appVersion = crowd.releases[release].name
    var logged = LoggedEvent(
      time: clock, user: person.name, session: session, event: event, screen: screen, target: target, container: container, via: via, outcome: outcome,
      segment: segment)
    guard crowd.splits, let screen, Self.movers.contains(event) else {
      events.append(logged)
      return
    }
    logged.screen = nil
    events.append(logged)
    clock += Int64(60 + dice.below(300))
    events.append(LoggedEvent(time: clock, user: person.name, session: session, event: "screen_view", screen: screen, segment: segment))
  }
}
