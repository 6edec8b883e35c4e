// Flaws of depth, paths and tasks.

extension Flaw {
  // MARK: Depth: sections that are too deep, screens that only forward, screens that nobody sees

  /// Some people go to the bottom now and then, but too few to make it a much-used screen.
  package static let depthOverLimit = Flaw("depth.over-limit", "section") { app, flaw in
    let tab = try app.tab(of: &flaw)
    let goal = app.tabs[tab].root.grow(to: max(8, app.tabs[tab].root.height))
    app.journeys.append((goal: goal, reach: flaw.share ?? 0.12, weight: 0.1))
  }

  /// A new screen below a rarely used branch.
  package static let depthHotDeep = Flaw("depth.hot-deep") { app, flaw in
    let name = try app.newScreen("Statement", of: &flaw)
    let tab = app.tabs.count - 1
    app.tabs[tab].root.screens.append(
      .init(name: "Account", weight: 0, screens: [.init(name: "Payments", screens: [.init(name: name)])]))
    app.journeys.append((goal: name, reach: flaw.share ?? 0.6, weight: 0.1))
  }

  /// A new screen before the most used leaf right below a root, to which it only forwards.
  package static let depthPassThrough = Flaw("depth.pass-through", hasShare: false) { app, flaw in
    let leaves = app.tabs.indices.flatMap { tab in
      app.tabs[tab].root.screens.enumerated().filter { $1.height == 1 }.map { (tab: tab, index: $0, screen: $1) }
    }
    guard var (tab, index, leaf) = leaves.max(by: { $0.screen.weight < $1.screen.weight })
    else { throw app.error(flaw, "no tab has a screen without screens below it, right below its root") }
    var gate = SimulatedApp.Screen(name: try app.newScreen("Gate", of: &flaw), weight: leaf.weight, dwell: 1.3)
    leaf.weight = 1
    gate.screens = [leaf]
    gate.passesThrough = true
    app.tabs[tab].root.screens[index] = gate
  }

  package static let depthNeverSeen = Flaw("depth.never-seen", hasShare: false) { app, flaw in
    app.tabs[app.tabs.count - 1].root.screens.append(.init(name: try app.newScreen("Imprint", of: &flaw), weight: 0))
  }

  // MARK: Paths: dead ends, back chains, ping-pong, quick backs

  /// By default of the least visited leaf below the root of a tab.
  package static let pathDeadEnd = Flaw(
    "path.dead-end", "screen", of: { $0.changeScreens($1) }, 0.8,
    choice: {
      $0.tabs.flatMap(\.root.screens).filter { $0.height == 1 && $0.weight > 0 }.min { $0.weight < $1.weight }?.name
    }
  ) { $0.endsSession = $1 }

  package static let pathBackChain = Flaw("path.back-chain") { app, flaw in
    guard app.tabs.contains(where: { $0.root.height >= 3 }) else { throw app.error(flaw, "no tab has 3 levels") }
    app.behavior.backChain = flaw.share ?? 0.22
  }

  /// Between the first two tabs.
  package static let pathPingPong = Flaw("path.ping-pong") { app, flaw in
    flaw.subjects = [app.tabs.prefix(2).map(\.name).sorted().joined(separator: " ↔ ")]
    app.behavior.pingPong = (0, 1, flaw.share ?? 0.15)
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

  /// The name of the screen at a depth, along the deepest branch from this one, which is extended if it is too short.
  ///
  /// Screens below level 4 are only visited on purpose.
  fileprivate mutating func grow(to depth: Int, level: Int = 1) -> String {
    guard level < depth else { return name }
    if screens.isEmpty {
      screens.append(.init(name: "\(name.split(separator: " › ")[0]) › \(level + 1)", weight: level >= 2 ? 0 : 0.2))
    }
    let heights = screens.map(\.height)
    let index = screens.indices.max { (heights[$0], -$0) < (heights[$1], -$1) } ?? 0
    return screens[index].grow(to: depth, level: level + 1)
  }
}
