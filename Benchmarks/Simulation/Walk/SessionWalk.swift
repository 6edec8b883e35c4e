/// An app in the form that the planned walk uses: with its flaws applied, its items in one list, its ways resolved.
struct Plan: Sendable {
  /// An item of the More list or of a menu.
  struct Item: Sendable {
    var entry: SimulatedApp.Entry
    /// The menu that contains it; nil: the More list.
    var menu: Int?
    /// Its index in its list.
    var indexInList: Int
  }

  /// A way down from the root of a tab.
  struct Way: Sendable {
    var tab: Int
    /// The screens below the root.
    var path: [SimulatedApp.Screen]
  }

  let app: SimulatedApp
  let items: [Item]
  let tasks: [(settings: SimulatedApp.Task, way: Way)]
  let journeys: [(settings: SimulatedApp.Journey, way: Way)]

  /// Sections are numbered: the tabs, the More list, one for each item, one for links.
  var moreSection: Int { app.tabs.count }
  var linkSection: Int { app.tabs.count + 1 + items.count }
  func section(ofItem item: Int) -> Int { app.tabs.count + 1 + item }

  init(_ source: SimulatedApp) throws {
    let app = try source.planted()
    self.app = app
    let lists = [(nil as Int?, app.moreItems)] + app.menus.enumerated().map { ($0, $1.items) }
    items = lists.flatMap { menu, list in list.enumerated().map { Item(entry: $1, menu: menu, indexInList: $0) } }
    /// The screens with these names, each the child of the previous one, the first being the root of a tab.
    func way(along path: [String]) -> Way? {
      guard let tab = app.tabs.firstIndex(where: { $0.root.name == path.first }) else { return nil }
      var way = [app.tabs[tab].root]
      for name in path.dropFirst() {
        guard let next = way[way.count - 1].screens.first(where: { $0.name == name }) else { return nil }
        way.append(next)
      }
      return Way(tab: tab, path: Array(way.dropFirst()))
    }
    tasks = app.tasks.compactMap { task in
      app.tabs.lazy.compactMap { $0.root.path(to: task.goal) }.first.flatMap(way).map { (task, $0) }
    }
    journeys = app.journeys.compactMap { journey in way(along: journey.path).map { (journey, $0) } }
  }
}

/// People who plan their errands walk through the app, session after session, which gives the log.
///
/// It keeps the true state of the navigation: the current section and a stack of screens for each section,
/// as defined in Reconstruction.md, so that every event carries the screen that is really shown.
struct SessionWalk {
  /// A finished stay in a section.
  struct Stay {
    var section = -1
    var length: Int64 = .max
  }

  /// Something that a person wants to do in a session.
  enum Errand {
    case tab(Int)
    case item(Int)
    case task(Int)
    case journey(Int)
    case pingPong, hunting, backChain
  }

  let plan: Plan
  let app: SimulatedApp
  let options: SimulationOptions
  let quota: Quota
  let stays: Lognormal
  let scans = Lognormal(sigma: 0.4)

  var output: LogOutput
  /// The planted flaws, and how often each occurred.
  private(set) var flaws: [PlantedFlaw]

  var dice = Dice(seed: 0)
  /// For copies and broken lines, independent of people's behavior.
  var noise = Dice(seed: 0)
  var person: SimulatedPerson
  /// What all events of the session have in common.
  var common = LoggedEvent(event: "")
  /// The number of the session, and of the next event in it.
  var number = 0
  var eventNumber = 0
  /// Milliseconds since 1970.
  var clock: Int64 = 0
  var stacks: [[SimulatedApp.Screen]]
  var section = -1
  /// A modal screen is on top of the stack.
  var modal: SimulatedApp.Screen?
  /// Backs in a row.
  var backs = 0
  var isBarHidden = false
  /// A tab was removed from the bar in this session.
  var isBarShrunk = false
  var sectionEntered: Int64 = 0
  var lastStay = Stay()
  var stayBeforeLast = Stay()
  /// Tabs opened since the app started.
  var opened: [Bool]
  var badges: [Bool]
  var errands: [Errand] = []

  init(plan: Plan, options: SimulationOptions) {
    (self.plan, app, self.options) = (plan, plan.app, options)
    quota = Quota(seed: options.seed)
    stays = Lognormal(sigma: app.behavior.spread)
    output = LogOutput(limit: options.events)
    flaws = app.flaws
    person = SimulatedPerson(0, quota, app)
    stacks = [[SimulatedApp.Screen]](repeating: [], count: plan.linkSection + 1)
    opened = [Bool](repeating: false, count: app.tabs.count)
    badges = opened
  }

  /// The current screen.
  var top: SimulatedApp.Screen? { modal ?? (section >= 0 ? stacks[section].last : nil) }

  /// Records an occurrence of a planted flaw.
  mutating func note(_ flaw: Flaw) {
    if let index = flaws.firstIndex(where: { $0.flaw == flaw }) { flaws[index].occurrences += 1 }
  }

  /// Records that something was chosen that planted flaws are about.
  mutating func note(_ kinds: Flaw..., about name: String) {
    for index in flaws.indices where kinds.contains(flaws[index].flaw) && flaws[index].subjects.contains(name) { flaws[index].occurrences += 1 }
  }

