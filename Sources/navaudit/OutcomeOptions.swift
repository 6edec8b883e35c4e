import ArgumentParser
import Foundation
import NavigationAudit
import Reporting

/// Options that say how a run's findings are handed on: to people at the terminal, and to other programs.
struct OutcomeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the findings for other programs: codequality (GitLab), junit or sarif, as in sarif=findings.sarif; may be repeated.",
      valueName: "format=file"),
    transform: Self.output)
  var write: [FindingsOutput] = []

  @Option(
    help: ArgumentHelp("Write findings to standard output as annotations of a CI system: github. Not those of --baseline.", valueName: "system"),
    completion: .list(FindingsFormat.all(for: .jobOutput).map(\.name)), transform: Self.annotationFormat)
  var annotations: FindingsFormat?

  @Option(
    help: ArgumentHelp(
      "Whether the summary is in colour: auto, always or never. auto: on a terminal, unless NO_COLOR is set.", valueName: "when"))
  var color = ColorChoice.auto

  /// - Throws: where two things would be written to one place.
  func validate(beside judging: JudgingOptions) throws {
    if annotations != nil, judging.json { throw ValidationError("--annotations and --json both write to standard output; leave one of them out") }
    var files = Set<String>()
    for output in write where !files.insert(output.file).inserted {
      throw ValidationError("--write names \(output.file) twice; name a file for each format")
    }
  }

  func apply(to options: inout AuditOptions) { options.findingsOutputs = write }

  /// `sarif=findings.sarif`
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

  /// Shows what came of a run and ends with the status that it calls for.
  func conclude(_ outcome: AuditOutcome, _ judging: JudgingOptions, quiet: Bool) throws {
    if let annotations { Terminal.write(annotations.render(outcome.record)) }
    if judging.json {
      Terminal.print(outcome.json)
    } else if !quiet {
      Terminal.print(OutcomeSummary(outcome, inColor: color.isOn).text)
    }
    if let failOn = judging.failOn, outcome.newCount(atLeast: failOn) > 0 { throw ExitCode(1) }
  }
}

/// When to write in colour.
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
