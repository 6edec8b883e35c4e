import ArgumentParser
import Foundation
import NavigationAudit
import UsabilityRules

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Draft an app map from logs: events, names with ids, and the structure of the app.",
    discussion: """
      If the log holds screen views only, tabs, the More list and the levels below them are inferred, each with a reason and a confidence. \
      Look the file over before you rely on it.

        navaudit init logs/ --output navaudit.yml
      """)

  @OptionGroup var input: LogArguments
  @OptionGroup var reading: ReadingOptions

  @Option(help: ArgumentHelp("App map whose columns, events and names are used to read the logs.", valueName: "file"), completion: .file())
  var map: String?

  @Option(
    name: [.short, .long], help: ArgumentHelp("File to write, or - for standard output.", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var output = "navaudit.yml"

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @Flag(name: [.short, .long], help: "Print errors only.")
  var quiet = false

  func run() async throws {
    if output != "-", !force, FileManager.default.fileExists(atPath: output) {
      throw CommandError("\(output): already exists; name another file with --output, or overwrite it with --force")
    }
    var options = AuditOptions()
    options.logs = input.logs
    reading.apply(to: &options)
    options.map = map
    options.workers = ProcessInfo.processInfo.activeProcessorCount
    if output != "-" { try Audit(options).expectNoLoss(writing: output) }
    let draft = try await running(Audit(options), quiet: quiet) { try await $0.draftMap() }
    if output == "-" {
      Terminal.write(draft.text)
      return
    }
    try PendingFile(output, draft.text).finish()
    if quiet { return }
    draft.notes.forEach { Terminal.print($0) }
    let tabs = draft.tabs.isEmpty ? "no tabs" : Wording.count(draft.tabs.count, "tab")
    let how = draft.structure == nil ? "" : ", inferred from screens"
    Terminal.print("\(output): drafted from \(Wording.count(draft.events, "event")), \(tabs)\(how); review it before you rely on it")
  }
}
