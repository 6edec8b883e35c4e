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
