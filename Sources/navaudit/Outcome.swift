import ArgumentParser
import Foundation
import NavigationAudit
import Reporting
import UsabilityRules

/// Options for the output of findings: for people at the terminal, and for other programs.
struct OutcomeOptions: RunOptions {
  @Option(
    help: ArgumentHelp(
      "Write the findings for other programs as codequality (GitLab), junit or sarif, such as sarif=findings.sarif,junit=findings.xml.",
      valueName: "format=file"),
    transform: Self.outputs)
  var write: [[FindingsOutput]] = []

  @Option(
    help: ArgumentHelp("Print findings as annotations of a CI system: github. Skips findings listed in --baseline.", valueName: "system"),
    completion: .list(FindingsFormat.all(for: .jobOutput).map(\.name)), transform: Self.annotationFormat)
  var annotations: FindingsFormat?

  @Option(
    help: ArgumentHelp(
      "Color the summary: auto, always or never. auto: on a terminal, unless NO_COLOR is set.", valueName: "when"))
  var color = ColorChoice.auto

  @Flag(help: "Open report.html in the browser.")
  var open = false

  /// - Throws: if two outputs go to the same path.
  func validate(beside judging: JudgingOptions) throws {
    if annotations != nil, judging.json { throw ValidationError("--annotations and --json both write to standard output; use only one of them") }
    var files = Set<String>()
    for output in write.joined() where !files.insert(output.file).inserted {
      throw ValidationError("--write names \(output.file) twice; name a file for each format")
    }
  }

  func apply(to options: inout AuditOptions) { options.findingsOutputs = Array(write.joined()) }

  /// `sarif=findings.sarif,junit=findings.xml`
  private static func outputs(_ argument: String) throws -> [FindingsOutput] {
    try argument.split(separator: ",", omittingEmptySubsequences: false).map { try output(String($0)) }
  }

  private static func output(_ argument: String) throws -> FindingsOutput {
    let known = FindingsFormat.all(for: .file).map(\.name).joined(separator: ", ")
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, parts[1] != "-" else {
      throw ValidationError("--write takes a format and a file, as in sarif=findings.sarif, not `\(argument)`; formats: \(known)")
    }
    guard let format = FindingsFormat.format(String(parts[0]), for: .file) else {
      throw ValidationError("unknown format `\(parts[0])`; --write knows \(known)")
    }
    return FindingsOutput(format, file: String(parts[1]))
  }

  private static func annotationFormat(_ name: String) throws -> FindingsFormat {
    guard let format = FindingsFormat.format(name, for: .jobOutput) else {
      let known = FindingsFormat.all(for: .jobOutput).map(\.name).joined(separator: ", ")
      throw ValidationError("unknown CI system `\(name)`; --annotations knows \(known)")
    }
    return format
  }

  /// Opens a file in the system's default program. If there is none, the run has succeeded anyway.
  private static func open(_ file: String) {
    #if os(macOS)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, URL(fileURLWithPath: file).path]
    (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice)
    do {
      try process.run()
      process.waitUntilExit()
      if process.terminationStatus != 0 { Terminal.note("navaudit: \(file): `\(program)` cannot open it; open it manually") }
    } catch {
      Terminal.note("navaudit: \(file): `\(program)` cannot be run; open it manually")
    }
  }

  /// Shows the outcome of a run and exits with its status.
  func conclude(_ outcome: AuditOutcome, _ judging: JudgingOptions, _ options: AuditOptions, quiet: Bool) throws {
    if let annotations { Terminal.write(annotations.render(outcome.record)) }
    if judging.json {
      Terminal.write(outcome.json + "\n")
    } else if !quiet {
      Terminal.print(OutcomeSummary(outcome: outcome, inColor: color.isOn).text)
    }
    if open { Self.open(outcome.folder + "/report.html") }
    guard let failOn = judging.failOn else { return }
    if outcome.newCount(atLeast: failOn) > 0 { throw ExitCode(1) }
    if let reason = outcome.notAssessed, !options.allowed.contains(.unassessed) {
      throw AuditError("not assessed: \(reason.reason); \(outcome.remedy ?? ""), or pass --allow unassessed")
    }
  }
}

