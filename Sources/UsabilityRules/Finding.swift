import Measures
import NavigationModel
import Statistics

/// Whether a finding holds now (TheRules.md, *How rules judge*).
public enum FindingState: String, Sendable, Codable, CaseIterable {
  /// Fires only in the recent part of the log, and shows its figures.
  case new
  /// Fires on the entire log, but no longer holds in its recent part. Never counts for `--fail-on`.
  case over
  /// All others.
  case current
}

/// A rule's statement about one subject.
public struct Finding: Sendable, Equatable {
  /// The rule's id.
  public var rule: String
  public var severity: Severity
  public var evidence: Evidence
  public var state = FindingState.current
  /// `app`, `tab`, `section`, `screen`, `item`, `menu`, `gesture`, …
  public var subjectKind: String
  public var subject: String
  /// The section, menu or container of the subject, if any.
  public var section: String?
  /// The figure that broke the threshold, with its value, interval and threshold.
  public var metric: String
  public var value: Double?
  public var interval: Interval?
  public var threshold: Double?
  /// The meaning of the threshold, if it is not a setting: `most that Orders may reach:`.
  public var thresholdName: String?
  /// The affected users, and the eligible ones.
  public var users: Int?
  public var eligibleUsers: Int?
  /// The number of users with equally many rows that would give the same precision (Method.md); nil if no share is
  /// judged.
  public var effectiveUsers: Int?
  public var sessions: Int?
  /// Net taps that people would not need. If they are ``partOf`` another finding, totals leave them out.
  public var extraTaps: Int?
  /// The taps that people made and the rule counted, where ``extraTaps`` are fewer: all claims together never exceed
  /// half of all taps.
  public var tapsBeforeLimit: Int?
  /// Those of ``extraTaps`` that the action is about, if it is not about all of them; never more.
  package var tapsOfAdvice: Int?
  /// Whether the extra taps are those that the plan saves over the entire log.
  package var tapsAreOfPlan = false
  /// What the action saves for 1,000 users in a week; nil if it saves none, or the taps are of less than a week.
  public var tapsSavedPer1000UsersAWeek: Double?
  /// What its change would gain: reports order findings by it.
  package var gain = Gain()
  /// The finding that claims these taps.
  public var partOf: FindingKey?
  /// One sentence with the numbers, its statistics in brackets at the end.
  public var message: Text
  /// The same without the statistics.
  public var fact = Text()
  /// What to change, and how.
  public var recommendation: Text
  /// What to change, in one short sentence that names the subject.
  public var action = Text()
  /// Whether the action may give a tab to something, so that people who select another one pay.
  package var movesTab = false
  /// The source of the threshold.
  public var source: String
  /// Sessions in which a reader can check it.
  public var examples: [Examples.Example] = []
  /// The sessions that show it (or, for a rule that counts use, that use its subject) by week, platform and version.
  package var shown: [SessionCount] = []
  /// The platforms that its rule looks at.
  package var platforms = PlatformPart.all
  /// How it fared over the log; nil if that is not known.
  package var course: Course?
  /// Additions that don't fit into the sentence: trails, swaps. One line each.
  public var details: [Text] = []
  /// The two names of a pair.
  package var pair: [String] = []
  /// The screens that it is about, beside its subject.
  package var screens: [String] = []
  /// Other users in the sentence: those of the tab that an item outranks.
  public var otherUsers: Int?
  /// Whether it asks people to look, because the log does not tell whether it is a problem.
  public var isQuestion = false
  /// Whether the sentence is only about the app map.
  public var isOfMap = false
  /// Why the evidence is exploratory despite enough users: what is wrong with the log.
  public var doubt: Text?
  /// The rows of a share of rows.
  package var rows: Int?
  /// The same figure in the recent part of the log.
  package var recently: Estimate?
  /// Whether it is a finding; a row that does not fire has no words.
  package var fires = true
  /// The entire interval is on the other side of the threshold: this ends a finding.
  package var isCleared = false
}

extension Finding {
  /// Whether it grew or shrank, by the sessions that show it; nil if that is not certain.
  public var trend: FindingTrend? { course?.trend }
  /// Whether the newest version of the app still has it, on any platform; nil if that is not known.
  public var inNewestVersion: Bool? { course?.inNewestVersion }

