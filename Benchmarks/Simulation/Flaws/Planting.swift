extension SimulatedApp {
  /// The same app with exactly these flaws, each with its default subject.
  package func with(_ flaws: [Flaw]) -> SimulatedApp {
    var app = self
    app.flaws = flaws.map { PlantedFlaw(flaw: $0) }
    return app
  }

  /// The app with its flaws applied, and their subjects filled in.
  ///
  /// - Throws: ``AppDescriptionError`` if a flaw needs something that the app lacks.
  func planted() throws -> SimulatedApp {
    var app = self
    for index in app.flaws.indices {
      var flaw = app.flaws[index]
      try app.plant(&flaw)
      app.flaws[index] = flaw
    }
    return app
  }

  private mutating func plant(_ flaw: inout PlantedFlaw) throws {
    switch flaw.rule.prefix(while: { $0 != "." }) {
    case "depth": try plantDepth(&flaw)
    case "path": try plantPath(&flaw)
    case "task": try plantTask(&flaw)
    case "tabs": try plantTabs(&flaw)
    case "menu": try plantMenu(&flaw)
    default: try plantTouch(&flaw)
    }
  }

  /// An error about a flaw.
  func error(_ flaw: PlantedFlaw, _ message: String) -> AppDescriptionError { AppDescriptionError(at: "flaws", flaw.rule, message: message) }

  /// The index of the flaw's subject among names, or the default choice if it names none.
  ///
  /// - Parameter choice: The default index; nil if there is none.
  func subject(
    of flaw: inout PlantedFlaw, among names: [String], _ what: String, choice: Int?
  ) throws -> Int {
    if let name = flaw.subjects.first {
      guard let index = names.firstIndex(of: name) else {
        throw error(flaw, "there is no \(what) '\(name)'\(suggestion(among: names))")
      }
      return index
    }
    guard let choice, names.indices.contains(choice) else { throw error(flaw, "the app has no fitting \(what)") }
    flaw.subjects = [names[choice]]
    return choice
  }

  /// The index of the flaw's tab; by default the last one.
  func tab(of flaw: inout PlantedFlaw, choice: Int? = nil) throws -> Int {
    try subject(of: &flaw, among: tabs.map(\.name), "tab", choice: choice ?? tabs.count - 1)
  }

  /// The index of the least used tab.
  var leastTab: Int {
    tabs.indices.dropFirst().min { (tabs[$0].reach, tabs[$0].weight, -$0) < (tabs[$1].reach, tabs[$1].weight, -$1) } ?? 0
  }
}

extension SimulatedApp {
  /// Sections that are too deep, screens that only forward, screens that nobody sees.
  mutating func plantDepth(_ flaw: inout PlantedFlaw) throws {
    switch flaw.flaw {
    case .depthOverLimit:
      // Some people go to the bottom now and then, but too few to make it a much-used screen.
      let tab = try subject(of: &flaw, among: tabs.map(\.name), "section", choice: tabs.count - 1)
      let depth = flaw.depth ?? max(8, tabs[tab].root.height)
      flaw.depth = depth
      journeys.append(Journey(path: tabs[tab].root.grow(to: depth), reach: flaw.share ?? 0.12, weight: 0.1, flaw: .depthOverLimit))
    case .depthHotDeep:
      let path = try wayToDeepScreen(&flaw)
      journeys.append(Journey(path: path, reach: flaw.share ?? 0.6, weight: 0.1, flaw: .depthHotDeep))
    case .depthPassThrough:
      try plantPassThrough(&flaw)
    default:
      if flaw.subjects.isEmpty { flaw.subjects = ["Imprint"] }
      guard !screenNames.contains(flaw.subjects[0]) else {
        throw error(flaw, "the screen '\(flaw.subjects[0])' is in use, name a new one")
      }
      let tab = tabs.count - 1
      tabs[tab].root.screens.append(Screen(name: flaw.subjects[0], weight: 0))
    }
  }

  /// The way to the flaw's screen, at level 4 or deeper; by default a new one below a rarely used branch.
  private mutating func wayToDeepScreen(_ flaw: inout PlantedFlaw) throws -> [String] {
    if let name = flaw.subjects.first {
      for tab in tabs {
        guard let path = tab.root.path(to: name) else { continue }
        guard path.count >= 4 else { throw error(flaw, "the screen '\(name)' is at level \(path.count), not at 4 or below") }
        return path
      }
      throw error(flaw, "there is no screen '\(name)' in a tab\(suggestion(among: screenNames))")
    }
    flaw.subjects = ["Statement"]
    let tab = tabs.count - 1
    let branch = Screen(name: "Account", weight: 0, screens: [Screen(name: "Payments", screens: [Screen(name: "Statement")])])
    tabs[tab].root.screens.append(branch)
    return [tabs[tab].root.name, "Account", "Payments", "Statement"]
  }

