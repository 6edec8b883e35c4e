import NavigationModel
import Statistics

/// Which gestures people make, and how often they fail.
package struct Gestures: Measure, Summed {
  package private(set) var sums = SumsByName<Sum>()
  /// By gesture, and Android or an unknown name.
  package private(set) var byPlatform = SumsByKey<NamePair, ShareWithExamples>()
  private var declared: DeclaredNames?
  private var sides = PlatformSides()

  package struct Sum: Summed {
    var failedShare = UserShare()
    /// Successful uses, and failed ones.
    package internal(set) var accepted = CountWithExamples()
    package internal(set) var failures = CountWithExamples()

    /// Failed over all uses; its users are those who made the gesture.
    package var failed: RatioSums { failedShare.sums }
    /// Users with at least one successful use.
    package var users: Int { accepted.users }

    static let fields = Fields<Self>(\.failedShare, \.accepted, \.failures)
  }

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) { self.declared = declared }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for row in counts.rows where row.figure == .gestureFailed {
      let platform = sides.side(of: session.segment.platform, declared)
      byPlatform[adding: NamePair(row.name, platform)].add(y: row.y, n: row.n, session)
      sums[adding: row.name].failedShare.add(y: row.y, n: row.n, session)
      if row.y > 0 {
        sums[adding: row.name].failures.add(session)
      } else {
        sums[adding: row.name].accepted.add(session)
      }
    }
  }

  static let fields = Fields<Self>(\.sums, \.byPlatform)

  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] {
    let table = TableDefinition<(name: Name, sum: Sum)>(
      "gestures", "One row for each gesture.", isOfParts: true,
      [
        .key(.gesture, "The gesture.") { scope.names[$0.name] },
        .count(.uses, "How often it was made, failures included.") { $0.sum.failed.sumN },
        .count(.failed, "How often it failed.") { $0.sum.failed.sumY },
        .users(.users, "Users with a use that did not fail.") { $0.sum.users },
        .reach(of: scope) { (Discovery.Subject(.gesture, $0.name), $0.sum.users) },
      ]
    ).table(sums.rows(scope.names))
    return [table]
  }
}
