import ArgumentParser
import NavigationAudit

struct AnalyzeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Analyze logs and write reports.",
    discussion: """
      Writes report.html and report.md with their pictures, a CSV for each table, datapackage.json and \
      navigation.sqlite into the output folder.

        navaudit analyze logs/ --output Reports --open
        navaudit analyze logs/ --output Reports --since last-week/
        zcat app.ndjson.gz | navaudit analyze - --map navaudit.yml --fail-on error
        navaudit analyze logs/ --annotations github --write sarif=navigation.sarif,junit=navigation.xml
      """)

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var fields: FieldOptions
  @OptionGroup var rejection: RejectionOption
  @OptionGroup var allowing: AllowOptions
  @OptionGroup var pseudonyms: KeyOption
  @OptionGroup var model: ModelOptions
  @OptionGroup var scope: ScopeOptions

  @Flag(
    help:
      "Leave no store beside the reports: takes 20% to 40% less time, and `report` and SQL have nothing to read later.")
  var noStore = false

  @OptionGroup var outcomes: OutcomeOptions
  @OptionGroup var rules: RuleOptions

  func validate() throws {
    if noStore, scope.sessions {
      throw ValidationError("--sessions is made from the store, which --no-store leaves out; use only one of them")
    }
  }

  func run() async throws {
    var options = AuditOptions(reading, fields, rejection, allowing, pseudonyms, model, scope, outcomes, rules)
    options.store = noStore ? .leftAlone : .written
    let output = outcomes.output
    let outcome = try await running(Audit(options), quiet: model.quiet) { try await $0.analyze(output: output) }
    try outcomes.conclude(outcome, options, quiet: model.quiet)
  }
}
