extension IntentionApp {
  /// Something about the people of an app, about time, or about their log, that misleads whoever only counts.
  package struct Twist: Sendable {
    package let name: String
    let changes: @Sendable (inout IntentionApp, inout Dice) -> Void
    let changesLog: @Sendable (inout [LoggedEvent], inout Dice) -> Void

    fileprivate init(_ name: String, changes: @escaping @Sendable (inout IntentionApp, inout Dice) -> Void) {
      (self.name, self.changes, changesLog) = (name, changes, { _, _ in })
    }

    fileprivate init(_ name: String, changesLog: @escaping @Sendable (inout [LoggedEvent], inout Dice) -> Void) {
      (self.name, changes, self.changesLog) = (name, { _, _ in }, changesLog)
    }
  }
}

extension IntentionApp.Twist {
  package static let all = ofPeople + ofTime + ofLogs

  private static let ofPeople = [
    IntentionApp.Twist("roles", changes: { app, dice in app.addBar("Courier", share: dice.within(0.05...0.25), &dice) }),
    IntentionApp.Twist("brands", changes: { app, dice in app.addBar("Nova", share: dice.within(0.3...0.5), &dice) }),
    IntentionApp.Twist(
      "languages",
      changes: { app, dice in
        for index in app.people.indices where dice.chance(0.4) { app.people[index].suffix = " " + dice.pick(["de", "fi"]) }
      }),
    IntentionApp.Twist(
      "sellers",
      changes: { app, dice in
        let wanted = [dice.pick(app.hidden), dice.pick(app.hidden)]
        for index in app.people.indices where dice.chance(0.04) {
          app.changeVisits(of: index) { visit in visit.wants += (0..<16).map { .init(entry: wanted[$0 % 2], path: [], stay: 8000) } }
        }
      }),
    IntentionApp.Twist(
      "a vital tab",
      changes: { app, dice in
        guard let tab = app.layouts[0].last?.bar.last else { return }
        for index in app.people.indices where !dice.chance(0.03) { app.changeVisits(of: index) { $0.wants.removeAll { $0.entry == tab } } }
      }),
    IntentionApp.Twist(
      "signing out",
      changes: { app, dice in
        let item = dice.pick(app.hidden)
        for index in app.people.indices {
          app.changeVisits(of: index) { visit in if dice.chance(0.7) { visit.wants.append(.init(entry: item, path: [], stay: 1000)) } }
        }
      }),
    IntentionApp.Twist(
      "links that carry a section",
      changes: { app, dice in
        guard let tab = app.layouts[0].last?.bar.last else { return }
        for index in app.people.indices {
          app.changeVisits(of: index) { visit in
            visit.wants.removeAll { $0.entry == tab }
            if dice.chance(0.4) { visit.link = tab }
          }
        }
      }),
  ]

  private static let ofTime = [
    IntentionApp.Twist("an outage", changes: { app, dice in app.addRush(days: dice.within(3...5), times: 3...6, &dice) }),
    IntentionApp.Twist("a season", changes: { app, dice in app.addRush(days: dice.within(6...12), times: 1...3, &dice) }),
    IntentionApp.Twist("growing demand", changes: { app, dice in app.addTrend(isGrowing: true, &dice) }),
    IntentionApp.Twist("vanishing demand", changes: { app, dice in app.addTrend(isGrowing: false, &dice) }),
    IntentionApp.Twist(
      "a forced tour",
      changes: { app, _ in
        for index in app.people.indices {
          guard let first = app.people[index].visits.first else { continue }
          let bar = app.layout(of: first, app.people[index]).bar
          app.people[index].visits[0].wants.insert(contentsOf: bar.map { .init(entry: $0, path: [], stay: 7000) }, at: 0)
        }
      }),
  ]

