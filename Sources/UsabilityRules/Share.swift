import Statistics

/// A share that a rule compares with a threshold, with the appropriate interval.
package enum Share: Sendable {
  /// A share of users: the Wilson interval.
  case users(Int, of: Int)
  /// A share of rows (sessions, visits, taps), several of which may come from one user: the interval of effective users.
  case rows(RatioSums)
  /// The share of users who have not found something after a number of sessions: the log-log band of Kaplan–Meier.
  case undiscovered(UndiscoveredShare)

  /// The users behind the share.
  package var eligibleUsers: Int {
    switch self {
    case .users(_, let eligible): eligible
    case .rows(let sums): sums.users
    case .undiscovered(let share): share.eligibleUsers
    }
  }

  /// The number of users with equally many rows that would give the same precision, rounded down: it determines the evidence.
  package var effectiveUsers: Int {
    switch self {
    case .rows(let sums): Int(sums.effectiveUsers)
    case .users, .undiscovered: eligibleUsers
    }
  }

  /// Nil for a share of users.
  fileprivate var rows: Int? { if case .rows(let sums) = self { sums.sumN } else { nil } }

  /// Nil without users.
  package var estimate: Estimate? {
    switch self {
    case .users(let users, let eligible):
      wilson(successes: users, of: eligible).map { Estimate(value: Double(users) / Double(eligible), interval: $0) }
    case .rows(let sums): sums.estimate()
    case .undiscovered(let share): share.estimate
    }
  }

  /// Nil without users.
  package func test(against threshold: Double) -> ThresholdTest? {
    switch self {
    case .users(let users, let eligible): scoreTest(successes: users, of: eligible, against: threshold)
    case .rows(let sums): sums.test(against: threshold)
    case .undiscovered(let share): share.test(against: threshold)
    }
  }
}

/// The highest false discovery rate among the subjects of one rule (TheRules.md).
package let falseDiscoveryRate = 0.10

extension RuleContext {
  /// The subjects above a threshold: the lower bound of their interval is.
  package func above<Subject>(_ threshold: String, _ subjects: [(subject: Subject, share: Share)]) -> [Verdict<Subject>] {
    beyond(self.threshold(threshold), subjects) { ($0.pAbove, $1.low > $2, $1.high < $2) }
  }

  /// The subjects below a threshold: the upper bound of their interval is.
  package func below<Subject>(_ threshold: String, _ subjects: [(subject: Subject, share: Share)]) -> [Verdict<Subject>] {
    beyond(self.threshold(threshold), subjects) { ($0.pBelow, $1.high < $2, $1.low > $2) }
  }

  private func beyond<Subject>(
    _ limit: Double, _ subjects: [(subject: Subject, share: Share)],
    _ judge: (ThresholdTest, Interval, Double) -> (p: Double, isBeyond: Bool, isCleared: Bool)
  ) -> [Verdict<Subject>] {
    discoveries(
      subjects.compactMap { subject, share in
        guard let estimate = share.estimate, let test = share.test(against: limit) else { return nil }
        let (p, isBeyond, isCleared) = judge(test, estimate.interval, limit)
        return Candidate(
          subject: subject, estimate: estimate, threshold: limit, eligibleUsers: share.eligibleUsers, effectiveUsers: share.effectiveUsers, rows: share.rows,
          p: p,
          isBeyond: isBeyond, isCleared: isCleared)
      })
  }

  /// The subjects with a higher reach than another: the lower bound of their reach is above the upper bound of the other's.
  ///
  /// The p-value is that of the widest intervals that don't touch: it is valid whatever the dependence between the two reaches, which are
  /// of the same users.
  package func above<Subject>(
    reachOf other: Int, _ subjects: [(subject: Subject, users: Int)]
  ) -> [Verdict<Subject>] {
    above(reachOf: (users: other, eligible: scope.users), subjects.map { (subject: $0.subject, users: $0.users, eligible: scope.users) })
  }

