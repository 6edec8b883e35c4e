/// People who follow their tastes walk through an app, session after session, as the app would log it without errors.
struct TasteWalk {
  /// A screen in a stack.
  struct Frame {
    var screen: SimulatedApp.Screen
    /// As logged, with its id.
    var name: String
  }

  let app: SimulatedApp
  let population: Population
  let person: Person
  var dice: Dice
  private(set) var events: [LoggedEvent] = []
  /// The screens that came up, by session.
  private(set) var traces: [[TrueFigures.Stay]] = []
  /// The menus that the person had and opened.
  private(set) var menus: (had: Set<String>, opened: Set<String>) = ([], [])

  /// Milliseconds since 1970.
  var clock: Int64 = 0
  var release = 0
  var session: String?
  var number = 0
  /// The current section: a tab, `More`, a menu item (`menu:item`), `(link)`.
  var section = "(none)"
  var stacks: [String: [Frame]] = [:]
  private let entries: [(entry: SimulatedApp.Entry, place: SimulatedApp.Place)]
  /// Which entries the person has used in any session.
  private var used: [Bool]

  init(_ person: Person, app: SimulatedApp, population: Population, seed: UInt64) {
    self.person = person
    self.app = app
    self.population = population
    dice = Dice(seed: seed, person.number, 2)
    entries = app.placedEntries
    used = entries.map { _ in false }
    for (index, session) in person.sessions.enumerated() where session.start > clock {
      number = index
      clock = session.start
      release = session.release
      walk()
    }
  }

  var stack: [Frame] {
    get { stacks[section, default: []] }
    set { stacks[section] = newValue }
  }

  private mutating func walk() {
    session = population.hasSessionIDs ? "\(person.name)-\(number)" : nil
    section = "(none)"
    stacks = [:]
    traces.append([])
    menus.had.formUnion(app.menus.filter { $0.isOn(person.segment.platform) }.map(\.name))
    log("app_open", via: person.isNew && number == 0 && population.logsFirstOpen ? "first" : "cold")
    for screen in app.gate {
      wait(0.3)
      log("screen_view", screen: screen)
      wait(stay(2))
    }
    wait(0.4)
    begin()
    if let task = app.tasks.first(where: { dice.chance($0.share) && $0.start == stack.last?.name }) { run(task) }
    for errand in 0...dice.poisson(mean: max(0, app.behavior.errands * person.eagerness - 1)) {
      // The first errand of most sessions is where the app opens.
      if errand > 0 || dice.chance(0.3) {
        // Nobody selects anything in the millisecond in which the app comes up.
        if errand == 0 { wait(0.8) }
        guard goSomewhere() else { break }
      }
      walkDown()
      returnFromErrand()
    }
    wait(2)
    log("app_background")
  }

  /// The app shows its first screen, or the one that a link opens.
  private mutating func begin() {
    if !app.links.isEmpty, dice.chance(app.behavior.links) {
      section = "(link)"
      push(app.links[dice.index(weights: app.links.map(\.weight))], "deep_link", via: dice.pick(["push", "url"]))
    } else if let first = app.tabs.indices.first(where: isAvailable).map({ app.tabs[$0] }) {
      section = first.name
      push(first.root, "screen_view")
    } else if let start = app.start {
      push(start, "screen_view")
    }
  }

  // MARK: Where to

  /// Whether this person uses an entry, and has it in the installed release.
  private func isAvailable(_ index: Int) -> Bool {
    guard person.tastes[index] > 0, entries[index].entry.exists(release: release, person.segment) else { return false }
    if case .menu(let menu) = entries[index].place { return menu.isOn(person.segment.platform) }
    return true
  }

  /// Chooses an entry by taste and goes there. False if there is none.
  private mutating func goSomewhere() -> Bool {
    let progress = Double(clock - population.start) / (Double(max(1, population.days)) * 86_400_000)
    let drift = 1 + (population.drift - 1) * min(1, max(0, progress))
    let options = entries.indices.filter { isAvailable($0) && !($0 < app.tabs.count && app.tabs[$0].name == section && stack.count <= 1) }
    guard !options.isEmpty else { return !stack.isEmpty }
    let weights = options.map { index in
      let weight = person.tastes[index] * (index % 2 == 0 ? drift : 1)
      // People who use an entry at all begin early.
      return used[index] ? weight : max(weight, 0.4)
    }
    let index = options[dice.index(weights: weights)]
    used[index] = true
    let entry = entries[index].entry
    switch entries[index].place {
    case .bar: select(entry)
    case .more: choose(entry)
    case .menu(let menu): choose(entry, in: menu)
    }
    return true
  }

