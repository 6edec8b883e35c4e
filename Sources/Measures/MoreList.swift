import NavigationModel

/// How the More list is used.
package struct MoreList: Measure {
  package private(set) var opens = 0
  /// Choices from the list: each costs one more tap than a visible tab.
  package private(set) var choices = Happening()
  /// Choices of each item.
  package private(set) var items = NameCells<Happening>()
  /// Choices of the current session.
  private var chosen = Tally<Name>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences where occurrence.kind == .moreOpen { opens += 1 }
    chosen.removeAll()
    for step in path.steps where step.kind == .moreItem { chosen.count(step.item) }
    if chosen.total > 0 { choices.add(chosen.total, session) }
    for (item, count) in chosen.counts { items[adding: item].add(count, session) }
  }

  package mutating func merge(_ other: MoreList) {
    opens += other.opens
    choices.merge(other.choices)
    items.merge(other.items)
  }
}

extension MoreList {
  package func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope)] }

  private func table(_ scope: MeasureScope) -> Table {
    TableDefinition<(name: Name, cell: Happening)>(
      "more", "One row for each item of the More list.", parts: .init("more_item", column: "item", in: .all("More")),
      [
        .key("item", "The item.") { scope.names[$0.name] },
        .count("selects", "How often it was chosen.") { $0.cell.count },
        .users("users", "Users who chose it.") { $0.cell.users },
        .reach(of: scope) { (Discovery.Subject(.moreItem, $0.name, container: .more), $0.cell.users) },
        .count("extra_taps", "Taps that a visible tab would have saved: one for each choice.") { $0.cell.count },
      ]
    ).table(items.rows(scope.names, with: scope.declared.moreItems))
  }
}

extension Measures {
  package var moreList: MoreList { self[MoreList.self] }
}
