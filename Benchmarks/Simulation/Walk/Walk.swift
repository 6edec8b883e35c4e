/// A person's way through an app, session by session, as the app would log it without errors.
package struct Walk {
  /// A screen in a stack.
  struct Frame {
    var screen: AppShape.Screen
    /// As logged, with its id.
    var name: String
  }

  let shape: AppShape
  let crowd: Crowd
  let person: Person
  let kinds: KindsOfScreens
  var dice: Dice
  package internal(set) var events: [LoggedEvent] = []
  package internal(set) var figures = TrueFigures()

  /// Milliseconds since 1970.
  var clock: Int64 = 0
  var release = 0
  var session: String?
  var number = 0
  /// The current section: a tab, `More`, a menu item (`menu:item`), `(link)`.
  var section = "(none)"
  var stacks: [String: [Frame]] = [:]
  /// Which entries the person has used in any session.
  var used: [Bool]
  var trace: [TrueFigures.Stay] = []

  init(_ person: Person, shape: AppShape, crowd: Crowd, kinds: KindsOfScreens, seed: UInt64) {
    self.person = person
    self.shape = shape
    self.crowd = crowd
    self.kinds = kinds
    dice = Dice(seed: seed, person.number, 2)
    used = shape.entries.map { _ in false }
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
    session = crowd.hasSessionIDs ? "\(person.name)-\(number)" : nil
    section = "(none)"
    stacks = [:]
    trace = []
    for menu in shape.menus where hasMenu(menu) { figures.has(menu: menu.name) }
    log("app_open", via: person.isNew && number == 0 && crowd.logsFirstOpen ? "first" : "cold")
    for screen in shape.gate {
      wait(0.3)
      log("screen_view", screen: screen)
      wait(stay(2))
    }
    wait(0.4)
    begin()
    if let task = shape.tasks.first(where: { dice.chance($0.share) && $0.path.first == stack.last?.name }) { run(task) }
    for errand in 0...dice.poisson(mean: max(0, shape.errands * person.eagerness - 1)) {
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
    figures.add(trace, kinds: kinds)
  }

  /// The app shows its first screen, or the one that a link opens.
  private mutating func begin() {
    if !shape.links.isEmpty, dice.chance(shape.linked) {
      section = "(link)"
      push(shape.links[dice.index(weights: shape.links.map(\.weight))], "deep_link", via: dice.pick(["push", "url"]))
    } else if let first = available(in: shape.tabs, from: 0).first.map({ shape.tabs[$0] }) {
      section = first.name
      push(first.root, "screen_view")
    } else if let start = shape.start {
      push(start, "screen_view")
    }
  }

  /// The indexes, within a list, of the entries that this person uses and has in the installed release.
  func available(in entries: [AppShape.Entry], from offset: Int) -> [Int] {
    entries.indices.filter { person.tastes[offset + $0] > 0 && entries[$0].exists(release: release, person.segment) }
  }

  // MARK: Where to

  /// Chooses an entry by taste and goes there. False if there is none.
  private mutating func goSomewhere() -> Bool {
    let options = wishes().filter { !($0.entry < shape.tabs.count && shape.tabs[$0.entry].name == section && stack.count <= 1) }
    guard !options.isEmpty else { return !stack.isEmpty }
    let entry = options[dice.index(weights: options.map(\.weight))].entry
    used[entry] = true
    if entry < shape.tabs.count {
      select(shape.tabs[entry])
    } else if entry < shape.tabs.count + shape.more.count {
      choose(shape.more[entry - shape.tabs.count])
    } else {
      var index = entry - shape.tabs.count - shape.more.count
      for menu in shape.menus {
        if index < menu.items.count {
          choose(menu.items[index], in: menu)
          break
        }
        index -= menu.items.count
      }
    }
    return true
  }

  private func hasMenu(_ menu: AppShape.Menu) -> Bool { menu.platforms?.contains(person.segment.platform ?? "") ?? true }

  /// The entries that the person may choose now, with their weights.
  private func wishes() -> [(entry: Int, weight: Double)] {
    var wishes: [(entry: Int, weight: Double)] = []
    let progress = Double(clock - crowd.start) / (Double(max(1, crowd.days)) * 86_400_000)
    func add(_ entries: [AppShape.Entry], from offset: Int) {
      for index in available(in: entries, from: offset) {
        let entry = offset + index
        var weight = person.tastes[entry]
        if entry % 2 == 0 { weight *= 1 + (crowd.drift - 1) * min(1, max(0, progress)) }
        // People who use an entry at all begin early.
        if !used[entry] { weight = max(weight, 0.4) }
        wishes.append((entry, weight))
      }
    }
    add(shape.tabs, from: 0)
    add(shape.more, from: shape.tabs.count)
    var offset = shape.tabs.count + shape.more.count
    for menu in shape.menus {
      if hasMenu(menu) { add(menu.items, from: offset) }
      offset += menu.items.count
    }
    return wishes
  }

  private mutating func select(_ tab: AppShape.Entry) {
    if let share = shape.refuses[tab.name], release < shape.refusesUntil, dice.chance(share) {
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
      if shape.resetsTabsOn.contains(person.segment.platform ?? "") { stack = Array(stack.prefix(1)) }
      guard let top = stack.last else { return push(tab.root, "tab_select", target: tab.name) }
      log("tab_select", screen: top.name, target: tab.name)
      record(.forward)
      // People look at what they left there; most then continue from the root.
      guard stack.count > 1 else { return }
      wait(stay(6))
      if dice.chance(0.6) { home() }
    }
  }

  private mutating func choose(_ item: AppShape.Entry) {
    section = "More"
    stack = []
    push(.init("More", stay: 2), "more_open")
    wait(stay(2))
    if dice.chance(0.06) { return }
    push(item.root, "more_select", target: item.name)
  }

  private mutating func choose(_ item: AppShape.Entry, in menu: AppShape.Menu) {
    figures.opens(menu: menu.name)
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
}
