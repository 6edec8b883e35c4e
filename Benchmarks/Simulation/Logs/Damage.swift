/// Something that happens to a log between the app and its reader. It does not change what people did, and so not the
/// truth.
package struct Damage: Sendable, CustomStringConvertible {
  package let description: String
  fileprivate let changes: @Sendable (inout SimulatedLog, inout Dice, UInt64) -> Void

  private init(_ description: String, changes: @escaping @Sendable (inout SimulatedLog, inout Dice, UInt64) -> Void) {
    self.description = description
    self.changes = changes
  }

  /// Some events are lost.
  private init(_ description: String, losing isLost: @escaping @Sendable (LoggedEvent, inout Dice) -> Bool) {
    self.init(description) { log, dice, _ in log.events.removeAll { isLost($0, &dice) } }
  }

  /// Events of nobody among the people come in between.
  private init(
    _ description: String, adding others: @escaping @Sendable (SimulatedLog, inout Dice, UInt64) -> [LoggedEvent]
  ) {
    self.init(description) { log, dice, seed in
      log.events += others(log, &dice, seed)
      log.events.sortByTime()
    }
  }

  private static func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10)%" }

  package static func loses(_ share: Double) -> Damage {
    Damage("\(percent(share)) of events lost", losing: { $1.chance(share) })
  }

  static func losesKind(_ kind: String, _ share: Double) -> Damage {
    Damage("\(percent(share)) of \(kind) lost", losing: { $0.event == kind && $1.chance(share) })
  }

  package static func missesBack(platform: String) -> Damage {
    Damage(
      "no back on \(platform)", losing: { event, _ in event.event == "back" && event.segment.platform == platform })
  }

  /// Two libraries log every event: the second one a moment later.
  package static func doubles(share: Double) -> Damage {
    Damage("\(percent(share)) of sessions logged twice") { log, dice, _ in
      let salt = dice.bits()
      log.followEvents { event in
        var own = Dice(seed: salt, Int(truncatingIfNeeded: fnv1a(event.user.utf8)))
        guard own.chance(share) else { return nil }
        var copy = event
        copy.time += Int64(dice.within(2...30))
        return copy
      }
    }
  }

  static let echoesScreens = Damage("a second library logs screens") { log, dice, _ in
    log.followEvents { event in
      guard event.screen != nil, !["gesture", "tap", "screen_view"].contains(event.event) else { return nil }
      return LoggedEvent(event: "screen_view", screen: event.screen).like(
        event, at: event.time + Int64(dice.within(5...250)))
    }
  }

  /// Events are stamped when they are sent: all events within this many seconds share a time.
  package static func batches(seconds: Int64) -> Damage {
    Damage("one time for \(seconds) s of events") { log, _, _ in
      log.events.changeEach { $0.time -= $0.time % (seconds * 1000) }
    }
  }

  /// The clocks of this share of people are off, by up to years; some are corrected in the middle of a session.
  static func wrongClocks(share: Double) -> Damage {
    Damage("wrong clocks of \(percent(share)) of users") { log, _, seed in
      let day: Int64 = 86_400_000
      let start = log.population.start
      let days = Double(log.population.days)
      log.events.changeEach { event in
        var own = Dice(seed: seed, Int(truncatingIfNeeded: fnv1a(event.user.utf8)), 4)
        guard own.chance(share) else { return }
        switch own.below(3) {
        case 0: event.time -= Int64(own.within(2...9)) * 365 * day
        case 1: event.time += Int64(own.within(1...11)) * day / 24
        // The clock is corrected at some time in the log: earlier events are years in the past.
        default: if event.time < start + Int64(own.within(2.0...days * Double(day))) { event.time -= 5 * 365 * day }
        }
      }
      log.events.sortByTime()
    }
  }

  static let shuffles = Damage("lines in no order") { log, dice, _ in log.events = dice.shuffled(log.events) }

  /// A program that uses the app hundreds of times as much as anyone else.
  package static func robot(_ habit: RobotHabit) -> Damage {
    Damage("a robot that \(habit.rawValue)", adding: { log, _, seed in log.robot(habit, seed: seed) })
  }

  package static let kiosk = Damage("a kiosk", adding: { log, dice, _ in log.kiosk(&dice) })

  /// A few testers with an unreleased version, who look at everything, including debugging screens.
  package static func testers(_ count: Int) -> Damage {
    Damage("\(count) testers", adding: { log, _, seed in (0..<count).flatMap { log.tester($0, seed: seed) } })
  }

  static let losesSessionIDs = Damage("no session ids") { log, _, _ in log.events.changeEach { $0.session = nil } }

  static func random(_ dice: inout Dice) -> Damage {
    switch dice.below(15) {
    case 0, 1: .loses(dice.pick([0.01, 0.05, 0.1]))
    case 2:
      .losesKind(dice.pick(["push", "tab_select", "modal_close", "menu_open", "screen_view"]), dice.pick([0.1, 0.3]))
    case 3: .missesBack(platform: dice.pick(["android", "ios"]))
    case 4: .doubles(share: dice.pick([0.1, 1]))
    case 5: .echoesScreens
    case 6: .batches(seconds: dice.pick([1, 10, 60]))
    case 7: .wrongClocks(share: dice.pick([0.02, 0.1]))
    case 8: .shuffles
    case 9, 10, 11: .robot(dice.pick(RobotHabit.allCases))
    case 12: .kiosk
    case 13: .testers(dice.within(2...4))
    default: .losesSessionIDs
    }
  }
}

