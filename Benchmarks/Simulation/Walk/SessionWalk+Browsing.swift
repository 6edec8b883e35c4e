extension SessionWalk {
  /// Looks at the section, goes down and up in it, until the person wants another section.
  ///
  /// - Returns: False when the person has left the app.
  mutating func browse() -> Bool {
    for _ in 0..<14 {
      linger()
      guard let screen = top else { return true }
      if dice.happens(screen.endsSession) {
        note(.pathDeadEnd)
        return false
      }
      if screen.passesThrough, let only = screen.screens.first {
        note(.depthPassThrough)
        push(only)
        continue
      }
      if screen.screens.contains(where: { $0.weight > 0 }), dice.happens(app.behavior.drill), let child = choice(screen) {
        let isLeftAtOnce = dice.happens(screen.pogo)
        push(child)
        if isLeftAtOnce {
          note(.pathPogo)
          wait(1500...4000)
          back()
        }
      } else if stacks[section].count > 1, backs < 2, dice.happens(app.behavior.back) {
        back()
      } else {
        return true
      }
    }
    return true
  }

  /// A screen below, by weight; nil if there is none.
  private mutating func choice(_ screen: SimulatedApp.Screen) -> SimulatedApp.Screen? {
    let point = dice.unit() * screen.screens.reduce(0) { $0 + $1.weight }
    var sum = 0.0
    return screen.screens.dropLast().first { child in
      sum += child.weight
      return point < sum
    } ?? screen.screens.last
  }

  /// Stays on the screen, and taps on it.
  mutating func linger() {
    guard let screen = top else { return }
    let median = Int((screen.dwell ?? app.behavior.dwell) * 1000)
    let time = Int64(max(screen.passesThrough ? 600 : 800, stays.draw(median: median, &dice)))
    clock += time / 2
    tapControls(screen)
    if gestureLeads(from: screen) { return }
    if dice.happens(app.behavior.rotate) { rotate() }
    clock += time - time / 2
    if !screen.modals.isEmpty, dice.happens(app.behavior.modal) {
      showModal(dice.pick(screen.modals).name)
      stay(median: median / 2, more: 700)
    }
  }

  private mutating func tapControls(_ screen: SimulatedApp.Screen) {
    for control in screen.controls {
      guard dice.happens(control.rate ?? app.behavior.taps * control.weight / Double(screen.controls.count)) else { continue }
      let isDead = dice.happens(control.dead)
      if isDead { note(.touchDead) }
      happen(LoggedEvent(event: "tap", target: control.name, outcome: isDead ? "dead" : nil))
      wait(1200...3000)
      if has(.rage, share: control.rage), dice.happens(0.3) { rage(control) }
    }
  }

  /// Taps repeatedly, and nothing happens.
  private mutating func rage(_ control: SimulatedApp.Control) {
    note(.touchRage)
    for _ in 0..<3 + dice.below(2) {
      happen(LoggedEvent(event: "tap", target: control.name, outcome: "dead"))
      wait(150...600)
    }
    wait(2000...4000)
  }

  /// Makes the gestures of a screen; true if one leads to another screen.
  private mutating func gestureLeads(from screen: SimulatedApp.Screen) -> Bool {
    for (index, gesture) in app.gestures.enumerated() where gesture.on ?? screen.name == screen.name {
      guard has(.gesture, index, share: gesture.reach), dice.happens(gesture.weight) else { continue }
      while dice.happens(gesture.failing) {
        happen(LoggedEvent(event: "gesture", target: gesture.name, outcome: "failed"))
        note(.gestureFailing)
        wait(700...1600)
      }
      happen(LoggedEvent(event: "gesture", target: gesture.name))
      note(.gestureUndiscovered)
      if let opened = gesture.opens, section >= 0 {
        note(.gestureSoleRoute)
        wait(80...200)
        push(.init(name: opened))
        return true
      }
      wait(600...1500)
    }
    return false
  }

  private mutating func rotate() {
    let refusal = section >= 0 && section < app.tabs.count ? app.tabs[section].refusesRotation : 0
    let isRefused = dice.happens(refusal)
    if isRefused { note(.tabsRotationRefused) }
    happen(LoggedEvent(event: "rotate", target: "landscape", outcome: isRefused ? "refused" : nil))
    wait(2000...6000)
    if !isRefused { happen(LoggedEvent(event: "rotate", target: "portrait")) }
  }
}
