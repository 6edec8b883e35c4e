/// A user who is not like the others: a program, a kiosk, or a tester.
struct Stranger {
  private(set) var events: [LoggedEvent] = []
  private let segment: LoggedEvent.Segment
  private let shape: AppShape
  private var clock: Int64
  private var dice: Dice
  private var session = ""

  init(_ kind: Fate.Robot, in lives: Lives, seed: UInt64) {
    shape = lives.shape
    dice = Dice(seed: seed, -1, 5)
    var segment = lives.shape.devices[0].segment
    segment.appVersion = lives.crowd.releases.last?.name
    segment.variant = lives.crowd.variants.first
    self.segment = segment
    clock = lives.crowd.start
    // A third as many events as all people together: a monitor that runs day and night.
    let wanted = max(3000, lives.events.count / 3)
    let end = lives.crowd.start + Int64(lives.crowd.days) * 86_400_000
    let pause = max(2_400_000, (end - lives.crowd.start) / Int64(max(1, wanted / 40)) - 60_000)
    var number = 0
    while events.count < wanted, clock < end {
      number += 1
      session = "monitor-\(number)"
      log("app_open", via: "cold")
      if let root = shape.tabs.first?.root ?? shape.start { log("screen_view", screen: root.name) }
      for _ in 0..<12 {
        switch kind {
        case .opens: open()
        case .dives: dive()
        case .alternates: alternate()
        case .monkeys:
          switch dice.below(3) {
          case 0: open()
          case 1: dive()
          default: alternate()
          }
        }
      }
      clock += pause
    }
  }

  private mutating func open() {
    if let menu = shape.menus.first {
      log("menu_open", container: menu.name)
      log("menu_close", container: menu.name, via: "outside")
    } else if !shape.more.isEmpty {
      log("more_open", screen: "More")
      alternate()
    } else {
      alternate()
    }
  }

  private mutating func dive() {
    guard let tab = shape.tabs.first(where: { $0.acts == nil }) else { return }
    log("tab_select", screen: tab.root.name, target: tab.name)
    for level in 2...9 { log("push", screen: "\(tab.root.name) \(level)") }
  }

  private mutating func alternate() {
    for tab in shape.tabs.filter({ $0.acts == nil }).prefix(2) { log("tab_select", screen: tab.root.name, target: tab.name) }
  }

  private mutating func log(_ event: String, screen: String? = nil, target: String? = nil, container: String? = nil, via: String? = nil) {
    clock += Int64(dice.within(250...900))
    events.append(
      LoggedEvent(
        time: clock, user: "monitor", session: session, event: event, screen: screen, target: target, container: container, via: via, segment: segment))
  }
}

extension Lives {
  /// The log of a device on a wall: what many people did, under one name, in sessions that last from opening to closing time.
  func kiosk(_ dice: inout Dice) -> [LoggedEvent] {
    let day: Int64 = 86_400_000
    var events: [LoggedEvent] = []
    var guest = 0
    for number in 0..<crowd.days {
      let opening = crowd.start + Int64(number) * day + 9 * 3_600_000
      var clock = opening
      while clock < opening + 9 * 3_600_000 {
        var crowd = crowd
        crowd.activity = 0.01
        crowd.releases = Array(crowd.releases.prefix(1))
        guest += 1
        let person = Person(1_000_000 + guest, of: crowd, using: shape, seed: dice.bits())
        let walk = Walk(person, shape: shape, crowd: crowd, kinds: KindsOfScreens(shape.kinds), seed: dice.bits())
        // What one guest does: the person's first session.
        let visit = walk.events.dropFirst().prefix { $0.event != "app_background" }
        guard let first = visit.first else { continue }
        for var event in visit {
          event.time += clock - first.time
          event.user = "kiosk-hall"
          event.session = "kiosk-\(number)"
          event.segment = shape.devices[0].segment
          event.segment.appVersion = crowd.releases[0].name
          events.append(event)
        }
        clock = max(clock, events.last?.time ?? clock) + Int64(dice.within(20_000...240_000))
      }
    }
    return events
  }

  /// A tester of the next release: goes everywhere, by links too, and to screens that nobody else sees.
  func tester(_ number: Int, seed: UInt64) -> [LoggedEvent] {
    var crowd = crowd
    crowd.prefix = "qa-"
    crowd.activity = 4
    crowd.sigma = 0
    crowd.new = 0
    crowd.releases = [("99.0-beta", -100)]
    var shape = shape
    for index in shape.tabs.indices { shape.tabs[index].reach = 1 }
    for index in shape.more.indices { shape.more[index].reach = 1 }
    var debug = AppShape.Screen("Debug 9", stay: 2)
    for level in stride(from: 8, through: 2, by: -1) { debug = AppShape.Screen("Debug \(level)", stay: 2, goesOn: 0.95, [debug]) }
    if !shape.tabs.isEmpty { shape.tabs[0].root.below.append(debug) }
    return Walk(
      Person(number, of: crowd, using: shape, seed: seed ^ 0x7E57), shape: shape, crowd: crowd, kinds: KindsOfScreens(shape.kinds), seed: seed ^ 0x7E57
    ).events
  }
}
