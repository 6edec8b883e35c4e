import ArgumentParser
import NavigationAudit

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write reports from a store, with its own app map and session gap or with others.",
    discussion: "  navaudit report app.sqlite --map navaudit.yml --output Reports")

  @Argument(help: "The store.", completion: .file(extensions: ["sqlite"]))
  var store: String

  @OptionGroup var model: ModelOptions
  @OptionGroup var judging: JudgingOptions
  @OptionGroup var outcomes: OutcomeOptions

  func validate() throws { try outcomes.validate(beside: judging) }

  func run() async throws {
    var options = AuditOptions()
    model.apply(to: &options)
    judging.apply(to: &options)
    outcomes.apply(to: &options)
    let (path, output) = (store, judging.output)
    let outcome = try await running(Audit(options), quiet: model.quiet) { try await $0.report(on: path, output: output) }
    try outcomes.conclude(outcome, judging, quiet: model.quiet)
  }
}
