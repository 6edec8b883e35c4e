/// Something that happens to a log between the app and its reader. It does not change what people did, and so not the truth.
package enum Fate: Sendable, CustomStringConvertible {
  /// Each event is lost with this chance.
  case loses(Double)
  /// Events of this kind are lost with this chance.
  case losesKind(String, Double)
  /// One platform's app does not log `back`.
  case missesBack(platform: String)
  /// Two libraries log every event: the second one a moment later, without ids.
  case doubles(share: Double)
  /// A second library adds a `screen_view` for every screen.
  case echoesScreens
  /// Events are stamped when they are sent: all events within this many seconds share a time.
  case batches(seconds: Int64)
  /// The clocks of this share of people are off, by up to years; some are corrected in the middle of a session.
  case wrongClocks(share: Double)
  /// Lines are unordered.
  case shuffles
  /// A program that uses the app hundreds of times as much as anyone else.
  case robot(Robot)
  /// A device on a wall that everybody uses: sessions of many hours under one name.
  case kiosk
  /// A few testers with an unreleased version, who look at everything, including debugging screens.
  case testers(Int)
  /// No session ids.
  case losesSessionIDs

  package enum Robot: Sendable, CaseIterable {
    /// Opens the menu (or the More list) and closes it, again and again.
    case opens
    /// Goes down as deep as the app allows, and further by links.
    case dives
    /// Goes back and forth between two tabs.
    case alternates
    /// Touches anything at random.
    case monkeys

    var words: String {
      switch self {
      case .opens: "opens the menu and closes it"
      case .dives: "goes down and down"
      case .alternates: "runs to and fro between two tabs"
      case .monkeys: "touches anything"
      }
    }
  }

  package var description: String {
    switch self {
    case .loses(let share): "\(percent(share)) of events lost"
    case .losesKind(let kind, let share): "\(percent(share)) of \(kind) lost"
    case .missesBack(let platform): "no back on \(platform)"
    case .doubles(let share): "\(percent(share)) of sessions logged twice"
    case .echoesScreens: "a second library logs screens"
    case .batches(let seconds): "one time for \(seconds) s of events"
    case .wrongClocks(let share): "wrong clocks of \(percent(share)) of users"
    case .shuffles: "lines in no order"
    case .robot(let robot): "a robot that \(robot.words)"
    case .kiosk: "a kiosk"
    case .testers(let count): "\(count) testers"
    case .losesSessionIDs: "no session ids"
    }
  }

  private func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10)%" }
}

extension Lives {
  /// Applies this to the log.
  package mutating func suffer(_ fate: Fate, seed: UInt64) {
    var dice = Dice(seed: seed, 77, 3)
    switch fate {
    case .loses(let share): events.removeAll { _ in dice.chance(share) }
    case .losesKind(let kind, let share): events.removeAll { $0.event == kind && dice.chance(share) }
    case .missesBack(let platform): events.removeAll { $0.event == "back" && $0.segment.platform == platform }
    case .doubles(let share): double(share, &dice)
    case .echoesScreens: echo(&dice)
    case .batches(let seconds):
      for index in events.indices { events[index].time -= events[index].time % (seconds * 1000) }
    case .wrongClocks(let share): disturbClocks(share, seed)
    case .shuffles: events = dice.shuffled(events)
    case .robot(let robot): add(strangers: [Stranger(robot, in: self, seed: seed).events])
    case .kiosk: add(strangers: [kiosk(&dice)])
    case .testers(let count): add(strangers: (0..<count).map { tester($0, seed: seed) })
    case .losesSessionIDs:
      for index in events.indices { events[index].session = nil }
    }
  }

  private mutating func double(_ share: Double, _ dice: inout Dice) {
    let salt = dice.bits()
    func isDoubled(_ event: LoggedEvent) -> Bool {
      var own = Dice(seed: salt, Int(truncatingIfNeeded: fnv1a(event.user.utf8)))
      return own.chance(share)
    }
    var doubled: [LoggedEvent] = []
    for event in events {
      doubled.append(event)
      guard isDoubled(event) else { continue }
      var copy = event
      copy.time += Int64(dice.within(2...30))
      doubled.append(copy)
    }
    events = doubled
    events.sortByTime()
  }

  private mutating func echo(_ dice: inout Dice) {
    var all: [LoggedEvent] = []
    let quiet: Set = ["gesture", "tap", "screen_view"]
    for event in events {
      all.append(event)
      guard let screen = event.screen, !quiet.contains(event.event) else { continue }
      all.append(
        LoggedEvent(
          time: event.time + Int64(dice.within(5...250)), user: event.user, session: event.session, event: "screen_view", screen: screen, segment: event.segment
        ))
    }
    events = all
    events.sortByTime()
  }

  private mutating func disturbClocks(_ share: Double, _ seed: UInt64) {
    let day: Int64 = 86_400_000
    for index in events.indices {
      var own = Dice(seed: seed, Int(truncatingIfNeeded: fnv1a(events[index].user.utf8)), 4)
      guard own.chance(share) else { continue }
      switch own.below(3) {
      case 0: events[index].time -= Int64(own.within(2...9)) * 365 * day
      case 1: events[index].time += Int64(own.within(1...11)) * day / 24
      default:
        // The clock is corrected at some time in the log: earlier events are years in the past.
        if events[index].time < crowd.start + Int64(own.within(2.0...Double(crowd.days)) * Double(day)) { events[index].time -= 5 * 365 * day }
      }
    }
    events.sortByTime()
  }

  private mutating func add(strangers: [[LoggedEvent]]) {
    events += strangers.flatMap { $0 }
    events.sortByTime()
  }
}
