import Measures
import NavigationModel

/// What the rules say about a log.
public struct RuleResults: Sendable {
  /// By severity, the worst first; then by extra taps, the most first; then by rule and subject.
  public internal(set) var findings: [Finding] = []
  /// Findings about subjects that the app map exempts, in the same order.
  public internal(set) var exempted: [ExemptedFinding] = []
  /// The rules that ran, in the order of ``Rule/all``.
  public internal(set) var ran: [Rule] = []
  /// The rules that did not, and why, in the order of ``Rule/all``.
  public internal(set) var notRun: [RuleNotRun] = []

  /// Of those, the ones that had nothing to look at.
  public var withoutEvidence: [RuleNotRun] {
    notRun.filter { if case .missing = $0.reason { true } else { false } }
  }
}

/// A finding that the app map asks to leave alone.
public struct ExemptedFinding: Sendable, Equatable {
  public let finding: Finding
  /// Why, in the words of the map.
  public let reason: String?
}

/// A rule that did not run.
public struct RuleNotRun: Sendable {
  public enum Reason: Sendable {
    /// `--select` or `--ignore` left it out.
    case notSelected
    /// The app map switches it off.
    case switchedOff
    /// The log and the map lack these.
    case missing([Need])
  }

  public let rule: Rule
  public let reason: Reason

  /// `there is no choice from the More list in the log: log `more_select``
  public var explanation: String {
    switch reason {
    case .notSelected: "it was not selected"
    case .switchedOff: "the app map switches it off"
    case .missing(let needs): needs.map { "missing: \($0.what); \($0.remedy)" }.joined(separator: "; ")
    }
  }
}

extension Rule {
  /// Runs the rules on the measures of a log.
  ///
  /// The map's settings are honoured: rules that are off, thresholds, exemptions. A rule runs when all that it ``Rule/needs`` is there; the
  /// families depth, path and tabs need known structure too.
  public static func judge(
    _ measures: Measures, _ scope: MeasureScope, selection: RuleSelection = .all, rules: [Rule] = Rule.all
  ) -> RuleResults {
    var results = RuleResults()
    for rule in rules {
      let context = RuleContext(rule, measures, scope)
      if let reason = context.reasonNotToRun(selection) {
        results.notRun.append(RuleNotRun(rule: rule, reason: reason))
        continue
      }
      results.ran.append(rule)
      for finding in rule.evaluate(context) {
        let finding = context.held(finding)
        if let exemption = context.exemption(of: finding) {
          results.exempted.append(ExemptedFinding(finding: finding, reason: exemption.reason))
        } else {
          results.findings.append(finding)
        }
      }
    }
    results.findings.sort { $0.precedes($1) }
    results.exempted.sort { $0.finding.precedes($1.finding) }
    return results
  }
}

extension RuleContext {
  /// Steps that nothing in the log but screens tells of, above which findings that rest on steps are at most exploratory (RULES.md, `inferred`).
  static let inferredLimit = 0.2

  func reasonNotToRun(_ selection: RuleSelection) -> RuleNotRun.Reason? {
    if !selection.includes(rule) { return .notSelected }
    if scope.map.settings(of: rule.id)?.isOff == true { return .switchedOff }
    let needs = (rule.family.needsStructure ? [Need.structure] : []) + (rule.family == .depth ? [.namedScreens] : []) + rule.needs
    let missing = needs.filter { !$0.isMet(self) }
    return missing.isEmpty ? nil : .missing(missing)
  }

  /// The finding with its severity held down to what its evidence bears, and its evidence to what the log bears.
  func held(_ finding: Finding) -> Finding {
    var finding = finding
    if rule.family.needsStructure, let inferred = measures.totals.inferredSteps.share, inferred > Self.inferredLimit {
      finding.evidence = .exploratory
    }
    finding.severity = min(finding.severity, finding.evidence.highestSeverity)
    return finding
  }

  /// What the map says about the subject: by its name, or with its section (`menu:Logout`).
  func exemption(of finding: Finding) -> AppMap.Exemption? {
    scope.map.settings(of: rule.id)?.exemptions.first { exemption in
      exemption.subject == finding.subject || finding.section.map { "\($0):\(finding.subject)" } == exemption.subject
    }
  }
}

extension Finding {
  /// The order of findings in every report. It is total.
  public func precedes(_ other: Finding) -> Bool {
    if severity != other.severity { return severity > other.severity }
    if (extraTaps ?? 0) != (other.extraTaps ?? 0) { return (extraTaps ?? 0) > (other.extraTaps ?? 0) }
    return [rule, subject, section ?? "", message].precedesByScalars([other.rule, other.subject, other.section ?? "", other.message])
  }
}

extension [String] {
  /// Whether these texts come first, text by text, by Unicode scalars.
  func precedesByScalars(_ other: [String]) -> Bool {
    lexicographicallyPrecedes(other) { $0.precedesByScalars($1) }
  }
}