/// When to write in color.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  var isOn: Bool {
    switch self {
    case .auto: Terminal.hasColor
    case .always: true
    case .never: false
    }
  }
}

/// The summary of a run on the terminal, in lines of at most 100 columns: how the log was read, the verdict, what to do first, and the paths of the files.
struct OutcomeSummary {
  let outcome: AuditOutcome
  let inColor: Bool

  /// The number of kinds of events, and of stale entries of the baseline, that are named.
  private static let shown = 5

  var text: String {
    var lines = outcome.notes.map { $0.madeVisible().wrapped() }
    let seen =
      "\(Wording.count(outcome.users, "user")), \(Wording.count(outcome.sessions, "session")), \(Wording.count(outcome.events, "event"))"
    lines.append("\(outcome.app.map { $0.madeVisible() + ": " } ?? "")\(seen).".wrapped())
    if let reading = outcome.reading { lines.append(reading.madeVisible().wrapped()) }
    lines += notUnderstood
    lines.append(bold("Verdict: \(outcome.verdict.madeVisible(limit: 600))\(news)".wrapped()))
    if let since = outcome.since { lines.append(since.madeVisible(limit: 400).wrapped()) }
    lines += actions
    lines += stale
    lines.append("Reports in \(outcome.folder.madeVisible()): start with \(outcome.folder.madeVisible())/report.html.")
    return lines.joined(separator: "\n")
  }

  /// The first actions, those with new findings before the others; if there are none, the sentences of the plan.
  private var actions: [String] {
    let all = outcome.contents.actions
    let urgent = all.filter { $0.urgency != .goodToKnow }
    let ordered = urgent.filter(isNew) + urgent.filter { !isNew($0) }
    var lines: [String] = []
    for (index, action) in ordered.prefix(ActionList.first).enumerated() {
      let mark = isNew(action) || action.findings.isEmpty ? "" : " (known)"
      lines.append("  \(index + 1). \(bold(action.what.madeVisible().wrapped(indent: 5)))\(mark)")
      lines.append("     " + painted((action.facts.joined(separator: "; ") + ".").madeVisible().wrapped(indent: 5), "2"))
    }
    let rest = all.count - min(ordered.count, ActionList.first)
    if rest > 0 { lines.append("  … and \(Wording.count(rest)) more in the report.") }
    if let reason = outcome.advice.noPlan { lines.append(reason.sentence.madeVisible(limit: 400).wrapped()) }
    return lines
  }

  /// Whether an action is about a finding that is not in the baseline; without a baseline, all are new.
  private func isNew(_ action: Action) -> Bool { outcome.comparison == nil || action.findings.contains(where: outcome.isNew) }

  /// The most common events that were not understood, if there are many.
  private var notUnderstood: [String] {
    let count = outcome.unread.reduce(0) { $0 + $1.count }
    guard count * 50 >= outcome.events, count > 0 else { return [] }
    let named = outcome.unread.prefix(Self.shown).map { event in
      "`\(event.event.madeVisible())` \(Wording.count(event.count))" + (event.looksLike.map { " (looks like \($0))" } ?? "")
    }
    let rest = outcome.unread.count > Self.shown ? ", …" : ""
    return [
      "\(Wording.count(count)) of \(Wording.count(outcome.events, "event")) are not understood: \(named.joined(separator: ", "))\(rest)".wrapped()
    ]
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
      ("\(comparison.file): \(Wording.count(comparison.stale.count, "entry", "entries")) no longer found (\(names)\(rest)); remove "
        + "\(comparison.stale.count == 1 ? "it" : "them"), or rewrite the file with `navaudit baseline`.").wrapped()
    ]
  }

  private func bold(_ text: String) -> String { painted(text, "1") }

  /// - Parameter code: the terminal's escape sequence (ECMA-48, SGR).
  private func painted(_ text: String, _ code: String) -> String { inColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}
