import Foundation
import NavigationModel
import Statistics

/// The smallest change of a measure that some time would show, and how long to wait for one worth having.
///
/// Δ = (z₁₋α/₂ + z₀.₈) · √(V₁ + V₂ − 2C): a change of that size is found in 80% of cases (two-sided, α of ``Looks``). V
/// is the variance of the measure by user, C the covariance of the people who are in both; ``VarianceInTime`` has both
/// for other lengths of time.
package struct WeeksToWait: Sendable, Equatable {
  /// 80%.
  package static let power = 0.8
  /// The lengths of time that a report has.
  package static let weeks = [2, 4, 8]
  /// Nobody waits for longer: two years.
  private static let most = 104

  package let title: String
  package let unit: Figure.Unit
  /// The smallest change worth having, in the unit of the measure.
  package let smallest: Double
  /// What the data shows now: a report's second half beside its first, a comparison's sides.
  package let now: Double
  /// The same after ``weeks`` more.
  package let later: [Double]
  /// The weeks from now until the smallest change worth having shows; nil if two years are not enough, as where one
  /// side stays as it is.
  package let wait: Int?

  /// - Parameters:
  ///   - users: effective users of both sides.
  ///   - variance: of the difference after some weeks from now; nil if it is not known. It may rise again: people who
  ///     are on both sides go away.
  package init(
    _ title: String, _ unit: Figure.Unit, smallest: Double, _ looks: Looks, users: Double, now: Double,
    variance: (_ weeks: Int) -> Double?
  ) {
    let reach = looks.reach(users: max(users, 1)) + normalQuantile(Self.power)
    func change(_ variance: Double) -> Double { reach * variance.squareRoot() }
    func suffices(_ weeks: Int) -> Bool { variance(weeks).map { change($0) <= smallest } ?? false }
    self.title = title
    self.unit = unit
    self.smallest = smallest
    self.now = change(now)
    later = Self.weeks.map { change(variance($0) ?? now) }
    wait = self.now <= smallest ? 0 : (1...Self.most).first(where: suffices)
  }

  /// What a log could show of a measure: now, by comparing its halves; later, by comparing all of it with the weeks
  /// after a change that is made today. Nil unless it is one of the awaited shares: of means, one log does not keep the
  /// spread.
  init?(_ figure: Figure, _ measures: Measures, _ scope: MeasureScope) {
    let sums = measures.figures.share(figure)
    guard scope.map.awaited.contains(figure.name), figure.unit == .share,
      !figure.needsStructure || scope.structureKnown,
      sums.sumY > 0, sums.users >= 2, let variance = sums.shareVariance
    else { return nil }
    guard let time = VarianceInTime(variance, ofPeople: figure.isOfUsers ? nil : sums.partOfPeople, measures),
      let half = time.difference(time.weeks / 2, time.weeks / 2)
    else { return nil }
    self.init(
      figure.title, .share, smallest: scope.map.smallestChange, scope.map.looks, users: 2 * sums.effectiveUsers,
      now: half
    ) { later in
      time.difference(time.weeks, Double(later))
    }
  }

  /// The formula, for the reference of the figures.
  fileprivate static let formula =
    """
    The smallest change that shows: Δ = (z₁₋α/₂ + z₀.₈) · √(V₁ + V₂ − 2C), with 80% power and α = 5% over all looks. V \
    is the variance of the measure by user, C the covariance of those in both times (Method.md). In more time, the part of \
    V within people falls as their rows grow; the part between people, and C, as the sessions come from more different \
    people, by how often the same ones come again after 1, 2, 3, … weeks. A share of users falls with the number of \
    users: the log's own curve and, beyond the log, as many new ones each week as in the last. `compare: \
    {primary, smallest}` of the app map names the measures and the change worth having.
    """
}

