import NavigationModel
import Statistics

/// What selecting a tab does: go to a section, or bring up a modal screen.
package struct TabModals: Measure, Summed {
  /// The longest time from the selection to its modal screen, microseconds.
  package static let limit = NavigationStack.arrivalLimit

  /// By tab, the accepted selections, reselections included, whose next step is a modal screen within two seconds, over
  /// all accepted selections. The tab on which a part of a session lands was not chosen: a modal screen there comes
  /// with the start.
  package private(set) var sums = SumsByName<ShareWithCount>()
  /// Selections that brought up a modal screen, by the tab and that screen; and by the screen alone.
  package private(set) var gates = SumsByKey<NamePair, Int>()
  package private(set) var raised = SumsByName<CountWithExamples>()
  /// By modal screen, those to whom a tab brought it up.
  private var people = SumsByName<People>()

  private struct People: Summed {
    var users = 0
    /// Those who selected such a tab twice or more.
    var trying = 0

    static let fields = Fields<Self>(counts: \.users, \.trying)
  }

  /// Of the current user: selections by tab, and the tabs that brought up each modal screen.
  private var selections = NameTally()
  private var met = KeyList<NamePair>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences
    where (occurrence.kind == .tabSelect || occurrence.kind == .tabReselect) && occurrence.maker == .person
      && !path.isLanding(occurrence)
    {
      let modal = path.modal(after: occurrence)
      selections[adding: occurrence.subject] += 1
      sums[adding: occurrence.subject].add(modal != nil, session)
      guard let modal else { continue }
      raised[adding: modal].add(session)
      gates[adding: NamePair(occurrence.subject, modal)] += 1
      _ = met.number(adding: NamePair(modal, occurrence.subject))
    }
  }

  mutating func finishUser() {
    for (index, pair) in met.keys.enumerated() {
      // Its other tabs come after the first.
      let tabs = met.keys.filter { $0.first == pair.first }
      guard met.keys.firstIndex(where: { $0.first == pair.first }) == index else { continue }
      people[adding: pair.first].users += 1
      if tabs.contains(where: { selections[$0.second] ?? 0 > 1 }) { people[adding: pair.first].trying += 1 }
    }
    met.removeAll()
    selections.removeAll()
  }

  static let fields = Fields<Self>(\.sums, \.gates, \.raised, \.people)

  /// Whether tabs bring up a modal screen once for each person (`H`: 1.05 times at most for 30 users or more), although
  /// half of them select such a tab again: it asks something the first time.
  package func isFirstQuestion(_ modal: Name) -> Bool {
    guard let people = people[modal], let raised = raised[modal] else { return false }
    return people.users >= 30 && raised.count * 100 <= people.users * 105 && people.trying * 2 >= people.users
  }

  /// By tab, the modal screen that most of its selections that bring one up bring up.
  package var usualModals: [Name: Name] { gates.mostUsual { ($0.first, $0.second) } }
}

extension Reconstruction {
  /// Whether a selection is the first of its part, before which people passed what the app showed.
  fileprivate func isLanding(_ selection: Occurrence) -> Bool {
    let before = steps[..<Int(selection.stepsBefore)].reversed().lazy.prefix { $0.part == selection.part }
    return before.allSatisfy { $0.kind == .entry && $0.isPassed }
  }

  /// The first step after the selection's own, if it is a modal screen within the limit.
  fileprivate func modal(after selection: Occurrence) -> Name? {
    var next = Int(selection.stepsBefore)
    guard next < steps.count else { return nil }
    if selection.kind == .tabSelect || (steps[next].kind == .reselect && steps[next].time == selection.time) {
      next += 1
    }
    guard next < steps.count else { return nil }
    let step = steps[next]
    return step.kind == .modal && step.part == selection.part && step.time - selection.time <= TabModals.limit
      ? step.screen : nil
  }
}
