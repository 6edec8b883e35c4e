import Measures
import NavigationModel
import Statistics

/// A change of the layout: a number of promotions, with the demotions that make room for them, and what it would have
/// saved.
public struct Plan: Sendable {
  /// A move of one entry.
  public struct Move: Sendable {
    public enum Kind: String, Sendable { case promote, demote }

    public let kind: Kind
    public let entry: PlacedEntry
    /// Where it goes.
    public let destination: String
    /// The taps that it would have saved; negative if it would have cost taps.
    public let taps: Int
    /// The same per 100 sessions. Nil with fewer than two users.
    public let per100Sessions: Estimate?
    /// People who chose the entry.
    public let users: Int
    /// A tab that fewer than 5% of those who could have used it select: it may be rare, but vital.
    public var isRare: Bool { kind == .demote && users * 20 < entry.eligibleUsers }
    /// What is said of such a tab.
    package static let unlessVital: Text = ", unless that tab is vital (exempt it with advice: never)"
  }

  /// Why a plan that saves taps over the entire log is not recommended.
  public enum Hindrance: Sendable, Equatable {
    /// It does not save taps in each third of the log, or not surely in the last.
    case notLasting
    /// More users would be worse off than better off, or a tab would make room for an entry of few people.
    case othersPay
  }

  /// The number of promotions.
  public let size: Int
  /// Ordered by name.
  public let promotions: [Move]
  public let demotions: [Move]
  /// Taps that all moves combined would have saved, and the same per 100 sessions. Nil with fewer than two users.
  public let taps: Int
  public let per100Sessions: Estimate?
  /// The saving of plans of this size, chosen on one half of the users and measured on the other: not biased by the
  /// choice. Nil if a half has no such plan, or fewer than two users.
  public let heldOut: Estimate?
  /// What the plan saves at all times: ``heldOut`` or, if a third of the log contradicts that, the saving of the plan
  /// in that third.
  public let promised: Estimate?
  /// The moves that the halves would choose, if different.
  public let alternatives: [[PlacedEntry]]
  /// Nil if a half has no such plan.
  public let isStable: Bool?
  public let isRecommended: Bool
  /// Nil if it is recommended, or does not surely save taps anyway.
  public let hindrance: Hindrance?
  /// The users with fewer taps and those with more, if known.
  public let usersBetter: Int?
  public let usersWorse: Int?
  /// Bounds of these, which are known for all plans.
  public let usersBetterAtMost: Int
  public let usersWorseAtLeast: Int
  /// No more users than would make more taps by one of the moves alone.
  package let usersWorseAtMost: Int
  /// The users of the layout, each once for each version of the app, and their sessions, where it has what is promoted.
  public let users: Int
  package let sessions: Int

  /// The shares of users with fewer taps and of those with more, if known.
  public var shares: (better: Double, worse: Double)? {
    guard let usersBetter, let usersWorse, users > 0 else { return nil }
    return (part(usersBetter), part(usersWorse))
  }

  /// The share of all users that a number of them is.
  package func part(_ count: Int) -> Double { users > 0 ? Double(count) / Double(users) : 0 }

  public var moves: [Move] { promotions + demotions }

  /// Which tab makes room for each promotion: those that save most take the free slots, and of the others the one that
  /// saves most takes the slot of the tab that costs least.
  var slots: [(promotion: Move, demotion: Move?)] {
    let byTaps = promotions.enumerated().sorted { ($1.element.taps, $0.offset) < ($0.element.taps, $1.offset) }
    let leaving = demotions.enumerated().sorted { ($1.element.taps, $0.offset) < ($0.element.taps, $1.offset) }
    let free = promotions.count - demotions.count
    return byTaps.enumerated().map { place, move in
      (move.element, place < free ? nil : leaving[place - free].element)
    }
  }
}

/// Makes the plans of a layout from the sums over its builds (ThePlan.md).
struct PlanMaker {
  /// No app moves more entries at once; a bar with more tabs than this is made of names that are no tabs.
  static let mostPromotions = 20

  let layout: Layout
  /// The minimum saving of a plan, in taps per 100 sessions.
  let leastSaving: Double
  private let whole: MoveSums
  /// For the users of each half.
  private let halves: [MoveSums]
  /// For each third of the log; nil if they are not known.
  private let thirds: [MoveSums]?
  /// The same of the sessions that have some entries; nil if that is all of them.
  private let part: ([Entry]) -> PlanMaker?
  /// A third with fewer users says nothing.
  private static let fewestUsersOfThird = 30