  private mutating func select(_ tab: SimulatedApp.Entry) {
    if tab.blocked > 0, release < tab.blockedUntil, dice.chance(tab.blocked) {
      log("tab_select", target: tab.name, outcome: "blocked")
      wait(stay(2))
    } else if let modal = tab.acts {
      log("tab_select", target: tab.name)
      wait(0.3)
      run(modal)
    } else if tab.name == section {
      home()
    } else {
      section = tab.name
      if app.resetsTabsOn.contains(person.segment.platform ?? "") { stack = Array(stack.prefix(1)) }
      guard let top = stack.last else { return push(tab.root, "tab_select", target: tab.name) }
      log("tab_select", screen: top.name, target: tab.name)
      record(.forward)
      // People look at what they left there; most then continue from the root.
      guard stack.count > 1 else { return }
      wait(stay(6))
      if dice.chance(0.6) { home() }
    }
  }

  private mutating func choose(_ item: SimulatedApp.Entry) {
    section = "More"
    stack = []
    push(.init(name: "More", dwell: 2), "more_open")
    wait(stay(2))
    if dice.chance(0.06) { return }
    push(item.root, "more_select", target: item.name)
  }

  private mutating func choose(_ item: SimulatedApp.Entry, in menu: SimulatedApp.Menu) {
    menus.opened.insert(menu.name)
    log("menu_open", container: menu.name)
    wait(stay(1.8))
    if dice.chance(menu.abandoned) {
      log("menu_close", container: menu.name, via: dice.pick(["outside", "swipe", "back"]))
    } else {
      section = "\(menu.name):\(item.name)"
      stack = []
      push(item.root, "menu_select", target: item.name, container: menu.name)
    }
  }

  // MARK: Within a section

  /// Goes down from the top screen as far as the person likes, with detours.
  mutating func walkDown() {
    guard !stack.isEmpty, section != "More" || stack.count > 1 else { return }
    for _ in 0..<60 {
      let top = stack[stack.count - 1]
      wait(stay(top.screen.dwell ?? 9))
      touch(top)
      if let modal = top.screen.modals.first(where: { dice.chance($0.share) }) {
        run(modal)
        wait(stay(3))
      }
      if stack.count < 12, dice.chance(top.screen.nests) {
        push(top.screen, "push")
      } else if !top.screen.screens.isEmpty, dice.chance(top.screen.goesOn ?? app.behavior.drill) {
        openBelow()
      } else if stack.count > 1, !stack[stack.count - 2].screen.screens.isEmpty, dice.chance(stack[stack.count - 2].screen.opensAnother) {
        // Back to the list, and on to the next item.
        goBack()
        wait(stay(2.5))
        openBelow()
      } else {
        return
      }
    }
  }

  private mutating func openBelow() {
    let screens = stack[stack.count - 1].screen.screens
    push(screens[dice.index(weights: screens.map(\.weight))], "push")
  }

  /// What people do after their errand: go back step by step, go to the root at once, or leave from where they are.
  mutating func returnFromErrand() {
    guard stack.count > 1, section != "(link)" else { return }
    let climbs = min(0.9, app.behavior.climbs * person.climbing)
    switch dice.unit() {
    case ..<climbs: climb()
    case ..<(climbs + app.behavior.reselect): home()
    default: return
    }
  }

  /// Back step by step, up to the root.
  private mutating func climb() {
    while stack.count > 1 {
      goBack()
      wait(stay(1.5))
    }
  }

  /// To the root of the current tab with one tap, if it is a tab; otherwise step by step.
  mutating func home() {
    guard stack.count > 1 else { return }
    guard app.tabs.contains(where: { $0.name == section }) else { return climb() }
    stack = Array(stack.prefix(1))
    log("tab_select", screen: stack[0].name, target: section)
    record(.back)
    wait(stay(2))
  }

