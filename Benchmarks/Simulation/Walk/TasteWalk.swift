/// People who follow their tastes walk through an app, session after session, as the app would log it without errors.
struct TasteWalk {
  /// A screen in a stack, and its name as logged, with its id.
  typealias Frame = (screen: SimulatedApp.Screen, name: String)

  let app: SimulatedApp
  let population: Population
  let person: Person
  private var dice: Dice
  private(set) var events: [LoggedEvent] = []
  /// The screens that came up, by session.
  private(set) var traces: [[TrueFigures.Stay]] = []
  /// The menus that the person had and opened.
  private(set) var menus: (had: Set<String>, opened: Set<String>) = ([], [])

  /// Milliseconds since 1970.
  private var clock: Int64 = 0
  private var release = 0
  /// What all events of the session have in common.
  private var common = LoggedEvent(event: "")
  /// The current section: a tab, `More`, a menu item (`menu:item`), `(link)`.
  private var section = "(none)"
  private var stacks: [String: [Frame]] = [:]
  private let entries: [SimulatedApp.PlacedEntry]
  /// Which entries the person has used in any session.
  private var used: Set<Int> = []

  init(_ person: Person, app: SimulatedApp, population: Population, seed: UInt64) {
    self.person = person
    self.app = app
    self.population = population
    entries = app.placedEntries
    dice = Dice(seed: seed, person.number, 2)
    for (number, session) in person.sessions.enumerated() where session.start > clock {
      (clock, release) = session
      walk(number)
    }
  }

  private var stack: [Frame] {
    get { stacks[section, default: []] }
    set { stacks[section] = newValue }
  }

