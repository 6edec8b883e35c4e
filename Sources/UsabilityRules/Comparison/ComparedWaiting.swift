import Measures
import Statistics

extension WeeksToWait {
  /// How long a comparison has to go on, for each of the measures whose changes are waited for.
  /// - Parameter bothGrow: whether the first side goes on, too, as in an experiment.
  package static func all(
    _ figures: [ComparedFigure], _ sides: ComparedSides, _ settings: ComparisonSettings, bothGrow: Bool
  ) -> [WeeksToWait] {
    /// How many times as many users a side has after some weeks more.
    func growth(_ measures: Measures) -> (Int) -> Double? {
      let weeks = measures.period.map { Double($0.upperBound - $0.lowerBound) / 604_800_000_000 } ?? 0
      let now = measures.users(inWeeks: weeks) ?? 0
      return { more in now > 0 ? measures.users(inWeeks: weeks + Double(more)).map { $0 / now } : nil }
    }
    let before = growth(sides.before)
    let after = growth(sides.after)
    return figures.compactMap { figure -> WeeksToWait? in
      guard sides.afterScope.map.awaited.contains(figure.metric), figure.subjectKind == "app",
        let smallest = figure.smallest, smallest > 0, figure.users >= Evidence.leastUsers,
        figure.verdict != .notApplicable, let one = figure.before.variance, let two = figure.after.variance
      else { return nil }
      return WeeksToWait(
        figure.title, figure.unit, smallest: smallest, settings.looks,
        users: (figure.before.effectiveUsers ?? 0) + (figure.after.effectiveUsers ?? 0), now: one + two
      ) { later in
        guard let second = after(later), let first = bothGrow ? before(later) : 1 else { return nil }
        return one / first + two / second
      }
    }
  }
}
