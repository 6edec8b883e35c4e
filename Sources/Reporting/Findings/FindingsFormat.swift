import NavigationModel
import UsabilityRules

/// A findings format for other programs. To add one, add a file that renders a ``FindingsRecord``, and a line here.
public struct FindingsFormat: Sendable {
  public let name: String
  public let summary: String
  /// The text; every line ends with a line end.
  public let render: @Sendable (FindingsRecord) -> String

  /// By name.
  public static let all = [baseline, junit, sarif]
}

/// The results of the rules, for other programs: every rule, whether it ran, and every finding with the line it is
/// pinned to. The formats of ``FindingsFormat`` write it.
public struct FindingsRecord: Sendable {
  package var version: String
  /// The app's name, if the map gives it.
  package var app: String?
  /// The rules that did not run, and why.
  package var rulesNotRun: [RuleNotRun]
  /// In the order of the page.
  package var findings: [Entry]
  /// The file that findings are pinned to: the app map, otherwise the log or the store, as given; nil for standard
  /// input.
  package var file: String?
  /// Whether there was a baseline to compare with.
  package var hasBaseline = false
  /// The lowest severity that counts as a failure.
  package var failOn: Severity = .warning

  package init(version: String, app: String? = nil, rulesNotRun: [RuleNotRun], findings: [Entry], file: String? = nil) {
    self.version = version
    self.app = app
    self.rulesNotRun = rulesNotRun
    self.findings = findings
    self.file = file
  }

  /// A finding, with its baseline status and its line in the app map.
  package struct Entry: Sendable {
    package var finding: Finding
    /// Whether it is not in the baseline.
    package var isNew: Bool
    /// The line of ``FindingsRecord/file`` that declares its subject.
    package var line: Int?

    package init(_ finding: Finding, isNew: Bool = true, line: Int? = nil) {
      self.finding = finding
      self.isNew = isNew
      self.line = line
    }
  }

  func entries(of rule: Rule) -> [Entry] { findings.filter { $0.finding.rule == rule.id } }

  /// Whether a finding is new and severe enough to fail.
  func isFailure(_ entry: Entry) -> Bool {
    entry.isNew && entry.finding.state != .over && entry.finding.severity >= failOn
  }

  func notRun(_ rule: Rule) -> RuleNotRun? { rulesNotRun.first { $0.rule.id == rule.id } }
}

extension RuleNotRun {
  /// Why it did not run, for other programs.
  var words: String { missing.isEmpty ? explanation.plain : "missing: \(missing.plain); \(remedy.plain)" }
}

extension Finding {
  /// The qualified name of its subject: `Orders`, `menu:Wishlist`.
  var qualifiedSubject: String { section.map { $0 == subject ? subject : "\($0):\(subject)" } ?? subject }

  /// What is wrong and what to change, in two sentences, with invisible characters made visible.
  var advice: String {
    [message, recommendation].filter { !$0.isEmpty }.map { $0.capitalizedFirst.asSentence.plain.madeVisible() }
      .joined(separator: " ")
  }

  /// The identity of a finding from log to log, as in a baseline: rule, section and subject, no numbers, no wording.
  /// 64 bits (FNV-1a) as sixteen hexadecimal digits.
  var fingerprint: String {
    // 0xFF occurs in no name, so different findings have different input.
    fnv1a([rule, section ?? "", subject].flatMap { Array($0.utf8) + [0xFF] }).hexadecimal
  }
}
