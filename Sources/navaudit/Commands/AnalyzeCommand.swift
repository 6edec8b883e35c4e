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
      """)

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var model: ModelOptions
  @OptionGroup var judging: JudgingOptions

  func run() async throws {
    var options = AuditOptions()
    reading.apply(to: &options)
    model.apply(to: &options)
    judging.apply(to: &options)
    let output = judging.output
    let outcome = try await running(Audit(options), quiet: model.quiet) { try await $0.analyze(output: output) }
    try judging.conclude(outcome, quiet: model.quiet)
  }
}
