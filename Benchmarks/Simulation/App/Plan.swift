/// A screen in the hierarchy, with everything that it leads to.
final class Place: Sendable {
  let name: String
  /// Median stay in milliseconds.
  let dwell: Int
  let children: [Place]
  /// Cumulative weights of the children.
  let childWeights: [Double]
  /// The controls on it, each with its number in the app.
  let controls: [(number: Int, settings: SimulatedApp.Control)]
  let modals: [Place]
  /// Numbers of the gestures that are made on it.
  let gestures: [Int]
  let endsSession: Double
  let hidesBar: Bool
  let passesThrough: Bool
  let pogo: Double

  /// Links a screen and all below it.
  ///
  /// - Parameter controls: The controls of the app so far.
  init(_ screen: SimulatedApp.Screen, in app: SimulatedApp, _ controls: inout [SimulatedApp.Control]) {
    name = screen.name
    dwell = Int((screen.dwell ?? app.behavior.dwell) * 1000)
    var below: [Place] = []
    for child in screen.screens { below.append(Place(child, in: app, &controls)) }
    children = below
    var sum = 0.0
    childWeights = screen.screens.map { child in
      sum += child.weight
      return sum
    }
    self.controls = zip(controls.count..., screen.controls).map { ($0, $1) }
    controls += screen.controls
    modals = screen.modals.map { Place(.init(name: $0), in: app, &controls) }
    gestures = app.gestures.indices.filter { (app.gestures[$0].on ?? screen.name) == screen.name }
    endsSession = screen.endsSession
    hidesBar = screen.hidesBar
    passesThrough = screen.passesThrough
    pogo = screen.pogo
  }
}

/// An app in the form that the walk uses: with its flaws applied and its screens linked.
struct Plan: Sendable {
  struct Tab: Sendable {
    var settings: SimulatedApp.Tab
    var root: Place
    /// How often it is chosen, by platform.
    var weights: [Double]
    /// The modal screen that it opens instead of a section.
    var acts: Place?
    /// Indices of the flaws about being chosen, or not being chosen.
    var flaws: [Int]

    var name: String { settings.name }
  }

  /// An item of the More list or of a menu.
  struct Item: Sendable {
    var settings: SimulatedApp.Item
    var root: Place
    /// The menu that contains it; nil: the More list.
    var menu: Int?
    /// Its index in its list.
    var indexInList: Int
    /// Uses per session, by platform.
    var weights: [Double]
    /// Indices of the flaws about it.
    var flaws: [Int]

    var name: String { settings.name }
  }

  struct Platform: Sendable {
    var settings: SimulatedApp.Platform
    /// Which menus it has.
    var menus: [Bool]
    /// The tab bar, as in `tabs_shown`, without its last tab, and after the reorder flaw's edit.
    var bar: [String]
    var shrunkBar: [String]
    var editedBar: [String]
  }

  /// A way down from the root of a tab.
  struct Way: Sendable {
    var tab: Int
    /// The screens below the root.
    var path: [Place]
  }

  let app: SimulatedApp
  let behavior: SimulatedApp.Behavior
  var controls: [SimulatedApp.Control] = []
  var tabs: [Tab] = []
  var moreList: Place?
  var items: [Item] = []
  /// What each gesture opens.
  var gestureTargets: [Place?] = []
  var links: [Place] = []
  var tasks: [(settings: SimulatedApp.Task, way: Way)] = []
  var journeys: [(settings: SimulatedApp.Journey, way: Way)] = []
  var platforms: [Platform] = []
  let shareSheet: Place
  let showsFirstOpens: Bool

  /// Sections are numbered: the tabs, the More list, one for each item, one for links.
  var moreSection: Int { tabs.count }
  var linkSection: Int { tabs.count + 1 + items.count }
  func section(ofItem item: Int) -> Int { tabs.count + 1 + item }
  var sectionCount: Int { tabs.count + 2 + items.count }

  /// Compiles an app with its flaws applied.
  init(_ source: SimulatedApp) throws {
    let app = try source.planted()
    self.app = app
    behavior = app.behavior
    showsFirstOpens = app.tabs.contains(where: \.slowFirstOpen)
    shareSheet = Place(.init(name: "Share"), in: app, &controls)
    func flaws(_ kinds: [Flaw], about name: String?) -> [Int] {
      app.flaws.indices.filter { kinds.contains(app.flaws[$0].flaw) && app.flaws[$0].subjects.contains { $0 == name } }
    }
    for tab in app.tabs {
      tabs.append(
        Tab(
          settings: tab, root: Place(tab.root, in: app, &controls), weights: app.platforms.map { tab.weights[$0.name] ?? tab.weight },
          acts: tab.acts.map { Place(.init(name: $0), in: app, &controls) }, flaws: flaws([.tabsOverFive, .tabsNeglected], about: tab.name)))
    }
    moreList = app.more.map { Place(.init(name: $0.screen, dwell: 2.5), in: app, &controls) }
    let lists = [(nil as Int?, app.more?.items ?? [])] + app.menus.enumerated().map { ($0, $1.items) }
    for (menu, list) in lists {
      for (index, item) in list.enumerated() {
        let about =
          menu == nil
          ? flaws([.tabsMoreToll, .tabsMoreOutranks, .tabsWideOverflow], about: item.name)
          : flaws([.menuItemUndiscovered, .menuLateDiscovery, .menuPromote, .menuDuplicateRoute], about: item.name)
            + flaws([.menuUnopened, .menuSlowScan, .menuOnIOS], about: menu.map { app.menus[$0].name })
        items.append(
          Item(
            settings: item, root: Place(item.root, in: app, &controls), menu: menu, indexInList: index,
            weights: app.platforms.map { item.weights[$0.name] ?? item.weight }, flaws: about))
      }
    }
    links = app.links.map { Place($0, in: app, &controls) }
    gestureTargets = app.gestures.map { $0.opens.map { Place(.init(name: $0), in: app, &controls) } }
    for task in app.tasks {
      let path = app.tabs.lazy.compactMap { $0.root.path(to: task.goal) }.first
      if let way = path.flatMap(way) { tasks.append((task, way)) }
    }
    for journey in app.journeys { if let way = way(along: journey.path) { journeys.append((journey, way)) } }
    platforms = app.platforms.map { platform in
      let fitting = app.tabs.filter { !$0.compactOnly || !platform.isWide }.map(\.name)
      let more = app.more.map { $0.wideOnly == platform.isWide } ?? false ? ["More"] : []
      let edited = app.habits.reorder.map { fitting.dropLast() + [$0.item] } ?? fitting
      return Platform(
        settings: platform, menus: app.menus.map { $0.platforms.isEmpty || $0.platforms.contains(platform.name) }, bar: fitting + more,
        shrunkBar: fitting.dropLast() + more, editedBar: edited + more)
    }
  }

  /// The screens with these names, each the child of the previous one, the first being the root of a tab.
  private func way(along path: [String]) -> Way? {
    guard let tab = tabs.firstIndex(where: { $0.root.name == path.first }) else { return nil }
    var way = [tabs[tab].root]
    for name in path.dropFirst() {
      guard let next = way[way.count - 1].children.first(where: { $0.name == name }) else { return nil }
      way.append(next)
    }
    return Way(tab: tab, path: Array(way.dropFirst()))
  }
}