  private mutating func goBack() {
    stack.removeLast()
    log("back", screen: stack.last?.name, via: person.segment.platform == "ios" ? dice.pick(["button", "swipe"]) : "system")
    record(.back)
  }

  mutating func push(_ screen: SimulatedApp.Screen, _ event: String, target: String? = nil, container: String? = nil, via: String? = nil) {
    let name = screen.name.hasSuffix("/*") ? "\(SimulatedApp.folded(screen.name))/\(1 + dice.below(900))" : screen.name
    stack.append(Frame(screen: screen, name: name))
    log(event, screen: name, target: target, container: container, via: via)
    record(.forward)
  }

  /// Passes through a modal flow, as far as the person likes, and closes it.
  mutating func run(_ modal: SimulatedApp.Modal) {
    for (index, screen) in modal.screens.enumerated() {
      log(index == 0 ? "modal_open" : "push", screen: screen)
      record(.modal, screen, depth: index + 1)
      wait(stay(modal.dwell))
      guard dice.chance(modal.goesOn) else { break }
    }
    log("modal_close", screen: stack.last?.name)
    record(.back)
  }

  /// Does a task directly.
  mutating func run(_ task: SimulatedApp.Task) {
    log("task_start", target: task.name)
    for name in app.tabs[0].root.path(to: task.goal)?.dropFirst() ?? [] {
      wait(stay(5))
      guard let screen = stack.last?.screen.screens.first(where: { $0.name == name }) else { break }
      push(screen, "push")
    }
    wait(stay(5))
    log("task_end", target: task.name, outcome: stack.last?.screen.name == task.goal ? "ok" : "failed")
  }

  /// Gestures and taps on the current screen.
  private mutating func touch(_ frame: Frame) {
    for (index, gesture) in app.gestures.enumerated() where gesture.on == frame.screen.name && person.knowsGesture[index] && dice.chance(0.4) {
      log("gesture", screen: frame.name, target: gesture.name, outcome: dice.chance(gesture.failing) ? "failed" : "ok")
      wait(stay(2))
    }
    guard !app.controls.isEmpty, dice.chance(0.15) else { return }
    let control = dice.pick(app.controls)
    log("tap", screen: frame.name, target: control.name, outcome: dice.chance(control.dead) ? "dead" : "ok")
    wait(stay(3))
  }

  // MARK: Time and log

  /// A stay in seconds with this median, adjusted for the person's pace.
  mutating func stay(_ median: Double) -> Double { max(0.7, min(900, dice.lognormal(median: median * person.pace, sigma: 0.6))) }

  mutating func wait(_ seconds: Double) { clock += Int64((seconds * 1000).rounded()) }

  mutating func record(_ kind: TrueFigures.Stay.Kind) {
    if let top = stack.last { record(kind, SimulatedApp.folded(top.screen.name), depth: stack.count) }
  }

  private mutating func record(_ kind: TrueFigures.Stay.Kind, _ screen: String, depth: Int) {
    traces[traces.count - 1].append(.init(kind: kind, section: section, screen: screen, depth: depth, time: clock))
  }

  /// The events that lead to another screen.
  private static let movers: Set<String> = [
    "tab_select", "more_open", "more_select", "menu_select", "push", "back", "modal_open", "modal_close", "deep_link",
  ]

  mutating func log(
    _ event: String, screen: String? = nil, target: String? = nil, container: String? = nil, via: String? = nil, outcome: String? = nil
  ) {
    var segment = person.segment
    segment.appVersion = population.releases[release].name
    var logged = LoggedEvent(
      time: clock, user: person.name, session: session, event: event, screen: screen, target: target, container: container, via: via, outcome: outcome,
      segment: segment)
    guard population.splits, let screen, Self.movers.contains(event) else {
      events.append(logged)
      return
    }
    logged.screen = nil
    events.append(logged)
    clock += Int64(60 + dice.below(300))
    events.append(LoggedEvent(time: clock, user: person.name, session: session, event: "screen_view", screen: screen, segment: segment))
  }
}
