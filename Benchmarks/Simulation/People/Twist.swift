extension IntentionApp {
  /// Something about the people of an app, about time, or about their log, that misleads whoever only counts.
  struct Twist: Sendable {
    let name: String
    let change: @Sendable (inout IntentionApp, inout Dice) -> Void

    private init(_ name: String, change: @escaping @Sendable (inout IntentionApp, inout Dice) -> Void) {
      self.name = name
      self.change = change
    }

    /// Something that happens to the log.
    private init(ofLog name: String, change: @escaping @Sendable (inout [LoggedEvent], inout Dice) -> Void) {
      self.init(name) { app, _ in app.changesLog = change }
    }
  }
}

extension IntentionApp.Twist {
  static let all: [Self] = [
    Self("roles") { app, dice in app.addBar("Courier", share: dice.within(0.05...0.25), &dice) },
    Self("brands") { app, dice in app.addBar("Nova", share: dice.within(0.3...0.5), &dice) },
    Self("languages") { app, dice in
      app.people.changeEach { if dice.chance(0.4) { $0.suffix = " " + dice.pick(["de", "fi"]) } }
    },
    Self("sellers") { app, dice in
      let wanted = [dice.pick(app.hidden), dice.pick(app.hidden)]
      let wants = (0..<16).map { IntentionApp.Want(entry: wanted[$0 % 2], path: [], stay: 8000) }
      app.people.changeEach { if dice.chance(0.04) { $0.visits.changeEach { $0.wants += wants } } }
    },
    Self("a vital tab") { app, dice in
      guard let tab = app.layouts[0].last?.bar.last else { return }
      app.people.changeEach {
        if !dice.chance(0.03) { $0.visits.changeEach { $0.wants.removeAll { $0.entry == tab } } }
      }
    },
    Self("signing out") { app, dice in
      let item = dice.pick(app.hidden)
      app.changeVisits { if dice.chance(0.7) { $0.wants.append(.init(entry: item, path: [], stay: 1000)) } }
    },
    Self("links that carry a section") { app, dice in
      guard let tab = app.layouts[0].last?.bar.last else { return }
      app.changeVisits { visit in
        visit.wants.removeAll { $0.entry == tab }
        if dice.chance(0.4) { visit.link = tab }
      }
    },
    Self("an outage") { app, dice in app.addRush(days: dice.within(3...5), times: 3...6, &dice) },
    Self("a season") { app, dice in app.addRush(days: dice.within(6...12), times: 1...3, &dice) },
    Self("growing demand") { app, dice in app.addTrend(isGrowing: true, &dice) },
    Self("vanishing demand") { app, dice in app.addTrend(isGrowing: false, &dice) },
    Self("a forced tour") { app, _ in
      for (index, person) in app.people.enumerated() {
        guard let first = person.visits.first else { continue }
        let tour = app.layout(of: first, person).bar.map { IntentionApp.Want(entry: $0, path: [], stay: 7000) }
        app.people[index].visits[0].wants.insert(contentsOf: tour, at: 0)
      }
    },
    Self("sampled sessions") { app, dice in app.changeVisits { $0.isLogged = dice.chance(0.5) } },
    Self(ofLog: "cut sessions") { events, _ in
      var parts: [String?: Int] = [:]
      events.changeEach { event in
        if event.event == "tab_select" { parts[event.session, default: 0] += 1 }
        event.session = event.session.map { "\($0)/\(parts[$0, default: 0])" }
      }
    },
    Self(ofLog: "prefetched sessions") { events, dice in
      for event in events where event.event == "app_open" && dice.chance(0.5) {
        var view = event
        view.event = "screen_view"
        view.screen = "E0"
        view.via = nil
        view.time = event.time + 9 * 3_600_000
        view.session = event.session.map { "prefetch-\($0)" }
        events.append(view)
      }
    },
    Self(ofLog: "ways back logged from some day on") { events, dice in
      let times = events.map(\.time)
      guard let first = times.min(), let last = times.max() else { return }
      let day = first + Int64(dice.within(0.3...0.7) * Double(last - first))
      events.removeAll { $0.event == "back" && $0.time < day }
    },
  ]
}

extension IntentionApp {
  /// The entries that are hidden everywhere; if there are none, those that one layout hides.
  fileprivate var hidden: [Int] {
    let bars = layouts.flatMap { $0.flatMap(\.bar) }
    let hidden = entries.indices.filter { !bars.contains($0) }
    return hidden.isEmpty ? layouts[0][layouts[0].count - 1].more + layouts[0][layouts[0].count - 1].menu : hidden
  }

  fileprivate mutating func changeVisits(_ change: (inout Visit) -> Void) {
    people.changeEach { $0.visits.changeEach(change) }
  }

  /// A share of the people have three tabs of their own, and the menu that all have.
  fileprivate mutating func addBar(_ name: String, share: Double, _ dice: inout Dice) {
    let common = hidden
    let own = (0..<3).map { entries.count + $0 }
    entries += (0..<3).map { "\(name)\($0)" }
    let bars = layouts.map { BarLayout(bar: own, menu: $0[$0.count - 1].menu.isEmpty ? common : $0[$0.count - 1].menu) }
    people.changeEach { person in
      guard dice.chance(share) else { return }
      person.home = own[0]
      person.layouts = bars
      person.visits.changeEach { visit in
        let menu = bars[visit.platform].menu
        visit.wants = visit.wants.map {
          Want(entry: dice.chance(0.7) ? dice.pick(own) : dice.pick(menu), path: [], stay: $0.stay)
        }
      }
    }
  }

  /// On some days people want one hidden entry, again and again.
  fileprivate mutating func addRush(days: Int, times: ClosedRange<Int>, _ dice: inout Dice) {
    let item = dice.pick(hidden)
    let first = dice.within(0...(59 - days))
    changeVisits { visit in
      guard (first..<(first + days)).contains(Int(visit.progress * 60)) else { return }
      visit.wants += (0..<dice.within(times)).flatMap { _ in Want.visit(to: item) }
      visit.isTypical = false
    }
  }

  /// One hidden entry is wanted by more and more, or fewer and fewer. The last third shows how people will go on.
  fileprivate mutating func addTrend(isGrowing: Bool, _ dice: inout Dice) {
    let item = dice.pick(hidden)
    changeVisits { visit in
      if dice.chance(isGrowing ? visit.progress : 1 - visit.progress) { visit.wants += Want.visit(to: item) }
      visit.isTypical = visit.progress > 2 / 3
    }
  }
}

extension Array {
  fileprivate mutating func changeEach(_ change: (inout Element) -> Void) {
    for index in indices { change(&self[index]) }
  }
}
