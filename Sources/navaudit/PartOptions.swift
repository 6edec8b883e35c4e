import ArgumentParser
import NavigationAudit
import Reporting
import UsabilityRules

/// Options of the commands that read the logs of some users for later merging.
struct PartOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Logs with all events of some users: files, folders (with all their subfolders), or - for standard input.", valueName: "log"),
    completion: .file())
  var logs: [String]

  @Option(name: [.short, .long], help: ArgumentHelp("File for the result, or - for standard output.", valueName: "file"), completion: .file())
  var output: String

  @Flag(help: "Write one line of base64 instead of bytes.")
  var base64 = false

  @Option(
    help: ArgumentHelp(
      "Bucket of users in the logs, with all their events, such as 3/64: floor(h * 64 / 2^32), where h is the upper half of the user's XXH64 (seed 42).",
      valueName: "number/count"))
  var bucket: Bucket?

  @OptionGroup var fields: FieldOptions

  @OptionGroup var allowing: AllowOptions

  @Option(help: ArgumentHelp("Write rejected lines to this file, with line numbers and reasons.", valueName: "file"), completion: .file())
  var rejected: String?

  @OptionGroup var pseudonyms: KeyOption

  func apply(to options: inout AuditOptions) {
    options.logs = logs
    fields.apply(to: &options)
    options.rejectedFile = rejected
    options.allowed = allowing.allowed
    options.key = pseudonyms.passphrase
  }

  var stateOutput: StateOutput { StateOutput(output, isText: base64) }

  /// Reports the outcome, unless standard output may be the result.
  func conclude(_ outcome: MapOutcome, quiet: Bool) {
    if quiet { return }
    outcome.notes.forEach { Terminal.note("navaudit: \($0)") }
    let sessions = outcome.sessions.map { ", " + Wording.count($0, "session") } ?? ""
    let rejected = outcome.rejectedLines > 0 ? ", \(Wording.count(outcome.rejectedLines, "line")) rejected" : ""
    Terminal.note(
      "navaudit: \(Wording.count(outcome.users, "user"))\(sessions), \(Wording.count(outcome.events, "event"))\(rejected); \(Wording.count(outcome.bytes, "byte")) to \(output)"
    )
  }
}

extension Bucket: ExpressibleByArgument {
  public init?(argument: String) { self.init(description: argument) }
}
