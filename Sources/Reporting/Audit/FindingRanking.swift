import UsabilityRules

/// The order in which people read findings: errors and warnings by what a change would gain, times how certain that is, then those without counted
/// taps, by severity; findings about the same thing together.
///
/// Tables keep the order of their contract, which is by severity first.
public struct FindingRanking: Sendable {
  /// In the order of reading.
  public let findings: [Finding]
  /// The group of each: findings of one group are about the same thing.
  let groups: [Int]

  /// - Parameter findings: in any order.
  public init(_ findings: [Finding]) {
    var groups: [[Finding]] = []
    for finding in findings {
      // It may join what was apart so far.
      let touched = groups.indices.filter { groups[$0].contains { $0.touches(finding) } }
      let joined = touched.flatMap { groups[$0] } + [finding]
      for index in touched.reversed() { groups.remove(at: index) }
      groups.append(joined)
    }
    self.init(groups: groups)
  }

  private init(groups: [[Finding]]) {
    let ordered = groups.map { $0.sorted { Self.precedes($0, $1) } }.sorted { Self.precedes($0[0], $1[0]) }
    findings = ordered.flatMap(\.self)
    self.groups = ordered.enumerated().flatMap { number, group in group.map { _ in number } }
  }

  /// The places of the findings to look at first: of each group the first that is no mere note.
  var first: [Int] {
    var seen = Set<Int>()
    return findings.indices.filter { place in
      findings[place].severity > .info && findings[place].state != .over && seen.insert(groups[place]).inserted
    }
  }

  /// The places of the other findings of a group.
  func others(at place: Int) -> [Int] { groups.indices.filter { $0 != place && groups[$0] == groups[place] } }

  /// Total: the gain, then the order of tables.
  private static func precedes(_ a: Finding, _ b: Finding) -> Bool {
    let gains = (a.severity > .info ? a.expectedGain : 0, b.severity > .info ? b.expectedGain : 0)
    return gains.0 == gains.1 ? a.precedes(b) : gains.0 > gains.1
  }
}

extension Finding {
  /// Net taps that a change would save, weighed by how certain that is (our own convention): moderate evidence counts two thirds, a hint one third,
  /// and nothing what is over or part of another finding's taps.
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

  /// Whether two findings are about the same thing: one subject, an item and the list that holds it, or taps that both count.
  func touches(_ other: Finding) -> Bool {
    if partOf == "\(other.rule) \(other.subject)" || other.partOf == "\(rule) \(subject)" { return true }
    if subjectKind != "app", subject == other.subject, section == other.section || section == nil || other.section == nil { return true }
    return holds(other) || other.holds(self)
  }

  /// Whether it is about the list that another finding's item is in.
  private func holds(_ item: Finding) -> Bool {
    guard item.subjectKind == "item", let section = item.section else { return false }
    return subjectKind == "menu" ? subject == section : section == "More" && rule == "tabs.more-toll"
  }
}
