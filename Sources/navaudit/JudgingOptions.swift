import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// Options of the commands that write reports.
struct JudgingOptions: ParsableArguments {
  @Option(name: [.short, .long], help: ArgumentHelp("Folder for the reports.", valueName: "folder"), completion: .directory)
  var output = "Reports"

  @OptionGroup var rules: RuleOptions

  @Option(help: ArgumentHelp("Exit with status 1 if there are findings of this severity or above.", valueName: "severity"))
  var failOn: Severity?

  @Option(
    help: ArgumentHelp("Known findings, which do not count for --fail-on (see `navaudit baseline`).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Option(
    help: ArgumentHelp("URL of the rules reference (a copy of Reports/rules.md); findings and SARIF link to it.", valueName: "address"))
  var documentation: String?

  @Flag(help: "Print the outcome as JSON.")
  var json = false

  func validate() throws {
    if let documentation, !documentation.hasPrefix("https://") || documentation.contains(where: { $0 == "#" || $0.isWhitespace }) {
      throw ValidationError("--documentation takes an address that starts with https:// and has no #, not `\(documentation)`")
    }
  }

  func apply(to options: inout AuditOptions) {
    rules.apply(to: &options)
    options.baseline = baseline
    options.failOn = failOn
    options.documentation = documentation
  }
}
