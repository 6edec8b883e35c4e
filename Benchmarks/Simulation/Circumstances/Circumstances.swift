extension Circumstance {
  package static let all = ofPeople + ofTime + ofSessions + ofStructure

  // MARK: Who

  private static let ofPeople = [
    others(
      "roles", [.section("Earnings", "Payout"), .section("Jobs", "Job", "Route"), .section("Map", "Stop")],
      share: 0.04...0.2, prefix: "courier"),
    Circumstance("brands") { log, dice in
      var other = log.app
      for index in other.tabs.indices {
        other.tabs[index].name = "Nova " + other.tabs[index].name
        other.tabs[index].root.name = "Nova " + other.tabs[index].root.name
      }
      // Where the log tells them apart, each may have a plan.
      let isLogged = dice.chance(0.5)
      if isLogged { for index in other.platforms.indices { other.platforms[index].variant = "nova" } }
      log.join(other, dice.within(0.3...1), prefix: "nova", &dice)
      log.reservations.forbidsPlan = !isLogged
      log.reservations.apart = Set(other.tabs.map(\.name))
      log.reservations.vital.formUnion(log.reservations.vital.map { "Nova " + $0 })
    },
    Circumstance("languages") { log, _ in
      let names = Set(log.app.tabs.flatMap { [$0.name, $0.root.name] })
      log.events.changeEach { event in
        guard let language = event.segment.locale?.prefix(2), language != "en" else { return }
        func labeled(_ name: String?) -> String? { name.map { names.contains($0) ? "\($0) (\(language))" : $0 } }
        event.screen = labeled(event.screen)
        if event.event == "tab_select" { event.target = labeled(event.target) }
      }
      log.reservations.suffixes = [" (de)", " (fr)", " (es)"]
      log.reservations.forbidsPlan = true
    },
    others(
      "profiles of children", [.section("Play", "Game"), .section("Videos", "Film"), .section("Stickers", "Album")],
      share: 0.1...0.3),
    Circumstance("a vital tab", adding(.section("SOS", "Call", weight: 0.05, reach: 0.015))) { log, _ in
      log.reservations.vital.insert("SOS")
      log.reservations.right.insert(Subject("tabs.neglected", "SOS"))
    },
    Circumstance("a feature of few", adding(items: ["Beta"], reach: 0.02, weight: 6)),
    Circumstance("sellers", adding(items: ["Stock", "Payouts"], reach: 0.1, weight: 0.3)) { log, dice in
      var sellers = log.app
      sellers.changeItems { if ["Stock", "Payouts"].contains($0.name) { ($0.reach, $0.weight) = (1, 8) } }
      log.join(sellers, 0.03, prefix: "seller", activity: 4, &dice)
      log.reservations.ofFew.formUnion(["Stock", "Payouts"])
    },
    Circumstance("gestures of a screen reader") { log, dice in
      log.rewriteSessions(&dice) { events, _, dice in
        guard Int(events[0].user.drop { !$0.isNumber }).map({ $0 % 33 == 0 }) ?? false else { return }
        events.insert(
          [AddedEvent("gesture", screen: events[events.count / 2].screen, target: "vo_scrub")], at: events.end, &dice)
      }
    },
  ]

  /// More people have tabs of their own, which no plan may move.
  /// - Parameter prefix: that of their names, and the menus are the app's (default: they have the same accounts, u0,
  ///   u1, …, and no menu).
  private static func others(
    _ name: String, _ tabs: [SimulatedApp.Entry], share: ClosedRange<Double>, prefix: String? = nil
  ) -> Circumstance {
    Circumstance(name) { log, dice in
      var app = SimulatedApp(name, tabs: tabs)
      (app.platforms, app.menus) = (log.app.platforms, prefix == nil ? [] : log.app.menus)
      log.join(app, dice.within(share), prefix: prefix ?? log.population.prefix, &dice)
      log.reservations.unmovable.formUnion(tabs.map(\.name))
    }
  }

  // MARK: When

  /// In a part of the log, in most sessions people want something from the menu.
  private static func rush(_ name: String, to item: String, days: ClosedRange<Double>, times: ClosedRange<Int>)
    -> Circumstance
  {
    Circumstance(name, adding(items: [item], reach: 0.2, weight: 0.1, leastDays: 28)) { log, dice in
      let length = dice.within(days)
      let first = dice.within(0...(Double(log.population.days) - length))
      let visit =
        AddedEvent.choice(of: item, in: log.app) + [
          AddedEvent("push", screen: "\(item) 1"), AddedEvent("tab_select", target: log.app.tabs[0].name),
        ]
      let start = log.population.start
      let day = 86_400_000.0
      log.rewriteSessions(&dice) { events, _, dice in
        guard (first...(first + length)).contains(Double(events[0].time - start) / day), dice.chance(0.8) else {
          return
        }
        for _ in 0..<dice.within(times) { events.insert(visit, at: events.beforeSigningOut, &dice) }
      }
      log.reservations.unmovable.insert(item)
    }
  }

  /// The first session of somebody new begins with this.
  private static func firstRun(
    _ name: String, leastTabs: Int = 0, adding added: @escaping @Sendable (SimulatedApp) -> [AddedEvent]
  ) -> Circumstance {
    let prepares: Preparation = { app, population, _ in
      population.new = max(population.new, 0.4)
      population.logsFirstOpen = true
      return app.tabs.count >= leastTabs
    }
    return Circumstance(name, prepares) { log, dice in
      let added = added(log.app)
      log.rewriteSessions(&dice) { events, number, dice in
        if number == 0, events[0].via == "first" { events.insert(added, at: events.slot(after: 0), &dice) }
      }
    }
  }

  private static let ofTime = [
    rush("an outage", to: "Help", days: 3...5, times: 2...5),
    rush("a season", to: "Gifts", days: 6...9, times: 1...3),
    Circumstance("a ramp", always { $0.new = 0.9 }),
    firstRun("a first run") { _ in
      (1...7).map { AddedEvent($0 == 1 ? "modal_open" : "push", screen: "Intro \($0)", pause: 2000...6000) } + [
        AddedEvent("modal_close", pause: 2000...6000)
      ]
    },
    firstRun("a forced tour", leastTabs: 3) { app in
      let tabs = app.tabs.filter { $0.acts == nil }
      return (tabs + tabs.prefix(1)).map {
        AddedEvent("tab_select", screen: $0.root.name, target: $0.name, pause: 5500...9000)
      }
    },
  ]

  // MARK: Sessions

  private static let ofSessions = [
    Circumstance("cut sessions") { log, dice in
      log.rewriteSessions(&dice) { events, _, _ in
        var part = 0
        events.changeEach { event in
          if event.event == "tab_select" { part += 1 }
          event.session = event.session.map { "\($0)/\(part)" }
        }
      }
      log.reservations.forbidsPlan = true
    },
    Circumstance("sampled sessions") { log, dice in
      let kept = dice.within(0.3...0.7)
      log.rewriteSessions(&dice) { events, _, dice in if !dice.chance(kept) { events.removeAll() } }
    },
    Circumstance("prefetched sessions") { log, dice in
      guard let root = log.app.tabs.first?.root.name else { return }
      let share = dice.within(0.3...0.8)
      log.rewriteSessions(&dice) { events, number, dice in
        guard dice.chance(share), let last = events.last else { return }
        var view = LoggedEvent(event: "screen_view", screen: root).like(
          last, at: last.time + Int64(dice.within(3...9)) * 3_600_000)
        view.session = "prefetch-\(last.user)-\(number)"
        events.append(view)
      }
    },
    Circumstance("signing out", adding(items: ["Log out"], reach: 0.3, weight: 0.02)) { log, dice in
      let choice = AddedEvent.choice(of: "Log out", in: log.app)
      log.rewriteSessions(&dice) { events, _, dice in
        if dice.chance(0.6) { events.insert(choice, at: events.end, &dice) }
      }
      log.reservations.unmovable.insert("Log out")
    },
    Circumstance("goals") { log, dice in
      log.rewriteSessions(&dice) { events, _, dice in
        guard dice.chance(0.35), events.last?.screen != "Order placed" else { return }
        events.insert([AddedEvent("push", screen: "Order placed")], at: events.end, &dice)
      }
      // It may be a level further down than anything else.
      log.reservations.right.formUnion(
        log.figures.depths.filter { $0.value == 5 }.map { Subject("depth.over-limit", $0.key) })
    },
    Circumstance("a gate before tabs") { log, dice in
      // Before a single tab it is that tab's.
      if log.app.tabs.count == 2 {
        log.reservations.right.insert(Subject("tabs.acts-not-navigates", log.app.tabs[1].name))
      }
      let tabs = Set(log.app.tabs.dropFirst().map(\.name))
      let gate = [
        AddedEvent("modal_open", screen: "Sign in", pause: 300...900), AddedEvent("modal_close", pause: 1500...4000),
      ]
      log.rewriteSessions(&dice) { events, _, dice in
        // Guests are asked to sign in.
        guard (fnv1a(events[0].user.utf8) >> 7) % 10 < 7 else { return }
        for index in events.indices.reversed()
        where events[index].event == "tab_select" && tabs.contains(events[index].target ?? "") && dice.chance(0.9) {
          events.insert(gate, at: events.slot(after: index), &dice)
        }
      }
      log.reservations.right.insert(Subject("tabs.acts-not-navigates", "Sign in"))
    },
  ]

  // MARK: Structure and logging

  private static let ofStructure = [
    Circumstance(
      "recursion",
      { app, _, _ in
        guard let tab = app.tabs.indices.last else { return false }
        let post = SimulatedApp.Screen(name: "Post/*", dwell: 8, goesOn: 0)
        app.tabs[tab].root.screens.append(
          .init(name: "Profile/*", weight: 3, dwell: 6, screens: [post], goesOn: 0.1, opensAnother: 0.1, nests: 0.6))
        return true
      }
    ) { log, _ in
      // Profiles and posts lead to each other.
      log.events.changeEach { event in
        if let id = (event.screen?.firstMatch(of: /^Profile\/(\d+)$/)?.1).flatMap({ Int($0) }), id % 2 == 0 {
          event.screen = "Post/\(id)"
        }
      }
      if let tab = log.app.tabs.last { log.reservations.wrong.insert(Subject("depth.over-limit", tab.name)) }
    },
    Circumstance("a strip inside a page") { log, dice in
      guard let screen = log.app.tabs.lazy.flatMap(\.root.screens).map({ SimulatedApp.folded($0.name) }).first else {
        return
      }
      let strip = ["Text", "Reviews", "Questions", "Shops"]
      let lists = dice.chance(0.5)
      let tabs = log.app.tabs
      let releases = log.population.releases
      log.rewriteSessions(&dice) { events, _, dice in
        for index in events.indices.reversed()
        where events[index].event == "push" && events[index].screen?.hasPrefix(screen) ?? false {
          let chosen = dice.shuffled(strip).prefix(dice.within(0...3))
          events.insert(chosen.map { AddedEvent("tab_select", target: $0) }, at: events.slot(after: index), &dice)
        }
        if lists, let first = events.first {
          let release = releases.firstIndex { $0.name == first.segment.appVersion } ?? 0
          let shown = tabs.filter { $0.exists(release: release, first.segment) }.map(\.name)
          events.insert(LoggedEvent(event: "tabs_shown", value: .list(shown)).like(first, at: first.time), at: 1)
        }
      }
      log.reservations.unmovable.formUnion(strip)
    },
    Circumstance("a pager") { log, dice in
      let tabs = log.app.tabs.map(\.name)
      log.rewriteSessions(&dice) { events, _, dice in
        let selections = events.indices.compactMap { index -> (index: Int, tab: Int)? in
          guard events[index].event == "tab_select", events[index].outcome != "blocked" else { return nil }
          return tabs.firstIndex(of: events[index].target ?? "").map { (index, $0) }
        }
        for (last, (index, tab)) in zip([0] + selections.map(\.tab), selections).reversed() where index > 0 {
          let added = stride(from: last, to: tab, by: tab > last ? 1 : -1).dropFirst().map {
            AddedEvent("tab_select", target: tabs[$0], pause: 80...200)
          }
          if added.isEmpty { continue }
          events.insert(added, at: index, &dice)
          // The last of them is as short.
          let after = index + added.count
          let gap = events[after].time - events[after - 1].time - 150
          for later in events[after...].indices { events[later].time -= max(0, gap) }
        }
      }
    },
    Circumstance(
      "a tab entered by links",
      { app, _, _ in
        guard app.tabs.count > 2 else { return false }
        app.tabs[2].reach = 0.02
        app.tabs[2].weight = 0.3
        return true
      }
    ) { log, dice in
      let tab = log.app.tabs[2]
      let link = [
        AddedEvent("deep_link", screen: tab.root.name, target: tab.name, pause: 300...500),
        AddedEvent("tab_select", target: log.app.tabs[0].name),
      ]
      log.rewriteSessions(&dice) { events, _, dice in
        if (fnv1a(events[0].user.utf8) >> 7) % 10 < 6, dice.chance(0.3) { events.insert(link, at: 1, &dice) }
      }
      log.reservations.unmovable.insert(tab.name)
    },
    Circumstance("a hub called More", adding(.section("More", "Account", "Vouchers", "Imprint", reach: 0.8))),
    Circumstance("ways back logged from some day on") { log, dice in
      let day = log.population.start + Int64(Double(log.population.days) * dice.within(0.3...0.7) * 86_400_000)
      log.events.removeAll { $0.event == "back" && $0.time < day }
    },
  ]

  // MARK: Releases and groups

  /// How an app changes during its log, or differs between its users.
  ///
  /// An entry that not everybody could use is as good as any other: rules must not flag it.
  static let ofApps = [
    Circumstance(
      "three releases",
      always { $0.releases = [("3.0", -100), ("3.1", Double($0.days) * 0.3), ("3.2", Double($0.days) * 0.65)] }),
    ofEntry("an entry added") { app, population, dice, entry in
      population.releases = [("1.4", -100), ("1.5", Double(population.days) * dice.within(0.5...0.8))]
      app.change(entry) { $0.since = 1 }
    },
    ofEntry("an entry removed") { app, population, dice, entry in
      population.releases = [("4.0", -100), ("4.1", Double(population.days) * dice.within(0.1...0.4))]
      app.change(entry) { $0.until = 1 }
    },
    ofEntry("an entry on one platform") { app, _, dice, entry in
      // An item of a menu exists where the menu does.
      let menu = app.placedEntries[entry].menu
      let platform = dice.pick(app.platforms.map(\.name).filter { menu?.isOn($0) ?? true })
      app.change(entry) { $0.platforms = [platform] }
    },
    ofEntry("an entry in one arm") { app, population, _, entry in
      population.variants = ["control", "new"]
      app.change(entry) { $0.variants = ["new"] }
    },
    Circumstance(
      "a flaw mended",
      { app, population, _ in
        // A tab that refused taps in the first weeks no longer does.
        guard app.tabs.count > 1 else { return false }
        population.releases = [("1.9", -100), ("2.0", Double(population.days) * 0.3)]
        population.updateLag = 1
        app.tabs[1].blocked = 0.12
        app.tabs[1].blockedUntil = 1
        return true
      }),
  ]

  private static func ofEntry(
    _ name: String,
    changes: @escaping @Sendable (inout SimulatedApp, inout Population, inout Dice, _ entry: Int) -> Void
  ) -> Circumstance {
    Circumstance(name) { app, population, dice in
      // Any entry except the first tab, on which sessions begin, and rare ones.
      let all = app.entries
      let entries = all.indices.filter { $0 > 0 && all[$0].reach >= 0.2 && all[$0].acts == nil }
      if !entries.isEmpty { changes(&app, &population, &dice, dice.pick(entries)) }
      return !entries.isEmpty
    }
  }
}
