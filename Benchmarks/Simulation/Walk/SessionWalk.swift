/// People who plan their errands walk through the app, session after session, which gives the log.
///
/// It keeps the true state of the navigation: the current section and a stack of screens for each section,
/// as defined in Method.md, so that every event carries the screen that is really shown.
struct SessionWalk {
  /// A way on purpose: down from the root of a tab, along these screens.
  typealias Way = (tab: Int, path: [SimulatedApp.Screen])
  /// Something that a person does in a session; false if the person has left the app.
  typealias Errand = (inout SessionWalk) -> Bool

  /// With its flaws applied.
  let app: SimulatedApp
  let options: SimulationOptions
  let quota: Quota
  let entries: [SimulatedApp.PlacedEntry]
  let tasks: [(settings: SimulatedApp.Task, way: Way)]
  let journeys: [(reach: Double, weight: Double, way: Way)]
  let stays: Lognormal
  let scans = Lognormal(sigma: 0.4)

  var lines: [LogLine] = []
  var dice = Dice(seed: 0)
  /// For copies and broken lines, independent of people's behavior.
  var noise = Dice(seed: 0)
  var person: SimulatedPerson
  /// What all events of the session have in common.
  var common = LoggedEvent(event: "")
  var session: PlannedSession = (0, 0, 0, false)
  /// The number of the next event in the session.
  var number = 0
  /// Milliseconds since 1970.
  var clock: Int64 = 0
  /// By section: the entries, then the More list and links.
  var stacks: [[SimulatedApp.Screen]]
  /// The sections since the app started, and when they were entered.
  var entered: [(section: Int, time: Int64)] = []
  /// Backs in a row.
  var backs = 0
  var isBarHidden = false
  /// A tab was removed from the bar in this session.
  var isBarShrunk = false
  var badges: [Bool]

  init(_ source: SimulatedApp, _ options: SimulationOptions) throws {
    let app = try source.planted()
    self.app = app
    self.options = options
    quota = Quota(seed: options.seed)
    entries = app.placedEntries
    func way(to goal: String) -> Way? {
      app.tabs.enumerated().lazy.compactMap { tab, entry in
        entry.root.path(to: goal).map { (tab, Array($0.dropFirst())) }
      }.first
    }
    tasks = app.tasks.compactMap { task in way(to: task.goal).map { (task, $0) } }
    journeys = app.journeys.compactMap { journey in way(to: journey.goal).map { (journey.reach, journey.weight, $0) } }
    stays = Lognormal(sigma: app.behavior.spread)
    person = SimulatedPerson(0, quota, app)
    stacks = Array(repeating: [], count: entries.count + 2)
    badges = app.tabs.map { _ in false }
  }

  /// The current section; -1: the app has not shown anything yet.
  var section: Int { entered.last?.section ?? -1 }
  var top: SimulatedApp.Screen? { section < 0 ? nil : stacks[section].last }

  mutating func wait(_ milliseconds: ClosedRange<Int>) { clock += Int64(dice.within(milliseconds)) }

  /// Stays on a screen for a time with this median.
  mutating func stay(median: Int, atLeast least: Int = 0, more: Int = 0) {
    clock += Int64(max(least, stays.draw(median: median, &dice)) + more)
  }

  /// Forgets all screens: the app restarts.
  mutating func clearState() {
    for index in stacks.indices { stacks[index].removeAll(keepingCapacity: true) }
    entered = []
    backs = 0
    isBarHidden = false
  }

  /// Enters a section at its root.
  mutating func open(_ section: Int, at root: SimulatedApp.Screen, by event: LoggedEvent, setsDepth: Bool = true) {
    entered.append((section, clock))
    stacks[section] = [root]
    arrive(event, setsDepth: setsDepth)
  }
}

// MARK: - What is written

extension SessionWalk {
  /// Writes an event that leads to a screen, in the style of the log: with its screen, followed by a `screen_view`,
  /// or only as a `screen_view`.
  ///
  /// - Parameters:
  ///   - lag: Milliseconds until the screen appears.
  ///   - setsDepth: The event may carry the level of its screen.
  mutating func arrive(_ event: LoggedEvent, lag: Int = 0, setsDepth: Bool = false) {
    backs = ["back", "modal_close", "to_root"].contains(event.event) ? backs + 1 : 0
    let depth = options.writesDepth && setsDepth ? stacks[section].count : nil
    var event = event
    var view = LoggedEvent(event: "screen_view", screen: top?.name)
    if options.style == .full { (event.screen, event.depth) = (view.screen, depth) } else { view.depth = depth }
    write(event, if: options.style != .views)
    clock += Int64(lag > 0 ? lag : 30 + dice.below(220))
    write(view, if: options.style != .full || event.event == "tab_select" && app.tabs.contains(where: \.slowFirstOpen))
  }

  /// Writes an event that leads to no screen; the person does something else after a pause.
  mutating func happen(_ event: LoggedEvent, pause: ClosedRange<Int>? = nil) {
    var event = event
    let isOfApp = ["app_open", "app_background", "tabs_shown", "tabs_edit", "badge"].contains(event.event)
    if !isOfApp, options.style == .full || ["tap", "gesture", "rotate"].contains(event.event) {
      event.screen = top?.name
    }
    write(event, if: options.style != .views || event.event == "app_open" || event.event == "app_background")
    if let pause { wait(pause) }
  }

  /// Writes one line, and sometimes a copy or a broken line after it. All styles take the same time, so that their
  /// sessions are the same.
  private mutating func write(_ event: LoggedEvent, if isLogged: Bool) {
    defer { clock += 1 }
    guard isLogged else { return }
    var line = LogLine(time: clock, event: event.like(common, at: clock))
    line.event.id = "\(session.number)-\(number)"
    lines.append(line)
    number += 1
    if noise.happens(options.duplicates) {
      line.time = clock + Int64(noise.below(90_000))
      line.kind = .copy
      lines.append(line)
    }
    guard noise.happens(options.brokenLines) else { return }
    if noise.happens(0.4) {
      line.kind = .truncated
    } else {
      line.time = clock
      line.kind = .broken(noise.pick(Self.brokenLines))
    }
    lines.append(line)
  }

  private static let brokenLines = [
    #"{"time":"yesterday","user":"u0","event":"tap"}"#, #"{"time":"2026-03-02T10:00:00.000Z","event":"tap"}"#,
    #"{"time":"2026-03-02T10:00:00.000Z","user":"u0"}"#, "-- log rotated --",
  ]
}
