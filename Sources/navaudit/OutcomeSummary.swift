import NavigationAudit
import Reporting
import UsabilityRules

/// The summary of a run on the terminal: the verdict, the first findings, and the paths of the files.
struct OutcomeSummary {
  private let outcome: AuditOutcome
  private let inColor: Bool

  /// The number of findings shown.
  private static let shown = 5
  /// The number of plans shown.
  private static let plans = 3

  init(_ outcome: AuditOutcome, inColor: Bool) {
    self.outcome = outcome
    self.inColor = inColor
  }

  var text: String {
    var lines = outcome.notes.map { $0.madeVisible() }
    let seen =
      "\(Wording.count(outcome.users, "user")), \(Wording.count(outcome.sessions, "session")), \(Wording.count(outcome.events, "event"))"
    lines.append("\(outcome.app.map { $0.madeVisible() + ": " } ?? "")\(seen).")
    lines += notUnderstood
    lines.append(bold("Verdict: \(outcome.verdict.madeVisible(limit: 600))\(news)"))
    if let since = outcome.since { lines.append(since.madeVisible(limit: 400)) }
    lines += PlanWords.sentences(outcome.advice).prefix(Self.plans).map { "Plan: \($0.madeVisible(limit: 400))" }
    // New findings come first.
    let ranked = FindingRanking(outcome.findings).findings
    let findings = ranked.filter(outcome.isNew) + ranked.filter { !outcome.isNew($0) }
    for finding in findings.prefix(Self.shown) {
      let mark = outcome.isNew(finding) ? "" : " (known)"
      lines.append("  \(tag(finding.severity)) \(finding.message.madeVisible()) \(painted("[\(finding.rule)]", "2"))\(mark)")
    }
    if outcome.findings.count > Self.shown { lines.append("  … and \(outcome.findings.count - Self.shown) more.") }
    lines += stale
    lines.append("Reports in \(outcome.folder.madeVisible()): start with \(outcome.folder.madeVisible())/report.html.")
    return lines.joined(separator: "\n")
  }

  /// The most common events that were not understood, if there are many.
  private var notUnderstood: [String] {
    let count = outcome.unread.reduce(0) { $0 + $1.count }
    guard count * 50 >= outcome.events, count > 0 else { return [] }
    let named = outcome.unread.prefix(Self.shown).map { event in
      "`\(event.event.madeVisible())` \(Wording.count(event.count))" + (event.looksLike.map { " (looks like \($0))" } ?? "")
    }
    let rest = outcome.unread.count > Self.shown ? ", …" : ""
    return ["\(Wording.count(count)) of \(Wording.count(outcome.events, "event")) are not understood: \(named.joined(separator: ", "))\(rest)"]
  }

  /// The number of findings that are not in the baseline.
  private var news: String {
    guard let comparison = outcome.comparison, !outcome.findings.isEmpty else { return "" }
    let new = outcome.newCount(atLeast: .info)
    return
      " \(new == 0 ? "None" : Wording.count(new)) of the findings \(new == 1 ? "is" : "are") new, \(Wording.count(outcome.findings.count - new)) known from \(comparison.file)."
  }

  /// Stale entries of the baseline.
  private var stale: [String] {
    guard let comparison = outcome.comparison, !comparison.stale.isEmpty else { return [] }
    let names = comparison.stale.prefix(Self.shown).map { $0.name.madeVisible() }.joined(separator: ", ")
    let rest = comparison.stale.count > Self.shown ? " and \(comparison.stale.count - Self.shown) more" : ""
    return [
      "\(comparison.file): \(Wording.count(comparison.stale.count, "entry", "entries")) no longer found (\(names)\(rest)); remove "
        + "\(comparison.stale.count == 1 ? "it" : "them"), or rewrite the file with `navaudit baseline`."
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

  /// - Parameter code: the terminal's escape sequence (ECMA-48, SGR).
  private func painted(_ text: String, _ code: String) -> String { inColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}