  init(
    _ layout: Layout, halves: [MoveSums], thirds: [MoveSums]? = nil, leastSaving: Double,
    part: @escaping ([Entry]) -> PlanMaker? = { _ in nil }
  ) {
    self.layout = layout
    self.part = part
    self.leastSaving = leastSaving
    self.halves = halves
    self.thirds = thirds
    whole = halves.reduce(into: MoveSums()) { $0.merge($1) }
  }

  /// All plans, smallest first, while there is room, up to ``mostPromotions``.
  var plans: [Plan] {
    var plans: [Plan] = []
    func taps(_ sums: MoveSums) -> [Int] {
      layout.entries.map { entry in entry.number.flatMap { sums.entries[$0]?.taps } ?? 0 }
    }
    let all = taps(whole)
    let ofHalves = halves.map(taps)
    var before: [PlannedMoves?] = halves.map { _ in PlannedMoves() }
    while plans.count < Self.mostPromotions, let moves = layout.plan(promoting: plans.count + 1, saving: all) {
      let chosen = ofHalves.map { layout.plan(promoting: plans.count + 1, saving: $0) }
      let maker = part(moves.promotions.map { layout.entries[$0].entry }) ?? self
      plans.append(
        maker.plan(moves, chosen: chosen, before: before, canBeRecommended: plans.last?.isRecommended ?? true))
      before = chosen
    }
    return plans
  }

  private func sums(_ index: Int) -> EntrySums {
    layout.entries[index].number.flatMap { whole.entries[$0] } ?? EntrySums()
  }

  /// - Parameters:
  ///   - chosen: the plans of this size that each half chooses.
  ///   - before: the plans that each half chooses with one promotion less.
  private func plan(_ moves: PlannedMoves, chosen: [PlannedMoves?], before: [PlannedMoves?], canBeRecommended: Bool)
    -> Plan
  {
    let heldOut = measuredOnOther(chosen) { $0.map { weights($0) } }
    let promised = heldOut.map { lasting(moves, $0) }
    let gain = measuredOnOther(Array(zip(chosen, before))) { pair -> [Int: Int]? in
      guard let plan = pair.0, let smaller = pair.1 else { return nil }
      return weights(plan).merging(weights(smaller).mapValues { -$0 }) { $0 + $1 }
    }
    let users = betterAndWorse(moves)
    let isEnough = (heldOut?.interval.low ?? -.infinity) > leastSaving && (gain?.interval.low ?? -.infinity) > 0
    let others = chosen.compactMap(\.self).filter { $0 != moves }
    let bounds = bounds(moves)
    let hindrance: Plan.Hindrance? =
      !canBeRecommended || !isEnough
      ? nil
      : !lasts(moves) || promised?.interval.low ?? 0 <= leastSaving
        ? .notLasting
        : bounds.worse > bounds.better || isForFew(moves) || users.map { $0.worse >= $0.better } ?? false
          ? .othersPay : nil
    return Plan(
      size: moves.promotions.count,
      promotions: moves.promotions.map { move($0, .promote, to: Entry.Container.barLabel) },
      demotions: moves.demotions.map { move($0, .demote, to: layout.target ?? "") },
      taps: moves.all.reduce(0) { $0 + sums($1).taps },
      per100Sessions: saving(weights(moves), whole).estimate()?.per100,
      heldOut: heldOut, promised: promised, alternatives: others.map { $0.all.map { layout.entries[$0] } },
      isStable: chosen.contains { $0 == nil } ? nil : others.isEmpty,
      isRecommended: canBeRecommended && isEnough && hindrance == nil, hindrance: hindrance,
      usersBetter: users?.better, usersWorse: users?.worse, usersBetterAtMost: bounds.better,
      usersWorseAtLeast: bounds.worse,
      usersWorseAtMost: users?.worse ?? min(moves.all.reduce(0) { $0 + sums($1).worse }, whole.users),
      users: whole.users, sessions: whole.sessions)
  }

  /// Whether the moves save taps in each third of the log with enough users, and surely in the last, and not by the
  /// rush of a few days: an outage or a season is over.
  private func lasts(_ moves: PlannedMoves) -> Bool {
    if moves.promotions.contains(where: { layout.entries[$0].isOfFewDays }) { return false }
    guard let thirds else { return true }
    let savings = thirds.map { (users: $0.users, sums: saving(weights(moves), $0)) }
    return (savings[2].sums.estimate()?.interval.low ?? -.infinity) > 0
      && savings.allSatisfy { $0.users < Self.fewestUsersOfThird || $0.sums.sumY > 0 }
  }

