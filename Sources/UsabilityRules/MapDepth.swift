import NavigationModel

extension AppMap {
  /// For each section of declared screens, the deepest way that the map declares by `parent`: its screens from the root
  /// down. In text order of the sections.
  ///
  /// A section is the tab of the root: by `roots`, otherwise the tab with the root's name. The root of a tab is at
  /// level 1, whatever is above it.
  func deepestTrails() -> [(section: String, trail: [String])] {
    var parents: [NameText: NameText] = [:]
    for screen in screens {
      if let parent = screen.parent, parents[NameText(screen.name)] == nil {
        parents[NameText(screen.name)] = NameText(parent)
      }
    }
    for root in roots { parents[NameText(root.screen)] = nil }
    var known: [NameText: (root: NameText, depth: Int)] = [:]
    /// The root above a screen, and the screen's level below it. Cycles of parents end there.
    func rootAndDepth(of screen: NameText) -> (root: NameText, depth: Int) {
      var way: [NameText] = []
      var met: Set<NameText> = []
      var here = screen
      while known[here] == nil, met.insert(here).inserted, let parent = parents[here] {
        way.append(here)
        here = parent
      }
      var end = known[here] ?? (root: here, depth: 1)
      known[here] = end
      for screen in way.reversed() where screen != here {
        end.depth += 1
        known[screen] = end
      }
      return known[screen] ?? end
    }
    var deepest: [NameText: (screen: NameText, depth: Int)] = [:]
    for screen in screens.map({ NameText($0.name) }) {
      let found = rootAndDepth(of: screen)
      let section = roots.first { NameText($0.screen) == found.root }.map { NameText($0.tab) } ?? found.root
      let best = deepest[section]
      if let best, best.depth > found.depth || best.depth == found.depth && !(screen < best.screen) {
        continue
      }
      deepest[section] = (screen, found.depth)
    }
    return deepest.sorted { $0.key < $1.key }.map { section, end in
      var trail = [end.screen]
      while trail.count < end.depth, let parent = parents[trail[trail.count - 1]] { trail.append(parent) }
      return (section.text, trail.reversed().map(\.text))
    }
  }
}
