import UsabilityRules

/// The reading order of findings: errors and warnings by what a change would gain, times how certain that is, then those without counted
/// taps, by severity; findings about the same subject are grouped.
///
/// Tables keep their documented order, by severity first.
package struct FindingRanking: Sendable {
  /// In reading order.
  package let findings: [Finding]
  /// The group of each; findings in a group are about the same subject.
  let groups: [Int]

  /// - Parameter findings: in any order.
  package init(_ findings: [Finding]) { self.init(groups: FindingGroups.groups(of: findings)) }

  private init(groups: [[Finding]]) {
    let ordered = groups.map { $0.sorted { Self.precedes($0, $1) } }.sorted { Self.precedes($0[0], $1[0]) }
    findings = ordered.flatMap(\.self)
    self.groups = ordered.enumerated().flatMap { number, group in group.map { _ in number } }
  }

  /// The indices of the findings to look at first: the first finding of each group that is not a note.
  var first: [Int] {
    var seen = Set<Int>()
    return findings.indices.filter { index in
      findings[index].severity > .info && findings[index].state != .over && seen.insert(groups[index]).inserted
    }
  }

  /// The indices of the other findings of a group.
  func others(at index: Int) -> [Int] { groups.indices.filter { $0 != index && groups[$0] == groups[index] } }

  /// A total order: by gain, then as in tables.
  private static func precedes(_ a: Finding, _ b: Finding) -> Bool {
    let gains = (a.severity > .info ? a.expectedGain : 0, b.severity > .info ? b.expectedGain : 0)
    return gains.0 == gains.1 ? a.precedes(b) : gains.0 > gains.1
  }
}

extension Finding {
  /// Net taps that a change would save, weighted by certainty (our own convention): moderate evidence counts two thirds, a hint one third;
  /// findings that are over, and taps that belong to another finding, count nothing.
  var expectedGain: Double {
    guard let extraTaps, extraTaps > 0, partOf == nil, state != .over else { return 0 }
    let certainty =
      switch evidence {
      case .structural, .strong: 1.0
      case .moderate: 2.0 / 3
      case .exploratory: 1.0 / 3
      }
    return Double(extraTaps) * certainty
  }
}

/// Groups of findings about the same thing: the same subject, an item and its list, or the same taps.
private struct FindingGroups {
  private let findings: [Finding]
  /// By finding, one that it is in a group with, or itself: each group is a tree.
  private var parents: [Int]

  /// The findings of each group.
  static func groups(of findings: [Finding]) -> [[Finding]] {
    var groups = FindingGroups(findings)
    groups.joinSameSubjects()
    groups.joinPartsWithOwners()
    groups.joinItemsWithLists()
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

  private mutating func joinPartsWithOwners() {
    let owners = numbers { "\($0.rule) \($0.subject)" }
    for (owner, parts) in numbers(by: \.partOf) { if let owners = owners[owner] { join(owners + parts) } }
  }

  private mutating func joinItemsWithLists() {
    let items = numbers { $0.subjectKind == "item" ? $0.section : nil }
    let lists = numbers { $0.subjectKind == "menu" ? $0.subject : $0.rule == "tabs.more-toll" ? "More" : nil }
    for (list, lists) in lists { if let items = items[list] { join(lists + items) } }
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
