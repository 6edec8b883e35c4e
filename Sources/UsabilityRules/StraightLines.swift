import Measures
import NavigationModel

extension MeasureScope {
  /// Whether a name stands for many screens: the app map made it of several, or it holds a placeholder or an id.
  func isFolded(_ name: Name) -> Bool {
    let text = names[name]
    if map.screenNames.contains(where: { $0.name.isSame(as: text) }) { return true }
    return NamesWithIDs.surelyFolded(text) != nil
      || text.split { "/ ?&=.".contains($0) }.contains { part in
        part.count > 1 && part.hasPrefix(":") || part.hasPrefix("{") && part.hasSuffix("}")
      }
  }

  /// Whether a screen shows one of many things, or belongs to one: a link to it from elsewhere would lead to the wrong
  /// one. Its name stands for many, people open one after the other from the screen above, or it is a player.
  /// - Parameter parents: the screen above each.
  func isOfItem(_ screen: Name, _ measures: Measures, _ parents: [Name: Name]) -> Bool {
    let kinds = ScreenKinds(declared)
    var met: Set<Name> = []
    var next: Name? = screen
    while let here = next, met.insert(here).inserted {
      if isFolded(here) || kinds.isScreen(names[here], of: .player) { return true }
      next = parents[here]
      if let above = next, measures.passThroughs.isOfMany(here, below: above) { return true }
    }
    return false
  }

  /// The flows and the screens that nobody sees.
  func lines(_ measures: Measures) -> StraightLines {
    measures.passThroughs.lines(isFolded: isFolded, areSame: areSame)
  }

  func areSame(_ one: Name, _ other: Name) -> Bool { one == other || PlainNames.areSame(names[one], names[other]) }
}

extension RuleContext {
  var lines: StraightLines { scope.lines(whole ?? measures) }

  /// The levels of the screens from the root down, as people see them.
  func levels(of trail: [Name], _ lines: StraightLines) -> Int { lines.levels(of: trail, areSame: scope.areSame) }

  /// The screens that mark the end, and are none: nearly all of their visits are the last of their part, most parts end
  /// with them, and people come to them from many screens.
  /// - Complexity: O(screens + ways).
  var markers: Set<Name> {
    let sums = measures.screens.sums
    let ends = sums.values.reduce(0) { $0 + $1.exits }
    let last = sums.pairs.filter { $0.1.exits > 0 && $0.1.exits * 20 >= $0.1.arrivals * 19 && $0.1.exits * 2 >= ends }
    return Set(
      last.map(\.0).filter { screen in
        let ways = transitions.filter { $0.to == screen && $0.from.isKnown }.map(\.count)
        return ways.count > 2 && (ways.max() ?? 0) * 2 <= ways.reduce(0, +)
      })
  }
}
