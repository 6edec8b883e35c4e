import Measures
import NavigationModel

/// A rule: what makes a figure a usability problem, with its complete documentation. A value, not a type: each rule is
/// a `static let` in a file named after its id (`tabs.more-toll` is `Rule.tabsMoreToll` in `Tabs/TabsMoreToll.swift`).
///
/// The same value is used for judging, rendered as documentation (``documentation``), read by the app map for the names of its thresholds, and tested by
/// its own examples. To add a rule, write that file and list it in ``all``.
package struct Rule: Sendable, Identifiable {
  /// `family.problem`: names the problem, not the advice. Never reused for another rule.
  package let id: String
  package let title: String
  /// The meaning of its findings, in one sentence.
  package let claim: String
  /// Why that is a problem for people.
  package let rationale: String
  /// The severities that its findings may have, given the best evidence.
  package let severities: [Severity]
  /// What its findings are about.
  package let subject: SubjectKind
  /// The sources of the claim and the thresholds.
  package let sources: [RuleSource]
  /// The numbers that the app map can change.
  package let thresholds: [Threshold]
  /// What to do about it.
  package let advice: String
  /// What the log or the map must contain for the rule to judge anything. All of it is required.
  package let needs: [Requirement]
  /// What its figures rest on besides the events: if the log is unreliable there (``LogReliability``), findings are at most exploratory.
  package let restsOn: Set<Assumption>
  /// The taps that its findings claim, so that no tap is counted twice (``TapAttribution``).
  package let taps: Set<TapKind>
  /// Rules that take precedence: if one of them has a finding on the same subject, this one is silent. Two findings must not
  /// recommend opposite changes.
  package let yieldsTo: [String]
  /// Logs on which it fires and logs on which it does not: they are its tests and its documentation.
  package let examples: [RuleExample]
  /// SQL on `navigation.sqlite` with the columns and rows of ``counts``, for what the log holds.
  /// Thresholds that affect the counting are parameters (`:sessions`).
  package let query: String
  /// The rule's counts, one row for each subject (and for what it is compared with), before judging.
  package let counts: @Sendable (RuleContext) -> RuleCounts
  /// The findings, in any order.
  package let evaluate: @Sendable (RuleContext) -> [Finding]

  package init(
    id: String, title: String, claim: String, rationale: String, severities: [Severity], subject: SubjectKind,
    sources: [RuleSource], thresholds: [Threshold] = [], advice: String, needs: [Requirement],
    restsOn: Set<Assumption> = [], taps: Set<TapKind> = [], yieldsTo: [String] = [], examples: [RuleExample], query: String,
    counts: @escaping @Sendable (RuleContext) -> RuleCounts, evaluate: @escaping @Sendable (RuleContext) -> [Finding]
  ) {
    self.id = id
    self.title = title
    self.claim = claim
    self.rationale = rationale
    self.severities = severities
    self.subject = subject
    self.sources = sources
    self.thresholds = thresholds
    self.advice = advice
    self.needs = needs
    self.restsOn = restsOn
    self.taps = taps
    self.yieldsTo = yieldsTo
    self.examples = examples
    self.query = query
    self.counts = counts
    self.evaluate = evaluate
  }

  package var family: RuleFamily {
    RuleFamily(ofRule: id) ?? .touch
  }

  /// GitHub's anchor of its heading in the rules reference.
  package var anchor: String { Self.anchor(of: id) }

  package static func anchor(of id: String) -> String { String(id.filter { $0.isLetter || $0.isNumber || $0 == "-" }) }

  /// Whether the rule rests on our own convention (`H`): reports must say so.
  package var isHeuristic: Bool { sources.contains { $0.kind == .heuristic } }

  /// All sources in one line, as findings cite them.
  package var sourceLine: String { sources.map(\.line).joined(separator: "; ") }

  /// The effective thresholds with a map, by name.
  package func thresholds(in map: AppMap) -> [String: Double] {
    Dictionary(thresholds.map { ($0.name, $0.value(in: map, of: id)) }) { first, _ in first }
  }
}

extension Finding {
  /// The table with its numbers; nil if there is none.
  package var table: String? {
    if subjectKind == SubjectKind.screen.rawValue { return "screens" }
    switch RuleFamily(ofRule: rule) {
    case .depth: return "depth"
    case .path: return "summary"
    case .task: return "tasks"
    case .tabs: return subjectKind == SubjectKind.item.rawValue || rule.hasPrefix("tabs.more") && subjectKind == SubjectKind.app.rawValue ? "more" : "tabs"
    case .menu: return subjectKind == SubjectKind.item.rawValue ? "menu_items" : "menus"
    case .gesture: return "gestures"
    case .screen: return "transitions"
    case .touch, nil: return nil
    }
  }
}

/// The source of a claim or a threshold.
package struct RuleSource: Sendable, Hashable {
  package enum Kind: String, Sendable {
    /// A study, a guideline or the behavior of a platform.
    case published
    /// Widely repeated, without a primary source that we could find.
    case convention
    /// Our own (`H`).
    case heuristic
  }

  package let kind: Kind
  package let text: String

  package static func published(_ text: String) -> RuleSource { RuleSource(kind: .published, text: text) }
  package static func convention(_ text: String) -> RuleSource { RuleSource(kind: .convention, text: text) }
  package static func heuristic(_ text: String) -> RuleSource { RuleSource(kind: .heuristic, text: text) }

  /// The citation; unpublished sources say so.
  package var line: String {
    switch kind {
    case .published: text
    case .convention: "convention: \(text)"
    case .heuristic: "H (our own convention): \(text)"
    }
  }
}