  /// What is written of a finding, and read of one: the only list of its fields. `findings.csv`, `--json`, SARIF, the
  /// data package, the store's table `finding`, and an earlier report have them from here.
  package static var table: TableDefinition<Finding> {
    TableDefinition(
      "findings", "One row for each finding, in the order of the page.", order: .given,
      [
        .key("rule", "Id of the rule that found it.", at: \.rule),
        .word("severity", "Severity: error, warning or info.", at: \.severity),
        .word("evidence", "Evidence: structural, strong, moderate or exploratory.", at: \.evidence),
        .word(
          "state",
          """
          Whether it holds now: current, new (in the recent part of the log only) or over (no longer in the recent \
          part).
          """,
          at: \.state),
        .key("subject_kind", "What the subject is: app, section, screen, tab, menu, item, …", at: \.subjectKind),
        .key("subject", "What it is about; app for the whole app.", at: \.subject),
        .key(
          "section", "The section, menu or container that the subject is in; empty where it is in none.", at: \.section),
        .text("metric", "The figure that broke the threshold.", at: \.metric),
        .measure("value", "Its value; shares are fractions 0–1.", in: nil, at: \.value),
        .bound("ci_low", "Lower bound of the 95% interval.", at: \.low),
        .bound("ci_high", "Upper bound of the 95% interval.", at: \.high),
        .measure("threshold", "The threshold.", in: nil, at: \.threshold),
        .users("users", "Affected users.", at: \.users),
        .users("eligible_users", "Eligible users.", at: \.eligibleUsers),
        .count(
          "effective_users",
          "Effective users: how many equally active users would give the same certainty; empty if no share is judged.",
          at: \.effectiveUsers),
        .sessions("sessions", "The sessions concerned.", at: \.sessions),
        .count(
          "extra_taps", "Extra taps that people made, net; totals leave out rows with a part_of.", at: \.extraTaps),
        .text(
          "part_of", "RULE SUBJECT of the finding that claims these taps; empty where it claims them itself.",
          at: \.owner),
        .text("message", "What is wrong, in one sentence.", at: \.messageInFiles),
        .text("recommendation", "What to change, and how.", at: \.recommendationInFiles),
        .text("source", "Where the threshold comes from.", at: \.source),
        .list("example_sessions", "Example sessions, separated by spaces.") { $0.examples.map(\.label) },
        .text(
          "group",
          """
          When to act: fix-now (errors, warnings that cost at least a tap in 100 sessions, what the plan \
          changes), consider (other warnings, and ends that may be goals) or note (notes, and what is over).
          """
        ) { $0.group.rawValue },
        .text(
          "trend",
          """
          Whether the sessions that show it became more or fewer from the first third of the log to the last: rising, \
          falling or steady; empty where it is not certain, or the log has less than four weeks.
          """
        ) { $0.trend?.rawValue },
        .text(
          "in_newest_version",
          "Whether the newest version that 30 users have still has it, on any platform: true or false; empty where it is not known."
        ) { $0.inNewestVersion.map { $0 ? "true" : "false" } },
        .text("action", "What to change, in one short sentence.", at: \.actionInFiles),
        .count("taps_saved", "Extra taps that the action would save, net; empty where it saves none.") { $0.tapsSaved },
        .measure(
          "taps_saved_per_1000_users_week", "The same for 1,000 users in a week; empty in a shorter log.", in: nil,
          at: \.tapsSavedPer1000UsersAWeek),
      ])
  }

  /// The table `findings`: one row for each finding, in the order of reports.
  package static func table(of findings: [Finding]) -> Table { table.table(findings.sorted { $0.precedes($1) }) }

  /// The findings of a file; nil if it is another table. Of their details it has only what ``table`` lists.
  package static func findings(in records: [[String]]) -> [Finding]? {
    table.rows(
      of: records,
      from: Finding(
        rule: "", severity: .info, evidence: .structural, subjectKind: "", subject: "", metric: "", message: "",
        recommendation: "", source: ""))
  }

  /// What its subject is called: one name, or the two of a pair.
  package var names: [String] { pair.isEmpty ? [subject] : pair }

