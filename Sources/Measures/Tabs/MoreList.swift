import NavigationModel
import Statistics

package struct MoreList: Measure, Summed {
  package private(set) var opens = 0
  /// Choices from the list: each costs one more tap than a visible tab.
  package private(set) var choices = CountWithExamples()
  package private(set) var items = SumsByName<CountWithExamples>()
  /// Choices by item and the screen on which the list was opened.
  package private(set) var origins = SumsByKey<NamePair, Frequency>()
  /// Choices from the list over these and selections of tabs.
  private var toll = Toll()
  /// The same of choices that led elsewhere: actions are no changes of section.
  private var elsewhere = Toll()
  private var counted = Counted.everything

  /// Whose choices are counted.
  private enum Counted {
    case everything
    /// Without what the app made, but with choices that are logged with their opening.
    case opening
    case people
  }

  private struct Toll: Summed {
    var everything = UserShare()
    var opening = UserShare()
    var people = UserShare()

    static let fields = Fields<Self>(\.everything, \.opening, \.people)

    mutating func add(choices: Int, byPeople: Int, _ counts: SessionCounts, _ session: Session) {
      let tabs = counts.laterTabSteps
      guard choices + tabs > 0 else { return }
      let byPeopleTabs = tabs - counts.laterTabStepsOfApp
      everything.add(y: choices, n: choices + tabs, session)
      opening.add(y: choices, n: choices + byPeopleTabs, session)
      people.add(y: byPeople, n: byPeople + byPeopleTabs, session)
    }

    func sums(_ counted: Counted) -> RatioSums {
      switch counted {
      case .everything: everything.sums
      case .opening: opening.sums
      case .people: people.sums
      }
    }
  }

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
    toll.add(choices: counts.figures.moreItems, byPeople: byPeople, counts, session)
    elsewhere.add(choices: all, byPeople: own, counts, session)
  }

  static let fields = Fields<Self>(\.opens, \.choices, \.items, \.origins, \.toll, \.elsewhere)

  /// The share that rules judge.
  package func toll(withActions: Bool) -> RatioSums { (withActions ? toll : elsewhere).sums(counted) }

  mutating func leaveOut(_ uses: [Discovery.Subject: Int], _ people: Discovery, hasOpening: Bool) {
    if !uses.isEmpty { counted = hasOpening ? .opening : .people }
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
