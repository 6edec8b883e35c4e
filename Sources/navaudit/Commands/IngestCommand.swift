import ArgumentParser
import NavigationAudit
import Reporting
import UsabilityRules

struct IngestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingest",
    abstract: "Read logs into a store, for reports later on.",
    discussion: """
      A file that the store holds already changes nothing; a session that goes on in the next file becomes one session.

        navaudit ingest --store app.sqlite logs/2026-03-01.ndjson.gz
        navaudit report app.sqlite --output Reports
      """)

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var model: ModelOptions

  @Option(help: ArgumentHelp("The store; made where there is none.", valueName: "file"), completion: .file(extensions: ["sqlite"]))
  var store = Audit.storeName

  func run() async throws {
    var options = AuditOptions()
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
