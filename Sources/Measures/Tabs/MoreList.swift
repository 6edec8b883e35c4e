import NavigationModel
import Statistics

package struct MoreList: Measure, Summed {
  package private(set) var opens = 0
  /// Choices from the list: each costs one more tap than a visible tab.
  package private(set) var choices = CountWithExamples()
  package private(set) var items = SumsByName<CountWithExamples>()
  /// Choices by item and the screen on which the list was opened.
  package private(set) var origins = SumsByKey<NamePair, Frequency>()
  /// Choices from the list by people over these and selections of tabs: without choices that come with their opening,
  /// and with these.
  private var toll = UserShare()
  private var tollWithOpening = UserShare()
  /// The same of choices that led elsewhere: actions are no changes of section.
  private var elsewhere = UserShare()
  private var elsewhereWithOpening = UserShare()
  private var countsOpening = false

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    opens += counts.moreOpens
    var own = 0
    var all = 0
    var byPeople = 0
    if counts.figures.moreItems > 0 {
      for (index, step) in path.steps.enumerated() where step.kind == .moreItem {
        choices.add(session)
        items[adding: step.item].add(session)
        let isByPeople = step.maker == .person
        if isByPeople { byPeople += 1 }
        if !path.isAction(at: index) {
          all += 1
          if isByPeople { own += 1 }
        }
        let before = path.steps[..<index].last { $0.kind != .more }
        // A link on the screen of the item itself would lead nowhere.
        if let before, before.part == step.part, before.screen != step.screen {
          origins[adding: NamePair(step.item, before.screen)].add(session)
        }
      }
    }
    let tabs = counts.laterTabSteps - counts.laterTabStepsOfApp
    toll.add(y: byPeople, n: byPeople + tabs, session)
    tollWithOpening.add(y: counts.figures.moreItems, n: counts.figures.moreItems + tabs, session)
    elsewhere.add(y: own, n: own + tabs, session)
    elsewhereWithOpening.add(y: all, n: all + tabs, session)
  }

  static let fields = Fields<Self>(
    \.opens, \.choices, \.items, \.origins, \.toll, \.tollWithOpening, \.elsewhere, \.elsewhereWithOpening)

  /// The share that rules judge.
  package func toll(withActions: Bool) -> RatioSums {
    if withActions { return (countsOpening ? tollWithOpening : toll).sums }
    return (countsOpening ? elsewhereWithOpening : elsewhere).sums
  }

  mutating func leaveOut(_ uses: [Discovery.Subject: Int], _ people: Discovery, hasOpening: Bool) {
    countsOpening = hasOpening
    var left = 0
    for (subject, count) in uses where subject.kind == .moreItem {
      items[adding: subject.name].leaveOut(count, users: people.users(of: subject))
      left += count
    }
    choices.leaveOut(left, users: items.values.reduce(0) { $0 + $1.users })
  }

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
