import NavigationModel
import UsabilityRules

/// Findings in the order of reports, and the changes that they suggest: findings about the same thing are one change,
/// and the plan is one with those that it settles.
package struct FindingRanking: Sendable {
  struct Change: Sendable {
    /// Places in ``FindingRanking/findings``, ascending.
    var findings: [Int]
    var plan: PlanGroup?
    /// A change that is in no plan.
    var other: OtherSaving?
    let group: FindingGroup
  }

  /// What findings may have in common.
  private enum Thing: Hashable {
    case plan(Int)
    case moreList
    /// In a container, if it is an item.
    case subject(NameText, in: NameText?)
  }

  package let findings: [Finding]
  let changes: [Change]
  /// The plan is one of the first changes: that many are shown first.
  private static let lastPlaceOfPlan = 2

  /// - Parameters:
  ///   - plans: the recommended ones.
  ///   - others: what else would save taps. If the largest sure saving of all is among them, it is one of the first
  ///     changes, unless a finding is about it.
  ///   - time: in which the taps of the plans are counted.
  package init(
    _ findings: [Finding], plans: [PlanGroup] = [], others: [OtherSaving] = [], time: CountedTime
  ) {
    let findings = findings.sorted { $0.precedes($1) }
    var changes: [Change] = []
    var known: [Thing: Int] = [:]
    for (index, finding) in findings.enumerated() {
      // A plan is more than a note.
      let plan = finding.group == .fixNow ? plans.firstIndex { ($0.plan?.moves ?? []).settle(finding) } : nil
      let things = Self.things(finding)
      let place = (things + (plan.map { [.plan($0)] } ?? [])).lazy.compactMap { known[$0] }.first ?? changes.count
      if place == changes.count { changes.append(Change(findings: [], group: finding.group)) }
      for thing in things where known[thing] == nil { known[thing] = place }
      changes[place].findings.append(index)
      if let plan, known[.plan(plan)] == nil, changes[place].plan == nil {
        known[.plan(plan)] = place
        changes[place].plan = plans[plan]
      }
    }
    // The others by what they gain, as if they were findings.
    for (number, plan) in plans.enumerated() where known[.plan(number)] == nil {
      let gain = time.per1000UsersAWeek(plan.taps)
      let place = changes.firstIndex { change in
        let lead = change.findings.first.map { findings[$0] }
        return lead.map { $0.group > .fixNow || $0.gain.taps < gain } ?? false
      }
      changes.insert(Change(findings: [], plan: plan, group: .fixNow), at: place ?? changes.count)
    }
    if let place = changes.firstIndex(where: { $0.plan != nil }), place > Self.lastPlaceOfPlan {
      changes.insert(changes.remove(at: place), at: Self.lastPlaceOfPlan)
    }
    if let other = others.max(by: { $0.sureTaps < $1.sureTaps }),
      known[.subject(NameText(other.change.entry), in: nil)] == nil,
      changes.allSatisfy({ Self.sureTaps($0, findings) < other.sureTaps })
    {
      let place = min(Self.lastPlaceOfPlan, changes.count)
      if place < changes.count, changes[place].plan != nil { changes.swapAt(place - 1, place) }
      changes.insert(Change(findings: [], plan: nil, other: other, group: .consider), at: place)
    }
    self.findings = findings
    self.changes = changes
  }

  /// The low bound of the taps that a change would have saved over the log.
  private static func sureTaps(_ change: Change, _ findings: [Finding]) -> Double {
    change.plan?.sureTaps ?? change.findings.reduce(0) { $0 + findings[$1].gain.sureTaps }
  }

  private static func things(_ finding: Finding) -> [Thing] {
    var things: [Thing] = []
    if Rule.rule(finding.rule)?.taps.contains(.moreOpen) == true { things.append(.moreList) }
    if finding.subjectKind != SubjectKind.app.rawValue {
      let container = finding.subjectKind == SubjectKind.item.rawValue ? finding.section : nil
      things.append(.subject(NameText(finding.subject), in: container.map { NameText($0) }))
    }
    return things
  }

  /// The places of the other findings of a change.
  func others(at index: Int) -> [Int] {
    changes.first { $0.findings.contains(index) }?.findings.filter { $0 != index } ?? []
  }

  /// The places of the findings of a group.
  func indices(_ group: FindingGroup) -> [Int] { findings.indices.filter { findings[$0].group == group } }

  func owner(of finding: Finding) -> Int? {
    finding.partOf.flatMap { owner in findings.firstIndex { $0.key.matches(owner) } }
  }
}
