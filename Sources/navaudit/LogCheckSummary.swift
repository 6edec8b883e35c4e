import NavigationAudit
import Reporting
import UsabilityRules

/// What `check-log` says on the terminal.
struct LogCheckSummary {
  private let outcome: LogCheckOutcome
  private let logs: [String]

  /// The number of lines that are named for a problem.
  private static let shownLines = 5
  private static let shownKinds = 12

  init(_ outcome: LogCheckOutcome, logs: [String]) { (self.outcome, self.logs) = (outcome, logs) }

  var text: String {
    let counts = [Wording.count(outcome.events, "event"), Wording.count(outcome.users, "user"), Wording.count(outcome.sessions, "session")]
    let names = logs.map { $0 == "-" ? "standard input" : $0.madeVisible() }.joined(separator: ", ")
    var lines = outcome.notes.map { $0.madeVisible() } + ["\(names): \(counts.joined(separator: ", "))"]
    if !outcome.kinds.isEmpty { lines.append("Read: \(list(outcome.kinds))") }
    if !outcome.unread.isEmpty { lines.append("Not understood, and left out: \(list(outcome.unread))") }
    lines.append(outcome.answers.isEmpty ? "A report could tell nothing from it." : "A report could tell: \(outcome.answers.joined(separator: ", ")).")
    if !outcome.lacks.isEmpty { lines.append("It could not tell:") }
    lines += outcome.lacks.map { "  \($0.topic): \($0.remedy)" }
    lines.append("")
    let files = Set(outcome.problems.flatMap { $0.lines.map(\.file) } + outcome.actions.flatMap { $0.lines.map(\.file) })
    lines += outcome.problems.map { Self.text($0, inOneFile: files.count <= 1) }
    lines.append(outcome.problems.isEmpty ? "No problems found." : "\(Wording.count(outcome.problems.count, "problem")).")
    return (lines + actions(inOneFile: files.count <= 1)).joined(separator: "\n")
  }

  /// `line 14, 17 and 3 more: what was found [check]`, and what to do.
  static func text(_ problem: LogCheckOutcome.Problem, inOneFile: Bool) -> String {
    "\(places(problem.lines, inOneFile: inOneFile)): \(problem.what.madeVisible(limit: 400)) [\(problem.check)]\n  Fix: \(problem.fix.madeVisible(limit: 400))"
  }

  private static func places(_ lines: [LogCheckOutcome.Line], inOneFile: Bool) -> String {
    let shown = lines.prefix(shownLines).map { inOneFile ? "\($0.line)" : "\($0.file.madeVisible()):\($0.line)" }.joined(separator: ", ")
    let rest = lines.count > shownLines ? " and \(Wording.count(lines.count - shownLines)) more" : ""
    return (inOneFile ? lines.count == 1 ? "line " : "lines " : "") + shown + rest
  }

  private func list(_ kinds: [(event: String, count: Int)]) -> String {
    let shown = kinds.prefix(Self.shownKinds).map { "\($0.event.madeVisible(limit: 60)) \(Wording.count($0.count))" }.joined(separator: ", ")
    return shown + (kinds.count > Self.shownKinds ? " and \(kinds.count - Self.shownKinds) more kinds" : "")
  }

  private func actions(inOneFile: Bool) -> [String] {
    if outcome.actions.isEmpty { return [] }
    let arrived = outcome.actions.count { $0.state == .arrived }
    let width = outcome.actions.map(\.text.count).max() ?? 0
    return ["", "\(arrived) of \(Wording.count(outcome.actions.count, "action")) arrived:"]
      + outcome.actions.map { action in
        let places = action.lines.isEmpty ? "" : " (\(Self.places(action.lines, inOneFile: inOneFile)))"
        let padding = String(repeating: " ", count: width - action.text.count)
        let details = action.details.isEmpty ? "" : ": \(action.details.madeVisible(limit: 200))"
        return "  \(action.number < 10 ? " " : "")\(action.number) \(action.text.madeVisible())\(padding)  \(action.state.rawValue)\(details)\(places)"
      }
  }
}
