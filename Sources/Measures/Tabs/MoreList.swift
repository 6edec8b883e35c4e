import NavigationModel

package struct MoreList: Measure, Summed {
  package private(set) var opens = 0
  /// Choices from the list: each costs one more tap than a visible tab.
  package private(set) var choices = CountWithExamples()
  package private(set) var items = SumsByName<CountWithExamples>()
  /// Choices by item and the screen on which the list was opened.
  package private(set) var origins = SumsByKey<NamePair, Frequency>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences where occurrence.kind == .moreOpen { opens += 1 }
    for (index, step) in path.steps.enumerated() where step.kind == .moreItem {
      choices.add(session)
      items[adding: step.item].add(session)
      let before = path.steps[..<index].last { $0.kind != .more }
      if let before, before.part == step.part { origins[adding: NamePair(step.item, before.screen)].add(session) }
    }
  }

  static let fields = Fields<Self>(\.opens, \.choices, \.items, \.origins)

  func rows(_ scope: MeasureScope) -> [(name: Name, sum: CountWithExamples)] {
    items.rows(scope.names, with: scope.declared.moreItems)
  }

  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] {
    let table = TableDefinition<(name: Name, sum: CountWithExamples)>(
      "more", "One row for each item of the More list.", isOfParts: true,
      [
        .key(.item, "The item.") { scope.names[$0.name] },
        .count(.selects, "How often it was chosen.") { $0.sum.count },
        .users(.users, "Users who chose it.") { $0.sum.users },
        .reach(of: scope) { (Discovery.Subject(.moreItem, $0.name, container: .more), $0.sum.users) },
        .count(.extraTaps, "Taps that a visible tab would have saved: one for each choice.") { $0.sum.count },
      ]
    ).table(rows(scope))
    return [table]
  }
}