  /// What the moves save at all times: if a third of the log with enough users contradicts the saving of the whole,
  /// what they save in that third, or in the worst of those. So an outage, or a season, promises nothing for the time
  /// after it.
  private func lasting(_ moves: PlannedMoves, _ heldOut: Estimate) -> Estimate {
    guard let thirds else { return heldOut }
    let less = thirds.filter { $0.users >= Self.fewestUsersOfThird }.compactMap {
      saving(weights(moves), $0).estimate()?.per100
    }
    .filter { $0.interval.high < heldOut.interval.low }
    return less.min { $0.value < $1.value } ?? heldOut
  }

  /// Whether a tab makes room for an entry of few people.
  private func isForFew(_ moves: PlannedMoves) -> Bool {
    !moves.demotions.isEmpty && moves.promotions.contains { layout.entries[$0].isOfFew }
  }

  /// At most as many users are better off as one of the promotions would help; at least as many are worse off as a
  /// demotion hurts and no promotion helps.
  private func bounds(_ moves: PlannedMoves) -> (better: Int, worse: Int) {
    let better = moves.promotions.reduce(0) { $0 + sums($1).better }
    return (min(better, whole.users), max(0, (moves.demotions.map { sums($0).worse }.max() ?? 0) - better))
  }

  private func move(_ index: Int, _ kind: Plan.Move.Kind, to destination: String) -> Plan.Move {
    Plan.Move(
      kind: kind, entry: layout.entries[index], destination: destination, taps: sums(index).taps,
      per100Sessions: saving([index: 1], whole).estimate()?.per100, users: sums(index).users)
  }

  private func weights(_ moves: PlannedMoves) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: moves.all.map { ($0, 1) })
  }

  /// - Parameter weights: the weight of each entry's effect.
  private func saving(_ weights: [Int: Int], _ sums: MoveSums) -> MeanSums {
    sums.saving(
      weights.sorted { $0.key < $1.key }.compactMap { index, weight in
        weight == 0 ? nil : layout.entries[index].number.map { (entry: $0, weight: weight) }
      })
  }

  /// The choice of each half, measured on the other one, combined.
  private func measuredOnOther<Choice>(_ chosen: [Choice], weights: (Choice) -> [Int: Int]?) -> Estimate? {
    guard let first = weights(chosen[0]), let second = weights(chosen[1]) else { return nil }
    return pooled(saving(first, halves[1]), saving(second, halves[0]))?.per100
  }

  /// Known for a single promotion, with or without a demotion.
  private func betterAndWorse(_ moves: PlannedMoves) -> (better: Int, worse: Int)? {
    guard moves.promotions.count == 1, moves.demotions.count <= 1 else { return nil }
    let numbers = moves.all.compactMap { layout.entries[$0].number }
    guard let first = numbers.first else { return (0, 0) }
    return whole.betterAndWorse(first, numbers.dropFirst().first)
  }
}

extension Entry.Container {
  /// The name of the tab bar in tables.
  static let barLabel = "bar"
}

extension Estimate {
  /// Scales a figure per session to 100 sessions.
  var per100: Estimate {
    Estimate(value: 100 * value, interval: Interval(low: 100 * interval.low, high: 100 * interval.high))
  }
}

extension MoveSums {
  /// The taps that some moves combined would have saved, over the sessions with steps.
  /// - Parameter moves: entries, each with weight 1, or −1 to subtract its effect, as in the difference of two plans.
  func saving(_ moves: [(entry: UInt32, weight: Int)]) -> MeanSums {
    var sumY = Int128(0)
    var sumYY = Int128(0)
    var sumYN = Int128(0)
    for (index, move) in moves.enumerated() {
      guard let sums = entries[move.entry] else { continue }
      let weight = Int128(move.weight)
      sumY += weight * Int128(sums.taps)
      sumYN += weight * Int128(sums.tapsTimesSessions)
      sumYY += weight * weight * Int128(sums.squaredTaps)
      for other in moves[..<index] {
        guard let pair = pairs[.unordered(move.entry, other.entry)] else { continue }
        sumYY += 2 * weight * Int128(other.weight) * Int128(pair.product)
      }
    }
    return MeanSums(
      users: users, sumY: sumY, sumN: Int128(sessions), sumYY: sumYY, sumYN: sumYN, sumNN: Int128(squaredSessions),
      maxN: mostSessions)
  }
}