extension SimulatedLog {
  package mutating func apply(_ damage: Damage, seed: UInt64) {
    var dice = Dice(seed: seed, 77, 3)
    damage.changes(&self, &dice, seed)
  }

  /// Adds what follows some events.
  fileprivate mutating func followEvents(_ next: (LoggedEvent) -> LoggedEvent?) {
    events = events.flatMap { [$0, next($0)].compactMap(\.self) }
    events.sortByTime()
  }
}

/// What a program does that uses an app.
package enum RobotHabit: String, Sendable, CaseIterable {
  case opens = "opens the menu and closes it"
  case dives = "goes down and down"
  case alternates = "runs to and fro between two tabs"
  case monkeys = "touches anything"
}

extension SimulatedLog {
  /// The log of a program: a third as many events as all people together, by a monitor that runs day and night.
  fileprivate func robot(_ habit: RobotHabit, seed: UInt64) -> [LoggedEvent] {
    var dice = Dice(seed: seed, -1, 5)
    var segment = app.platforms[0].segment
    segment.appVersion = population.releases.last?.name
    segment.variant = population.variants.first
    let wanted = max(3000, events.count / 3)
    let length = Int64(population.days) * 86_400_000
    let pause = max(2_400_000, length / Int64(max(1, wanted / 40)) - 60_000)
    var events: [LoggedEvent] = []
    var clock = population.start
    var number = 0
    func write(_ event: LoggedEvent) {
      clock += Int64(dice.within(250...900))
      events.append(
        event.like(LoggedEvent(user: "monitor", session: "monitor-\(number)", event: "", segment: segment), at: clock))
    }
    let tabs = app.tabs.filter { $0.acts == nil }
    func select(_ count: Int) {
      for tab in tabs.prefix(count) { write(.init(event: "tab_select", screen: tab.root.name, target: tab.name)) }
    }
    while events.count < wanted, clock < population.start + length {
      number += 1
      write(.init(event: "app_open", via: "cold"))
      if let root = app.tabs.first?.root ?? app.start { write(.init(event: "screen_view", screen: root.name)) }
      for _ in 0..<12 {
        let action = habit == .monkeys ? [.opens, .dives, .alternates][dice.below(3)] : habit
        if action == .opens, let menu = app.menus.first {
          write(.init(event: "menu_open", container: menu.name))
          write(.init(event: "menu_close", container: menu.name, via: "outside"))
        } else if action == .dives {
          select(1)
          for level in 2...9 {
            if let tab = tabs.first { write(.init(event: "push", screen: "\(tab.root.name) \(level)")) }
          }
        } else {
          if action == .opens, app.more != nil { write(.init(event: "more_open", screen: "More")) }
          select(2)
        }
      }
      clock += pause
    }
    return events
  }

  /// The log of a device on a wall: what many people did, under one name, in sessions that last from opening to closing
  /// time.
  fileprivate func kiosk(_ dice: inout Dice) -> [LoggedEvent] {
    var guests = population
    guests.activity = 0.01
    guests.releases = Array(population.releases.prefix(1))
    var segment = app.platforms[0].segment
    segment.appVersion = guests.releases[0].name
    var events: [LoggedEvent] = []
    var guest = 0
    for number in 0..<population.days {
      let opening = population.start + Int64(number) * 86_400_000 + 9 * 3_600_000
      var clock = opening
      while clock < opening + 9 * 3_600_000 {
        guest += 1
        let person = Person(1_000_000 + guest, of: guests, using: app, seed: dice.bits())
        // What one guest does: the person's first session.
        let visit = TasteWalk(person, app: app, population: guests, seed: dice.bits()).events.dropFirst().prefix {
          $0.event != "app_background"
        }
        guard let first = visit.first else { continue }
        for var event in visit {
          event.time += clock - first.time
          event.user = "kiosk-hall"
          event.session = "kiosk-\(number)"
          event.segment = segment
          events.append(event)
        }
        clock = max(clock, events.last?.time ?? clock) + Int64(dice.within(20_000...240_000))
      }
    }
    return events
  }

  /// A tester of the next release: goes everywhere, by links too, and to screens that nobody else sees.
  fileprivate func tester(_ number: Int, seed: UInt64) -> [LoggedEvent] {
    var testers = population
    testers.prefix = "qa-"
    testers.activity = 4
    testers.sigma = 0
    testers.new = 0
    testers.releases = [("99.0-beta", -100)]
    var app = app
    for index in 0..<(app.tabs.count + app.moreItems.count) { app.change(index) { $0.reach = 1 } }
    var debug = SimulatedApp.Screen(name: "Debug 9", dwell: 2)
    for level in stride(from: 8, through: 2, by: -1) {
      debug = .init(name: "Debug \(level)", dwell: 2, screens: [debug], goesOn: 0.95)
    }
    if !app.tabs.isEmpty { app.tabs[0].root.screens.append(debug) }
    let person = Person(number, of: testers, using: app, seed: seed ^ 0x7E57)
    return TasteWalk(person, app: app, population: testers, seed: seed ^ 0x7E57).events
  }
}
