extension SessionWalk {
  /// Looks at the section, goes down and up in it, until the person wants another section.
  ///
  /// - Returns: False when the person has left the app.
  mutating func browse() -> Bool {
    for _ in 0..<14 {
      linger()
      guard let screen = top else { return true }
      if dice.happens(screen.endsSession) { return false }
      if screen.passesThrough, let only = screen.screens.first {
        push(only)
      } else if screen.screens.contains(where: { $0.weight > 0 }), dice.happens(app.behavior.drill) {
        let child = dice.pick(screen.screens, by: \.weight)
        let isLeftAtOnce = dice.happens(screen.pogo)
        push(child)
        guard isLeftAtOnce else { continue }
        wait(1500...4000)
        back()
      } else if stacks[section].count > 1, backs < 2, dice.happens(app.behavior.back) {
        back()
      } else {
        return true
      }
    }
    return true
  }

  /// Stays on the screen, and taps on it.
  mutating func linger() {
    guard let screen = top else { return }
    let median = Int((screen.dwell ?? app.behavior.dwell) * 1000)
    let time = Int64(max(screen.passesThrough ? 600 : 800, stays.draw(median: median, &dice)))
    clock += time / 2
    for control in screen.controls
    where dice.happens(control.rate ?? app.behavior.taps * control.weight / Double(screen.controls.count)) {
      tap(control)
    }
    if gestureLeads(from: screen) { return }
    if dice.happens(app.behavior.rotate) {
      let isRefused = dice.happens(app.tabs.indices.contains(section) ? app.tabs[section].refusesRotation : 0)
      happen(
        LoggedEvent(event: "rotate", target: "landscape", outcome: isRefused ? "refused" : nil), pause: 2000...6000)
      if !isRefused { happen(LoggedEvent(event: "rotate", target: "portrait")) }
    }
    clock += time - time / 2
    if !screen.modals.isEmpty, dice.happens(app.behavior.modal) {
      showModal(dice.pick(screen.modals).name)
      stay(median: median / 2, more: 700)
    }
  }

  private mutating func tap(_ control: SimulatedApp.Control) {
    happen(
      LoggedEvent(event: "tap", target: control.name, outcome: dice.happens(control.dead) ? "dead" : nil),
      pause: 1200...3000)
    guard has(.rage, share: control.rage), dice.happens(0.3) else { return }
    // Taps repeatedly, and nothing happens.
    for _ in 0..<3 + dice.below(2) {
      happen(LoggedEvent(event: "tap", target: control.name, outcome: "dead"), pause: 150...600)
    }
    wait(2000...4000)
  }

  /// Makes the gestures of a screen; true if one leads to another screen.
  private mutating func gestureLeads(from screen: SimulatedApp.Screen) -> Bool {
    for (index, gesture) in app.gestures.enumerated() where gesture.on ?? screen.name == screen.name {
      guard has(.gesture, index, share: gesture.reach), dice.happens(gesture.weight) else { continue }
      while dice.happens(gesture.failing) {
        happen(LoggedEvent(event: "gesture", target: gesture.name, outcome: "failed"), pause: 700...1600)
      }
      happen(LoggedEvent(event: "gesture", target: gesture.name))
      if let opened = gesture.opens, section >= 0 {
        wait(80...200)
        push(.init(name: opened))
        return true
      }
      wait(600...1500)
    }
    return false
  }
}
