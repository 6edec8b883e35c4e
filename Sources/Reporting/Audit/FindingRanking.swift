import UsabilityRules

/// The reading order of findings: errors and warnings by what a change would gain, times how certain that is, then those without counted
/// taps, by severity; findings about the same subject are grouped.
///
/// Tables keep their documented order, by severity first.
public struct FindingRanking: Sendable {
  /// In reading order.
  public let findings: [Finding]
  /// The group of each; findings in a group are about the same subject.
  let groups: [Int]

  /// - Parameter findings: in any order.
  public init(_ findings: [Finding]) {
    var groups: [[Finding]] = []
    for finding in findings {
      // It may connect groups that were separate.
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

  /// The indices of the findings to look at first: the first finding of each group that is not a note.
  var first: [Int] {
    var seen = Set<Int>()
    return findings.indices.filter { place in
      findings[place].severity > .info && findings[place].state != .over && seen.insert(groups[place]).inserted
    }
  }

  /// The indices of the other findings of a group.
  func others(at place: Int) -> [Int] { groups.indices.filter { $0 != place && groups[$0] == groups[place] } }

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

  /// Whether two findings are about the same thing: the same subject, an item and its list, or the same taps.
  func touches(_ other: Finding) -> Bool {
    if partOf == "\(other.rule) \(other.subject)" || other.partOf == "\(rule) \(subject)" { return true }
    if subjectKind != "app", subject == other.subject, section == other.section || section == nil || other.section == nil { return true }
    return holds(other) || other.holds(self)
  }

  /// Whether it is about the list of another finding's item.
  private func holds(_ item: Finding) -> Bool {
    guard item.subjectKind == "item", let section = item.section else { return false }
    return subjectKind == "menu" ? subject == section : section == "More" && rule == "tabs.more-toll"
  }
}
