// Flaws of depth, paths and tasks.

extension Flaw {
  // MARK: Depth: sections that are too deep, screens that only forward, screens that nobody sees

  /// Some people go to the bottom now and then, but too few to make it a much-used screen.
  package static let depthOverLimit = Flaw("depth.over-limit", "section") { app, flaw in
    let tab = try app.subject(of: &flaw, among: app.tabs.map(\.name), "section", choice: app.tabs.count - 1)
    let depth = flaw.depth ?? max(8, app.tabs[tab].root.height)
    flaw.depth = depth
    app.journeys.append((goal: app.tabs[tab].root.grow(to: depth).last ?? "", reach: flaw.share ?? 0.12, weight: 0.1))
  }

  package static let depthHotDeep = Flaw("depth.hot-deep", "screen") { app, flaw in
    let path = try app.wayToDeepScreen(&flaw)
    app.journeys.append((goal: path.last ?? "", reach: flaw.share ?? 0.6, weight: 0.1))
  }

  package static let depthPassThrough = Flaw("depth.pass-through", "screen", hasShare: false) { app, flaw in try app.plantPassThrough(&flaw) }

  package static let depthNeverSeen = Flaw("depth.never-seen", "screen", hasShare: false) { app, flaw in
    let name = try app.newScreen(of: &flaw, default: "Imprint", "name a new one")
    app.tabs[app.tabs.count - 1].root.screens.append(.init(name: name, weight: 0))
  }

  // MARK: Paths: dead ends, back chains, ping-pong, quick backs

  /// By default of the least visited leaf below the root of a tab.
  package static let pathDeadEnd = Flaw("path.dead-end", "screen") { app, flaw in
    let leaves = app.tabs.flatMap { $0.root.screens }.filter { $0.height == 1 && $0.weight > 0 }
    let share = flaw.share ?? 0.8
    try app.changeScreen(&flaw, choice: leaves.min { $0.weight < $1.weight }?.name) { $0.endsSession = share }
  }

  package static let pathBackChain = Flaw("path.back-chain") { app, flaw in
    guard app.tabs.contains(where: { $0.root.height >= 3 }) else { throw app.error(flaw, "no tab has 3 levels") }
    app.behavior.backChain = flaw.share ?? 0.22
  }

  package static let pathPingPong = Flaw("path.ping-pong", "sections") { app, flaw in
    if flaw.subjects.isEmpty { flaw.subjects = [app.tabs[0].name, app.tabs[1].name] }
    guard flaw.subjects.count == 2 else { throw app.error(flaw, "'sections' must name two tabs") }
    let tabs = try flaw.subjects.map { name in
      var one = PlantedFlaw(flaw: flaw.flaw, subjects: [name])
      return try app.tab(of: &one)
    }
    app.behavior.pingPong = (tabs[0], tabs[1], flaw.share ?? 0.15)
  }

  /// By default of the root with the most screens below it.
  package static let pathPogo = Flaw("path.pogo", "screen") { app, flaw in
    let counts = app.tabs.map { $0.root.screens.count { $0.weight > 0 } }
    let hub = app.tabs.indices.max { (counts[$0], -$0) < (counts[$1], -$1) }.map { app.tabs[$0].root.name }
    let share = flaw.share ?? 0.7
    try app.changeScreen(&flaw, choice: hub) { $0.pogo = share }
  }

  // MARK: Tasks that people don't complete directly

  package static let taskLost = Flaw("task.lost", "task", of: \.tasks, \.lost, 0.7)
  package static let taskFirstChoice = Flaw("task.first-choice", "task", of: \.tasks, \.wrongFirst, 0.6)
  package static let taskIndirect = Flaw("task.indirect", "task", of: \.tasks, \.indirect, 0.6)
}

extension SimulatedApp {
  /// The way to the flaw's screen, at level 4 or deeper; by default a new one below a rarely used branch.
  fileprivate mutating func wayToDeepScreen(_ flaw: inout PlantedFlaw) throws -> [String] {
    if let name = flaw.subjects.first {
      guard let path = tabs.lazy.compactMap({ $0.root.path(to: name) }).first else {
        throw error(flaw, "there is no screen '\(name)' in a tab\(suggestion(among: screenNames))")
      }
      guard path.count >= 4 else { throw error(flaw, "the screen '\(name)' is at level \(path.count), not at 4 or below") }
      return path.map(\.name)
    }
    flaw.subjects = ["Statement"]
    let tab = tabs.count - 1
    tabs[tab].root.screens.append(.init(name: "Account", weight: 0, screens: [.init(name: "Payments", screens: [.init(name: "Statement")])]))
    return [tabs[tab].root.name, "Account", "Payments", "Statement"]
  }

  /// Puts a screen that only forwards between the flaw's tab and one of its screens.
  fileprivate mutating func plantPassThrough(_ flaw: inout PlantedFlaw) throws {
    if flaw.subjects.isEmpty { flaw.subjects = ["Gate"] }
    let name = flaw.subjects[0]
    for tab in tabs.indices {
      let found = tabs[tab].root.change(name) { screen in
        guard screen.screens.count == 1 else { return }
        screen.passesThrough = true
        screen.dwell = 1.3
      }
      guard found else { continue }
      guard tabs[tab].root.all.contains(where: { $0.name == name && $0.passesThrough }) else {
        throw error(flaw, "the screen '\(name)' must have exactly one screen below it")
      }
      return
    }
    // The most used leaf right below a root gets a gate before it.
    let leaves = tabs.indices.flatMap { tab in
      tabs[tab].root.screens.indices.filter { tabs[tab].root.screens[$0].height == 1 }.map { (tab, $0) }
    }
    guard let (tab, index) = leaves.max(by: { tabs[$0.0].root.screens[$0.1].weight < tabs[$1.0].root.screens[$1.1].weight })
    else { throw error(flaw, "no tab has a screen without screens below it, right below its root") }
    var leaf = tabs[tab].root.screens[index]
    var gate = Screen(name: name, weight: leaf.weight, dwell: 1.3)
    gate.passesThrough = true
    leaf.weight = 1
    gate.screens = [leaf]
    tabs[tab].root.screens[index] = gate
  }

  /// Changes the flaw's screen, wherever it is below a tab.
  fileprivate mutating func changeScreen(_ flaw: inout PlantedFlaw, choice: String?, _ change: (inout Screen) -> Void) throws {
    guard let name = flaw.subjects.first ?? choice else { throw error(flaw, "the app has no fitting screen") }
    let found = tabs.indices.filter { tabs[$0].root.change(name, change) }
    guard !found.isEmpty else { throw error(flaw, "there is no screen '\(name)' in a tab\(suggestion(among: screenNames))") }
    flaw.subjects = [name]
  }
}

extension SimulatedApp.Screen {
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
