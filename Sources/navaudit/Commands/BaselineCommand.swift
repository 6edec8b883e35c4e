import ArgumentParser
import NavigationAudit
import UsabilityRules

struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Record the findings of a store as known, so that only new ones count.",
    discussion: """
      The file holds rules and subjects, no numbers: keep it beside the code. With --baseline, only findings that are not in it count for --fail-on.

        navaudit baseline --store Reports/navigation.sqlite
        navaudit analyze logs/ --baseline navaudit-baseline.json --fail-on warning
      """)

  @OptionGroup var input: StoreArgument

  @OptionGroup var model: ModelOptions

  @Option(
    name: [.short, .long], help: ArgumentHelp("Baseline file.", valueName: "file"), completion: .file(extensions: ["json"]))
  var output = Baseline.fileName

  func run() async throws {
    var options = AuditOptions()
    model.apply(to: &options)
    let path = input.path
    try Audit(options).expectNoLoss(writing: output, store: path)
    let findings = try await running(Audit(options), quiet: model.quiet) { try await $0.findings(of: path) }
    let baseline = Baseline(of: findings)
    try baseline.write(to: output)
    if !model.quiet { Terminal.print("\(output): \(Wording.count(baseline.entries.count, "known finding")).") }
  }
}
