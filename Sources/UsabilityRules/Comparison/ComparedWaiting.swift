import Measures
import Statistics

extension WeeksToWait {
  /// How long a comparison has to go on, for each of the measures whose changes are waited for.
  /// - Parameter bothGrow: whether the first side goes on, too, as in an experiment.
  package static func all(
    _ figures: [ComparedFigure], _ sides: ComparedSides, _ settings: ComparisonSettings, bothGrow: Bool
  ) -> [WeeksToWait] {
    figures.compactMap { figure -> WeeksToWait? in
      guard sides.afterScope.map.awaited.contains(figure.metric), figure.subjectKind == "app",
        let smallest = figure.smallest, smallest > 0, figure.users >= Evidence.leastUsers,
        figure.verdict != .notApplicable, let variance = figure.variance(sides, bothGrow: bothGrow),
        let now = variance(0)
      else { return nil }
      return WeeksToWait(
        figure.title, figure.unit, smallest: smallest, settings.looks,
        users: (figure.before.effectiveUsers ?? 0) + (figure.after.effectiveUsers ?? 0), now: now, variance: variance)
    }
  }
}

extension ComparedFigure {
  /// The variance of the difference after some weeks more; nil if it is not known.
  fileprivate func variance(_ sides: ComparedSides, bothGrow: Bool) -> ((_ more: Int) -> Double?)? {
    guard let one = before.variance, let two = after.variance, let length = sides.before.weeks,
      let later = VarianceInTime(two, ofPeople: 1, sides.after, and: [sides.before])
    else { return nil }
    let gap = sides.before.period.flatMap { first in
      sides.after.period.map { Double($0.lowerBound - first.upperBound) / 604_800_000_000 }
    }
    let between = max(0, gap ?? 0)
    let covariance = covariance ?? 0
    /// Of a mean, only those who are in both times tell how much people differ. People have one row, or equally many.
    func part(_ value: Value) -> Double? {
      if rows == "user" || isOfFirstSessions { return nil }
      return value.partOfPeople
        ?? (bothGrow || covariance == 0 ? 1 : later.partOfPeople(covariance, since: length, gap: between))
    }
    guard let first = VarianceInTime(one, ofPeople: part(before), sides.before, and: [sides.after]),
      let second = VarianceInTime(two, ofPeople: part(after), sides.after, and: [sides.before])
    else { return nil }
    return { more in
      guard let own = second.of(second.weeks + Double(more)),
        let other = bothGrow ? first.of(first.weeks + Double(more)) : one
      else { return nil }
      let factor =
        bothGrow || second.isOfUsers
        // As alike as now.
        ? (own * other / (one * two)).squareRoot()
        : second.covarianceGrowth(from: length, gap: between, to: second.weeks + Double(more))
      return max(0, other + own - 2 * covariance * factor)
    }
  }
}
