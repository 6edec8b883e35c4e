import Foundation
import NavigationModel
import Statistics

/// The smallest change of a measure that some time would show, and how long to wait for one worth having.
///
/// Δ = (z₁₋α/₂ + z₀.₈) · √(V₁ + V₂): a change of that size is found in 80% of cases (two-sided, α of ``Looks``). V is
/// the variance of the measure by user, so it holds how much more alike the rows of one person are; that of another
/// length of time is scaled by the number of people it has (``Measures/users(inWeeks:)``). How often the same people
/// come again is left out: over many weeks, that makes it a rough guide.
package struct WeeksToWait: Sendable, Equatable {
  /// 80%.
  package static let power = 0.8
  /// The lengths of time that a report has.
  package static let weeks = [2, 4, 8]
  /// Nobody waits for longer: ten years.
  private static let most = 520

  package let title: String
  package let unit: Figure.Unit
  /// The smallest change worth having, in the unit of the measure.
  package let smallest: Double
  /// What the data shows now: a report's second half beside its first, a comparison's sides.
  package let now: Double
  /// The same after ``weeks`` more.
  package let later: [Double]
  /// The weeks from now until the smallest change worth having shows; nil if none are enough, because one side stays as
  /// it is.
  package let wait: Int?

  /// - Parameters:
  ///   - users: effective users of both sides.
  ///   - variance: of the difference after some weeks from now, falling; nil if it is not known.
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
    if self.now <= smallest {
      wait = 0
    } else if !suffices(Self.most) {
      wait = nil
    } else {
      var low = 0
      var high = Self.most
      while high - low > 1 {
        let middle = (low + high) / 2
        if suffices(middle) { high = middle } else { low = middle }
      }
      wait = high
    }
  }

  /// What a log could show of a measure: now, by comparing its halves; later, by comparing all of it with the weeks
  /// after a change that is made today. Nil unless it is one of the awaited shares: of means, one log does not keep the
  /// spread.
  init?(_ figure: Figure, _ measures: Measures, _ scope: MeasureScope) {
    let sums = measures.figures.share(figure)
    guard scope.map.awaited.contains(figure.name), figure.unit == .share,
      !figure.needsStructure || scope.structureKnown,
      let period = measures.period, sums.sumY > 0, sums.users >= 2, let variance = sums.shareVariance
    else { return nil }
    let weeks = Double(period.upperBound - period.lowerBound) / 604_800_000_000
    guard let users = measures.users(inWeeks: weeks), let half = measures.users(inWeeks: weeks / 2), half > 0 else {
      return nil
    }
    self.init(
      figure.title, .share, smallest: scope.map.smallestChange, scope.map.looks, users: 2 * sums.effectiveUsers,
      now: 2 * variance * users / half
    ) { later in
      measures.users(inWeeks: Double(later)).flatMap { $0 > 0 ? variance + variance * users / $0 : nil }
    }
  }

  /// The formula, for the reference of the figures.
  fileprivate static let formula =
    """
    The smallest change that shows: Δ = (z₁₋α/₂ + z₀.₈) · √(V₁ + V₂), with 80% power and α = 5% over all looks. V is \
    the variance of the measure by user (Method.md); after w weeks it is today's, divided by how many times as many people \
    the log has by then: its own curve of different people by week and, beyond the log, as many new ones each week as \
    in the last. `compare: {primary, smallest}` of the app map names the measures and the change worth having.
    """
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