  /// The same, with the eligible users of each.
  package func above<Subject>(
    reachOf other: (users: Int, eligible: Int), _ subjects: [(subject: Subject, users: Int, eligible: Int)]
  ) -> [Verdict<Subject>] {
    guard let limit = wilson(successes: min(other.users, other.eligible), of: other.eligible)?.high else { return [] }
    return discoveries(
      subjects.compactMap { subject, users, eligible in
        let share = Share.users(min(users, eligible), of: eligible)
        guard let estimate = share.estimate else { return nil }
        return Candidate(
          subject: subject, estimate: estimate, threshold: limit, eligibleUsers: eligible, effectiveUsers: eligible, rows: nil,
          p: normalUpperTail(separation((users: min(users, eligible), eligible: eligible), other)), isBeyond: estimate.interval.low > limit,
          isCleared: estimate.interval.high < limit)
      })
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

  /// Candidates beyond their threshold at a false discovery rate of 10% among all that can be judged: subjects with fewer than ten effective
  /// users cannot. In the clearing phase, candidates whose entire interval is on the other side.
  private func discoveries<Subject>(_ candidates: [Candidate<Subject>]) -> [Verdict<Subject>] {
    let judged = candidates.filter { $0.effectiveUsers >= Evidence.leastUsers }
    if phase == .clearing { return judged.filter(\.isCleared).map { Verdict($0, adjustedP: 1, isCleared: true) } }
    if phase == .measuring { return judged.map { Verdict($0, adjustedP: 1, isCleared: false) } }
    return zip(judged, benjaminiHochberg(judged.map(\.p))).compactMap { candidate, adjusted in
      guard candidate.isBeyond, adjusted <= falseDiscoveryRate else { return nil }
      return Verdict(candidate, adjustedP: adjusted, isCleared: false)
    }
  }
}

/// A subject that may be beyond its threshold.
private struct Candidate<Subject: Sendable> {
  package let subject: Subject
  package let estimate: Estimate
  package let threshold: Double
  package let eligibleUsers: Int
  package let effectiveUsers: Int
  package let rows: Int?
  package let p: Double
  package let isBeyond: Bool
  package let isCleared: Bool
}

extension Verdict {
  fileprivate init(_ candidate: Candidate<Subject>, adjustedP: Double, isCleared: Bool) {
    self.init(
      subject: candidate.subject, estimate: candidate.estimate, threshold: candidate.threshold, eligibleUsers: candidate.eligibleUsers,
      effectiveUsers: candidate.effectiveUsers, rows: candidate.rows, adjustedP: adjustedP, isCleared: isCleared)
  }
}

/// The share of users who have not found something after a number of sessions, by the Kaplan–Meier estimate: users with fewer sessions count for
/// as long as they came.
package struct UndiscoveredShare: Sendable {
  /// The step of the curve at these sessions.
  package let step: SurvivalCurve.Step
  /// Users with at least this many sessions.
  package let eligibleUsers: Int

  /// - Parameters:
  ///   - curve: first uses by the number of the session.
  ///   - sessions: the number of sessions.
  ///   - eligibleUsers: users with at least that many.
  /// Nil if the curve begins later.
  package init?(_ curve: SurvivalCurve, sessions: Int, eligibleUsers: Int) {
    guard let step = curve.step(at: sessions) else { return nil }
    self.step = step
    self.eligibleUsers = eligibleUsers
  }

  /// The estimate with its log-log band; if all or none have found it, with the Wilson interval of the eligible users.
  package var estimate: Estimate? {
    let share = step.survival
    return (step.band ?? wilson(share: share, of: Double(eligibleUsers))).map { Estimate(value: share, interval: $0) }
  }

  package func test(against threshold: Double) -> ThresholdTest? {
    step.test(against: threshold) ?? scoreTest(share: step.survival, of: Double(eligibleUsers), against: threshold)
  }
}
