import UsabilityRules

/// The reading order of findings: by urgency, then by what a change would gain, times how certain that is, then by
/// severity; findings about the same subject are together.
///
/// Tables keep their documented order, by severity first.
package struct FindingRanking: Sendable {
  /// Findings about the same subject, and the plan that does what they advise.
  struct Group: Sendable {
    let findings: [Finding]
    let plan: PlanGroup?
    let urgency: Urgency
    /// Net taps over the entire log, weighted by certainty.
    let gain: Double

    /// Of each of the findings.
    let urgencies: [Urgency]

    /// - Parameter leastGain: the fewest taps for which a warning is urgent.
    init(_ findings: [Finding], plan: PlanGroup?, leastGain: Double) {
      self.findings = findings
      self.plan = plan
      urgencies = findings.map { finding in
        if finding.state == .over { return .goodToKnow }
        if finding.severity == .info { return finding.isQuestion ? .consider : .goodToKnow }
        let isUrgent =
          finding.severity == .error || plan?.does(what: finding) == true
          || finding.expectedGain > 0 && finding.expectedGain >= leastGain
            && (finding.evidence == .strong || finding.evidence == .structural)
        return isUrgent ? .fixNow : .consider
      }
      urgency = plan != nil ? .fixNow : urgencies.min { $0.rawValue < $1.rawValue } ?? .goodToKnow
      gain = plan?.taps ?? findings.filter { $0.severity > .info }.reduce(0) { $0 + $1.expectedGain }
    }

    func precedes(_ other: Self) -> Bool {
      if urgency != other.urgency { return urgency.rawValue < other.urgency.rawValue }
      if gain != other.gain { return gain > other.gain }
      guard let first = findings.first, let second = other.findings.first else {
        return findings.count > other.findings.count
      }
      return first.precedes(second)
    }
  }

  /// In reading order.
  let groups: [Group]
  /// In reading order: by urgency, then by group.
  package let findings: [Finding]
  private let urgencyOfFinding: [Urgency]
  private let groupOfFinding: [Int]

  /// - Parameters:
  ///   - plans: the recommended ones.
  ///   - sessions: of the log.
  package init(_ findings: [Finding], plans: [PlanGroup] = [], sessions: Int = 0) {
    var left = plans
    // A tap in 100 sessions, which is also what a plan has to save at least (our own convention).
    let leastGain = Double(sessions) / 100
    var groups = Self.sameThings(findings, plans).map { members -> Group in
      let index = left.firstIndex { plan in members.contains { plan.does(what: $0) } }
      return Group(
        members.sorted { Self.precedes($0, $1) }, plan: index.map { left.remove(at: $0) }, leastGain: leastGain)
    }
    groups += left.map { Group([], plan: $0, leastGain: leastGain) }
    self.groups = groups.sorted { $0.precedes($1) }
    let all = self.groups.enumerated().flatMap { number, group in
      zip(group.findings, group.urgencies).map { (finding: $0, urgency: $1, group: number) }
    }
    let ordered = Urgency.allCases.flatMap { urgency in all.filter { $0.urgency == urgency } }
    self.findings = ordered.map(\.finding)
    urgencyOfFinding = ordered.map(\.urgency)
    groupOfFinding = ordered.map(\.group)
  }

  /// Groups of findings about the same thing: the same subject, the More list and its items, or the same plan.
  private static func sameThings(_ findings: [Finding], _ plans: [PlanGroup]) -> [[Finding]] {
    // By finding, one that it is in a group with, or itself: each group is a tree.
    var parents = Array(findings.indices)
    func root(of number: Int) -> Int {
      var number = number
      while parents[number] != number {
        parents[number] = parents[parents[number]]
        number = parents[number]
      }
      return number
    }
    func join(_ group: [Int]) {
      for number in group.dropFirst() { parents[root(of: number)] = root(of: group[0]) }
    }
    for same in Dictionary(
      grouping: findings.indices.filter { findings[$0].subjectKind != "app" }, by: { findings[$0].subject }
    ).values {
      // A finding without a section is about the subject in all sections.
      let isAnywhere = same.contains { findings[$0].section == nil }
      for group in Dictionary(grouping: same, by: { isAnywhere ? nil : findings[$0].section }).values { join(group) }
    }
    join(
      findings.indices.filter { findings[$0].subjectKind == "item" && findings[$0].section == "More" }
        + findings.indices.filter { findings[$0].rule == "tabs.more-toll" })
    for plan in plans { join(findings.indices.filter { plan.does(what: findings[$0]) }) }
    return Dictionary(grouping: findings.indices, by: root).values.map { group in group.map { findings[$0] } }
  }

  /// The indices of the other findings of a group.
  func others(at index: Int) -> [Int] {
    groupOfFinding.indices.filter { $0 != index && groupOfFinding[$0] == groupOfFinding[index] }
  }

  /// The indices of the findings of an urgency.
  func indices(_ urgency: Urgency) -> [Int] { urgencyOfFinding.indices.filter { urgencyOfFinding[$0] == urgency } }

  /// The number, from 1 on, of the first finding of a group; nil if it has none.
  func numberOfLead(_ group: Int) -> Int? {
    guard let lead = groups[group].findings.first else { return nil }
    return findings.indices.first { groupOfFinding[$0] == group && findings[$0] == lead }.map { $0 + 1 }
  }

  func owner(of finding: Finding) -> Int? {
    finding.partOf.flatMap { owner in findings.firstIndex { $0.key.matches(owner) } }
  }

  /// A total order: by gain, then as in tables.
  private static func precedes(_ a: Finding, _ b: Finding) -> Bool {
    let gains = (a.severity > .info ? a.expectedGain : 0, b.severity > .info ? b.expectedGain : 0)
    return gains.0 == gains.1 ? a.precedes(b) : gains.0 > gains.1
  }
}

/// When to act.
package enum Urgency: Int, CaseIterable, Sendable {
  /// Errors, warnings that surely cost a tap or more in 100 sessions, and what a plan changes: never a note.
  case fixNow
  /// Other warnings.
  case consider
  /// Notes, and what is over.
  case goodToKnow

  package var title: String {
    switch self {
    case .fixNow: "Fix now"
    case .consider: "Consider"
    case .goodToKnow: "Good to know"
    }
  }
}

extension Finding {
  /// Net taps that the change that it advises would save, weighted by certainty (our own convention): moderate evidence
  /// counts two thirds, a hint one third; findings that are over, and taps that belong to another finding, count
  /// nothing.
  var expectedGain: Double {
    guard let taps = tapsSaved else { return 0 }
    let certainty =
      switch evidence {
      case .structural, .strong: 1.0
      case .moderate: 2.0 / 3
      case .exploratory: 1.0 / 3
      }
    return Double(taps) * certainty
  }
}
