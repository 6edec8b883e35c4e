/// A kind of tap that findings claim: two findings that claim the same kind may claim the same taps.
public enum TapKind: Sendable, Hashable {
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
  fileprivate var isBySubject: Bool {
    switch self {
    case .push, .back, .tab, .moreOpen: false
    case .menuChoice, .menuAbandoned, .blockedTab, .target: true
    }
  }
}

/// The cost of a log's findings, with every tap counted once.
///
/// A tap belongs to the first rule of the published list that claims it. If a finding of an earlier rule claims taps of the same kind, the
/// later one is `part_of` it, and totals leave it out: so totals are rather too low than too high. And some taps are always needed:
/// the claims never exceed half of the taps that were made (`H`).
enum TapClaims {
  /// The largest share of taps that may be claimed.
  static let mostClaimed = 0.5

  /// - Parameters:
  ///   - findings: in the order of the rules.
  ///   - taps: all taps that people made.
  static func counted(_ findings: [Finding], taps: Int) -> [Finding] {
    var left = Int(Double(taps) * mostClaimed)
    var claimed: [(kinds: Set<TapKind>, finding: Finding)] = []
    return findings.map { finding in
      guard let rule = Rule.rule(finding.rule), let cost = finding.extraTaps, cost > 0, finding.state != .over else { return finding }
      var finding = finding
      let earlier = claimed.filter { $0.finding.rule != finding.rule && $0.kinds.overlap(rule.taps, isOneSubject: $0.finding.isAbout(finding)) }
      if let owner = earlier.first(where: { $0.finding.isAbout(finding) }) ?? earlier.max(by: { ($0.finding.extraTaps ?? 0) < ($1.finding.extraTaps ?? 0) }) {
        finding.partOf = "\(owner.finding.rule) \(owner.finding.subject)"
      } else {
        finding.extraTaps = min(cost, left)
        left -= min(cost, left)
        claimed.append((rule.taps, finding))
      }
      return finding
    }
  }
}

extension Set<TapKind> {
  /// Whether taps of these kinds may be among those of the others.
  fileprivate func overlap(_ others: Set<TapKind>, isOneSubject: Bool) -> Bool {
    contains { others.contains($0) && (isOneSubject || !$0.isBySubject) }
  }
}

extension Finding {
  fileprivate func isAbout(_ other: Finding) -> Bool {
    subject == other.subject && (section == other.section || section == nil || other.section == nil)
  }
}