  private static let ofLogs = [
    IntentionApp.Twist(
      "sampled sessions",
      changes: { app, dice in
        for index in app.people.indices { app.changeVisits(of: index) { $0.isLogged = dice.chance(0.5) } }
      }),
    IntentionApp.Twist(
      "cut sessions",
      changesLog: { events, _ in
        var part = 0
        for index in events.indices {
          let isSame = index > 0 && events[index].session.map { events[index - 1].session?.hasPrefix($0 + "/") ?? false } ?? false
          part = (isSame ? part : 0) + (events[index].event == "tab_select" ? 1 : 0)
          events[index].session = events[index].session.map { "\($0)/\(part)" }
        }
      }),
    IntentionApp.Twist(
      "prefetched sessions",
      changesLog: { events, dice in
        for event in events where event.event == "app_open" && dice.chance(0.5) {
          var view = event
          (view.event, view.screen, view.via, view.time) = ("screen_view", "E0", nil, event.time + 9 * 3_600_000)
          view.session = event.session.map { "prefetch-\($0)" }
          events.append(view)
        }
      }),
    IntentionApp.Twist(
      "ways back logged from some day on",
      changesLog: { events, dice in
        let times = events.map(\.time)
        guard let first = times.min(), let last = times.max() else { return }
        let day = first + Int64(dice.within(0.3...0.7) * Double(last - first))
        events.removeAll { $0.event == "back" && $0.time < day }
      }),
  ]
}

extension IntentionApp {
  /// The entries that are hidden everywhere.
  fileprivate var hidden: [Int] {
    let bars = layouts.flatMap { $0.flatMap(\.bar) }
    return entries.indices.filter { !bars.contains($0) }
  }

  fileprivate mutating func changeVisits(of person: Int, _ change: (inout Visit) -> Void) {
    for index in people[person].visits.indices { change(&people[person].visits[index]) }
  }

  /// A share of the people have three tabs of their own, and the menu that all have.
  fileprivate mutating func addBar(_ name: String, share: Double, _ dice: inout Dice) {
    let common = hidden
    let own = (0..<3).map { entries.count + $0 }
    entries += (0..<3).map { "\(name)\($0)" }
    levels += own.map { _ in [2] }
    let present = layouts.map { $0[$0.count - 1] }
    for index in people.indices where dice.chance(share) {
      people[index].home = own[0]
      people[index].layouts = present.map { BarLayout(bar: own, menu: $0.menu.isEmpty ? common : $0.menu) }
      changeVisits(of: index) { visit in
        let menu = present[visit.platform].menu.isEmpty ? common : present[visit.platform].menu
        visit.wants = visit.wants.map { Want(entry: dice.chance(0.7) ? dice.pick(own) : dice.pick(menu), path: [], stay: $0.stay) }
      }
    }
  }

  /// On some days people want one hidden entry, again and again.
  fileprivate mutating func addRush(days: Int, times: ClosedRange<Int>, _ dice: inout Dice) {
    let item = dice.pick(hidden)
    let first = dice.within(0...(59 - days))
    for index in people.indices {
      changeVisits(of: index) { visit in
        guard (first..<(first + days)).contains(Int(visit.progress * 60)) else { return }
        visit.wants += (0..<dice.within(times)).flatMap { _ in [Want(entry: item, path: [], stay: 9000), Want(entry: 0, path: [], stay: 9000)] }
        visit.isTypical = false
      }
    }
  }

  /// One hidden entry is wanted by more and more, or fewer and fewer. The last third shows how people will go on.
  fileprivate mutating func addTrend(isGrowing: Bool, _ dice: inout Dice) {
    let item = dice.pick(hidden)
    for index in people.indices {
      changeVisits(of: index) { visit in
        if dice.chance(isGrowing ? visit.progress : 1 - visit.progress) {
          visit.wants += [Want(entry: item, path: [], stay: 9000), Want(entry: 0, path: [], stay: 9000)]
        }
        visit.isTypical = visit.progress > 2 / 3
      }
    }
  }
}

extension IntentionApp.Visit {
  /// When in the sixty days of the log it is, from 0 to 1.
  fileprivate var progress: Double { min(1, max(0, Double(start - IntentionApp.start) / (60 * 86_400_000))) }
}
