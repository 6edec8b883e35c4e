extension SessionWalk {
  /// Decides the errands of the session, and which tabs have a badge.
  mutating func planErrands(isLinked: Bool) {
    errands.removeAll(keepingCapacity: true)
    let isFirst = number == 1
    for tab in plan.tabs.indices {
      let settings = plan.tabs[tab].settings
      badges[tab] = random.chance(settings.badge)
      guard person.usesTab[tab], tab > 0 || isFirst else { continue }
      let isDrawn = badges[tab] && settings.badgeHeeded && random.chance(0.93)
      if isDrawn || (isFirst && tab > 0 && random.chance(plan.behavior.curiosity)) { errands.append(.tab(tab)) }
    }
    addTabErrands()
    for item in plan.items.indices { addItemErrand(item) }
    for (index, journey) in plan.journeys.enumerated() where person.walksJourney[index] && person.usesTab[journey.way.tab] {
      if isFirst || random.chance(journey.settings.weight) { errands.append(.journey(index)) }
    }
    if let habit = plan.app.habits.pingPong, random.chance(habit.share) { errands.append(.pingPong) }
    if random.chance(plan.app.habits.hunting) { errands.append(.hunting) }
    if random.chance(plan.app.habits.backChain) { errands.append(.backChain) }
    shuffleErrands()
    if !isLinked {
      for (index, task) in plan.tasks.enumerated().reversed()
      where person.usesTab[task.way.tab] && random.chance(task.settings.share) {
        errands.insert(.task(index), at: 0)
        break
      }
    }
  }

  /// Tabs by weight, one for each errand.
  private mutating func addTabErrands() {
    var total = 0.0
    for (index, tab) in plan.tabs.enumerated() where person.usesTab[index] { total += tab.weights[person.platform] }
    guard total > 0 else { return }
    let more = 1 - 1 / plan.behavior.errands
    repeat {
      var point = random.fraction() * total
      for (index, tab) in plan.tabs.enumerated() where person.usesTab[index] {
        point -= tab.weights[person.platform]
        if point < 0 {
          errands.append(.tab(index))
          break
        }
      }
    } while errands.count < 40 && random.chance(more)
  }

  private mutating func addItemErrand(_ item: Int) {
    let first = person.discovery[item]
    guard first > 0, number >= first else { return }
    let weight = plan.items[item].weights[person.platform]
    if number == first || random.chance(weight) { errands.append(.item(item)) }
  }

  private mutating func shuffleErrands() {
    guard errands.count > 1 else { return }
    for index in stride(from: errands.count - 1, to: 0, by: -1) { errands.swapAt(index, random.below(index + 1)) }
  }
}
