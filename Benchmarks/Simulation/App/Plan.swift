/// An app in the form that the walk uses: everything by number, every text encoded.
struct Plan: Sendable {
  typealias Name = NameTable.Name

  /// A screen in the hierarchy.
  struct Screen: Sendable {
    var name: Name
    /// Its children in ``Plan/children``.
    var children: Range<Int> = 0..<0
    /// Median stay in milliseconds.
    var dwell: Int
    var controls: Range<Int> = 0..<0
    var modals: Range<Int> = 0..<0
    var gestures: Range<Int> = 0..<0
    var endsSession: Double
    var hidesBar: Bool
    var passesThrough: Bool
    var pogo: Double
  }

  struct Tab: Sendable {
    var name: Name
    var root: Int
    var settings: SimulatedApp.Tab
    /// How often it is chosen, by platform.
    var weights: [Double]
    /// The modal screen that it opens instead of a section, or none.
    var acts: Int
    /// Indices of the flaws about being chosen, or not being chosen.
    var flaws: [Int]
  }

  /// An item of the More list or of a menu.
  struct Item: Sendable {
    var name: Name
    var root: Int
    /// The menu that contains it; -1: the More list.
    var menu: Int
    /// Its index in its list.
    var indexInList: Int
    var settings: SimulatedApp.Item
    /// Uses per session, by platform.
    var weights: [Double]
    /// Indices of the flaws about it.
    var flaws: [Int]
  }

  struct Menu: Sendable {
    var name: Name
    var items: Range<Int>
    var settings: SimulatedApp.Menu
  }

  struct Gesture: Sendable {
    var name: Name
    var settings: SimulatedApp.Gesture
    /// The screen that it opens, or none.
    var opens: Int
  }

  struct Control: Sendable {
    var name: Name
    var settings: SimulatedApp.Control
  }

  struct Platform: Sendable {
    var settings: SimulatedApp.Platform
    var name: Name
    var device: Name
    var width: Name
    var systems: [Name]
    /// Which menus it has.
    var menus: [Bool]
    /// The tab bar, as in `tabs_shown`, and without its last tab.
    var bar: Name
    var shrunkBar: Name
    /// The bar after the reorder flaw's edit.
    var editedBar: Name
  }

  struct Task: Sendable {
    var settings: SimulatedApp.Task
    var tab: Int
    /// Screens from below the root of the tab to the goal.
    var path: [Int]
  }

  struct Journey: Sendable {
    var settings: SimulatedApp.Journey
    var tab: Int
    var path: [Int]
  }

  var names = NameTable.withWords()
  var screens: [Screen] = []
  var children: [Int32] = []
  /// Cumulative weights of the children, at the same indices.
  var childWeights: [Double] = []
  var controls: [Control] = []
  /// Modal screens.
  var modals: [Int32] = []
  var screenGestures: [Int32] = []
  var tabs: [Tab] = []
  var moreList = -1
  var moreOnWide = false
  var moreAbandoned = 0.0
  var items: [Item] = []
  var moreItems: Range<Int> = 0..<0
  var menus: [Menu] = []
  var gestures: [Gesture] = []
  var links: [Int] = []
  var tasks: [Task] = []
  var journeys: [Journey] = []
  var platforms: [Platform] = []
  var versions: [Name] = []
  var locales: [Name] = []
  var shareSheet = -1
  var behavior: SimulatedApp.Behavior
  var habits: SimulatedApp.Habits
  var showsFirstOpens = false
  var flaws: [PlantedFlaw]

  /// Sections are numbered: the tabs, the More list, one for each item, one for links.
  var moreSection: Int { tabs.count }
  var linkSection: Int { tabs.count + 1 + items.count }
  func section(ofItem item: Int) -> Int { tabs.count + 1 + item }
  var sectionCount: Int { tabs.count + 2 + items.count }
}

extension Plan {
  /// Compiles an app with its flaws applied.
  init(_ app: SimulatedApp) throws {
    let app = try app.planted()
    behavior = app.behavior
    habits = app.habits
    flaws = app.flaws
    for gesture in app.gestures {
      gestures.append(Gesture(name: names.name(gesture.name), settings: gesture, opens: -1))
    }
    for tab in app.tabs {
      let root = add(tab.root, app)
      let acts = tab.acts.map { add(.init(name: $0), app) } ?? -1
      tabs.append(
        Tab(
          name: names.name(tab.name), root: root, settings: tab, weights: app.platforms.map { tab.weights[$0.name] ?? tab.weight }, acts: acts,
          flaws: app.flaws.indices.filter {
            [.tabsOverFive, .tabsNeglected].contains(app.flaws[$0].flaw) && app.flaws[$0].subjects.contains(tab.name)
          }))
    }
    addHiddenNavigation(app)
    for link in app.links { links.append(add(link, app)) }
    for index in gestures.indices {
      if let screen = gestures[index].settings.opens { gestures[index].opens = add(.init(name: screen), app) }
    }
    shareSheet = add(.init(name: "Share"), app)
    for task in app.tasks {
      if let way = way(to: task.goal) { tasks.append(Task(settings: task, tab: way.tab, path: way.path)) }
    }
    for journey in app.journeys {
      if let way = way(along: journey.path) { journeys.append(Journey(settings: journey, tab: way.tab, path: way.path)) }
    }
    showsFirstOpens = app.tabs.contains(where: \.slowFirstOpen)
    versions = app.versions.map { names.name($0) }
    locales = app.locales.map { names.name($0) }
    addPlatforms(app)
  }

