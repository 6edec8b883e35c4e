import Statistics

/// A share that a rule holds against a threshold, with the interval that belongs to its kind.
public enum Share: Sendable {
  /// A share of users: the Wilson interval.
  case users(Int, of: Int)
  /// A share of rows (sessions, visits, taps), in which rows of one user belong together: the delta method over users.
  case rows(RatioSums)
  /// The share of users who have not found something after so many sessions: the log-log band of Kaplan–Meier.
  case undiscovered(Undiscovered)

  /// The users on whom the share rests.
  public var eligibleUsers: Int {
    switch self {
    case .users(_, let eligible): eligible
    case .rows(let sums): sums.users
    case .undiscovered(let share): share.eligibleUsers
    }
  }

  /// Nil without users.
  public var estimate: Estimate? {
    switch self {
    case .users(let users, let eligible):
      wilson(successes: users, of: eligible).map { Estimate(value: Double(users) / Double(eligible), interval: $0) }
    case .rows(let sums): sums.estimate()
    case .undiscovered(let share): share.estimate
    }
  }

  /// Nil without users.
  func test(against threshold: Double) -> ThresholdTest? {
    switch self {
    case .users(let users, let eligible): scoreTest(successes: users, of: eligible, against: threshold)
    case .rows(let sums): sums.test(against: threshold)
    case .undiscovered(let share): share.test(against: threshold)
    }
  }
}

/// A subject whose share is beyond its threshold by the bound of its interval, and stays so among all subjects of the rule.
public struct Verdict<Subject: Sendable>: Sendable {
  public let subject: Subject
  public let estimate: Estimate
  public let threshold: Double
  public let eligibleUsers: Int
  /// The p-value, adjusted for how many subjects the rule looked at.
  public let adjustedP: Double
}

/// The highest false discovery rate among the subjects of one rule (RULES.md).
let falseDiscoveryRate = 0.10

extension RuleContext {
  /// The subjects whose share lies above a threshold: the lower bound of the interval does.
  public func above<Subject>(_ threshold: String, _ subjects: [(subject: Subject, share: Share)]) -> [Verdict<Subject>] {
    let limit = self.threshold(threshold)
    return discoveries(
      subjects.compactMap { subject, share in
        guard let estimate = share.estimate, let test = share.test(against: limit) else { return nil }
        return Candidate(
          subject: subject, estimate: estimate, threshold: limit, eligibleUsers: share.eligibleUsers, p: test.pAbove,
          isBeyond: estimate.interval.low > limit)
      })
  }

  /// The subjects whose share lies below a threshold: the upper bound of the interval does.
  public func below<Subject>(_ threshold: String, _ subjects: [(subject: Subject, share: Share)]) -> [Verdict<Subject>] {
    let limit = self.threshold(threshold)
    return discoveries(
      subjects.compactMap { subject, share in
        guard let estimate = share.estimate, let test = share.test(against: limit) else { return nil }
        return Candidate(
          subject: subject, estimate: estimate, threshold: limit, eligibleUsers: share.eligibleUsers, p: test.pBelow,
          isBeyond: estimate.interval.high < limit)
      })
  }

  /// The subjects that more users reach than another thing: the lower bound of their reach is above the upper bound of the other's.
  ///
  /// The p-value is that of the widest intervals that do not touch: it holds whatever the two reaches have to do with each other, which are
  /// of the same users.
  public func above<Subject>(
    reachOf other: Int, _ subjects: [(subject: Subject, users: Int)]
  ) -> [Verdict<Subject>] {
    guard let limit = wilson(successes: other, of: scope.users)?.high else { return [] }
    return discoveries(
      subjects.compactMap { subject, users in
        let share = Share.users(users, of: scope.users)
        guard let estimate = share.estimate else { return nil }
        return Candidate(
          subject: subject, estimate: estimate, threshold: limit, eligibleUsers: scope.users,
          p: normalUpperTail(separation(users, other, of: scope.users)), isBeyond: estimate.interval.low > limit)
      })
  }

  /// The z of the widest Wilson intervals of two shares of the same `n` users that do not overlap; 0 where the first share is not above.
  private func separation(_ users: Int, _ other: Int, of n: Int) -> Double {
    guard users > other else { return 0 }
    var apart = 0.0
    var touching = 40.0
    for _ in 0..<60 {
      let middle = (apart + touching) / 2
      guard let upper = wilson(successes: users, of: n, z: middle), let lower = wilson(successes: other, of: n, z: middle)
      else { return 0 }
      if upper.low > lower.high { apart = middle } else { touching = middle }
    }
    return apart
  }

  private struct Candidate<Subject: Sendable> {
    let subject: Subject
    let estimate: Estimate
    let threshold: Double
    let eligibleUsers: Int
    let p: Double
    let isBeyond: Bool
  }

  /// Those that are beyond their threshold at a false discovery rate of 10 % among all that can be judged: subjects of fewer than ten
  /// users cannot.
  private func discoveries<Subject>(_ candidates: [Candidate<Subject>]) -> [Verdict<Subject>] {
    let judged = candidates.filter { $0.eligibleUsers >= Evidence.leastUsers }
    return zip(judged, benjaminiHochberg(judged.map(\.p))).compactMap { candidate, adjusted in
      guard candidate.isBeyond, adjusted <= falseDiscoveryRate else { return nil }
      return Verdict(
        subject: candidate.subject, estimate: candidate.estimate, threshold: candidate.threshold,
        eligibleUsers: candidate.eligibleUsers, adjustedP: adjusted)
    }
  }
}
