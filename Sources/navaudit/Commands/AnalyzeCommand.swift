import ArgumentParser
import NavigationAudit

struct AnalyzeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Read logs, judge the navigation, write reports.",
    discussion: """
      Writes report.html and report.md with their pictures, a CSV for each table, datapackage.json and navigation.sqlite into the output folder.

        navaudit analyze logs/ --output Reports
        zcat app.ndjson.gz | navaudit analyze - --map navaudit.yml --fail-on error
        navaudit analyze logs/ --annotations github --write sarif=navigation.sarif --write junit=navigation.xml
      """)

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var model: ModelOptions
  @OptionGroup var judging: JudgingOptions
  @OptionGroup var outcomes: OutcomeOptions

  func validate() throws { try outcomes.validate(beside: judging) }

  func run() async throws {
    var options = AuditOptions()
    reading.apply(to: &options)
    model.apply(to: &options)
    judging.apply(to: &options)
    outcomes.apply(to: &options)
    let output = judging.output
    let outcome = try await running(Audit(options), quiet: model.quiet) { try await $0.analyze(output: output) }
    try outcomes.conclude(outcome, judging, quiet: model.quiet)
  }
}
