import ArgumentParser
import NavigationAudit
import Reporting
import UsabilityRules

struct IngestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingest",
    abstract: "Add logs to a store.",
    discussion: """
      Files already in the store are skipped; a session that continues in the next file becomes one session.

        navaudit ingest logs/2026-03-01.ndjson.gz --store app.sqlite
        navaudit report --store app.sqlite --output Reports
      """)

  @OptionGroup var input: LogArguments
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var model: ModelOptions

  @Option(help: ArgumentHelp("Store; created if it does not exist.", valueName: "file"), completion: .file(extensions: ["sqlite"]))
  var store = Audit.storeName

  func run() async throws {
    var options = AuditOptions()
    options.logs = input.logs
    reading.apply(to: &options)
    model.apply(to: &options)
    let path = store
    let outcome = try await running(Audit(options), quiet: model.quiet) { try await $0.ingest(into: path) }
    if model.quiet { return }
    outcome.notes.forEach { Terminal.print($0) }
    let known = outcome.known > 0 ? " (\(Wording.count(outcome.known, "file")) already in it)" : ""
    Terminal.print("\(path): \(Wording.count(outcome.events, "event")) from \(Wording.count(outcome.files, "file")) added\(known).")
  }
}
