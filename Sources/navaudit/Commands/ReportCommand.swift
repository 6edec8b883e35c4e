import ArgumentParser
import NavigationAudit

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write reports from a store: with its own app map and session limits, or with new ones.",
    discussion: """
      Several stores in a folder, as `navaudit map --store` writes them, are read as one.

        navaudit report --store app.sqlite --map navaudit.yml --output Reports
        navaudit report parts/ --output Reports
      """)

  @OptionGroup var input: StoreArgument

  @OptionGroup var model: ModelOptions

  @OptionGroup var allowing: AllowOptions
  @OptionGroup var period: PeriodOptions
  @OptionGroup var days: TimeZoneOption
  @OptionGroup var details: DetailOptions
  @OptionGroup var judging: JudgingOptions
  @OptionGroup var outcomes: OutcomeOptions

  func validate() throws { try outcomes.validate(beside: judging) }

  func run() async throws {
    var options = AuditOptions()
    model.apply(to: &options)
    options.timeZone = days.timeZone
    period.apply(to: &options)
    details.apply(to: &options)
    judging.apply(to: &options)
    outcomes.apply(to: &options)
    let (path, output) = (input.path, judging.output)
    let outcome = try await running(Audit(options), quiet: model.quiet) { try await $0.report(on: path, output: output) }
    try outcomes.conclude(outcome, judging, allowed: allowing.allowed, quiet: model.quiet)
  }
}
