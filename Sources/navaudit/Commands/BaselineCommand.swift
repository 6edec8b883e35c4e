import ArgumentParser
import NavigationAudit
import UsabilityRules

struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Write down the findings of a store as known, so that only new ones count.",
    discussion: """
      The file holds rules and subjects, no numbers: keep it beside the code. With --baseline, only findings that are not in it count for --fail-on.

        navaudit baseline Reports/navigation.sqlite
        navaudit analyze logs/ --baseline navaudit-baseline.json --fail-on warning
      """)

  @Argument(help: "The store.", completion: .file(extensions: ["sqlite"]))
  var store: String

  @OptionGroup var model: ModelOptions

  @Option(
    name: [.short, .long], help: ArgumentHelp("The file of the baseline.", valueName: "file"), completion: .file(extensions: ["json"]))
  var output = Baseline.fileName

  func run() async throws {
    var options = AuditOptions()
    model.apply(to: &options)
    let path = store
    let findings = try await running(Audit(options), quiet: model.quiet) { try await $0.findings(of: path) }
    let baseline = Baseline(of: findings)
    try baseline.write(to: output)
    if !model.quiet { Terminal.print("\(output): \(Wording.count(baseline.entries.count, "known finding")).") }
  }
}