  private var owner: String? {
    get { partOf.map { "\($0.rule) \($0.subject)" } }
    set {
      partOf = newValue.flatMap { text in
        text.firstIndex(of: " ").map {
          FindingKey(rule: String(text[..<$0]), subject: String(text[text.index(after: $0)...]))
        }
      }
    }
  }

  private var messageInFiles: String {
    get { message.plain }
    set { message = Text(name: newValue) }
  }

  private var recommendationInFiles: String {
    get { recommendation.plain }
    set { recommendation = Text(name: newValue) }
  }

  private var actionInFiles: String {
    get { action.plain }
    set { action = Text(name: newValue) }
  }

  private var low: Double? {
    get { interval?.low }
    set { interval = newValue.map { Interval(low: $0, high: max($0, interval?.high ?? $0)) } }
  }

  private var high: Double? {
    get { interval?.high }
    set { interval = newValue.map { Interval(low: min($0, interval?.low ?? $0), high: $0) } }
  }

  public var key: FindingKey { FindingKey(rule: rule, subject: subject, section: section) }
}

extension [String] {
  /// Whether these texts come first, compared text by text, by Unicode scalars.
  package func precedesByScalars(_ other: [String]) -> Bool {
    lexicographicallyPrecedes(other) { $0.precedesByScalars($1) }
  }
}

/// The severity of a finding.
public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
  case info, warning, error

  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// The strength of a finding's evidence (Method.md, *Evidence*).
public enum Evidence: String, Sendable, Codable, CaseIterable {
  /// A fact of the log or the map, without a rate.
  case structural
  case strong
  /// A rate of 30 to 99 eligible users: never above a warning.
  case moderate
  /// A rate of fewer than 30 eligible users: never above an info.
  case exploratory

  /// With fewer eligible users, no rate rule fires.
  public static let leastUsers = 10
  /// With fewer eligible users, the evidence of a rate is only exploratory.
  public static let fewUsers = 30

  package init(eligibleUsers: Int) {
    switch eligibleUsers {
    case 100...: self = .strong
    case Self.fewUsers...: self = .moderate
    default: self = .exploratory
    }
  }

  /// The highest severity that a finding with this evidence may have.
  public var highestSeverity: Severity {
    switch self {
    case .structural, .strong: .error
    case .moderate: .warning
    case .exploratory: .info
    }
  }
}

/// What identifies a finding from log to log: neither a number nor a figure.
public struct FindingKey: Sendable, Hashable, Codable {
  public let rule: String
  public let subject: String
  /// The menu or container that the subject is in.
  public let section: String?

  package init(rule: String, subject: String, section: String? = nil) {
    self.rule = rule
    self.subject = subject
    self.section = section
  }

  /// Whether two findings are the same. A section missing on one side is ignored: some rules give it only if the log
  /// shows it.
  package func matches(_ other: FindingKey) -> Bool {
    rule == other.rule && subject.isSame(as: other.subject) && hasSection(of: other)
  }

  func hasSection(of other: FindingKey) -> Bool {
    section.map { $0.isSame(as: other.section) } ?? true || other.section == nil
  }

  public static func == (a: FindingKey, b: FindingKey) -> Bool {
    a.rule == b.rule && NameText(a.subject) == NameText(b.subject)
      && a.section.map { NameText($0) } == b.section.map { NameText($0) }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(NameText(subject))
    hasher.combine(section.map { NameText($0) })
  }

  /// `menu.promote menu:Wishlist`.
  public var name: String { "\(rule) \(section.map { $0 + ":" } ?? "")\(subject)" }

  var withoutSection: FindingKey { FindingKey(rule: rule, subject: subject) }
}

/// Findings of one run, to be found by those of another.
package struct FindingIndex: Sendable, Equatable {
  private let keys: [FindingKey]
  private let numbers: [FindingKey: [Int]]

  package init(_ keys: [FindingKey]) {
    self.keys = keys
    numbers = Dictionary(grouping: keys.indices) { keys[$0].withoutSection }
  }

  /// The indices of the keys that match, ascending.
  package func matches(of key: FindingKey) -> [Int] {
    (numbers[key.withoutSection] ?? []).filter { keys[$0].matches(key) }
  }

  package func contains(_ key: FindingKey) -> Bool { !matches(of: key).isEmpty }
}
