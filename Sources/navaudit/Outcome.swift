import ArgumentParser
import Foundation
import NavigationAudit
import Reporting
import UsabilityRules

/// The reports, for people.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.short, .long], help: ArgumentHelp("Folder for the reports.", valueName: "folder"), completion: .directory)
  var output = "Reports"

  @Flag(help: "Open report.html in the browser.")
  var open = false

  /// Opens a file in the system's default program, if that is wanted. If there is none, the run has succeeded anyway.
  func show(_ file: String) {
    guard open else { return }
    #if os(macOS)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, URL(fileURLWithPath: file).path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      process.waitUntilExit()
      if process.terminationStatus != 0 {
        Terminal.note("navaudit: \(file): `\(program)` cannot open it; open it manually")
      }
    } catch {
      Terminal.note("navaudit: \(file): `\(program)` cannot be run; open it manually")
    }
  }
}

struct FailOption: RunOptions {
  @Option(
    help: ArgumentHelp("Exit with status 1 if there are findings of this severity or above.", valueName: "severity"))
  var failOn: Severity?

  func apply(to options: inout AuditOptions) { options.failOn = failOn }
}

/// The outcome for other programs.
struct OutcomeOptions: RunOptions {
  @Option(
    help: ArgumentHelp(
      "Known findings, which do not count for --fail-on (`--write baseline=FILE` makes it).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Flag(help: "Print the outcome as JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      """
      Write the findings for other programs as sarif or junit, or as known findings for --baseline, such as \
      sarif=findings.sarif,baseline=known.json.
      """,
      valueName: "format=file"),
    transform: {
      try $0.split(separator: ",", omittingEmptySubsequences: false).map { try Self.findingsOutput(String($0)) }
    })
  var write: [[FindingsOutput]] = []

  func validate() throws {
    var files = Set<String>()
    for output in write.joined() where !files.insert(output.file).inserted {
      throw ValidationError("--write names \(output.file) twice; name a file for each format")
    }
  }

  func apply(to options: inout AuditOptions) {
    options.baseline = baseline
    options.findingsOutputs = Array(write.joined())
  }

  /// `sarif=findings.sarif`
  private static func findingsOutput(_ argument: String) throws -> FindingsOutput {
    let formats = FindingsFormat.all
    let known = formats.map(\.name).joined(separator: ", ")
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, parts[1] != "-" else {
      throw ValidationError(
        "--write takes a format and a file, as in sarif=findings.sarif, not `\(argument)`; formats: \(known)")
    }
    guard let format = formats.first(where: { $0.name == parts[0] }) else {
      throw ValidationError("unknown format `\(parts[0])`; --write knows \(known)")
    }
    return FindingsOutput(format, file: String(parts[1]))
  }

  /// Shows the outcome of a run and exits with its status.
  func conclude(_ outcome: AuditOutcome, _ output: OutputOptions, _ options: AuditOptions, quiet: Bool) throws {
    if json {
      Terminal.write(outcome.json + "\n")
    } else if !quiet {
      Terminal.print(outcome.summary(inColor: Terminal.hasColor), isDone: true)
    }
    output.show(outcome.folder + "/report.html")
    guard let failOn = options.failOn else { return }
    if outcome.newCount(atLeast: failOn) > 0 { throw ExitCode(1) }
    if let reason = outcome.notAssessed, !options.allowed.contains(.unassessed) {
      throw AuditError.notAssessed(reason)
    }
  }
}

extension AuditError {
  /// That `--fail-on` was asked of what cannot be judged.
  /// - Parameter side: of a comparison.
  static func notAssessed(_ why: ReportContents.NotAssessed, of side: String? = nil) -> AuditError {
    AuditError(
      """
      not assessed: \(side.map { "\($0): " } ?? "")\(why.reason.plain); \(why.remedy.plain), or pass --allow unassessed
      """)
  }
}

extension AuditOutcome {
  /// The number of kinds of events, and of stale entries of the baseline, that are named.
  private static var shown: Int { 5 }

