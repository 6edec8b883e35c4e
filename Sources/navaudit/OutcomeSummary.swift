import NavigationAudit
import Reporting
import UsabilityRules

/// The last words of a run on the terminal: verdict, the first findings, where the files are.
struct OutcomeSummary {
  private let outcome: AuditOutcome
  private let inColor: Bool

  /// How many findings are shown.
  private static let shown = 5

  init(_ outcome: AuditOutcome, inColor: Bool) {
    self.outcome = outcome
    self.inColor = inColor
  }

  var text: String {
    var lines = outcome.notes.map { $0.madeVisible() }
    let seen =
      "\(Wording.count(outcome.users, "user")), \(Wording.count(outcome.sessions, "session")), \(Wording.count(outcome.events, "event"))"
    lines.append("\(outcome.app.map { $0.madeVisible() + ": " } ?? "")\(seen).")
    lines.append(bold("Verdict: \(verdict)\(news)."))
    // What is new comes first.
    let findings = outcome.findings.filter(outcome.isNew) + outcome.findings.filter { !outcome.isNew($0) }
    for finding in findings.prefix(Self.shown) {
      let mark = outcome.isNew(finding) ? "" : " (known)"
      lines.append("  \(tag(finding.severity)) \(finding.message.madeVisible()) \(painted("[\(finding.rule)]", "2"))\(mark)")
    }
    if outcome.findings.count > Self.shown { lines.append("  … and \(outcome.findings.count - Self.shown) more.") }
    lines += stale
    lines.append("Reports in \(outcome.folder): start with report.md.")
    return lines.joined(separator: "\n")
  }

  /// What the findings come to, and how many there are of each severity.
  private var verdict: String {
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = outcome.findings.count { $0.severity == severity }
      return count > 0 ? Wording.count(count, severity.word) : nil
    }
    let list = Wording.list(counts, "and")
    switch outcome.findings.map(\.severity).max() {
    case .error: return "the navigation needs work: \(list)"
    case .warning: return "the navigation could be better: \(list)"
    case .info: return "nothing urgent: \(list)"
    case nil:
      let rules = outcome.record.rules.count { $0.state == .ran }
      return rules > 0 ? "nothing wrong, as far as \(Wording.count(rules, "rule")) could see" : "none, for no rule had anything to look at"
    }
  }

  /// How many findings no baseline knows.
  private var news: String {
    guard let comparison = outcome.comparison, !outcome.findings.isEmpty else { return "" }
    let new = outcome.newCount(atLeast: .info)
    return "; \(new == 0 ? "none" : String(new)) of them new, \(outcome.findings.count - new) known from \(comparison.file)"
  }

  /// Entries of the baseline that are not needed any more.
  private var stale: [String] {
    guard let comparison = outcome.comparison, !comparison.stale.isEmpty else { return [] }
    let names = comparison.stale.prefix(Self.shown).map { $0.name.madeVisible() }.joined(separator: ", ")
    let rest = comparison.stale.count > Self.shown ? " and \(comparison.stale.count - Self.shown) more" : ""
    return [
      "\(comparison.file): \(Wording.count(comparison.stale.count, "entry", "entries")) no longer found (\(names)\(rest)); remove "
        + "\(comparison.stale.count == 1 ? "it" : "them"), or write the file anew with `navaudit baseline`."
    ]
  }

  private func tag(_ severity: Severity) -> String {
    let word = severity.rawValue + String(repeating: " ", count: 7 - severity.rawValue.count)
    switch severity {
    case .error: return painted(word, "31")
    case .warning: return painted(word, "33")
    case .info: return painted(word, "36")
    }
  }

  private func bold(_ text: String) -> String { painted(text, "1") }

  /// - Parameter code: how the terminal is told to show it (ECMA-48, SGR).
  private func painted(_ text: String, _ code: String) -> String { inColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}

extension Severity {
  fileprivate var word: String { self == .info ? "note" : rawValue }
}
