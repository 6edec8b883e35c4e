extension Circumstance {
  package static let all = ofPeople + ofTime + ofSessions + ofStructure + ofLogging

  // MARK: Who

  private static let ofPeople = [
    Circumstance("roles") { lives, dice in
      var couriers = AppShape(
        "Couriers", tabs: [AppShape.section("Earnings", "Payout"), AppShape.section("Jobs", "Job", "Route"), AppShape.section("Map", "Stop")])
      (couriers.devices, couriers.menus) = (lives.shape.devices, lives.shape.menus)
      lives.join(couriers, dice.within(0.04...0.2), prefix: "courier", &dice)
      lives.reservations.unmovable.formUnion(couriers.tabs.map(\.name))
    },
    Circumstance("brands") { lives, dice in
      var other = lives.shape
      for index in other.tabs.indices {
        other.tabs[index].name = "Nova " + other.tabs[index].name
        other.tabs[index].root.name = "Nova " + other.tabs[index].root.name
      }
      // Where the log tells them apart, each may have a plan.
      let isLogged = dice.chance(0.5)
      if isLogged { for index in other.devices.indices { other.devices[index].segment.variant = "nova" } }
      lives.join(other, dice.within(0.3...1), prefix: "nova", &dice)
      lives.reservations.forbidsPlan = !isLogged
      lives.reservations.apart = Set(other.tabs.map(\.name))
      lives.reservations.vital.formUnion(lives.reservations.vital.map { "Nova " + $0 })
    },
    Circumstance("languages") { lives, _ in
      let names = Set(lives.shape.tabs.flatMap { [$0.name, $0.root.name] })
      for index in lives.events.indices {
        guard let language = lives.events[index].segment.locale?.prefix(2), language != "en" else { continue }
        func labeled(_ name: String?) -> String? { name.map { names.contains($0) ? "\($0) (\(language))" : $0 } }
        lives.events[index].screen = labeled(lives.events[index].screen)
        if lives.events[index].event == "tab_select" { lives.events[index].target = labeled(lives.events[index].target) }
      }
      lives.reservations.suffixes = [" (de)", " (fr)", " (es)"]
      lives.reservations.forbidsPlan = true
    },
    Circumstance("profiles of children") { lives, dice in
      var children = AppShape("Children", tabs: [AppShape.section("Play", "Game"), AppShape.section("Videos", "Film"), AppShape.section("Stickers", "Album")])
      children.devices = lives.shape.devices
      // The same accounts: u0, u1, …
      lives.join(children, dice.within(0.1...0.3), prefix: lives.crowd.prefix, &dice)
      lives.reservations.unmovable.formUnion(children.tabs.map(\.name))
    },
    Circumstance(
      "a vital tab",
      prepares: { shape, _, _ in
        guard (3...4).contains(shape.tabs.count), shape.more.isEmpty else { return false }
        shape.tabs.append(AppShape.section("SOS", "Call", weight: 0.05, reach: 0.015))
        return true
      }
    ) { lives, _ in
      lives.reservations.vital.insert("SOS")
      lives.reservations.right.insert(Subject("tabs.neglected", "SOS"))
    },
    Circumstance(
      "a feature of few",
      prepares: { shape, _, _ in
        guard shape.tabs.count > 2 else { return false }
        shape.addItem("Beta", reach: 0.02, weight: 6)
        return true
      }),
    Circumstance(
      "sellers",
      prepares: { shape, _, _ in
        guard shape.tabs.count > 2 else { return false }
        shape.addItem("Stock", reach: 0.1)
        shape.addItem("Payouts", reach: 0.1)
        return true
      }
    ) { lives, dice in
      var sellers = lives.shape
      for index in sellers.menus[0].items.indices where ["Stock", "Payouts"].contains(sellers.menus[0].items[index].name) {
        sellers.menus[0].items[index].reach = 1
        sellers.menus[0].items[index].weight = 8
      }
      lives.join(sellers, 0.03, prefix: "seller", activity: 4, &dice)
      lives.reservations.ofFew.formUnion(["Stock", "Payouts"])
    },
    Circumstance("gestures of a screen reader") { lives, dice in
      lives.rewriteSessions(&dice) { events, _, dice in
        guard Int(events[0].user.drop { !$0.isNumber }).map({ $0 % 33 == 0 }) ?? false else { return }
        events.insert([Deed(event: "gesture", screen: events[events.count / 2].screen, target: "vo_scrub")], at: events.end, &dice)
      }
    },
  ]

  // MARK: When

  /// In a part of the log, in most sessions people want something from the menu.
  private static func rush(_ name: String, to item: String, days: ClosedRange<Double>, times: ClosedRange<Int>) -> Circumstance {
    Circumstance(
      name,
      prepares: { shape, crowd, _ in
        guard shape.tabs.count > 2, crowd.days >= 28 else { return false }
        shape.addItem(item, reach: 0.2, weight: 0.1)
        return true
      }
    ) { lives, dice in
      let length = dice.within(days)
      let first = dice.within(0...(Double(lives.crowd.days) - length))
      let (menu, tab) = (lives.shape.firstMenu, lives.shape.firstTab)
      let (start, day) = (lives.crowd.start, 86_400_000.0)
      lives.rewriteSessions(&dice) { events, _, dice in
        guard (first...(first + length)).contains(Double(events[0].time - start) / day), dice.chance(0.8) else { return }
        for _ in 0..<dice.within(times) { events.insert(Deed.excursion(to: item, in: menu, backTo: tab), at: events.beforeSigningOut, &dice) }
      }
      lives.reservations.unmovable.insert(item)
    }
  }

  private static let ofTime = [
    rush("an outage", to: "Help", days: 3...5, times: 2...5),
    rush("a season", to: "Gifts", days: 6...9, times: 1...3),
    Circumstance(
      "a ramp",
      prepares: { _, crowd, _ in
        crowd.new = 0.9
        return true
      }),
    Circumstance(
      "a first run",
      prepares: { _, crowd, _ in
        (crowd.new, crowd.logsFirstOpen) = (max(crowd.new, 0.4), true)
        return true
      }
    ) { lives, dice in
      lives.rewriteSessions(&dice) { events, number, dice in
        guard number == 0, events[0].via == "first" else { return }
        let intro = (1...7).map { Deed(event: $0 == 1 ? "modal_open" : "push", screen: "Intro \($0)", pause: 2000...6000) }
        events.insert(intro + [Deed(event: "modal_close", pause: 2000...6000)], at: events.slot(after: 0), &dice)
      }
    },
    Circumstance(
      "a forced tour",
      prepares: { shape, crowd, _ in
        (crowd.new, crowd.logsFirstOpen) = (max(crowd.new, 0.4), true)
        return shape.tabs.count > 2
      }
    ) { lives, dice in
      let tabs = lives.shape.tabs.filter { $0.acts == nil }
      lives.rewriteSessions(&dice) { events, number, dice in
        guard number == 0, events[0].via == "first" else { return }
        let tour = (tabs + tabs.prefix(1)).map { Deed(event: "tab_select", screen: $0.root.name, target: $0.name, pause: 5500...9000) }
        events.insert(tour, at: events.slot(after: 0), &dice)
      }
    },
  ]

  // MARK: Sessions

  private static let ofSessions = [
    Circumstance("cut sessions") { lives, dice in
      lives.rewriteSessions(&dice) { events, _, _ in
        var part = 0
        for index in events.indices {
          if events[index].event == "tab_select" { part += 1 }
          events[index].session = events[index].session.map { "\($0)/\(part)" }
        }
      }
      lives.reservations.forbidsPlan = true
    },
    Circumstance("sampled sessions") { lives, dice in
      let kept = dice.within(0.3...0.7)
      lives.rewriteSessions(&dice) { events, _, dice in if !dice.chance(kept) { events.removeAll() } }
    },
    Circumstance("prefetched sessions") { lives, dice in
      guard let root = lives.shape.tabs.first?.root.name else { return }
      let share = dice.within(0.3...0.8)
      lives.rewriteSessions(&dice) { events, number, dice in
        guard dice.chance(share), let last = events.last else { return }
        let time = last.time + Int64(dice.within(3...9)) * 3_600_000
        events.append(
          LoggedEvent(time: time, user: last.user, session: "prefetch-\(last.user)-\(number)", event: "screen_view", screen: root, segment: last.segment))
      }
    },
    Circumstance(
      "signing out",
      prepares: { shape, _, _ in
        guard shape.tabs.count > 2 else { return false }
        shape.addItem("Log out", reach: 0.3, weight: 0.02)
        return true
      }
    ) { lives, dice in
      let menu = lives.shape.firstMenu
      lives.rewriteSessions(&dice) { events, _, dice in
        guard dice.chance(0.6) else { return }
        events.insert(Array(Deed.excursion(to: "Log out", in: menu, backTo: "").prefix(2)), at: events.end, &dice)
      }
      lives.reservations.unmovable.insert("Log out")
    },
    Circumstance("goals") { lives, dice in
      lives.rewriteSessions(&dice) { events, _, dice in
        guard dice.chance(0.35), events.last?.screen != "Order placed" else { return }
        events.insert([Deed(event: "push", screen: "Order placed")], at: events.end, &dice)
      }
      // It may be a level further down than anything else.
      lives.reservations.right.formUnion(lives.figures.depths.filter { $0.value == 5 }.map { Subject("depth.over-limit", $0.key) })
    },
    Circumstance("a gate before tabs") { lives, dice in
      // Before a single tab it is that tab's.
      if lives.shape.tabs.count == 2 { lives.reservations.right.insert(Subject("tabs.acts-not-navigates", lives.shape.tabs[1].name)) }
      let tabs = Set(lives.shape.tabs.dropFirst().map(\.name))
      lives.rewriteSessions(&dice) { events, _, dice in
        // Guests are asked to sign in.
        guard (fnv1a(events[0].user.utf8) >> 7) % 10 < 7 else { return }
        for index in events.indices.reversed() where events[index].event == "tab_select" && tabs.contains(events[index].target ?? "") && dice.chance(0.9) {
          let gate = [Deed(event: "modal_open", screen: "Sign in", pause: 300...900), Deed(event: "modal_close", screen: nil, pause: 1500...4000)]
          events.insert(gate, at: events.slot(after: index), &dice)
        }
      }
      lives.reservations.right.insert(Subject("tabs.acts-not-navigates", "Sign in"))
    },
  ]

  // MARK: Structure

  private static let ofStructure = [
    Circumstance(
      "recursion",
      prepares: { shape, _, _ in
        guard let tab = shape.tabs.indices.last else { return false }
        var profile = AppShape.Screen("Profile/*", weight: 3, stay: 6, goesOn: 0.1, opensAnother: 0.1, nests: 0.6)
        profile.below = [AppShape.Screen("Post/*", weight: 1, stay: 8, goesOn: 0)]
        shape.tabs[tab].root.below.append(profile)
        return true
      }
    ) { lives, _ in
      // Profiles and posts lead to each other.
      for index in lives.events.indices {
        guard let screen = lives.events[index].screen, screen.hasPrefix("Profile/"), let id = Int(screen.dropFirst(8)), id % 2 == 0 else { continue }
        lives.events[index].screen = "Post/\(id)"
      }
      if let tab = lives.shape.tabs.last { lives.reservations.wrong.insert(Subject("depth.over-limit", tab.name)) }
    },
    Circumstance("a strip inside a page") { lives, dice in
      guard let screen = lives.shape.tabs.lazy.flatMap(\.root.below).map({ AppShape.folded($0.name) }).first else { return }
      let strip = ["Text", "Reviews", "Questions", "Shops"]
      let lists = dice.chance(0.5)
      let (tabs, releases) = (lives.shape.tabs, lives.crowd.releases)
      lives.rewriteSessions(&dice) { events, _, dice in
        for index in events.indices.reversed() where events[index].event == "push" && events[index].screen?.hasPrefix(screen) ?? false {
          let chosen = dice.shuffled(strip).prefix(dice.within(0...3))
          events.insert(chosen.map { Deed(event: "tab_select", target: $0) }, at: events.slot(after: index), &dice)
        }
        if lists, let first = events.first {
          var list = LoggedEvent(time: first.time, user: first.user, session: first.session, event: "tabs_shown", segment: first.segment)
          let release = releases.firstIndex { $0.name == first.segment.appVersion } ?? 0
          list.value = .list(tabs.filter { $0.exists(release: release, first.segment) }.map(\.name))
          events.insert(list, at: 1)
        }
      }
      lives.reservations.unmovable.formUnion(strip)
    },
    Circumstance("a pager") { lives, dice in
      let tabs = lives.shape.tabs.map(\.name)
      lives.rewriteSessions(&dice) { events, _, dice in
        var passed: [(index: Int, deeds: [Deed])] = []
        var current = 0
        for index in events.indices {
          guard events[index].event == "tab_select", events[index].outcome != "blocked", let next = tabs.firstIndex(of: events[index].target ?? "") else {
            continue
          }
          let between = next > current ? Array((current + 1)..<max(next, current + 1)) : Array(((next + 1)..<max(current, next + 1)).reversed())
          if index > 0, !between.isEmpty { passed.append((index, between.map { Deed(event: "tab_select", target: tabs[$0], pause: 80...200) })) }
          current = next
        }
        for (index, deeds) in passed.reversed() {
          events.insert(deeds, at: index, &dice)
          // The last of them is as short.
          let after = index + deeds.count
          let gap = events[after].time - events[after - 1].time - 150
          for later in events[after...].indices { events[later].time -= max(0, gap) }
        }
      }
    },
    Circumstance(
      "a tab entered by links",
      prepares: { shape, _, _ in
        guard shape.tabs.count > 2 else { return false }
        let tab = 2
        (shape.tabs[tab].reach, shape.tabs[tab].weight) = (0.02, 0.3)
        return true
      }
    ) { lives, dice in
      let tab = lives.shape.tabs[2]
      let first = lives.shape.firstTab
      lives.rewriteSessions(&dice) { events, _, dice in
        guard (fnv1a(events[0].user.utf8) >> 7) % 10 < 6, dice.chance(0.3) else { return }
        let link = [Deed(event: "deep_link", screen: tab.root.name, target: tab.name, pause: 300...500), Deed(event: "tab_select", target: first)]
        events.insert(link, at: 1, &dice)
      }
      lives.reservations.unmovable.insert(tab.name)
    },
    Circumstance(
      "a hub called More",
      prepares: { shape, _, _ in
        guard (3...4).contains(shape.tabs.count), shape.more.isEmpty else { return false }
        shape.tabs.append(AppShape.section("More", "Account", "Vouchers", "Imprint", reach: 0.8))
        return true
      }),
  ]

  // MARK: Logging

  private static let ofLogging = [
    Circumstance("ways back logged from some day on") { lives, dice in
      let day = lives.crowd.start + Int64(Double(lives.crowd.days) * dice.within(0.3...0.7) * 86_400_000)
      lives.events.removeAll { $0.event == "back" && $0.time < day }
    }
  ]
}
