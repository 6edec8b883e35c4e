import ArgumentParser
import Foundation
import NavigationAudit
import UsabilityRules

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Draft an app map from logs: events, names with ids, and the structure of the app.",
    discussion: """
      Where the log tells of screens alone, tabs, the More list and what lies below them are guessed, each with its reason and how sure it is. \
      Look the file over before you rely on it.

        navaudit init logs/ --output navaudit.yml
      """)

  @OptionGroup var reading: ReadingOptions

  @Option(help: ArgumentHelp("An app map to read the logs by: its columns, events and names.", valueName: "file"), completion: .file())
  var map: String?

  @Option(
    name: [.short, .long], help: ArgumentHelp("The file to write, or - for standard output.", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var output = "navaudit.yml"

  @Flag(help: "Write over a file that is there.")
  var force = false

  @Flag(name: [.short, .long], help: "Say nothing but errors.")
  var quiet = false

  func run() async throws {
    if output != "-", !force, FileManager.default.fileExists(atPath: output) {
      throw CommandError("\(output): is there already; name another file with --output, or write over it with --force")
    }
    var options = AuditOptions()
    reading.apply(to: &options)
    options.map = map
    options.workers = ProcessInfo.processInfo.activeProcessorCount
    let draft = try await running(Audit(options), quiet: quiet) { try await $0.draftMap() }
    if output == "-" {
      Terminal.print(String(draft.text.dropLast()))
      return
    }
    try PendingFile(output, draft.text).finish()
    if quiet { return }
    draft.notes.forEach { Terminal.print($0) }
    let tabs = draft.tabs.isEmpty ? "no tabs" : Wording.count(draft.tabs.count, "tab")
    let how = draft.structure == nil ? "" : ", guessed from screens"
    Terminal.print("\(output): drafted from \(Wording.count(draft.events, "event")), \(tabs)\(how); look it over")
  }
}
