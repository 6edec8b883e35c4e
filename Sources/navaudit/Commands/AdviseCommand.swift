import ArgumentParser
import NavigationAudit
import Reporting

struct AdviseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "Print the plan: which changes of the navigation save people the most taps.",
    discussion: """
      Writes entries.csv, plans.csv and moves.csv into the output folder. Takes logs or a store.

        navaudit advise logs/ --output Reports
        navaudit advise --store app.sqlite
      """)

  @Argument(
    help: ArgumentHelp("Logs: files, folders (with all their subfolders), or - for standard input; or one store.", valueName: "log"), completion: .file())
  var logs: [String] = []

  @Option(help: ArgumentHelp("Take the sessions of this store instead of logs.", valueName: "file"), completion: .file(extensions: ["sqlite"]))
  var store: String?

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var model: ModelOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("Folder for the tables.", valueName: "folder"), completion: .directory)
  var output = "Reports"

  func validate() throws {
    if logs.isEmpty, store == nil { throw ValidationError("name logs, or a store: --store Reports/navigation.sqlite") }
    if !logs.isEmpty, store != nil { throw ValidationError("name logs or a store, not both") }
  }

  func run() async throws {
    var options = AuditOptions()
    options.logs = store.map { [$0] } ?? logs
    reading.apply(to: &options)
    model.apply(to: &options)
    let output = output
    let outcome = try await running(Audit(options), quiet: model.quiet) { try await $0.advise(output: output) }
    var lines = outcome.notes.map { $0.madeVisible() }
    for sentence in PlanWords.sentences(outcome.advice) { lines.append(sentence.madeVisible(limit: 400)) }
    lines += outcome.advice.remarks.map { $0.madeVisible(limit: 400) }
    lines.append("Tables in \(outcome.folder): \(outcome.files.joined(separator: ", ")).")
    Terminal.print(lines.joined(separator: "\n"))
  }
}
