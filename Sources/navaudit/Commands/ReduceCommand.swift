import ArgumentParser
import Foundation
import NavigationAudit
import Reporting
import UsabilityRules

struct ReduceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reduce",
    abstract: "Merge states and write the reports on all their users; or merge states, or surveys, into one.",
    discussion: """
      States merge in any order and any tree. If the output is *.state or -, a merged state (or survey) is written; otherwise a folder of reports.

        navaudit reduce *.state --output Reports
        navaudit reduce 0*.state --output zeros.state
        cat states.base64 | navaudit reduce - --output Reports
      """)

  @Argument(
    help: ArgumentHelp("States or surveys: files, or - for standard input. Each holds one or several.", valueName: "state"),
    completion: .file(extensions: ["state"]))
  var states: [String]

  @Flag(help: "Write a state as one line of base64 instead of bytes.")
  var base64 = false

  @Option(
    help: ArgumentHelp("Largest share of rejected lines that is accepted (default: 5%).", valueName: "percentage"),
    transform: Percentage.value(of: "--max-rejected"))
  var maxRejected: Percentage?

  @OptionGroup var allowing: AllowOptions

  @Option(
    help: ArgumentHelp("Name of the app map in the reports (default: the name passed to `navaudit map`).", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var map: String?

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("How many tasks work side by side; more than four per core count as four.", valueName: "count"))
  var workers: Int = ProcessInfo.processInfo.activeProcessorCount

  @Flag(name: [.short, .long], help: "Print errors only.")
  var quiet = false

  @OptionGroup var judging: JudgingOptions
  @OptionGroup var outcomes: OutcomeOptions

  private var isState: Bool { judging.output == "-" || judging.output.hasSuffix(".state") }

  func validate() throws {
    if states.isEmpty { throw ValidationError("name a state, or - for standard input") }
    guard (1...1024).contains(workers) else { throw ValidationError("--workers takes a count from 1 to 1024, not \(workers)") }
    if base64, !isState { throw ValidationError("--base64 is for states; name one with --output, such as all.state or -") }
    try outcomes.validate(beside: judging)
  }

  func run() async throws {
    var options = AuditOptions()
    if let maxRejected { options.maxRejected = maxRejected.share }
    options.allowed = allowing.allowed
    options.workers = workers
    options.map = map
    judging.apply(to: &options)
    outcomes.apply(to: &options)
    let output: ReduceOutput = isState ? .state(StateOutput(judging.output, isText: base64)) : .reports(judging.output)
    let files = states
    switch try await running(Audit(options), quiet: quiet, { try await $0.reduce(files, to: output) }) {
    case .reports(let outcome): try outcomes.conclude(outcome, judging, allowed: allowing.allowed, quiet: quiet)
    case .state(let files, let users, let events, let bytes):
      if quiet { return }
      Terminal.note(
        "navaudit: \(Wording.count(files, "file")) with \(Wording.count(users, "user")) and \(Wording.count(events, "event")); \(Wording.count(bytes, "byte")) to \(judging.output)"
      )
    }
  }
}
