import ArgumentParser
import Foundation
import NavigationAudit
import Reporting

/// Options for the output of findings: for people at the terminal, and for other programs.
struct OutcomeOptions: ParsableArguments {
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
  func conclude(_ outcome: AuditOutcome, _ judging: JudgingOptions, allowed: Set<Allowance>, quiet: Bool) throws {
    if let annotations { Terminal.write(annotations.render(outcome.record)) }
    if judging.json {
      Terminal.write(outcome.json + "\n")
    } else if !quiet {
      Terminal.print(OutcomeSummary(outcome, inColor: color.isOn).text)
    }
    if open { Self.open(outcome.folder + "/report.html") }
    guard let failOn = judging.failOn else { return }
    if outcome.newCount(atLeast: failOn) > 0 { throw ExitCode(1) }
    if let reason = outcome.notAssessed, !allowed.contains(.unassessed) {
      throw CommandError("not assessed: \(reason.reason); \(outcome.remedy ?? ""), or pass --allow unassessed")
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
