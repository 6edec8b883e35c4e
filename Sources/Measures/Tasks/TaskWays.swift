import NavigationModel

/// The shortest ways that led from the start of a task to its goal.
package struct ShortestWays: Mergeable, BinaryRecord {
  /// The screens and sections of a way, from start to goal.
  package struct Way: Hashable, BinaryRecord {
    package let screens: [Name]
    package let sections: [Section]

    package static let form = BinaryForm(Self.init(screens:sections:), \.screens, \.sections)
  }

  package private(set) var ways = SumsByKey<Way, Int>()
  private(set) var length = Self.furthest
  private(set) var useKeptState = true

  /// Longer than any way.
  private static let furthest = 1 << 40

  package static let form = BinaryForm(Self.init(ways:length:useKeptState:), \.ways, \.length, \.useKeptState)

  /// The number of screens that they pass, including start and goal; nil if nobody reached the goal.
  package var least: Int? { ways.count > 0 ? length : nil }

  mutating func add(_ steps: ArraySlice<Step>, usesKeptState: Bool) {
    guard !isWorse(steps.count, usesKeptState) else { return }
    if steps.count != length || usesKeptState != useKeptState {
      ways = .init()
      length = steps.count
      useKeptState = usesKeptState
    }
    ways[adding: Way(screens: steps.map(\.screen), sections: steps.map(\.section))] += 1
  }

  /// Whether a way is longer than the known ones, or relies on kept state while they do not.
  private func isWorse(_ length: Int, _ usesKeptState: Bool) -> Bool {
    usesKeptState == useKeptState ? length > self.length : usesKeptState
  }

  package mutating func merge(_ other: ShortestWays) {
    guard other.ways.count > 0, !isWorse(other.length, other.useKeptState) else { return }
    if other.length != length || other.useKeptState != useKeptState {
      self = other
    } else {
      ways.merge(other.ways)
    }
  }
}

extension Tasks {
  /// Nil if no try was completed.
  /// - Parameter other: further tries at the tasks, such as those of the entire log or of the other side of a
  ///   comparison: what is compared has one right way.
  package func rightWay(_ index: Int, _ scope: MeasureScope, with other: Tasks? = nil) -> RightWay? {
    var taken = sums[index].shortestWays
    if let other, let number = other.tasks.firstIndex(of: tasks[index]) { taken.merge(other.sums[number].shortestWays) }
    guard let least = taken.least else { return nil }
    let start = scope.names[tasks[index].start]
    let goal = scope.names[tasks[index].goal]
    let declared = scope.map.shortestWay(from: start, to: goal)
    let isShort = declared.map { least <= $0.trail.count } ?? true
    var screens = isShort ? Set(taken.ways.keys.flatMap { $0.screens.dropFirst() }) : []
    var sections = isShort ? Set(taken.ways.keys.flatMap { $0.sections.dropFirst() }) : []
    if let declared {
      screens.formUnion(declared.screens.compactMap { scope.names.name($0.text) })
      sections.formUnion(declared.tabs.compactMap { scope.names.name($0.text).map { .tab($0) } })
    }
    let most = taken.ways.pairs
      .map { (trail: $0.0.screens.map { scope.names[$0] }, tries: $0.1) }
      .min {
        $0.tries == $1.tries
          ? $0.trail.lexicographicallyPrecedes($1.trail) { $0.precedesByScalars($1) } : $0.tries > $1.tries
      }
    return RightWay(
      least: declared?.trail.count ?? least, isDeclared: declared != nil, trail: declared?.trail ?? most?.trail ?? [],
      screens: screens, sections: sections)
  }
}

extension AppMap {
  /// The shortest ways by `parent` of `screens`, up and down, and by the tab bar, which leads from everywhere to the
  /// root of each tab. Nil if the map declares none.
  /// - Returns: the screens of one of them, from start to goal; the screens after the start on any of them, and the
  ///   tabs whose roots these are.
  package func shortestWay(from first: String, to last: String) -> (
    trail: [String], screens: Set<NameText>, tabs: Set<NameText>
  )? {
    let start = NameText(first)
    let goal = NameText(last)
    var neighbors: [NameText: [NameText]] = [:]
    for screen in screens {
      let name = NameText(screen.name)
      guard let parent = screen.parent.map({ NameText($0) }), parent != name else { continue }
      neighbors[parent, default: []].append(name)
      neighbors[name, default: []].append(parent)
    }
    var tabRoots: [NameText: NameText] = [:]
    for root in roots { tabRoots[NameText(root.screen)] = NameText(root.tab) }
    for tab in tabs.map({ NameText($0) })
    where !tab.text.isSame(as: more?.tab) && !roots.contains(where: { NameText($0.tab) == tab })
      && neighbors[tab] != nil
    {
      tabRoots[tab] = tab
    }
    guard start != goal, neighbors[goal] != nil || tabRoots[goal] != nil else { return nil }

    // Breadth-first search; the roots of tabs are at most one step from the start.
    var distances = [start: 0]
    var order = [start]
    var next = 0
    while next < order.count {
      let here = order[next]
      let around = (neighbors[here] ?? []) + (here == start ? tabRoots.keys.sorted() : [])
      for screen in around where distances[screen] == nil {
        distances[screen] = distances[here, default: 0] + 1
        order.append(screen)
      }
      next += 1
    }
    guard let length = distances[goal] else { return nil }

    // Then backwards from the goal, always to screens that are one step nearer to the start.
    var onWay: Set<NameText> = [goal]
    var edge = [goal]
    var trail = [goal]
    for distance in stride(from: length - 1, through: 1, by: -1) {
      var before: Set<NameText> = []
      for screen in edge { before.formUnion((neighbors[screen] ?? []).filter { distances[$0] == distance }) }
      edge = before.sorted()
      onWay.formUnion(before)
      if let here = trail.last, let step = edge.first(where: { neighbors[here]?.contains($0) == true }) {
        trail.append(step)
      }
    }
    trail.append(start)
    return (trail.reversed().map(\.text), onWay, Set(onWay.compactMap { tabRoots[$0] }))
  }
}

/// The right way for a task: the shortest way of the app map, otherwise the shortest that anybody took. Ways that
/// people took are right beside a declared one if they are no longer.
package struct RightWay: Sendable {
  /// The R of lostness: the number of screens of the shortest way, including start and goal.
  package let least: Int
  package let isDeclared: Bool
  /// The screens of one such way, in order.
  package let trail: [String]
  /// All screens after the start on a right way, declared or taken, and their sections.
  let screens: Set<Name>
  let sections: Set<Section>

  /// Whether a first choice leads to a screen on the way, or into a section that the way passes through.
  package func holds(_ choice: FirstChoice) -> Bool {
    screens.contains(choice.screen) || choice.changesSection && sections.contains(choice.section)
  }

  package func passes(_ screen: Name) -> Bool { screens.contains(screen) }
}
