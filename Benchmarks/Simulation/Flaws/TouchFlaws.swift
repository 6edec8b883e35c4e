extension SimulatedApp {
  /// Flaws of gestures and taps.
  mutating func plantTouch(_ flaw: inout PlantedFlaw) throws {
    switch flaw.flaw {
    case .gestureUndiscovered:
      let gesture = try gesture(of: &flaw)
      gestures[gesture].reach = flaw.share ?? 0.03
      gestures[gesture].weight = max(gestures[gesture].weight, 0.6)
    case .gestureFailing: gestures[try gesture(of: &flaw)].failing = min(0.9, flaw.share ?? 0.4)
    case .gestureSoleRoute: try plantSoleRoute(&flaw)
    case .touchDead:
      let share = flaw.share ?? 0.6
      try changeControl(&flaw) {
        $0.dead = share
        $0.rate = 0.3
      }
    case .touchRage:
      // Tapped often, so that a few dead taps don't make it a dead target.
      let share = flaw.share ?? 0.08
      try changeControl(&flaw) {
        $0.rage = share
        $0.rate = 0.8
      }
    default:
      let tab = try tab(of: &flaw, choice: tabs.count / 2)
      tabs[tab].missedTaps = min(0.9, flaw.share ?? 0.2)
    }
  }

  private func gesture(of flaw: inout PlantedFlaw) throws -> Int {
    try subject(of: &flaw, among: gestures.map(\.name), "gesture", choice: 0)
  }

  /// A screen that only a swipe on the root of the first tab leads to.
  private mutating func plantSoleRoute(_ flaw: inout PlantedFlaw) throws {
    if flaw.subjects.isEmpty { flaw.subjects = ["Archive"] }
    guard !screenNames.contains(flaw.subjects[0]) else {
      throw error(flaw, "other ways lead to the screen '\(flaw.subjects[0])', name a new one")
    }
    var gesture = Gesture(name: "swipe to \(flaw.subjects[0].lowercased())", on: tabs[0].root.name)
    gesture.opens = flaw.subjects[0]
    gesture.reach = flaw.share ?? 0.5
    gesture.weight = 0.15
    gestures.append(gesture)
  }

  /// Changes the flaw's control on every screen that has it; by default the first control of the app.
  private mutating func changeControl(_ flaw: inout PlantedFlaw, _ change: (inout Control) -> Void) throws {
    let controls = tabs.flatMap { $0.root.levels() }.flatMap { $0.screen.controls.map(\.name) }
    let name = controls[try subject(of: &flaw, among: controls, "control", choice: 0)]
    func changeAll(_ screen: inout Screen) {
      for index in screen.controls.indices where screen.controls[index].name == name { change(&screen.controls[index]) }
      for index in screen.screens.indices { changeAll(&screen.screens[index]) }
    }
    for tab in tabs.indices { changeAll(&tabs[tab].root) }
  }
}
