/// An app of random shape, and what people did in it: the events that a dialect writes with a team's names.
struct DialectApp {
  /// In order of users and time.
  let events: [LoggedEvent]

  /// - Parameters:
  ///   - content: Names of the app's content, for labels and screens.
  ///   - moreWord: The team's name for the More list.
  init(seed: UInt64, content: [String], moreWord: String) {
    var dice = Dice(seed: seed, 1)
    var names = dice.shuffled(content)
    func take(_ count: Int) -> [String] {
      defer { names.removeFirst(min(count, names.count)) }
      return Array(names.prefix(count))
    }
    let hasIDs = dice.chance(0.25)
    func entry(_ name: String, _ children: Int, weight: Double) -> AppShape.Entry {
      let below = (0..<children).map { number in
        let child = "\(name) \(["List", "Item", "Info"][number])"
        return AppShape.Screen(child + (hasIDs && number == 1 ? "/*" : ""), stay: 5, dice.chance(0.4) ? [AppShape.Screen("\(child) More info", stay: 5)] : [])
      }
      return AppShape.Entry(name, AppShape.Screen(name, stay: 5, below), weight: weight, reach: 0.8)
    }
    var shape = AppShape("Dialect \(seed)", tabs: take(dice.within(3...5)).map { entry($0, dice.within(1...3), weight: 1) })
    let hasMore = dice.chance(0.3)
    if hasMore { shape.more = take(dice.within(2...4)).map { entry($0, dice.within(0...1), weight: 0.5) } }
    let menu = dice.chance(hasMore ? 0.35 : 0.65) ? take(dice.within(3...6)) : []
    let menuName = menu.isEmpty || !dice.chance(0.3) ? nil : take(1).first
    if !menu.isEmpty { shape.menus = [AppShape.Menu("menu", abandoned: 0.3, menu.map { entry($0, dice.within(0...1), weight: 0.3) })] }
    if dice.chance(0.4), let modal = take(1).first {
      for tab in shape.tabs.indices { shape.tabs[tab].root.modals = [AppShape.Modal([modal])] }
    }
    if dice.chance(0.3) { shape.gestures = shape.tabs.flatMap { tab in ["swipe_left", "pull_refresh"].map { .init($0, on: tab.name, reach: 1) } } }
    shape.controls = (1...6).map { ("button \($0)", 0) }
    shape.linked = 0
    shape.errands = 5
    shape.meanSessions = 2.5
    shape.climbs = 0.4
    var crowd = Crowd()
    crowd.users = dice.within(50...80)
    crowd.new = 0
    crowd.splits = true
    crowd.releases = [("3.9", -100), ("4.0", Double(dice.within(5...20)))]
    let suffix = dice.pick(["", "", "", "Screen", " View", "_page"])
    let logsPush = dice.chance(0.25)

    var events: [LoggedEvent] = []
    let logged = Lives(shape, crowd, seed: seed).events
    for index in logged.indices.sorted(by: { (logged[$0].user, $0) < (logged[$1].user, $1) }) {
      let event = logged[index]
      var told = event
      // What no team's words tell.
      told.via = nil
      told.outcome = nil
      told.segment = .init(platform: event.segment.platform, systemVersion: event.segment.systemVersion, appVersion: event.segment.appVersion)
      told.screen = event.event == "tap" || event.event == "gesture" ? nil : event.screen.map { ($0 == "More" ? moreWord : $0) + suffix }
      if told.container != nil { told.container = menuName }
      // A push is logged with its screen, or as the view that follows it.
      if let last = events.last, last.event == "push", last.user == told.user, told.event == "screen_view" {
        events.removeLast()
        if logsPush { told.event = "push" }
      }
      events.append(told)
    }
    self.events = events
  }
}