  /// Puts a screen that only forwards between the flaw's tab and one of its screens.
  private mutating func plantPassThrough(_ flaw: inout PlantedFlaw) throws {
    if flaw.subjects.isEmpty { flaw.subjects = ["Gate"] }
    let name = flaw.subjects[0]
    for tab in tabs.indices {
      let found = tabs[tab].root.change(name) { screen in
        guard screen.screens.count == 1 else { return }
        screen.passesThrough = true
        screen.dwell = 1.3
      }
      guard found else { continue }
      guard tabs[tab].root.levels().contains(where: { $0.screen.name == name && $0.screen.passesThrough }) else {
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
}

extension SimulatedApp.Screen {
  /// The names from this screen down to a depth, along its deepest branch, which is extended if it is too short.
  ///
  /// Screens below level 4 are only visited on purpose.
  fileprivate mutating func grow(to depth: Int, level: Int = 1) -> [String] {
    guard level < depth else { return [name] }
    if screens.isEmpty {
      screens.append(SimulatedApp.Screen(name: "\(name.prefix { $0 != "›" }.trimmedEnd) › \(level + 1)", weight: level >= 2 ? 0 : 0.2))
    }
    let heights = screens.map(\.height)
    let index = screens.indices.max { (heights[$0], -$0) < (heights[$1], -$1) } ?? 0
    return [name] + screens[index].grow(to: depth, level: level + 1)
  }
}

extension Substring {
  /// Without trailing spaces.
  fileprivate var trimmedEnd: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension SimulatedApp {
  /// Flaws of paths: dead ends, back chains, ping-pong, quick backs.
  mutating func plantPath(_ flaw: inout PlantedFlaw) throws {
    switch flaw.flaw {
    case .pathDeadEnd:
      let share = flaw.share ?? 0.8
      try changeScreen(&flaw, choice: leafBelowRoot) { $0.endsSession = share }
    case .pathPogo:
      let share = flaw.share ?? 0.7
      try changeScreen(&flaw, choice: hub) { $0.pogo = share }
    case .pathBackChain:
      guard tabs.contains(where: { $0.root.height >= 3 }) else { throw error(flaw, "no tab has 3 levels") }
      habits.backChain = flaw.share ?? 0.22
    default:
      if flaw.subjects.isEmpty { flaw.subjects = [tabs[0].name, tabs[1].name] }
      guard flaw.subjects.count == 2 else { throw error(flaw, "'sections' must name two tabs") }
      let indices = try flaw.subjects.map { name in
        guard let index = tabs.firstIndex(where: { $0.name == name }) else {
          throw error(flaw, "there is no tab '\(name)'\(suggestion(among: tabs.map(\.name)))")
        }
        return index
      }
      habits.pingPong = (indices[0], indices[1], flaw.share ?? 0.15)
    }
  }

  /// Tasks that people don't complete directly.
  mutating func plantTask(_ flaw: inout PlantedFlaw) throws {
    let task = try subject(of: &flaw, among: tasks.map(\.name), "task", choice: 0)
    switch flaw.flaw {
    case .taskLost: tasks[task].lost = flaw.share ?? 0.7
    case .taskFirstChoice: tasks[task].wrongFirst = flaw.share ?? 0.6
    default: tasks[task].indirect = flaw.share ?? 0.6
    }
  }

  /// Changes the flaw's screen, wherever it is below a tab.
  private mutating func changeScreen(
    _ flaw: inout PlantedFlaw, choice: String?, _ change: (inout Screen) -> Void
  ) throws {
    guard let name = flaw.subjects.first ?? choice else { throw error(flaw, "the app has no fitting screen") }
    var found = false
    for tab in tabs.indices where tabs[tab].root.change(name, change) { found = true }
    guard found else { throw error(flaw, "there is no screen '\(name)' in a tab\(suggestion(among: screenNames))") }
    flaw.subjects = [name]
  }

  /// The least visited leaf below the root of a tab.
  private var leafBelowRoot: String? {
    let leaves = tabs.flatMap { $0.root.screens }.filter { $0.height == 1 && $0.weight > 0 }
    return leaves.min { $0.weight < $1.weight }?.name
  }

  /// The root with the most screens below it.
  private var hub: String? {
    let counts = tabs.map { $0.root.screens.filter { $0.weight > 0 }.count }
    return tabs.indices.max { (counts[$0], -$0) < (counts[$1], -$1) }.map { tabs[$0].root.name }
  }
}
