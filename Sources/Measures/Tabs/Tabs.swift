import NavigationModel
import Statistics

package struct Tabs: Measure, Summed {
  package private(set) var sums = SumsByName<Sum>()

  package struct Sum: Summed {
    /// Accepted selections from another section.
    package internal(set) var selects = 0
    package internal(set) var reselects = 0
    /// Inferred returns to the tab by a view of its root screen.
    package internal(set) var inferred = 0
    var useCount = UserCount()
    var blockedShare = UserShare()
    var lostShare = UserShare()
    /// Refused selections, and returns that lost the kept state.
    package internal(set) var refusals = CountWithExamples()
    package internal(set) var losses = CountWithExamples()

    package init() {}
    static let fields = Fields<Self>(
      \.selects, \.reselects, \.inferred, \.useCount, \.blockedShare, \.lostShare, \.refusals, \.losses)

    /// Users with an accepted selection, from another section or the same.
    package var users: Int { useCount.users }
    /// Refused selections over all taps on the tab.
    package var blocked: RatioSums { blockedShare.sums }
    package var stateLost: RatioSums { lostShare.sums }

    mutating func leaveOut(_ count: Int, users: Int) {
      reselects = max(0, reselects - max(0, count - selects))
      selects = max(0, selects - count)
      useCount.leave(users: users)
    }
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for row in counts.rows {
      if row.figure == .tabBlocked {
        sums[adding: row.name].blockedShare.add(y: row.y, n: row.n, session)
        if row.y > 0 { sums[adding: row.name].refusals.add(session) }
      } else if row.figure == .tabStateLost {
        sums[adding: row.name].lostShare.add(y: row.y, n: row.n, session)
        if row.y > 0 { sums[adding: row.name].losses.add(session) }
      }
    }
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect:
        sums[adding: occurrence.subject].selects += 1
        sums[adding: occurrence.subject].useCount.add(session)
      case .tabReselect:
        sums[adding: occurrence.subject].reselects += 1
        sums[adding: occurrence.subject].useCount.add(session)
      default: break
      }
    }
    for step in path.steps where step.kind == .tab && step.isInferred { sums[adding: step.section.name].inferred += 1 }
  }

  static let fields = Fields<Self>(\.sums)

  mutating func leaveOut(_ uses: [Discovery.Subject: Int], _ people: Discovery) {
    for (subject, count) in uses where subject.kind == .tab {
      sums[adding: subject.name].leaveOut(count, users: people.users(of: subject))
    }
  }

  /// None if the structure of the app is not known.
  func rows(_ measures: Measures, _ scope: MeasureScope) -> [(name: Name, sum: Sum)] {
    scope.structureKnown
      ? sums.rows(scope.names, with: scope.declared.tabs + measures.tabSets.badged.keys + measures.tabSets.names(scope))
      : []
  }

  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] {
    let table = TableDefinition<(name: Name, sum: Sum)>(
      "tabs", "One row for each tab of the tab bar.", isOfParts: true,
      [
        .key(.tab, "The tab.") { scope.names[$0.name] },
        .count(.selects, "Accepted selections from another section.") { $0.sum.selects },
        .users(.users, "Users who selected it, from another section or the same.") { $0.sum.users },
        .reach(of: scope) { (Discovery.Subject(.tab, $0.name), $0.sum.users) },
        .count(.reselects, "Selections of the tab that was shown already.") { $0.sum.reselects },
        .count(.blocked, "Selections that the app refused.") { $0.sum.blocked.sumY },
        .count(.inferred, "Selections of the tab that were inferred from a screen.") { $0.sum.inferred },
        .count(.keptStateReturns, "Returns to the tab when it had kept more than its root.") { $0.sum.stateLost.sumN },
        .count(.stateLost, "Of these, the ones at which only a root was left.") { $0.sum.stateLost.sumY },
      ]
    ).table(rows(measures, scope))
    return [table]
  }
}
