extension SessionWalk {
  /// Looks at the section, goes down and up in it, until the person wants another section.
  ///
  /// - Returns: False when the person has left the app.
  mutating func browse() -> Bool {
    for _ in 0..<14 {
      linger()
      guard let screen = top else { return true }
      if random.chance(screen.endsSession) {
        note(.pathDeadEnd)
        return false
      }
      if screen.passesThrough, let only = screen.children.first {
        note(.depthPassThrough)
        push(only)
        continue
      }
      if hasChoice(screen), random.chance(plan.behavior.drill) {
        let child = choice(screen)
        if screen.pogo > 0, random.chance(screen.pogo) {
          glance(at: child)
        } else {
          push(child)
        }
      } else if stacks[section].count > 1, backs < 2, random.chance(plan.behavior.back) {
        back()
      } else {
        return true
      }
    }
    return true
  }

  /// Opens a screen and leaves it at once.
  mutating func glance(at child: Place) {
    note(.pathPogo)
    push(child)
    wait(1500...4000)
    back()
  }

  private func hasChoice(_ screen: Place) -> Bool { screen.childWeights.last ?? 0 > 0 }

  private mutating func choice(_ screen: Place) -> Place {
    let last = screen.children.count - 1
    let point = random.fraction() * screen.childWeights[last]
    var index = 0
    while index < last, point >= screen.childWeights[index] { index += 1 }
    return screen.children[index]
  }

  /// Stays on the screen, and taps on it.
  mutating func linger() {
    guard let screen = top else { return }
    let stay = max(screen.passesThrough ? 600 : 800, stays.draw(median: screen.dwell, &random))
    let half = Int64(stay / 2)
    clock += half
    if !screen.controls.isEmpty { tapControls(screen) }
    if !screen.gestures.isEmpty { gesture(screen) }
    guard top === screen else { return }
    if random.chance(plan.behavior.rotate) { rotate() }
    clock += Int64(stay) - half
    if !screen.modals.isEmpty, random.chance(plan.behavior.modal) {
      showModal(screen.modals[random.below(screen.modals.count)])
      clock += Int64(stays.draw(median: screen.dwell / 2, &random)) + 700
    }
  }

  private mutating func tapControls(_ screen: Place) {
    for (number, control) in screen.controls {
      let share = control.rate ?? plan.behavior.taps * control.weight / Double(screen.controls.count)
      guard random.chance(share) else { continue }
      let isDead = random.chance(control.dead)
      if isDead { note(.touchDead) }
      happen(.tap, Fields(target: control.name, outcome: isDead ? .dead : nil))
      wait(1200...3000)
      if person.rages[number], random.chance(0.3) { rage(control) }
    }
  }

  /// Taps repeatedly, and nothing happens.
  private mutating func rage(_ control: SimulatedApp.Control) {
    note(.touchRage)
    for _ in 0..<3 + random.below(2) {
      happen(.tap, Fields(target: control.name, outcome: .dead))
      wait(150...600)
    }
    wait(2000...4000)
  }

  private mutating func gesture(_ screen: Place) {
    for index in screen.gestures {
      let gesture = plan.app.gestures[index]
      guard person.knowsGesture[index], random.chance(gesture.weight) else { continue }
      while random.chance(gesture.failing) {
        happen(.gesture, Fields(target: gesture.name, outcome: .failed))
        note(.gestureFailing)
        wait(700...1600)
      }
      happen(.gesture, Fields(target: gesture.name))
      note(.gestureUndiscovered)
      if let opened = plan.gestureTargets[index], section >= 0 {
        note(.gestureSoleRoute)
        wait(80...200)
        push(opened)
        return
      }
      wait(600...1500)
    }
  }

  private mutating func rotate() {
    let refusal = section >= 0 && section < plan.tabs.count ? plan.tabs[section].settings.refusesRotation : 0
    let isRefused = random.chance(refusal)
    if isRefused { note(.tabsRotationRefused) }
    happen(.rotate, Fields(target: "landscape", outcome: isRefused ? .refused : nil))
    wait(2000...6000)
    if !isRefused { happen(.rotate, Fields(target: "portrait")) }
  }
}
