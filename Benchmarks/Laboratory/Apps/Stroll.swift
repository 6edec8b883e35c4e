/// The walks of the people of a ``WalkedApp``, and the resulting log.
struct Stroll {
  private(set) var log: [UInt8] = []
  /// The roots of tabs, and the More list, that anyone saw.
  private(set) var seenRoots: Set<String> = []

  /// A section with its own stack.
  private enum Section: Hashable {
    case tab(Int)
    case more
    case item(Int)
    case link
  }

  private let app: WalkedApp
  private let viewsOnly: Bool
  private var dice: Dice
  private var user = 0
  private var session = 0
  /// Seconds since 1970.
  private var clock = 0.0
  private var stacks: [Section: [Int]] = [:]
  private var section = Section.tab(0)
  private var tabs: [Int] = []
  private var usesMore = false
  private var usesMenu = false
  private var lastTab = 0

  init(_ app: WalkedApp, viewsOnly: Bool) {
    self.app = app
    self.viewsOnly = viewsOnly
    dice = Dice(seed: app.seed ^ 0x5EED)
    for user in 0..<app.users {
      self.user = user
      becomeSomebody()
      for session in 0..<max(1, Int(dice.exponential(mean: app.sessions).rounded())) {
        self.session = session
        clock += dice.within(7200...144_000)
        walk()
      }
    }
  }

  private mutating func becomeSomebody() {
    clock = 1_772_000_000 + dice.within(0...400_000)
    tabs = app.tabs.indices.filter { $0 == 0 || dice.chance(app.tabReach[$0]) }
    usesMore = app.more != nil && dice.chance(0.8)
    usesMenu = !app.menu.isEmpty && dice.chance(0.7)
    lastTab = 0
  }

  private mutating func walk() {
    stacks = [:]
    write("app_open", nil, more: ",\"via\":\"cold\"")
    clock += 0.2
    if !app.linked.isEmpty, dice.chance(app.notified) {
      section = .link
      stacks[section] = [dice.pick(app.linked)]
      show("deep_link", more: ",\"via\":\"push\"")
    } else {
      select(app.start == .first ? 0 : app.start == .any ? anyTab() : lastTab)
    }
    for _ in 0..<(1 + Int(dice.exponential(mean: app.moves))) {
      clock += dice.stay(median: 6)
      move()
    }
    if case .tab(let tab) = section { lastTab = tab }
    clock += 5
    write("app_background", nil)
  }

  private var stack: [Int] { stacks[section, default: []] }

  private mutating func anyTab() -> Int { tabs[dice.index(weights: tabs.map { app.tabWeights[$0] })] }

  private mutating func select(_ tab: Int) {
    let next = Section.tab(tab)
    if stacks[next] == nil || (next != section && !dice.chance(app.keeps)) { stacks[next] = [app.tabs[tab]] }
    section = next
    show("tab_select", more: ",\"target\":\"T\(tab)\"")
  }

  private mutating func open(_ screen: Int, _ event: String = "push") {
    stacks[section, default: []].append(screen)
    show(event)
  }

  private mutating func move() {
    let top = stack[stack.count - 1]
    let screen = app.screens[top]
    if !screen.modals.isEmpty, dice.chance(app.toModal) {
      write("modal_open", dice.pick(screen.modals))
      clock += dice.within(2...10)
      write("modal_close", top)
    } else if !screen.links.isEmpty, dice.chance(app.toLink) {
      open(dice.pick(screen.links))
    } else if let search = app.search, top != search, dice.chance(app.toSearch) {
      open(search)
    } else if let more = app.more, usesMore, dice.chance(app.toMore) {
      section = .more
      stacks[section] = [more]
      show("more_open")
      clock += dice.within(1...3)
      guard dice.chance(0.85) else { return }
      let item = dice.pick(app.screens[more].children)
      stacks[section]?.append(item)
      show("more_select", more: ",\"target\":\"\(app.screens[item].name)\"")
    } else if usesMenu, !app.isMenuAtRootsOnly || stack.count == 1, dice.chance(app.toMenu) {
      let item = dice.index(weights: app.menu.indices.map { 1 / Double($0 + 1) })
      write("menu_open", nil)
      clock += 1.5
      section = .item(item)
      stacks[section] = [app.menu[item]]
      show("menu_select", more: ",\"target\":\"\(app.screens[app.menu[item]].name)\"")
    } else {
      goOn(screen)
    }
  }

  /// Down, up, to another tab, or to the root.
  private mutating func goOn(_ screen: WalkedApp.Screen) {
    let isDeep = stack.count > 1
    let isInTab = if case .tab = section { true } else { false }
    switch dice.index(weights: [screen.children.isEmpty ? 0 : app.push, isDeep ? app.back : 0, app.change, isDeep && isInTab ? app.reselect : 0]) {
    case 0: open(screen.children[dice.index(weights: screen.weights)])
    case 1:
      stacks[section]?.removeLast()
      show("back")
    case 2:
      let tab = anyTab()
      if section != .tab(tab) { select(tab) }
    default:
      guard case .tab(let tab) = section else { return }
      stacks[section]?.removeSubrange(1...)
      show("tab_select", more: ",\"target\":\"T\(tab)\"")
    }
  }

  private mutating func show(_ event: String, more: String = "") { write(event, stack[stack.count - 1], more: more) }

  private mutating func write(_ event: String, _ screen: Int?, more: String = "") {
    if let screen, app.tabs.contains(screen) || screen == app.more { seenRoots.insert(app.screens[screen].name) }
    let isLifecycle = event.hasPrefix("app_")
    if viewsOnly, screen == nil, !isLifecycle { return }
    let word = viewsOnly && !isLifecycle ? "screen_view" : event
    let shown = screen.map { ",\"screen\":\"\(app.screens[$0].name)\"" } ?? ""
    let rest = viewsOnly && !isLifecycle ? "" : more
    let line = "{\"time\":\(Int(clock * 1000)),\"user\":\"u\(user)\",\"session\":\"\(user)-\(session)\",\"event\":\"\(word)\"\(shown)\(rest)}\n"
    log += Array(line.utf8)
  }
}
