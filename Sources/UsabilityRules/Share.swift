import Statistics

/// A share that a rule compares with a threshold, with the appropriate interval.
package enum Share: Sendable {
  /// A share of users: the Wilson interval.
  case users(Int, of: Int)
  /// A share of rows (sessions, visits, taps), several of which may come from one user: the interval of effective
  /// users.
  case rows(RatioSums)
  /// The share of users who have not found something after a number of sessions, of those with as many, by the
  /// Kaplan–Meier estimate: users with fewer sessions count for as long as they came. The interval is its log-log band;
  /// if all or none have found it, the Wilson interval.
  case undiscovered(SurvivalStep, of: Int)

  package var eligibleUsers: Int {
    switch self {
    case .users(_, let eligible), .undiscovered(_, let eligible): eligible
    case .rows(let sums): sums.users
    }
  }

  /// The number of users with equally many rows that would give the same precision, rounded down: it determines the
  /// evidence.
  package var effectiveUsers: Int {
    if case .rows(let sums) = self { Int(sums.effectiveUsers) } else { eligibleUsers }
  }

  /// The same without the user whose rows leave fewer than ten effective users of more: a robot, a kiosk or a tester.
  var withoutHeavyUser: Share? {
    guard case .rows(let sums) = self, effectiveUsers < Evidence.leastUsers, let rest = sums.withoutLead else {
      return nil
    }
    return Share.rows(rest).effectiveUsers < Evidence.leastUsers ? nil : .rows(rest)
  }

  /// Nil for a share of users.
  var rows: Int? { if case .rows(let sums) = self { sums.sumN } else { nil } }

  /// The users or rows that count, and all of them; nil for a share that is estimated from a curve.
  var parts: (part: Int, whole: Int)? {
    switch self {
    case .users(let users, let eligible): (users, eligible)
    case .rows(let sums): (sums.sumY, sums.sumN)
    case .undiscovered: nil
    }
  }

  /// Nil without users.
  package var estimate: Estimate? {
    switch self {
    case .users(let users, let eligible):
      wilson(successes: users, of: eligible).map { Estimate(value: Double(users) / Double(eligible), interval: $0) }
    case .rows(let sums): sums.estimate()
    case .undiscovered(let step, let eligible):
      (step.band ?? wilson(share: step.survival, of: Double(eligible))).map {
        Estimate(value: step.survival, interval: $0)
      }
    }
  }

  /// Nil without users.
  package func test(against threshold: Double) -> ThresholdTest? {
    switch self {
    case .users(let users, let eligible): scoreTest(successes: users, of: eligible, against: threshold)
    case .rows(let sums): sums.test(against: threshold)
    case .undiscovered(let step, let eligible):
      step.test(against: threshold) ?? scoreTest(share: step.survival, of: Double(eligible), against: threshold)
    }
  }
}

/// The highest false discovery rate among the subjects of one rule (TheRules.md).
package let falseDiscoveryRate = 0.10

/// A subject that may be beyond its threshold.
private typealias Candidate<Item: Sendable> = (
  verdict: Verdict<Item>, found: (p: Double, isBeyond: Bool, isCleared: Bool)
)

extension RuleContext {
  /// Judges subjects: one is beyond the threshold if the lower bound of its interval is above it.
  /// - Parameter canFire: whether a subject may be a finding; others are only measured.
  package func above<Item>(
    _ threshold: String, _ subjects: [Subject<Item>], where canFire: (Subject<Item>) -> Bool = { _ in true }
  ) -> [Verdict<Item>] {
    beyond(self.threshold(threshold), subjects, canFire) { ($0.pAbove, $1.low > $2, $1.high < $2) }
  }

  /// The same for the upper bound below a threshold.
  package func below<Item>(_ threshold: String, _ subjects: [Subject<Item>]) -> [Verdict<Item>] {
    beyond(self.threshold(threshold), subjects, { _ in true }) { ($0.pBelow, $1.high < $2, $1.low > $2) }
  }

  private func beyond<Item>(
    _ limit: Double, _ subjects: [Subject<Item>], _ canFire: (Subject<Item>) -> Bool,
    _ judge: (ThresholdTest, Interval, Double) -> (p: Double, isBeyond: Bool, isCleared: Bool)
  ) -> [Verdict<Item>] {
    discoveries(
      subjects.compactMap { subject -> Candidate<Item>? in
        let subject = subject.withoutHeavyUser
        guard let share = subject.share, let verdict = Verdict(subject, share, threshold: limit),
          let test = share.test(against: limit)
        else { return nil }
        return (verdict, judge(test, verdict.estimate.interval, limit))
      }, canFire)
  }

  /// The subjects with a share of users above that of others: the lower bound of their reach is above the upper bound
  /// of the other's.
  ///
  /// The p-value is that of the widest intervals that don't touch: it is valid whatever the dependence between the two
  /// reaches, which are of the same users.
  package func above<Item>(
    reachOf other: (users: Int, eligible: Int), _ subjects: [Subject<Item>],
    where canFire: (Subject<Item>) -> Bool = { _ in true }
  ) -> [Verdict<Item>] {
    guard let limit = wilson(successes: min(other.users, other.eligible), of: other.eligible)?.high else { return [] }
    return discoveries(
      subjects.compactMap { subject -> Candidate<Item>? in
        guard let share = subject.share, let parts = share.parts,
          let verdict = Verdict(subject, share, threshold: limit)
        else { return nil }
        let interval = verdict.estimate.interval
        return (
          verdict,
          (
            normalUpperTail(separation((users: parts.part, eligible: parts.whole), other)), interval.low > limit,
            interval.high < limit
          )
        )
      }, canFire)
  }

  /// The z of the widest Wilson intervals of two reaches that don't overlap; 0 if the first is not above.
  private func separation(_ one: (users: Int, eligible: Int), _ other: (users: Int, eligible: Int)) -> Double {
    guard one.users * other.eligible > other.users * one.eligible else { return 0 }
    var apart = 0.0
    var touching = 40.0
    for _ in 0..<60 {
      let middle = (apart + touching) / 2
      guard let upper = wilson(successes: one.users, of: one.eligible, z: middle),
        let lower = wilson(successes: min(other.users, other.eligible), of: other.eligible, z: middle)
      else { return 0 }
      if upper.low > lower.high { apart = middle } else { touching = middle }
    }
    return apart
  }

  /// All that can be judged: subjects with fewer than ten effective users cannot. Beyond their threshold they are at a
  /// false discovery rate of 10% among those that may fire.
  private func discoveries<Item>(_ candidates: [Candidate<Item>], _ canFire: (Subject<Item>) -> Bool) -> [Verdict<Item>]
  {
    if isCounting { return candidates.map(\.verdict) }
    var judged = candidates.filter { $0.verdict.effectiveUsers >= Evidence.leastUsers }
    let firing = judged.indices.filter { canFire(judged[$0].verdict.subject) }
    for index in judged.indices {
      judged[index].verdict.isBeyond = false
      judged[index].verdict.isCleared = judged[index].found.isCleared
    }
    for (index, adjusted) in zip(firing, benjaminiHochberg(firing.map { judged[$0].found.p })) {
      judged[index].verdict.isBeyond = judged[index].found.isBeyond && adjusted <= falseDiscoveryRate
    }
    return judged.map(\.verdict)
  }
}
