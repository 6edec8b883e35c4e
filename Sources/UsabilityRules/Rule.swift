import Measures
import NavigationModel

/// A rule: what makes a usability problem of a figure, and everything that anybody may want to know of it. A value, not a type: each rule is
/// a `static let` in a file of its own, named after its id (`tabs.more-toll` is `Rule.tabsMoreToll` in `Tabs/TabsMoreToll.swift`).
///
/// The same value is judged by, rendered as documentation (``documentation``), read by the app map for the names of its thresholds, and tested by
/// its own examples. To add a rule, write that file and add a line to ``all``.
public struct Rule: Sendable, Identifiable {
  /// `family.problem`: names the problem, not the advice. Never used again for another rule.
  public let id: String
  public let title: String
  /// What it means when the rule fires, in one sentence.
  public let claim: String
  /// Why that is a problem for people.
  public let rationale: String
  /// The severities that its findings may have, on the best evidence.
  public let severities: [Severity]
  /// What its findings are about.
  public let subject: SubjectKind
  /// Where the claim and the thresholds come from.
  public let sources: [RuleSource]
  /// The numbers that the app map can change.
  public let thresholds: [Threshold]
  /// What to do about it.
  public let advice: String
  /// What must be in the log or the map, or else there is nothing to judge. All of it.
  public let needs: [Need]
  /// What its figures rest on besides the events: where the log cannot bear that (``LogDoubts``), findings are exploratory at most.
  public let restsOn: Set<RuleBasis>
  /// The taps that its findings claim, so that no tap is counted twice (``TapClaims``).
  public let taps: Set<TapKind>
  /// Rules that this one gives way to: where one of them has a finding about the same subject, this one says nothing. Two findings must not
  /// recommend the opposite of each other.
  public let yieldsTo: [String]
  /// Logs that make it fire and logs that do not: they are its tests and its documentation.
  public let examples: [RuleExample]
  /// SQL that counts on `navigation.sqlite` what the rule counts: its columns and rows are those of ``counts``, for what the log holds.
  /// Thresholds that belong to the counting are parameters (`:sessions`).
  public let query: String
  /// What the rule counts, one row for each subject (and for what it is compared with), before anything is judged.
  public let counts: @Sendable (RuleContext) -> RuleCounts
  /// The findings, in any order.
  public let evaluate: @Sendable (RuleContext) -> [Finding]

  public init(
    id: String, title: String, claim: String, rationale: String, severities: [Severity], subject: SubjectKind,
    sources: [RuleSource], thresholds: [Threshold] = [], advice: String, needs: [Need],
    restsOn: Set<RuleBasis> = [], taps: Set<TapKind> = [], yieldsTo: [String] = [], examples: [RuleExample], query: String,
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

  public var family: RuleFamily {
    RuleFamily.allCases.first { id.hasPrefix("\($0.rawValue).") } ?? .touch
  }

  /// Whether what the rule calls a problem rests on our own convention (`H`): reports must say so.
  public var isHeuristic: Bool { sources.contains { $0.kind == .heuristic } }

  /// All sources in one line, as findings cite them.
  public var sourceLine: String { sources.map(\.line).joined(separator: "; ") }

  /// The query with the default of each threshold in the place of its parameter.
  public var queryWithDefaults: String { query { $0.value } }

  /// The query with the thresholds that a map sets: it reproduces the counts of the findings made with that map.
  public func query(for map: AppMap) -> String {
    let values = thresholds(in: map)
    return query(tasksOf: map) { values[$0.name] ?? $0.value }
  }

  /// The thresholds in force with a map, by name.
  public func thresholds(in map: AppMap) -> [String: Double] {
    let settings = map.settings(of: id)?.thresholds ?? [:]
    return Dictionary(thresholds.map { ($0.name, settings[$0.name].map($0.admitted) ?? $0.value) }) { first, _ in first }
  }

  /// The query with a value for each parameter, and the declared tasks where it asks for them. `sqlite3` reads it as it stands.
  func query(tasksOf map: AppMap = AppMap(), thresholds value: (Threshold) -> Double) -> String {
    let filled = thresholds.sorted { $0.name.utf8.count > $1.name.utf8.count }.reduce(query) { query, threshold in
      query.replacing(":\(threshold.name)", with: value(threshold).sixDecimals)
    }
    return TaskQuery.fill(filled, map)
  }
}

/// The families of rules, in the order of reports.
public enum RuleFamily: String, Sendable, CaseIterable {
  case depth, path, task, tabs, menu, gesture, touch

  public var title: String {
    switch self {
    case .depth: "Depth"
    case .path: "Paths"
    case .task: "Tasks"
    case .tabs: "Tab bar"
    case .menu: "Hidden menus"
    case .gesture: "Gestures"
    case .touch: "Touch"
    }
  }

  /// Whether its rules say nothing where the log and the map do not show how the app is built (Reconstruction.md).
  public var needsStructure: Bool { self == .depth || self == .path || self == .tabs }
}

/// What a finding is about.
public enum SubjectKind: String, Sendable, CaseIterable {
  /// The whole app: its findings have the subject `app`.
  case app
  /// The root screen of a modal flow.
  case modal
  case tab, section, screen, item, menu, gesture, task, target
  /// Two sections, `A ↔ B` in alphabetical order.
  case pair
}

/// Where a claim or a threshold comes from.
public struct RuleSource: Sendable, Hashable {
  public enum Kind: String, Sendable {
    /// A study, a guideline or the behavior of a platform.
    case published
    /// Repeated everywhere, without a primary source that we could find.
    case convention
    /// Our own (`H`).
    case heuristic
  }

  public let kind: Kind
  public let text: String

  public static func published(_ text: String) -> RuleSource { RuleSource(kind: .published, text: text) }
  public static func convention(_ text: String) -> RuleSource { RuleSource(kind: .convention, text: text) }
  public static func heuristic(_ text: String) -> RuleSource { RuleSource(kind: .heuristic, text: text) }

  /// As it is cited: what is not published says so.
  public var line: String {
    switch kind {
    case .published: text
    case .convention: "convention: \(text)"
    case .heuristic: "H (our own convention): \(text)"
    }
  }
}

/// What a rule counted: named columns, whole numbers and names.
public struct RuleCounts: Sendable, Equatable {
  public let columns: [String]
  public let rows: [[Table.Cell]]

  public init(_ columns: [String], _ rows: [[Table.Cell]]) {
    self.columns = columns
    self.rows = rows
  }
}
