import Measures
import NavigationModel
import Statistics

/// What two sides of a comparison can be trusted with (TheRules.md, *Comparisons*).
package struct ComparisonTrust: Sendable {
  /// Users of one side have more sessions: p below 0.01 and a ratio above 1.1. So they reach more, whatever the app is like.
  package let exposureDiffers: Bool
  /// Then, how many first sessions of each user are compared.
  package let firstSessions: Int?
  /// Why figures of depth, paths and tabs are inconclusive; nil if they are not.
  package let structureDoubt: String?

  private static let exposureRatio = 1.1
  private static let exposureP = 0.01
  private static let backsRatio = 1.5
  /// Above this ratio, it has to show that ways back are missing. `H`
  private static let slightRatio = 1.1
  private static let points = 0.02
  private static let fewestPushes = 100
  /// By how many levels more the same screens lie deeper where ways back are not logged: in all, and for each way back that a push lacks. `H`
  private static let levels = 0.005
  private static let levelsPerBack = 0.05
  private static let fewestReturns = 30

  package init(_ sides: ComparedSides) {
    exposureDiffers = Self.exposureDiffers(sides)
    let median = min(sides.before.discovery.usersBySessions.median ?? 1, sides.after.discovery.usersBySessions.median ?? 1)
    firstSessions = exposureDiffers ? ComparisonSums.firstSessions.last { $0 <= max(1, median) } : nil
    structureDoubt = Self.structureDoubt(sides)
  }

  private static func exposureDiffers(_ sides: ComparedSides) -> Bool {
    func sessions(_ measures: Measures) -> (mean: Double, variance: Double, users: Double) {
      let bins = measures.discovery.usersBySessions.bins
      let users = Double(bins.reduce(0) { $0 + $1.count })
      let mean = bins.reduce(0) { $0 + Double($1.value * $1.count) } / max(users, 1)
      let squares = bins.reduce(0) { $0 + Double($1.count) * (Double($1.value) - mean) * (Double($1.value) - mean) }
      return (mean, squares / max(users - 1, 1), users)
    }
    let (before, after) = (sessions(sides.before), sessions(sides.after))
    guard min(before.users, after.users) > 1, max(before.mean, after.mean) > exposureRatio * min(before.mean, after.mean) else { return false }
    let error = (before.variance / before.users + after.variance / after.users).squareRoot()
    return error == 0 || 2 * normalUpperTail(abs(before.mean - after.mean) / error) < exposureP
  }

  private static func structureDoubt(_ sides: ComparedSides) -> String? {
    func backsPerPush(_ measures: Measures) -> Double? {
      let sums = measures.platformMoves.sums.values
      let pushes = sums.reduce(0) { $0 + $1.pushes }
      return pushes >= fewestPushes ? Double(sums.reduce(0) { $0 + $1.backs }) / Double(pushes) : nil
    }
    func contradicted(_ measures: Measures) -> Double {
      Double(measures.logQuality.contradictedBacks) / Double(max(measures.logQuality.namedBacks, 1))
    }
    func inferred(_ measures: Measures) -> Double { measures.figures.share(.inferredSteps).share ?? 0 }
    if let before = backsPerPush(sides.before), let after = backsPerPush(sides.after), max(before, after) > slightRatio * min(before, after) {
      let (fewer, more) = before < after ? (sides.before, sides.after) : (sides.after, sides.before)
      let isLarge = max(before, after) > backsRatio * min(before, after)
      let pilesUp = levelsDeeper(fewer, than: more, sides.afterScope.names).map { $0 > max(levels, levelsPerBack * abs(after - before)) }
      if pilesUp ?? isLarge || isLarge && losesPlaces(fewer, unlike: more) {
        return
          "\(Wording.oneDecimal(before)) and \(Wording.oneDecimal(after)) backs for each push that people came back from: ways back are logged in another way"
      }
    }
    if abs(contradicted(sides.before) - contradicted(sides.after)) > points { return "backs that name another screen than the one below are more on one side" }
    if abs(inferred(sides.before) - inferred(sides.after)) > points { return "steps that are inferred from screens are more on one side" }
    for (measures, scope) in [(sides.before, sides.beforeScope), (sides.after, sides.afterScope)] {
      if let doubt = LogReliability(measures, scope).all.first(where: { $0.check != "several-bars" && $0.check != "implied-opens" }) {
        return "one side is doubtful: \(doubt.reason)"
      }
    }
    return nil
  }

  /// Whether tabs seem to lose places: where ways back are not logged, people had left them on their own.
  private static func losesPlaces(_ one: Measures, unlike other: Measures) -> Bool {
    let (lost, reference) = (one.figures.share(.stateLostShare), other.figures.share(.stateLostShare))
    guard lost.sumN >= fewestReturns, let share = lost.interval() else { return false }
    return share.low > reference.interval()?.high ?? 0
  }

  /// By how many levels the same screens lie deeper on one side, each weighted by its visits on the side with fewer; nil with few visits.
  ///
  /// Where people go back without a trace, the levels that they left pile up under the screens that they open next. Screens that moved to another level
  /// say nothing of that: those count whose median level is the same.
  private static func levelsDeeper(_ one: Measures, than other: Measures, _ names: Names) -> Double? {
    func mean(_ sum: Screens.Sum) -> Double {
      Double(sum.depths.bins.reduce(0) { $0 + $1.value * $1.count }) / Double(max(sum.visits, 1))
    }
    var (levels, visits) = (0.0, 0)
    for name in names.ordered(one.screens.sums.keys) {
      guard let sum = one.screens.sums[name], let same = other.screens.sums[name], min(sum.visits, same.visits) > 0,
        nearestRank(.median, ofHistogram: sum.depths.bins) == nearestRank(.median, ofHistogram: same.depths.bins)
      else { continue }
      let weight = min(sum.visits, same.visits)
      levels += Double(weight) * (mean(sum) - mean(same))
      visits += weight
    }
    return visits >= fewestPushes ? levels / Double(visits) : nil
  }
}

extension ComparedSides {
  /// How far the weeks of the sides differ: the total variation of their users' days, from 0 (the same weeks, alike) to 1 (no week in common).
  package var weeksApart: Double {
    func weeks(_ measures: Measures) -> [Int: Double] {
      let sums = measures.daily.sums.pairs.map { (week: Int((Int64($0.0.day) + 3).flooredDivision(by: 7).0), users: Double($0.1.users)) }
      let all = max(sums.reduce(0) { $0 + $1.users }, 1)
      return sums.reduce(into: [:]) { $0[$1.week, default: 0] += $1.users / all }
    }
    let (before, after) = (weeks(self.before), weeks(self.after))
    return Set(before.keys).union(after.keys).sorted().reduce(0) { $0 + abs((before[$1] ?? 0) - (after[$1] ?? 0)) } / 2
  }
}
