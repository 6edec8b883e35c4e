import NavigationModel

extension [Finding] {
  /// The findings, in the order of the rules, with every tap counted once.
  ///
  /// A tap belongs to the finding with the most taps that claims it, on ties to the first rule of the published list. A
  /// smaller one of another rule that claims taps of the same kind is `part_of` it, and totals leave it out: so totals
  /// are rather too low than too high. And some taps are always needed: the claims never exceed half of the taps that
  /// were made (`H`).
  /// - Parameter taps: all taps that people made.
  func countingTapsOnce(of taps: Int) -> [Finding] {
    var left = taps / 2
    // The findings that claim their taps themselves; by kind of tap and rule, the one that claims most.
    var bySubject: [NameText: [Finding]] = [:]
    var largest: [TapKind: [String: (finding: Finding, number: Int)]] = [:]
    var count = 0

    /// The finding of another rule that may have claimed the same taps: the first about the same thing, otherwise the
    /// largest.
    func owner(of finding: Finding, _ rule: Rule) -> Finding? {
      let own = bySubject[NameText(finding.subject), default: []].first { claim in
        claim.rule != finding.rule
          && claim.key.hasSection(of: finding.key)
          && Rule.rule(claim.rule).map { !$0.taps.isDisjoint(with: rule.taps) } ?? false
      }
      if let own { return own }
      let others = rule.taps.filter { !$0.isBySubject }.flatMap { kind in
        (largest[kind] ?? [:]).filter { $0.key != finding.rule }.values
      }
      return others.max { ($0.finding.extraTaps ?? 0, $1.number) < ($1.finding.extraTaps ?? 0, $0.number) }?.finding
    }

    func counted(_ finding: Finding) -> Finding {
      guard let rule = Rule.rule(finding.rule), let cost = finding.extraTaps, cost > 0, finding.state != .over else {
        return finding
      }
      var finding = finding
      if let owner = owner(of: finding, rule) {
        finding.partOf = owner.key
        return finding
      }
      let claimed = Swift.min(cost, left)
      finding.extraTaps = claimed
      finding.tapsBeforeLimit = claimed < cost ? cost : nil
      finding.tapsOfAdvice = finding.tapsOfAdvice.map { Swift.min($0, claimed) }
      left -= claimed
      count += 1
      bySubject[NameText(finding.subject), default: []].append(finding)
      for kind in rule.taps {
        if let before = largest[kind]?[finding.rule], before.finding.extraTaps ?? 0 >= claimed { continue }
        largest[kind, default: [:]][finding.rule] = (finding, count)
      }
      return finding
    }
    var findings = self
    let claims = findings.map { $0.extraTaps ?? 0 }
    for index in indices.sorted(by: { (claims[$1], $0) < (claims[$0], $1) }) {
      findings[index] = counted(findings[index])
    }
    return findings
  }
}

/// A kind of tap that findings claim: two findings that claim the same kind may claim the same taps.
package enum TapKind: Sendable, Hashable {
  /// A step down.
  case push
  /// A step back up.
  case back
  /// A change of tab.
  case tab
  /// The opening of the More list before a choice.
  case moreOpen
  /// The opening of a menu before a choice, by menu and item.
  case menuChoice
  /// The opening of a menu that is left without a choice, by menu.
  case menuAbandoned
  /// A tap on a tab that refuses it, by tab.
  case blockedTab
  /// A tap that does nothing, by target.
  case target

  /// Whether the taps of two subjects are always different.
  package var isBySubject: Bool { [.menuChoice, .menuAbandoned, .blockedTab, .target].contains(self) }
}