  private mutating func addHiddenNavigation(_ app: SimulatedApp) {
    if let more = app.more {
      moreList = add(.init(name: more.screen, dwell: 2.5), app)
      moreOnWide = more.wideOnly
      moreAbandoned = more.abandoned
      moreItems = 0..<more.items.count
      for (index, item) in more.items.enumerated() { addItem(item, menu: -1, indexInList: index, app) }
    }
    for (index, menu) in app.menus.enumerated() {
      let first = items.count
      for (indexInMenu, item) in menu.items.enumerated() { addItem(item, menu: index, indexInList: indexInMenu, app) }
      menus.append(Menu(name: names.name(menu.name), items: first..<items.count, settings: menu))
    }
  }

  private mutating func addItem(_ item: SimulatedApp.Item, menu: Int, indexInList: Int, _ app: SimulatedApp) {
    let root = add(item.root, app)
    let about = app.flaws.indices.filter { index in
      let flaw = app.flaws[index]
      switch flaw.flaw {
      case .menuUnopened, .menuSlowScan, .menuOnIOS: return menu >= 0 && flaw.subjects.contains(app.menus[menu].name)
      case .menuItemUndiscovered, .menuLateDiscovery, .menuPromote, .menuDuplicateRoute:
        return menu >= 0 && flaw.subjects.contains(item.name)
      case .tabsMoreToll, .tabsMoreOutranks, .tabsWideOverflow: return menu < 0 && flaw.subjects.contains(item.name)
      default: return false
      }
    }
    let weights = app.platforms.map { item.weights[$0.name] ?? item.weight }
    items.append(Item(name: names.name(item.name), root: root, menu: menu, indexInList: indexInList, settings: item, weights: weights, flaws: about))
  }

  /// Adds a screen with everything below it.
  private mutating func add(_ screen: SimulatedApp.Screen, _ app: SimulatedApp) -> Int {
    let index = screens.count
    screens.append(
      Screen(
        name: names.name(screen.name), dwell: Int((screen.dwell ?? app.behavior.dwell) * 1000),
        endsSession: screen.endsSession, hidesBar: screen.hidesBar, passesThrough: screen.passesThrough,
        pogo: screen.pogo))
    let below = screen.screens.map { Int32(add($0, app)) }
    screens[index].children = children.count..<children.count + below.count
    children += below
    var sum = 0.0
    for child in screen.screens {
      sum += child.weight
      childWeights.append(sum)
    }
    screens[index].controls = controls.count..<controls.count + screen.controls.count
    for control in screen.controls { controls.append(Control(name: names.name(control.name), settings: control)) }
    let over = screen.modals.map { Int32(add(.init(name: $0), app)) }
    screens[index].modals = modals.count..<modals.count + over.count
    modals += over
    let own = gestures.indices.filter { (gestures[$0].settings.on ?? screen.name) == screen.name }
    screens[index].gestures = screenGestures.count..<screenGestures.count + own.count
    screenGestures += own.map(Int32.init)
    return index
  }

  private mutating func addPlatforms(_ app: SimulatedApp) {
    for platform in app.platforms {
      let fitting = app.tabs.filter { !$0.compactOnly || !platform.isWide }.map(\.name)
      let more = app.more != nil && moreOnWide == platform.isWide ? ["More"] : []
      let edited = app.habits.reorder.map { fitting.dropLast() + [$0.item] } ?? fitting
      platforms.append(
        Platform(
          settings: platform, name: names.name(platform.name), device: names.name(platform.device),
          width: names.name(platform.width), systems: platform.systemVersions.map { names.name($0) },
          menus: app.menus.map { $0.platforms.isEmpty || $0.platforms.contains(platform.name) },
          bar: names.list(fitting + more), shrunkBar: names.list(fitting.dropLast() + more),
          editedBar: names.list(edited + more)))
    }
  }

  /// The tab with a screen, and the screens from below its root to the screen.
  private func way(to goal: String) -> (tab: Int, path: [Int])? {
    for (index, tab) in tabs.enumerated() {
      if let path = tab.settings.root.path(to: goal) { return way(along: path).map { (index, $0.path) } }
    }
    return nil
  }

  /// The screens with these names, each the child of the previous one, the first being the root of a tab.
  private func way(along path: [String]) -> (tab: Int, path: [Int])? {
    guard let tab = tabs.firstIndex(where: { $0.settings.root.name == path.first }) else { return nil }
    var here = tabs[tab].root
    var way: [Int] = []
    var settings = tabs[tab].settings.root
    for name in path.dropFirst() {
      guard let index = settings.screens.firstIndex(where: { $0.name == name }) else { return nil }
      here = Int(children[screens[here].children.lowerBound + index])
      settings = settings.screens[index]
      way.append(here)
    }
    return (tab, way)
  }

  /// The index of a flaw in ``flaws``, or -1.
  @inline(__always)
  func index(of flaw: Flaw) -> Int {
    flaws.isEmpty ? -1 : flaws.firstIndex { $0.flaw == flaw } ?? -1
  }
}
