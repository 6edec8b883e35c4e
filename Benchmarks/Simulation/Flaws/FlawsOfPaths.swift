// Flaws of depth, paths and tasks.

extension Flaw {
  // MARK: Depth: sections that are too deep, screens that only forward, screens that nobody sees

  /// Some people go to the bottom now and then, but too few to make it a much-used screen.
  package static let depthOverLimit = Flaw("depth.over-limit", "section") { app, flaw in
    let tab = try app.tab(of: &flaw)
    let depth = flaw.depth ?? max(8, app.tabs[tab].root.height)
    flaw.depth = depth
    app.journeys.append(.init(path: app.tabs[tab].root.grow(to: depth), reach: flaw.share ?? 0.12, weight: 0.1, flaw: flaw.flaw))
  }

  /// Of a screen at level 4 or deeper; by default a new one below a rarely used branch.
  package static let depthHotDeep = Flaw("depth.hot-deep", "screen") { app, flaw in
    if flaw.subjects.isEmpty {
      flaw.subjects = ["Statement"]
      app.tabs[app.tabs.count - 1].root.screens.append(
        .init(name: "Account", weight: 0, screens: [.init(name: "Payments", screens: [.init(name: "Statement")])]))
    }
    let name = flaw.subjects[0]
    guard let path = app.tabs.lazy.compactMap({ $0.root.path(to: name) }).first else {
      throw app.error(flaw, "there is no screen '\(name)' in a tab\(suggestion(among: app.screenNames))")
    }
    guard path.count >= 4 else { throw app.error(flaw, "the screen '\(name)' is at level \(path.count), not at 4 or below") }
    app.journeys.append(.init(path: path, reach: flaw.share ?? 0.6, weight: 0.1, flaw: flaw.flaw))
  }

  /// A screen that only forwards to the one below it; by default a new one before the most used leaf right below a root.
  package static let depthPassThrough = Flaw("depth.pass-through", "screen", hasShare: false) { app, flaw in
    if flaw.subjects.isEmpty { flaw.subjects = ["Gate"] }
    let name = flaw.subjects[0]
    let known = app.tabs.flatMap(\.root.all).filter { $0.name == name }
    if known.isEmpty {
      let leaves = app.tabs.indices.flatMap { tab in
        app.tabs[tab].root.screens.enumerated().filter { $1.height == 1 }.map { (tab: tab, index: $0, screen: $1) }
      }
      guard let most = leaves.max(by: { $0.screen.weight < $1.screen.weight })
      else { throw app.error(flaw, "no tab has a screen without screens below it, right below its root") }
      var leaf = most.screen
      leaf.weight = 1
      app.tabs[most.tab].root.screens[most.index] = .init(name: name, weight: most.screen.weight, screens: [leaf])
    } else if !known.contains(where: { $0.screens.count == 1 }) {
      throw app.error(flaw, "the screen '\(name)' must have exactly one screen below it")
    }
    app.changeScreens { if $0.name == name, $0.screens.count == 1 { ($0.passesThrough, $0.dwell) = (true, 1.3) } }
  }

  package static let depthNeverSeen = Flaw("depth.never-seen", "screen", hasShare: false) { app, flaw in
    let name = try app.newScreen(of: &flaw, default: "Imprint", "name a new one")
    app.tabs[app.tabs.count - 1].root.screens.append(.init(name: name, weight: 0))
  }

  // MARK: Paths: dead ends, back chains, ping-pong, quick backs

  /// By default of the least visited leaf below the root of a tab.
  package static let pathDeadEnd = Flaw(
    "path.dead-end", "screen", of: { $0.changeScreens($1) }, 0.8,
    choice: { $0.tabs.flatMap(\.root.screens).filter { $0.height == 1 && $0.weight > 0 }.min { $0.weight < $1.weight }?.name }
  ) { $0.endsSession = $1 }

  package static let pathBackChain = Flaw("path.back-chain") { app, flaw in
    guard app.tabs.contains(where: { $0.root.height >= 3 }) else { throw app.error(flaw, "no tab has 3 levels") }
    app.habits.backChain = flaw.share ?? 0.22
  }

  package static let pathPingPong = Flaw("path.ping-pong", "sections") { app, flaw in
    if flaw.subjects.isEmpty { flaw.subjects = [app.tabs[0].name, app.tabs[1].name] }
    guard flaw.subjects.count == 2 else { throw app.error(flaw, "'sections' must name two tabs") }
    let tabs = try flaw.subjects.map { name in
      var one = PlantedFlaw(flaw: flaw.flaw, subjects: [name])
      return try app.tab(of: &one)
    }
    app.habits.pingPong = (tabs[0], tabs[1], flaw.share ?? 0.15)
  }

  /// By default of the root with the most screens below it.
  package static let pathPogo = Flaw(
    "path.pogo", "screen", of: { $0.changeScreens($1) }, 0.7,
    choice: { app in
      let counts = app.tabs.map { $0.root.screens.count { $0.weight > 0 } }
      return app.tabs.indices.max { (counts[$0], -$0) < (counts[$1], -$1) }.map { app.tabs[$0].root.name }
    }
  ) { $0.pogo = $1 }

  // MARK: Tasks that people don't complete directly

  package static let taskLost = Flaw("task.lost", "task", of: each(\.tasks), 0.7) { $0.lost = $1 }
  package static let taskFirstChoice = Flaw("task.first-choice", "task", of: each(\.tasks), 0.6) { $0.wrongFirst = $1 }
  package static let taskIndirect = Flaw("task.indirect", "task", of: each(\.tasks), 0.6) { $0.indirect = $1 }
}

extension SimulatedApp {
  /// Changes all screens of tabs.
  mutating func changeScreens(_ change: (inout Screen) -> Void) {
    for tab in tabs.indices { tabs[tab].root.changeAll(change) }
  }
}

extension SimulatedApp.Screen {
  /// Changes this screen and all below it.
  mutating func changeAll(_ change: (inout Self) -> Void) {
    change(&self)
    for index in screens.indices { screens[index].changeAll(change) }
  }

  /// The names from this screen down to a depth, along its deepest branch, which is extended if it is too short.
  ///
  /// Screens below level 4 are only visited on purpose.
  fileprivate mutating func grow(to depth: Int, level: Int = 1) -> [String] {
    guard level < depth else { return [name] }
    if screens.isEmpty {
      screens.append(.init(name: "\(name.split(separator: " › ")[0]) › \(level + 1)", weight: level >= 2 ? 0 : 0.2))
    }
    let heights = screens.map(\.height)
    let index = screens.indices.max { (heights[$0], -$0) < (heights[$1], -$1) } ?? 0
    return [name] + screens[index].grow(to: depth, level: level + 1)
  }
}
