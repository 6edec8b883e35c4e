import Measures
import NavigationModel
import Statistics

/// The folded measures of both sides of a comparison, and what they can be trusted with (Comparing.md).
package struct ComparedSides: Sendable {
  package let before: Measures
  package let after: Measures
  package let beforeScope: MeasureScope
  package let afterScope: MeasureScope
  package let sums: ComparisonSums

  private static let exposureRatio = 1.1
  private static let exposureP = 0.01
  private static let backsRatio = 1.5
  /// Above this ratio, it has to show that ways back are missing. `H`
  private static let slightRatio = 1.1
  private static let points = 0.02
  private static let fewestPushes = 100
  /// By how many levels more the same screens lie deeper where ways back are not logged: in all, and for each way back
  /// that a push lacks. `H`
  private static let levels = 0.005
  private static let levelsPerBack = 0.05
  private static let fewestReturns = 30

  package init(
    before: Measures, after: Measures, beforeScope: MeasureScope, afterScope: MeasureScope, sums: ComparisonSums
  ) {
    self.before = before
    self.after = after
    self.beforeScope = beforeScope
    self.afterScope = afterScope
    self.sums = sums
  }

  /// The users of the side, one after the other, of whom half or fewer are on the other one, if the sides are of
  /// different times: who stayed away explains as much as what was changed.
  package var churn: (users: Int, isBefore: Bool)? {
    guard let one = before.period, let other = after.period, !one.overlaps(other), sums.ofBoth != nil else {
      return nil
    }
    let users = [(sums.usersBefore, true), (sums.usersAfter, false)]
    return users.first { sums.usersOnBoth * 2 <= $0.0 }.map { (users: $0.0, isBefore: $0.1) }
  }

  /// The people on both sides alone, if the others are as many (``churn``).
  var ofBoth: ComparedSides? {
    churn == nil
      ? nil
      : sums.ofBoth.map {
        ComparedSides(before: before, after: after, beforeScope: beforeScope, afterScope: afterScope, sums: $0)
      }
  }

  /// Whether openings of menus come with their choices on a side: they are written together, and say nothing of how
  /// people open, leave and search a menu.
  package var opensWithChoice: Bool {
    [before, after].contains { measures in
      measures.appMade.platforms.values.contains { $0.opensWithChoice && $0.openedChoices >= Self.fewestChoices }
    }
  }

  private static let fewestChoices = 30

  package var structureKnown: Bool { beforeScope.structureKnown && afterScope.structureKnown }

  /// Whether users of one side have more sessions: p below 0.01 and a ratio above 1.1. So they reach more, whatever the
  /// app is like.
  package var exposureDiffers: Bool {
    func sessions(_ measures: Measures) -> (mean: Double, variance: Double, users: Double) {
      let bins = measures.discovery.usersBySessions.bins
      let users = Double(bins.reduce(0) { $0 + $1.count })
      let mean = bins.reduce(0) { $0 + Double($1.value * $1.count) } / max(users, 1)
      let squares = bins.reduce(0) { $0 + Double($1.count) * (Double($1.value) - mean) * (Double($1.value) - mean) }
      return (mean, squares / max(users - 1, 1), users)
    }
    let before = sessions(self.before)
    let after = sessions(self.after)
    guard min(before.users, after.users) > 1,
      max(before.mean, after.mean) > Self.exposureRatio * min(before.mean, after.mean)
    else { return false }
    let error = (before.variance / before.users + after.variance / after.users).squareRoot()
    return error == 0 || 2 * normalUpperTail(abs(before.mean - after.mean) / error) < Self.exposureP
  }

  /// If the exposure differs, how many first sessions of each user are compared.
  package var firstSessions: Int? {
    let median = min(before.discovery.usersBySessions.median ?? 1, after.discovery.usersBySessions.median ?? 1)
    return exposureDiffers ? ComparisonSums.firstSessions.last { $0 <= max(1, median) } : nil
  }

  /// Why figures of depth, paths and tabs are inconclusive; nil if they are not.
  package var structureDoubt: Text? {
    func backsPerPush(_ measures: Measures) -> Double? {
      let sums = measures.platformMoves.sums.values
      let pushes = sums.reduce(0) { $0 + $1.pushes }
      return pushes >= Self.fewestPushes ? Double(sums.reduce(0) { $0 + $1.backs }) / Double(pushes) : nil
    }
    func contradicted(_ measures: Measures) -> Double {
      Double(measures.logQuality.contradictedBacks) / Double(max(measures.logQuality.namedBacks, 1))
    }
    func inferred(_ measures: Measures) -> Double { measures.figures.share(.inferredSteps).share ?? 0 }
    if let earlier = backsPerPush(before), let later = backsPerPush(after),
      max(earlier, later) > Self.slightRatio * min(earlier, later)
    {
      let (fewer, more) = earlier < later ? (before, after) : (after, before)
      let isLarge = max(earlier, later) > Self.backsRatio * min(earlier, later)
      let pilesUp = levelsDeeper(fewer, than: more).map {
        $0 > max(Self.levels, Self.levelsPerBack * abs(later - earlier))
      }
      if pilesUp ?? isLarge || isLarge && losesPlaces(fewer, unlike: more) {
        return
          """
          the sides log ways back differently (\(Wording.oneDecimal(earlier)) and \(Wording.oneDecimal(later)) for \
          each push that people came back from)
          """
      }
    }
    if abs(contradicted(before) - contradicted(after)) > Self.points {
      return "on one side, more `back` events name another screen than the one below"
    }
    if abs(inferred(before) - inferred(after)) > Self.points {
      return "one side has more steps inferred from screens"
    }
    let doubts = LogReliability(before, beforeScope).all + LogReliability(after, afterScope).all
    return doubts.first { $0.check != "several-bars" && $0.check != "implied-opens" }.map {
      "one side is doubtful: \($0.reason)"
    }
  }

  /// Whether tabs seem to lose places: where ways back are not logged, people had left them on their own.
  private func losesPlaces(_ one: Measures, unlike other: Measures) -> Bool {
    let lost = one.figures.share(.stateLostShare)
    let reference = other.figures.share(.stateLostShare)
    guard lost.sumN >= Self.fewestReturns, let share = lost.interval() else { return false }
    return share.low > reference.interval()?.high ?? 0
  }

  /// By how many levels the same screens lie deeper on one side, each weighted by its visits on the side with fewer;
  /// nil with few visits.
  ///
  /// Where people go back without a trace, the levels that they left pile up under the screens that they open next.
  /// Screens that moved to another level say nothing of that: those count whose median level is the same.
  private func levelsDeeper(_ one: Measures, than other: Measures) -> Double? {
    func mean(_ sum: Screens.Sum) -> Double {
      Double(sum.depths.bins.reduce(0) { $0 + $1.value * $1.count }) / Double(max(sum.visits, 1))
    }
    var levels = 0.0
    var visits = 0
    for name in afterScope.names.ordered(one.screens.sums.keys) {
      guard let sum = one.screens.sums[name], let same = other.screens.sums[name], min(sum.visits, same.visits) > 0,
        nearestRank(.median, ofHistogram: sum.depths.bins) == nearestRank(.median, ofHistogram: same.depths.bins)
      else { continue }
      let weight = min(sum.visits, same.visits)
      levels += Double(weight) * (mean(sum) - mean(same))
      visits += weight
    }
    return visits >= Self.fewestPushes ? levels / Double(visits) : nil
  }

  /// How far the weeks of the sides differ: the total variation of their users' days, from 0 (the same weeks, alike) to
  /// 1 (no week in common).
  package var weeksApart: Double {
    func weeks(_ measures: Measures) -> [Int: Double] {
      let sums = measures.daily.sums.pairs.map {
        (week: Int((Int64($0.0.day) + 3).flooredDivision(by: 7).0), users: Double($0.1.users))
      }
      let all = max(sums.reduce(0) { $0 + $1.users }, 1)
      return sums.reduce(into: [:]) { $0[$1.week, default: 0] += $1.users / all }
    }
    let before = weeks(self.before)
    let after = weeks(self.after)
    return Set(before.keys).union(after.keys).sorted().reduce(0) { $0 + abs((before[$1] ?? 0) - (after[$1] ?? 0)) } / 2
  }
}
