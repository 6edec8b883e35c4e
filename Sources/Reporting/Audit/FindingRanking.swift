import UsabilityRules

/// The reading order of findings: by urgency, then by what a change would gain, times how certain that is, then by severity; findings about the same
/// subject are together.
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
  }

  /// In reading order.
  let groups: [Group]
  /// In reading order.
  package let findings: [Finding]
  /// The group of each.
  private let groupOfFinding: [Int]

  /// - Parameters:
  ///   - findings: in any order.
  ///   - plans: the recommended plans.
  package init(_ findings: [Finding], plans: [PlanGroup] = []) {
    var left = plans
    var groups = FindingGroups.groups(of: findings, plans: plans).map { members -> Group in
      let index = left.firstIndex { plan in members.contains { plan.does(what: $0) } }
      return Group(members.sorted { Self.precedes($0, $1) }, plan: index.map { left.remove(at: $0) })
    }
    groups += left.map { Group([], plan: $0) }
    self.groups = groups.sorted { $0.precedes($1) }
    self.findings = self.groups.flatMap(\.findings)
    groupOfFinding = self.groups.enumerated().flatMap { number, group in group.findings.map { _ in number } }
  }

  /// The indices of the other findings of a group.
  func others(at index: Int) -> [Int] { groupOfFinding.indices.filter { $0 != index && groupOfFinding[$0] == groupOfFinding[index] } }

  /// The indices of the findings of the groups of an urgency.
  func indices(_ urgency: Urgency) -> [Int] { groupOfFinding.indices.filter { groups[groupOfFinding[$0]].urgency == urgency } }

  /// The index of the finding that claims the taps of another one.
  func owner(of finding: Finding) -> Int? { finding.partOf.flatMap { owner in findings.firstIndex { "\($0.rule) \($0.subject)" == owner } } }

  /// A total order: by gain, then as in tables.
  private static func precedes(_ a: Finding, _ b: Finding) -> Bool {
    let gains = (a.severity > .info ? a.expectedGain : 0, b.severity > .info ? b.expectedGain : 0)
    return gains.0 == gains.1 ? a.precedes(b) : gains.0 > gains.1
  }
}

/// When to act.
package enum Urgency: Int, CaseIterable, Sendable {
  /// Errors, warnings that surely cost taps, and plans.
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

  /// `2 to fix now`
  func counted(_ count: Int) -> String { "\(count.grouped) \(self == .goodToKnow ? "" : "to ")\(title.lowercased())" }

  init(_ findings: [Finding], plan: PlanGroup?) {
    let now = findings.filter { $0.state != .over }
    let isUrgent = now.contains {
      $0.severity == .error || $0.severity == .warning && $0.expectedGain > 0 && ($0.evidence == .strong || $0.evidence == .structural)
    }
    self = plan != nil || isUrgent ? .fixNow : now.contains { $0.severity == .warning } ? .consider : .goodToKnow
  }
}

extension FindingRanking.Group {
  /// - Parameter findings: in reading order.
  init(_ findings: [Finding], plan: PlanGroup?) {
    self.findings = findings
    self.plan = plan
    urgency = Urgency(findings, plan: plan)
    gain = plan?.taps ?? findings.filter { $0.severity > .info }.reduce(0) { $0 + $1.expectedGain }
  }

  /// A total order.
  func precedes(_ other: Self) -> Bool {
    if urgency != other.urgency { return urgency.rawValue < other.urgency.rawValue }
    if gain != other.gain { return gain > other.gain }
    guard let first = findings.first, let second = other.findings.first else { return findings.count > other.findings.count }
    return first.precedes(second)
  }
}

extension Finding {
  /// Net taps that the change that it advises would save, weighted by certainty (our own convention): moderate evidence counts two thirds, a hint one third;
  /// findings that are over, and taps that belong to another finding, count nothing.
  var expectedGain: Double {
    guard let taps = tapsOfAdvice ?? extraTaps, taps > 0, partOf == nil, state != .over else { return 0 }
    let certainty =
      switch evidence {
      case .structural, .strong: 1.0
      case .moderate: 2.0 / 3
      case .exploratory: 1.0 / 3
      }
    return Double(taps) * certainty
  }
}

/// Groups of findings about the same thing: the same subject, the More list and its items, or the same plan.
private struct FindingGroups {
  private let findings: [Finding]
  /// By finding, one that it is in a group with, or itself: each group is a tree.
  private var parents: [Int]

  /// The findings of each group.
  static func groups(of findings: [Finding], plans: [PlanGroup]) -> [[Finding]] {
    var groups = FindingGroups(findings)
    groups.joinSameSubjects()
    groups.joinItemsWithMore()
    for plan in plans { groups.join(findings.indices.filter { plan.does(what: findings[$0]) }) }
    let roots = findings.indices.map { groups.root(of: $0) }
    return Dictionary(grouping: findings.indices) { roots[$0] }.values.map { group in group.map { findings[$0] } }
  }

  private init(_ findings: [Finding]) {
    self.findings = findings
    parents = Array(findings.indices)
  }

  /// A finding without a section is about the subject in all sections.
  private mutating func joinSameSubjects() {
    for same in numbers(by: { $0.subjectKind == "app" ? nil : $0.subject }).values {
      if same.contains(where: { findings[$0].section == nil }) {
        join(same)
      } else {
        for group in Dictionary(grouping: same, by: { findings[$0].section }).values { join(group) }
      }
    }
  }

  private mutating func joinItemsWithMore() {
    let items = findings.indices.filter { findings[$0].subjectKind == "item" && findings[$0].section == "More" }
    join(items + findings.indices.filter { findings[$0].rule == "tabs.more-toll" })
  }

  /// The numbers of the findings that have a key, by key.
  private func numbers(by key: (Finding) -> String?) -> [String: [Int]] {
    findings.enumerated().reduce(into: [:]) { numbers, finding in
      if let key = key(finding.element) { numbers[key, default: []].append(finding.offset) }
    }
  }

  private mutating func join(_ group: [Int]) {
    for number in group.dropFirst() { parents[root(of: number)] = root(of: group[0]) }
  }

  private mutating func root(of number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }
}