/// The variance of a measure if its log had another length.
package struct VarianceInTime {
  /// The length of the log.
  package let weeks: Double
  private let variance: Double
  private let ofPeople: Double?
  private let curve: ReturnCurve
  private let users: (_ weeks: Double) -> Double?

  /// - Parameters:
  ///   - variance: of the log.
  ///   - ofPeople: the part of it that comes from how much people differ; nil if they have one row each, or equally
  ///     many.
  ///   - others: more logs of the app, which say how often people come again.
  package init?(_ variance: Double, ofPeople: Double?, _ measures: Measures, and others: [Measures] = []) {
    guard let weeks = measures.weeks, let curve = ReturnCurve([measures] + others) else { return nil }
    self.init(variance, ofPeople: ofPeople, curve, weeks: weeks) { measures.users(inWeeks: $0) }
  }

  init(
    _ variance: Double, ofPeople: Double?, _ curve: ReturnCurve, weeks: Double, users: @escaping (Double) -> Double?
  ) {
    self.weeks = weeks
    self.variance = variance
    self.ofPeople = ofPeople
    self.curve = curve
    self.users = users
  }

  /// Whether only more people make it smaller.
  package var isOfUsers: Bool { ofPeople == nil }

  /// In a time of so many weeks; nil if there is nothing to tell it from.
  package func of(_ weeks: Double) -> Double? {
    guard let ofPeople else {
      guard let now = users(self.weeks), let then = users(weeks), then > 0 else {
        return nil
      }
      return variance * now / then
    }
    return weeks > 0
      ? variance
        * ((1 - ofPeople) * self.weeks / weeks
          + ofPeople * curve.concentration(weeks) / curve.concentration(self.weeks))
      : nil
  }

  /// Of the difference of two times, one after the other.
  func difference(_ before: Double, _ after: Double) -> Double? {
    guard let one = of(before), let two = of(after) else { return nil }
    let shared = ofPeople.map {
      variance * $0 * curve.shared(before, gap: 0, after) / curve.concentration(weeks)
    }
    return max(0, one + two - 2 * (shared ?? 0))
  }

  /// How many times as large the covariance with an earlier time is if this one is longer.
  package func covarianceGrowth(from before: Double, gap: Double, to weeks: Double) -> Double {
    let now = curve.shared(before, gap: gap, self.weeks)
    return now > 0 ? curve.shared(before, gap: gap, weeks) / now : 1
  }

  /// The part of the variance that comes from how much people differ, by their covariance with an earlier time.
  package func partOfPeople(_ covariance: Double, since before: Double, gap: Double) -> Double {
    let shared = curve.shared(before, gap: gap, weeks)
    guard shared > 0, variance > 0 else { return 1 }
    return min(1, max(0, covariance * curve.concentration(weeks) / (shared * variance)))
  }
}

extension Figure {
  /// How the smallest change that shows is computed, for `navaudit help figures`.
  package static var waiting: String { WeeksToWait.formula }
}

extension Measures {
  /// What the log could show of the awaited measures, in the order of the summary.
  package func waiting(_ scope: MeasureScope) -> [WeeksToWait] {
    Figure.all.compactMap { $0.isInSummary ? WeeksToWait($0, self, scope) : nil }
  }
}

extension AppMap {
  /// The measures whose changes are waited for: the primary ones, by default five that each stand for a kind of
  /// trouble. `H`
  package var awaited: [String] {
    compare.primary.isEmpty
      ? ["more_toll", "menu_reach", "menu_abandonment", "quick_back_rate", "back_chain_sessions"] : compare.primary
  }

  /// The smallest change worth having: percentage points for shares, a fraction of the baseline for means. `H`
  package var smallestChange: Double { compare.smallest ?? 0.02 }

  /// How often the same comparison is made on growing data.
  package var looks: Looks { advice.looks.map { .planned($0) } ?? .one }
}

extension RatioSums {
  /// The variance of the share. Where nobody or everybody counts, or a single user has all rows, that of the interval,
  /// so that it is never 0.
  package var shareVariance: Double? {
    if sumY > 0, sumY < sumN, let variance = spread?.variance, variance > 0 { return variance }
    return interval().map { interval in
      let error = interval.width / (2 * z95)
      return error * error
    }
  }
}
