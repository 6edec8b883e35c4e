extension SessionWalk {
  /// Looks at the section, goes down and up in it, until the person wants another section.
  ///
  /// - Returns: False when the person has left the app.
  mutating func browse() -> Bool {
    for _ in 0..<14 {
      linger()
      let screen = plan.screens[Int(top)]
      if random.chance(screen.endsSession) {
        note(.pathDeadEnd)
        return false
      }
      if screen.passesThrough, let only = screen.children.first {
        note(.depthPassThrough)
        push(plan.children[only])
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
  mutating func glance(at child: ScreenIndex) {
    note(.pathPogo)
    push(child)
    wait(1500...4000)
    back()
  }

  private func hasChoice(_ screen: Plan.Screen) -> Bool {
    !screen.children.isEmpty && plan.childWeights[screen.children.upperBound - 1] > 0
  }

  private mutating func choice(_ screen: Plan.Screen) -> ScreenIndex {
    let last = screen.children.upperBound - 1
    let point = random.fraction() * plan.childWeights[last]
    var index = screen.children.lowerBound
    while index < last, point >= plan.childWeights[index] { index += 1 }
    return plan.children[index]
  }

  /// Stays on the screen, and taps on it.
  mutating func linger() {
    let here = top
    let screen = plan.screens[Int(here)]
    let stay = max(screen.passesThrough ? 600 : 800, stays.draw(median: screen.dwell, &random))
    let half = Int64(stay / 2)
    clock += half
    if !screen.controls.isEmpty { tapControls(screen) }
    if !screen.gestures.isEmpty { gesture(screen) }
    guard top == here else { return }
    if random.chance(plan.behavior.rotate) { rotate() }
    clock += Int64(stay) - half
    if !screen.modals.isEmpty, random.chance(plan.behavior.modal) {
      showModal(Int(plan.modals[screen.modals.lowerBound + random.below(screen.modals.count)]))
      clock += Int64(stays.draw(median: screen.dwell / 2, &random)) + 700
    }
  }

  private mutating func tapControls(_ screen: Plan.Screen) {
    for index in screen.controls {
      let control = plan.controls[index]
      let share = control.settings.rate ?? plan.behavior.taps * control.settings.weight / Double(screen.controls.count)
      guard random.chance(share) else { continue }
      let isDead = random.chance(control.settings.dead)
      if isDead { note(.touchDead) }
      happen(.tap, Fields(target: control.name, outcome: isDead ? .dead : nil))
      wait(1200...3000)
      if person.rages[index], random.chance(0.3) { rage(control) }
    }
  }

  /// Taps repeatedly, and nothing happens.
  private mutating func rage(_ control: Plan.Control) {
    note(.touchRage)
    for _ in 0..<3 + random.below(2) {
      happen(.tap, Fields(target: control.name, outcome: .dead))
      wait(150...600)
    }
    wait(2000...4000)
  }

  private mutating func gesture(_ screen: Plan.Screen) {
    for index in screen.gestures {
      let gesture = plan.gestures[Int(plan.screenGestures[index])]
      guard person.knowsGesture[Int(plan.screenGestures[index])], random.chance(gesture.settings.weight) else { continue }
      while random.chance(gesture.settings.failing) {
        happen(.gesture, Fields(target: gesture.name, outcome: .failed))
        note(.gestureFailing)
        wait(700...1600)
      }
      happen(.gesture, Fields(target: gesture.name))
      note(.gestureUndiscovered)
      if gesture.opens >= 0, section >= 0 {
        note(.gestureSoleRoute)
        wait(80...200)
        push(ScreenIndex(gesture.opens))
        return
      }
      wait(600...1500)
    }
  }

  private mutating func rotate() {
    let refusal = section >= 0 && section < plan.tabs.count ? plan.tabs[section].settings.refusesRotation : 0
    let isRefused = random.chance(refusal)
    if isRefused { note(.tabsRotationRefused) }
    happen(.rotate, Fields(target: Word.landscape.name, outcome: isRefused ? .refused : nil))
    wait(2000...6000)
    if !isRefused { happen(.rotate, Fields(target: Word.portrait.name)) }
  }
}
