extension Circumstance {
  package static let all = ofPeople + ofTime + ofSessions + ofStructure + ofLogging

  // MARK: Who

  private static let ofPeople = [
    Circumstance("roles") { log, dice in
      var couriers = SimulatedApp("Couriers", tabs: [.section("Earnings", "Payout"), .section("Jobs", "Job", "Route"), .section("Map", "Stop")])
      (couriers.platforms, couriers.menus) = (log.app.platforms, log.app.menus)
      log.join(couriers, dice.within(0.04...0.2), prefix: "courier", &dice)
      log.reservations.unmovable.formUnion(couriers.tabs.map(\.name))
    },
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
      for index in log.events.indices {
        guard let language = log.events[index].segment.locale?.prefix(2), language != "en" else { continue }
        func labeled(_ name: String?) -> String? { name.map { names.contains($0) ? "\($0) (\(language))" : $0 } }
        log.events[index].screen = labeled(log.events[index].screen)
        if log.events[index].event == "tab_select" { log.events[index].target = labeled(log.events[index].target) }
      }
      log.reservations.suffixes = [" (de)", " (fr)", " (es)"]
      log.reservations.forbidsPlan = true
    },
    Circumstance("profiles of children") { log, dice in
      var children = SimulatedApp("Children", tabs: [.section("Play", "Game"), .section("Videos", "Film"), .section("Stickers", "Album")])
      children.platforms = log.app.platforms
      // The same accounts: u0, u1, …
      log.join(children, dice.within(0.1...0.3), prefix: log.population.prefix, &dice)
      log.reservations.unmovable.formUnion(children.tabs.map(\.name))
    },
    Circumstance("a vital tab", adding: .section("SOS", "Call", weight: 0.05, reach: 0.015)) { log, _ in
      log.reservations.vital.insert("SOS")
      log.reservations.right.insert(Subject("tabs.neglected", "SOS"))
    },
    Circumstance("a feature of few", addingItems: ["Beta"], reach: 0.02, weight: 6),
    Circumstance("sellers", addingItems: ["Stock", "Payouts"], reach: 0.1, weight: 0.3) { log, dice in
      var sellers = log.app
      for index in sellers.menus[0].items.indices where ["Stock", "Payouts"].contains(sellers.menus[0].items[index].name) {
        (sellers.menus[0].items[index].reach, sellers.menus[0].items[index].weight) = (1, 8)
      }
      log.join(sellers, 0.03, prefix: "seller", activity: 4, &dice)
      log.reservations.ofFew.formUnion(["Stock", "Payouts"])
    },
    Circumstance("gestures of a screen reader") { log, dice in
      log.rewriteSessions(&dice) { events, _, dice in
        guard Int(events[0].user.drop { !$0.isNumber }).map({ $0 % 33 == 0 }) ?? false else { return }
        events.insert([AddedEvent("gesture", screen: events[events.count / 2].screen, target: "vo_scrub")], at: events.end, &dice)
      }
    },
  ]

  // MARK: When

  /// In a part of the log, in most sessions people want something from the menu.
  private static func rush(_ name: String, to item: String, days: ClosedRange<Double>, times: ClosedRange<Int>) -> Circumstance {
    Circumstance(name, addingItems: [item], reach: 0.2, weight: 0.1, leastDays: 28) { log, dice in
      let length = dice.within(days)
      let first = dice.within(0...(Double(log.population.days) - length))
      let (menu, tab) = (log.app.firstMenu, log.app.firstTab)
      let (start, day) = (log.population.start, 86_400_000.0)
      log.rewriteSessions(&dice) { events, _, dice in
        guard (first...(first + length)).contains(Double(events[0].time - start) / day), dice.chance(0.8) else { return }
        for _ in 0..<dice.within(times) { events.insert(AddedEvent.excursion(to: item, in: menu, backTo: tab), at: events.beforeSigningOut, &dice) }
      }
      log.reservations.unmovable.insert(item)
    }
  }

  private static let ofTime = [
    rush("an outage", to: "Help", days: 3...5, times: 2...5),
    rush("a season", to: "Gifts", days: 6...9, times: 1...3),
    Circumstance(
      "a ramp",
      prepares: { _, population, _ in
        population.new = 0.9
        return true
      }),
    Circumstance(
      "a first run",
      prepares: { _, population, _ in
        (population.new, population.logsFirstOpen) = (max(population.new, 0.4), true)
        return true
      }
    ) { log, dice in
      log.rewriteSessions(&dice) { events, number, dice in
        guard number == 0, events[0].via == "first" else { return }
        let intro = (1...7).map { AddedEvent($0 == 1 ? "modal_open" : "push", screen: "Intro \($0)", pause: 2000...6000) }
        events.insert(intro + [AddedEvent("modal_close", pause: 2000...6000)], at: events.slot(after: 0), &dice)
      }
    },
    Circumstance(
      "a forced tour",
      prepares: { app, population, _ in
        (population.new, population.logsFirstOpen) = (max(population.new, 0.4), true)
        return app.tabs.count > 2
      }
    ) { log, dice in
      let tabs = log.app.tabs.filter { $0.acts == nil }
      log.rewriteSessions(&dice) { events, number, dice in
        guard number == 0, events[0].via == "first" else { return }
        let tour = (tabs + tabs.prefix(1)).map { AddedEvent("tab_select", screen: $0.root.name, target: $0.name, pause: 5500...9000) }
        events.insert(tour, at: events.slot(after: 0), &dice)
      }
    },
  ]

  // MARK: Sessions

  private static let ofSessions = [
    Circumstance("cut sessions") { log, dice in
      log.rewriteSessions(&dice) { events, _, _ in
        var part = 0
        for index in events.indices {
          if events[index].event == "tab_select" { part += 1 }
          events[index].session = events[index].session.map { "\($0)/\(part)" }
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
        let time = last.time + Int64(dice.within(3...9)) * 3_600_000
        events.append(
          LoggedEvent(time: time, user: last.user, session: "prefetch-\(last.user)-\(number)", event: "screen_view", screen: root, segment: last.segment))
      }
    },
    Circumstance("signing out", addingItems: ["Log out"], reach: 0.3, weight: 0.02) { log, dice in
      let menu = log.app.firstMenu
      log.rewriteSessions(&dice) { events, _, dice in
        guard dice.chance(0.6) else { return }
        events.insert(Array(AddedEvent.excursion(to: "Log out", in: menu, backTo: "").prefix(2)), at: events.end, &dice)
      }
      log.reservations.unmovable.insert("Log out")
    },
    Circumstance("goals") { log, dice in
      log.rewriteSessions(&dice) { events, _, dice in
        guard dice.chance(0.35), events.last?.screen != "Order placed" else { return }
        events.insert([AddedEvent("push", screen: "Order placed")], at: events.end, &dice)
      }
      // It may be a level further down than anything else.
      log.reservations.right.formUnion(log.figures.depths.filter { $0.value == 5 }.map { Subject("depth.over-limit", $0.key) })
    },
    Circumstance("a gate before tabs") { log, dice in
      // Before a single tab it is that tab's.
      if log.app.tabs.count == 2 { log.reservations.right.insert(Subject("tabs.acts-not-navigates", log.app.tabs[1].name)) }
      let tabs = Set(log.app.tabs.dropFirst().map(\.name))
      log.rewriteSessions(&dice) { events, _, dice in
        // Guests are asked to sign in.
        guard (fnv1a(events[0].user.utf8) >> 7) % 10 < 7 else { return }
        for index in events.indices.reversed() where events[index].event == "tab_select" && tabs.contains(events[index].target ?? "") && dice.chance(0.9) {
          let gate = [AddedEvent("modal_open", screen: "Sign in", pause: 300...900), AddedEvent("modal_close", screen: nil, pause: 1500...4000)]
          events.insert(gate, at: events.slot(after: index), &dice)
        }
      }
      log.reservations.right.insert(Subject("tabs.acts-not-navigates", "Sign in"))
    },
  ]

  // MARK: Structure

  private static let ofStructure = [
    Circumstance(
      "recursion",
      prepares: { app, _, _ in
        guard let tab = app.tabs.indices.last else { return false }
        let post = SimulatedApp.Screen(name: "Post/*", dwell: 8, goesOn: 0)
        app.tabs[tab].root.screens.append(.init(name: "Profile/*", weight: 3, dwell: 6, screens: [post], goesOn: 0.1, opensAnother: 0.1, nests: 0.6))
        return true
      }
    ) { log, _ in
      // Profiles and posts lead to each other.
      for index in log.events.indices {
        guard let screen = log.events[index].screen, screen.hasPrefix("Profile/"), let id = Int(screen.dropFirst(8)), id % 2 == 0 else { continue }
        log.events[index].screen = "Post/\(id)"
      }
      if let tab = log.app.tabs.last { log.reservations.wrong.insert(Subject("depth.over-limit", tab.name)) }
    },
    Circumstance("a strip inside a page") { log, dice in
      guard let screen = log.app.tabs.lazy.flatMap(\.root.screens).map({ SimulatedApp.folded($0.name) }).first else { return }
      let strip = ["Text", "Reviews", "Questions", "Shops"]
      let lists = dice.chance(0.5)
      let (tabs, releases) = (log.app.tabs, log.population.releases)
      log.rewriteSessions(&dice) { events, _, dice in
        for index in events.indices.reversed() where events[index].event == "push" && events[index].screen?.hasPrefix(screen) ?? false {
          let chosen = dice.shuffled(strip).prefix(dice.within(0...3))
          events.insert(chosen.map { AddedEvent("tab_select", target: $0) }, at: events.slot(after: index), &dice)
        }
        if lists, let first = events.first {
          var list = LoggedEvent(time: first.time, user: first.user, session: first.session, event: "tabs_shown", segment: first.segment)
          let release = releases.firstIndex { $0.name == first.segment.appVersion } ?? 0
          list.value = .list(tabs.filter { $0.exists(release: release, first.segment) }.map(\.name))
          events.insert(list, at: 1)
        }
      }
      log.reservations.unmovable.formUnion(strip)
    },
    Circumstance("a pager") { log, dice in
      let tabs = log.app.tabs.map(\.name)
      log.rewriteSessions(&dice) { events, _, dice in
        var passed: [(index: Int, added: [AddedEvent])] = []
        var current = 0
        for index in events.indices {
          guard events[index].event == "tab_select", events[index].outcome != "blocked", let next = tabs.firstIndex(of: events[index].target ?? "") else {
            continue
          }
          let between = next > current ? Array((current + 1)..<max(next, current + 1)) : Array(((next + 1)..<max(current, next + 1)).reversed())
          if index > 0, !between.isEmpty { passed.append((index, between.map { AddedEvent("tab_select", target: tabs[$0], pause: 80...200) })) }
          current = next
        }
        for (index, added) in passed.reversed() {
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
      prepares: { app, _, _ in
        guard app.tabs.count > 2 else { return false }
        let tab = 2
        (app.tabs[tab].reach, app.tabs[tab].weight) = (0.02, 0.3)
        return true
      }
    ) { log, dice in
      let tab = log.app.tabs[2]
      let first = log.app.firstTab
      log.rewriteSessions(&dice) { events, _, dice in
        guard (fnv1a(events[0].user.utf8) >> 7) % 10 < 6, dice.chance(0.3) else { return }
        let link = [AddedEvent("deep_link", screen: tab.root.name, target: tab.name, pause: 300...500), AddedEvent("tab_select", target: first)]
        events.insert(link, at: 1, &dice)
      }
      log.reservations.unmovable.insert(tab.name)
    },
    Circumstance("a hub called More", adding: .section("More", "Account", "Vouchers", "Imprint", reach: 0.8)),
  ]

  // MARK: Logging

  private static let ofLogging = [
    Circumstance("ways back logged from some day on") { log, dice in
      let day = log.population.start + Int64(Double(log.population.days) * dice.within(0.3...0.7) * 86_400_000)
      log.events.removeAll { $0.event == "back" && $0.time < day }
    }
  ]
}