  /// Lets time pass.
  mutating func wait(_ milliseconds: ClosedRange<Int>) { clock += Int64(dice.within(milliseconds)) }

  /// Stays on a screen for a time with this median.
  mutating func stay(median: Int, atLeast least: Int = 0, more: Int = 0) { clock += Int64(max(least, stays.draw(median: median, &dice)) + more) }

  /// Forgets all screens: the app restarts.
  mutating func clearState() {
    for index in stacks.indices { stacks[index].removeAll(keepingCapacity: true) }
    for index in opened.indices { opened[index] = false }
    section = -1
    modal = nil
    backs = 0
    isBarHidden = false
    lastStay = Stay()
    stayBeforeLast = Stay()
  }

  /// Records that another section is entered.
  mutating func enter(_ next: Int) {
    if section >= 0 {
      stayBeforeLast = lastStay
      lastStay = Stay(section: section, length: clock - sectionEntered)
    }
    section = next
    sectionEntered = clock
  }
}

// MARK: - What is written

extension SessionWalk {
  /// Prepares what all events of a session have in common.
  mutating func beginSession(_ planned: PlannedSession) {
    (number, eventNumber) = (planned.number, 0)
    clock = planned.start
    common.user = Self.userID(person.index, seed: quota.seed)
    common.session = "\(common.user)-\(number)"
    // Versions are released at even intervals, people follow.
    let share = Double(clock - Int64(options.firstDay.day) * Schedule.day) / Double(Int64(max(1, options.days)) * Schedule.day)
    let position = share * Double(app.versions.count) - person.updates * 0.5
    let device = person.platform
    common.segment = .init(
      platform: device.name, systemVersion: person.system, appVersion: app.versions[max(0, min(app.versions.count - 1, Int(position)))],
      device: device.device, width: device.width, locale: person.locale)
  }

  /// A pseudonym of 32 bits, different for each of 2³² people.
  private static func userID(_ user: Int, seed: UInt64) -> String {
    var id = UInt32(truncatingIfNeeded: user) ^ UInt32(truncatingIfNeeded: Dice.mixed(seed, 77))
    id = (id ^ (id >> 16)) &* 0x85EB_CA6B
    id = (id ^ (id >> 13)) &* 0xC2B2_AE35
    id ^= id >> 16
    let digits = String(id, radix: 16)
    return "u" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Writes an event that leads to a screen, in the style of the log: with its screen, followed by a `screen_view`,
  /// or only as a `screen_view`.
  ///
  /// - Parameters:
  ///   - lag: Milliseconds until the screen appears.
  ///   - setsDepth: The event may carry the level of its screen.
  mutating func arrive(_ event: LoggedEvent, lag: Int = 0, setsDepth: Bool = false) {
    if !["back", "modal_close", "to_root"].contains(event.event) { backs = 0 }
    let screen = top?.name
    let depth = options.writesDepth && setsDepth && modal == nil ? stacks[section].count : nil
    let delay = lag > 0 ? lag : 30 + dice.below(220)
    // All styles take the same time, so that their sessions are the same.
    var event = event
    switch options.style {
    case .full:
      (event.screen, event.depth) = (screen, depth)
      write(event)
    case .split: write(event)
    case .views: clock += 1
    }
    clock += Int64(delay)
    if options.style != .full {
      write(LoggedEvent(event: "screen_view", screen: screen, depth: depth))
    } else if event.event == "tab_select", app.tabs.contains(where: \.slowFirstOpen) {
      write(LoggedEvent(event: "screen_view", screen: screen))
    } else {
      clock += 1
    }
  }

  /// Writes an event that leads to no screen.
  mutating func happen(_ event: LoggedEvent) {
    if options.style == .views && event.event != "app_open" && event.event != "app_background" {
      clock += 1
      return
    }
    var event = event
    let isOfApp = ["app_open", "app_background", "tabs_shown", "tabs_edit", "badge"].contains(event.event)
    if !isOfApp, options.style == .full || ["tap", "gesture", "rotate"].contains(event.event) { event.screen = top?.name }
    write(event)
  }

  /// Writes one line, and sometimes a copy or a broken line after it.
  private mutating func write(_ event: LoggedEvent) {
    var event = event
    (event.time, event.user, event.session, event.segment) = (clock, common.user, common.session, common.segment)
    event.id = "\(number)-\(eventNumber)"
    var line = LogLine(time: clock, kind: .event, event: event)
    output.add(line)
    eventNumber += 1
    if noise.happens(options.duplicates) {
      line.time = clock + Int64(noise.below(90_000))
      line.kind = .copy
      output.add(line)
    }
    if noise.happens(options.brokenLines) {
      if noise.happens(0.4) {
        line.kind = .truncated
      } else {
        line.time = clock
        line.kind = .broken(
          [
            #"{"time":"yesterday","user":"u0","event":"tap"}"#, #"{"time":"2026-03-02T10:00:00.000Z","event":"tap"}"#,
            #"{"time":"2026-03-02T10:00:00.000Z","user":"u0"}"#, "-- log rotated --",
          ][noise.below(4)])
      }
      output.add(line)
    }
    clock += 1
  }
}
