import ArgumentParser
import Foundation
import NavigationAudit
import Reporting
import UsabilityRules

struct MapStateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Read all events of some users into a state, from which `navaudit reduce` makes reports.",
    discussion: """
      For logs that are spread over machines: each machine maps all events of some users, and one machine reduces the \
      states. The reports are those of \
      `navaudit analyze` on all logs together. The recent part of the log, the halves and the pseudonyms depend on all \
      users, so survey all users first.

        navaudit map part-3.ndjson --bucket 3/64 --survey-only --output 3.survey
        navaudit reduce *.survey --output all.survey.state
        navaudit map part-3.ndjson --bucket 3/64 --survey all.survey.state --output 3.state
        navaudit reduce *.state --output Reports
      """)

  @Argument(
    help: ArgumentHelp(
      "Logs with all events of some users: files, folders (with all their subfolders), or - for standard input.",
      valueName: "log"),
    completion: .file())
  var logs: [String]

  @Option(
    name: [.short, .long], help: ArgumentHelp("File for the result, or - for standard output.", valueName: "file"),
    completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      """
      Bucket of users in the logs, with all their events, such as 3/64: floor(h * 64 / 2^32), where h is the upper \
      half of the user's XXH64 (seed 42).
      """,
      valueName: "number/count"))
  var bucket: Bucket?

  @OptionGroup var rejectedFile: RejectedFileOption
  @OptionGroup var map: MapOption
  @OptionGroup var columns: ColumnsOption
  @OptionGroup var format: FormatOption
  @OptionGroup var allowing: AllowOptions
  @OptionGroup var gap: GapOption
  @OptionGroup var days: TimeZoneOption
  @OptionGroup var groups: GroupOptions
  @OptionGroup var work: WorkerOption
  @OptionGroup var memory: MemoryOption
  @OptionGroup var messages: QuietOption

  @Flag(help: "Write a survey instead of a state: less than half the time, and a few hundred bytes.")
  var surveyOnly = false

  @Option(
    help: ArgumentHelp("Survey of all users (default: assume that these logs hold all users).", valueName: "file"),
    completion: .file())
  var survey: String?

  @Option(
    help: ArgumentHelp(
      """
      Also write a store with the sessions of these users; `report` and `compare` read a folder of such stores as one.
      """,
      valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var store: String?

  func validate() throws {
    if surveyOnly, survey != nil || store != nil {
      throw ValidationError("--survey-only writes a survey; leave --survey and --store out")
    }
    if store != nil, groups.minimumGroup != nil {
      throw ValidationError(
        "--store holds every session of every user, which --minimum-group hides; use only one of them")
    }
  }

  func run() async throws {
    var options = AuditOptions(rejectedFile, map, columns, format, allowing, gap, days, groups, work, memory)
    options.logs = logs
    options.key = AuditOptions.passphrase
    let outcome = try await running(Audit(options), quiet: messages.quiet) {
      [output = StateOutput(output), bucket, survey, store, surveyOnly] in
      if surveyOnly { return try await $0.survey(to: output, bucket: bucket) }
      return try await $0.map(to: output, bucket: bucket, survey: survey, store: store)
    }
    if messages.quiet { return }
    // Standard output may be the result.
    outcome.notes.forEach { Terminal.note("navaudit: \($0)") }
    let sessions = outcome.sessions.map { ", " + Wording.count($0, "session") } ?? ""
    let rejected = outcome.rejectedLines > 0 ? ", \(Wording.count(outcome.rejectedLines, "line")) rejected" : ""
    Terminal.note(
      """
      navaudit: \(Wording.count(outcome.users, "user"))\(sessions), \
      \(Wording.count(outcome.events, "event"))\(rejected); \(Wording.count(outcome.bytes, "byte")) to \(output)
      """)
  }
}

extension Bucket: ExpressibleByArgument {
  public init?(argument: String) { self.init(description: argument) }
}

struct ReduceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reduce",
    abstract: "Merge states and write the reports on all their users; or merge states, or surveys, into one.",
    discussion: """
      States merge in any order and any tree. If the output is *.state or -, a merged state (or survey) is written; \
      otherwise a folder of reports.

        navaudit reduce *.state --output Reports
        navaudit reduce 0*.state --output zeros.state
      """)

  @Argument(
    help: ArgumentHelp(
      "States or surveys: files, or - for standard input. Each holds one or several.", valueName: "state"),
    completion: .file(extensions: ["state"]))
  var states: [String]

  @OptionGroup var rejection: RejectionOption
  @OptionGroup var allowing: AllowOptions

  @Option(
    help: ArgumentHelp(
      "Name of the app map in the reports (default: the name passed to `navaudit map`).", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var map: String?

  @OptionGroup var work: WorkerOption
  @OptionGroup var messages: QuietOption

  @OptionGroup var output: OutputOptions
  @OptionGroup var failing: FailOption
  @OptionGroup var outcomes: OutcomeOptions
  @OptionGroup var rules: RuleOptions

  private var isState: Bool { output.output == "-" || output.output.hasSuffix(".state") }

  func validate() throws {
    if states.isEmpty { throw ValidationError("name a state, or - for standard input") }
  }

  func run() async throws {
    var options = AuditOptions(rejection, allowing, work, failing, outcomes, rules)
    options.map = map
    let quiet = messages.quiet
    let path = output.output
    guard isState else {
      let outcome = try await running(Audit(options), quiet: quiet) { [states] in try await $0.reduce(states, to: path)
      }
      return try outcomes.conclude(outcome, output, options, quiet: quiet)
    }
    let outcome = try await running(Audit(options), quiet: quiet) { [states] in
      try await $0.merge(states, to: StateOutput(path))
    }
    if quiet { return }
    Terminal.note(
      """
      navaudit: \(Wording.count(states.count, "file")) with \(Wording.count(outcome.users, "user")) and \
      \(Wording.count(outcome.events, "event")); \(Wording.count(outcome.bytes, "byte")) to \(path)
      """)
  }
}