  private mutating func walk(_ number: Int) {
    common = LoggedEvent(user: "\(population.prefix)\(person.number)", event: "", segment: person.segment)
    if population.hasSessionIDs { common.session = "\(common.user)-\(number)" }
    common.segment.appVersion = population.releases[release].name
    section = "(none)"
    stacks = [:]
    traces.append([])
    menus.had.formUnion(app.menus.filter { $0.isOn(person.segment.platform) }.map(\.name))
    log(LoggedEvent(event: "app_open", via: person.isNew && number == 0 && population.logsFirstOpen ? "first" : "cold"))
    for screen in app.gate {
      wait(0.3)
      log(LoggedEvent(event: "screen_view", screen: screen), look: 2)
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
    log(LoggedEvent(event: "app_background"))
  }

  /// The app shows its first screen, or the one that a link opens.
  private mutating func begin() {
    if !app.links.isEmpty, dice.chance(app.behavior.links) {
      section = "(link)"
      push(dice.pick(app.links, by: \.weight), LoggedEvent(event: "deep_link", via: dice.pick(["push", "url"])))
    } else if let first = app.tabs.indices.first(where: isAvailable).map({ app.tabs[$0] }) {
      section = first.name
      push(first.root, LoggedEvent(event: "screen_view"))
    } else if let start = app.start {
      push(start, LoggedEvent(event: "screen_view"))
    }
  }

  // MARK: Where to

  /// Whether this person uses an entry, and has it in the installed release.
  private func isAvailable(_ index: Int) -> Bool {
    person.tastes[index] > 0 && entries[index].entry.exists(release: release, person.segment)
      && entries[index].menu?.isOn(person.segment.platform) ?? true
  }

  /// Chooses an entry by taste and goes there. False if there is none.
  private mutating func goSomewhere() -> Bool {
    let progress = Double(clock - population.start) / (Double(max(1, population.days)) * 86_400_000)
    let drift = 1 + (population.drift - 1) * min(1, max(0, progress))
    let options = entries.indices.filter {
      isAvailable($0) && !($0 < app.tabs.count && app.tabs[$0].name == section && stack.count <= 1)
    }
    guard !options.isEmpty else { return !stack.isEmpty }
    let weights = options.map { index in
      let weight = person.tastes[index] * (index % 2 == 0 ? drift : 1)
      // People who use an entry at all begin early.
      return used.contains(index) ? weight : max(weight, 0.4)
    }
    let index = options[dice.index(weights: weights)]
    used.insert(index)
    let (entry, menu, _) = entries[index]
    if index < app.tabs.count {
      select(entry)
    } else if let menu {
      menus.opened.insert(menu.name)
      log(LoggedEvent(event: "menu_open", container: menu.name), look: 1.8)
      if dice.chance(menu.abandoned) {
        log(LoggedEvent(event: "menu_close", container: menu.name, via: dice.pick(["outside", "swipe", "back"])))
      } else {
        section = "\(menu.name):\(entry.name)"
        stack = []
        push(entry.root, LoggedEvent(event: "menu_select", target: entry.name, container: menu.name))
      }
    } else {
      section = "More"
      stack = []
      push(.init(name: "More", dwell: 2), LoggedEvent(event: "more_open"))
      wait(stay(2))
      if !dice.chance(0.06) { push(entry.root, LoggedEvent(event: "more_select", target: entry.name)) }
    }
    return true
  }

  private mutating func select(_ tab: SimulatedApp.Entry) {
    if tab.blocked > 0, release < tab.blockedUntil, dice.chance(tab.blocked) {
      log(LoggedEvent(event: "tab_select", target: tab.name, outcome: "blocked"), look: 2)
    } else if let modal = tab.acts {
      log(LoggedEvent(event: "tab_select", target: tab.name))
      wait(0.3)
      run(modal)
    } else if tab.name == section {
      home()
    } else {
      section = tab.name
      if app.resetsTabsOn.contains(person.segment.platform ?? "") { stack = Array(stack.prefix(1)) }
      guard !stack.isEmpty else { return push(tab.root, LoggedEvent(event: "tab_select", target: tab.name)) }
      arrive(.forward, LoggedEvent(event: "tab_select", target: tab.name))
      // People look at what they left there; most then continue from the root.
      guard stack.count > 1 else { return }
      wait(stay(6))
      if dice.chance(0.6) { home() }
    }
  }

  // MARK: Within a section

  /// Goes down from the top screen as far as the person likes, with detours.
  private mutating func walkDown() {
    guard section != "More" || stack.count > 1 else { return }
    for _ in 0..<60 {
      guard let top = stack.last else { return }
      wait(stay(top.screen.dwell ?? 9))
      touch(top)
      if let modal = top.screen.modals.first(where: { dice.chance($0.share) }) {
        run(modal)
        wait(stay(3))
      }
      if stack.count < 12, dice.chance(top.screen.nests) {
        push(top.screen)
      } else if !top.screen.screens.isEmpty, dice.chance(top.screen.goesOn ?? app.behavior.drill) {
        push(dice.pick(top.screen.screens, by: \.weight))
      } else if let list = stack.dropLast().last?.screen, !list.screens.isEmpty, dice.chance(list.opensAnother) {
        // Back to the list, and on to the next item.
        goBack()
        wait(stay(2.5))
        push(dice.pick(list.screens, by: \.weight))
      } else {
        return
      }
    }
  }

  /// What people do after their errand: go back step by step, go to the root at once, or leave from where they are.
  private mutating func returnFromErrand() {
    guard stack.count > 1, section != "(link)" else { return }
    let climbs = min(0.9, app.behavior.climbs * person.climbing)
    let draw = dice.unit()
    if draw < climbs { climb() } else if draw < climbs + app.behavior.reselect { home() }
  }

  /// Back step by step, up to the root.
  private mutating func climb() {
    while stack.count > 1 {
      goBack()
      wait(stay(1.5))
    }
  }

  /// To the root of the current tab with one tap, if it is a tab; otherwise step by step.
  private mutating func home() {
    guard stack.count > 1 else { return }
    guard app.tabs.contains(where: { $0.name == section }) else { return climb() }
    stack = Array(stack.prefix(1))
    arrive(.back, LoggedEvent(event: "tab_select", target: section))
    wait(stay(2))
  }

  private mutating func goBack() {
    stack.removeLast()
    arrive(
      .back,
      LoggedEvent(event: "back", via: person.segment.platform == "ios" ? dice.pick(["button", "swipe"]) : "system"))
  }

  private mutating func push(_ screen: SimulatedApp.Screen, _ event: LoggedEvent = LoggedEvent(event: "push")) {
    let name = screen.name.hasSuffix("/*") ? "\(SimulatedApp.folded(screen.name))/\(1 + dice.below(900))" : screen.name
    stack.append((screen, name))
    arrive(.forward, event)
  }

  /// Passes through a modal flow, as far as the person likes, and closes it.
  private mutating func run(_ modal: SimulatedApp.Modal) {
    for (index, screen) in modal.screens.enumerated() {
      arrive(.modal, LoggedEvent(event: index == 0 ? "modal_open" : "push"), at: (screen, screen, index + 1))
      wait(stay(modal.dwell))
      guard dice.chance(modal.goesOn) else { break }
    }
    arrive(.back, LoggedEvent(event: "modal_close"))
  }

  /// Does a task directly.
  private mutating func run(_ task: SimulatedApp.Task) {
    log(LoggedEvent(event: "task_start", target: task.name))
    for next in app.tabs[0].root.path(to: task.goal)?.dropFirst() ?? [] {
      wait(stay(5))
      guard let screen = stack.last?.screen.screens.first(where: { $0.name == next.name }) else { break }
      push(screen)
    }
    wait(stay(5))
    log(
      LoggedEvent(event: "task_end", target: task.name, outcome: stack.last?.screen.name == task.goal ? "ok" : "failed")
    )
  }

  /// Gestures and taps on the current screen.
  private mutating func touch(_ frame: Frame) {
    for (index, gesture) in app.gestures.enumerated()
    where gesture.on == frame.screen.name && person.knowsGesture[index] && dice.chance(0.4) {
      log(
        LoggedEvent(
          event: "gesture", screen: frame.name, target: gesture.name,
          outcome: dice.chance(gesture.failing) ? "failed" : "ok"), look: 2)
    }
    guard !app.controls.isEmpty, dice.chance(0.15) else { return }
    let control = dice.pick(app.controls)
    log(
      LoggedEvent(
        event: "tap", screen: frame.name, target: control.name, outcome: dice.chance(control.dead) ? "dead" : "ok"),
      look: 3)
  }

  // MARK: Time and log

  /// A stay in seconds with this median, adjusted for the person's pace.
  private mutating func stay(_ median: Double) -> Double {
    max(0.7, min(900, dice.lognormal(median: median * person.pace, sigma: 0.6)))
  }

  private mutating func wait(_ seconds: Double) { clock += Int64((seconds * 1000).rounded()) }

  /// Logs and records an event that leads to a screen: the one on top, unless another one is given, by its name in the
  /// log and in tables.
  private mutating func arrive(
    _ kind: TrueFigures.Stay.Kind, _ event: LoggedEvent, at other: (logged: String, name: String, depth: Int)? = nil
  ) {
    let shown = other ?? stack.last.map { ($0.name, SimulatedApp.folded($0.screen.name), stack.count) }
    let view = LoggedEvent(event: "screen_view", screen: shown?.logged)
    let isSplit = population.splits && shown != nil && event.event != view.event
    var event = event
    if !isSplit { event.screen = view.screen }
    log(event)
    if isSplit {
      clock += Int64(60 + dice.below(300))
      log(view)
    }
    if let shown {
      traces[traces.count - 1].append(
        .init(kind: kind, section: section, screen: shown.name, depth: shown.depth, time: clock))
    }
  }

  /// - Parameter median: how long the person looks at it, in seconds.
  private mutating func log(_ event: LoggedEvent, look median: Double? = nil) {
    events.append(event.like(common, at: clock))
    if let median { wait(stay(median)) }
  }
}