  /// The summary of a run on the terminal, in lines of at most 100 columns: how the log was read, the verdict, what to
  /// do first, and the paths of the files.
  fileprivate func summary(inColor: Bool) -> String {
    var lines = notes.map { $0.madeVisible().wrapped() }
    let seen =
      "\(Wording.count(users, "user")), \(Wording.count(sessions, "session")), \(Wording.count(events, "event"))"
    lines.append("\(app.map { $0.madeVisible() + ": " } ?? "")\(seen).".wrapped())
    if let reading { lines.append(reading.madeVisible().wrapped()) }
    lines += notUnderstood
    lines.append("Verdict: \(verdict.madeVisible(limit: 600))\(news)".wrapped().painted(1, if: inColor))
    if let since { lines.append(since.madeVisible(limit: 400).wrapped()) }
    lines += actions(inColor: inColor)
    lines += stale
    lines.append("Reports in \(folder.madeVisible()): start with \(folder.madeVisible())/report.html.")
    return lines.joined(separator: "\n")
  }

  /// The first actions, those with new findings before the others; if there are none, the sentences of the plan.
  private func actions(inColor: Bool) -> [String] {
    let all = contents.actions
    let urgent = ActionList.leading(all)
    let ordered = urgent.filter(isNew) + urgent.filter { !isNew($0) }
    var lines: [String] = []
    for (index, action) in ordered.prefix(ActionList.first).enumerated() {
      let mark = isNew(action) || action.findings.isEmpty ? "" : " (known)"
      let fact = action.fact.isEmpty ? "" : action.fact.plain + " "
      lines.append(
        "  \(index + 1). \((fact + action.what.plain).madeVisible().wrapped(indent: 5).painted(1, if: inColor))\(mark)")
      lines.append(
        "     " + (action.facts.joined(separator: "; ") + ".").madeVisible().wrapped(indent: 5).painted(2, if: inColor))
    }
    let rest = ordered.count - min(ordered.count, ActionList.first)
    let notes = all.count - urgent.count
    let more = [
      rest > 0 ? Wording.count(rest, "more change") : nil,
      notes > 0 ? "\(Wording.count(notes)) good to know" : nil,
    ].compactMap(\.self)
    if !more.isEmpty {
      lines.append("  \(lines.isEmpty ? "In the report: " : "… and in the report: ")\(Wording.list(more)).")
    }
    // Without a verdict there is one thing to do, and it is said.
    if let reason = advice.noPlan, notAssessed == nil {
      lines.append(reason.sentence.plain.madeVisible(limit: 400).wrapped())
    }
    return lines
  }

  /// Whether an action is about a finding that is not in the baseline; without a baseline, all are new.
  private func isNew(_ action: Action) -> Bool { comparison == nil || action.findings.contains(where: isNew) }

  /// The most common events that were not understood, if there are many.
  private var notUnderstood: [String] {
    let unread = unread.filter { !$0.isSomethingElse }
    let count = unread.reduce(0) { $0 + $1.count }
    guard count * 50 >= events, count > 0 else { return [] }
    let named = unread.prefix(Self.shown).map { event in
      "`\(event.event.madeVisible())` \(Wording.count(event.count))"
        + (event.likelyKind.map { " (looks like \($0))" } ?? "")
    }
    let rest = unread.count > Self.shown ? ", …" : ""
    return [
      """
      \(Wording.count(count)) of \(Wording.count(events, "event")) are not understood: \
      \(named.joined(separator: ", "))\(rest)
      """
      .wrapped()
    ]
  }

  /// The number of findings that are not in the baseline.
  private var news: String {
    guard let comparison, !findings.isEmpty else { return "" }
    let new = newCount(atLeast: .info)
    return
      """
       \(new == 0 ? "None" : Wording.count(new)) of the findings \(new == 1 ? "is" : "are") new, \
      \(Wording.count(findings.count - new)) known from \(comparison.file).
      """
  }

  /// Stale entries of the baseline.
  private var stale: [String] {
    guard let comparison, !comparison.stale.isEmpty else { return [] }
    let names = comparison.stale.prefix(Self.shown).map { $0.name.madeVisible() }.joined(separator: ", ")
    let rest = comparison.stale.count > Self.shown ? " and \(comparison.stale.count - Self.shown) more" : ""
    return [
      """
      \(comparison.file): \(Wording.count(comparison.stale.count, "entry", "entries")) no longer found \
      (\(names)\(rest)); remove \(comparison.stale.count == 1 ? "it" : "them"), or write the file again with \
      `--write baseline=FILE`.
      """.wrapped()
    ]
  }
}
