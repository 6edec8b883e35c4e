import NavigationAudit
import Reporting
import UsabilityRules

/// The summary of a comparison on the terminal.
struct ComparisonSummary {
  private let outcome: ComparisonOutcome
  private let inColor: Bool

  /// The number of measures and findings shown for a pair.
  private static let shown = 5

  init(_ outcome: ComparisonOutcome, inColor: Bool) {
    self.outcome = outcome
    self.inColor = inColor
  }

  var text: String {
    var lines = outcome.contents.notes.map { $0.madeVisible().wrapped() }
    for pair in outcome.contents.pairs { lines += self.lines(pair) }
    if !outcome.contents.isExperiment { lines.append("Observational: a difference is a reason to investigate, not proof of a cause.") }
    lines.append("Reports in \(outcome.folder.madeVisible()): start with \(outcome.folder.madeVisible())/comparison.html.")
    return lines.joined(separator: "\n")
  }

  private func lines(_ pair: ComparisonContents.Pair) -> [String] {
    let found = [ChangeVerdict.worse, .better, .changed].filter { pair.count($0) > 0 }.map { "\(Wording.count(pair.count($0))) \($0.words)" }
    let headline = found.isEmpty ? "nothing is certainly different" : Wording.list(found)
    var lines = [
      ("\(pair.after.label.madeVisible()) (\(Wording.count(pair.after.users, "user"))) next to \(pair.before.label.madeVisible()) (\(Wording.count(pair.before.users, "user"))): "
        + "\(headline).").wrapped()
    ]
    for check in pair.checks where check.outcome == .warning || check.outcome == .allowed {
      lines.append("  " + "note: \(check.message.madeVisible()) [\(check.id)]".wrapped(indent: 4))
    }
    for verdict in [ChangeVerdict.worse, .better] {
      let figures = pair.figures.filter { $0.verdict == verdict }.sorted { ($0.pAdjusted ?? 1) < ($1.pAdjusted ?? 1) }
      for figure in figures.prefix(Self.shown) { lines.append("  \(tag(verdict)) \(figure.sentence.madeVisible().wrapped(indent: 9))") }
      if figures.count > Self.shown { lines.append("  … and \(figures.count - Self.shown) more \(verdict.words).") }
    }
    for moved in pair.moved where moved.kind != .all {
      let saved = [("predicted", moved.predicted), ("observed", moved.observed)].compactMap { word, value in
        value.map { "\(word) \(Wording.oneDecimal($0.value).replacing("-", with: "−"))" }
      }
      let verdict = moved.verdict.map { " (\($0.rawValue))" } ?? ""
      let (before, after) = (moved.containerBefore.madeVisible(), moved.containerAfter.madeVisible())
      let line = "moved: \(moved.name.madeVisible()), \(before) → \(after): taps saved per 100 sessions: \(saved.joined(separator: ", "))\(verdict)"
      lines.append("  " + line.wrapped(indent: 4))
    }
    let new = pair.findings.filter { $0.kind == .new }
    let gone = pair.findings.count { $0.kind == .gone }
    lines.append("  Findings: \(new.count) new, \(gone) gone.")
    for change in new.prefix(Self.shown) {
      if let finding = change.after {
        lines.append("  " + "new \(finding.severity.rawValue): \(finding.message.madeVisible()) [\(finding.rule)]".wrapped(indent: 4))
      }
    }
    let others = [ChangeVerdict.same, .unsure, .notApplicable].map { "\(Wording.count(pair.count($0))) \($0.words)" }.joined(separator: ", ")
    lines.append("  Of \(Wording.count(pair.judged, "judged measure")): \(others).")
    return lines
  }

  private func tag(_ verdict: ChangeVerdict) -> String {
    let word = verdict == .worse ? "worse " : "better"
    return inColor ? "\u{1B}[\(verdict == .worse ? 31 : 32)m\(word)\u{1B}[0m" : word
  }
}
