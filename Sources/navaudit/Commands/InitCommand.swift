import AppMaps
import ArgumentParser
import Foundation
import NavigationAudit
import NavigationModel
import Reporting
import UsabilityRules

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Draft an app map from logs: events, names with ids, and the structure of the app.",
    discussion: """
      If the log holds screen views only, tabs, the More list and the levels below them are inferred, each with a \
      reason and a confidence. Review the file before you rely on it.

      With --check, nothing is written. The map is checked, also against logs if there are any: mappings without \
      events, targets that are always empty, tabs and items that the logs spell differently.

        navaudit init logs/ --output navaudit.yml
        navaudit init --check --map navaudit.yml logs/
      """)

  @Argument(
    help: ArgumentHelp("Logs: files, folders (with all their subfolders), or - for standard input.", valueName: "log"),
    completion: .file())
  var logs: [String] = []

  @Flag(help: "Write nothing: check the app map of --map, and hold it against the logs if there are any.")
  var check = false

  @OptionGroup var columns: ColumnsOption
  @OptionGroup var format: FormatOption
  @OptionGroup var rejection: RejectionOption
  @OptionGroup var allowing: AllowOptions

  @Option(
    help: ArgumentHelp(
      """
      App map whose columns, events and names are used to read the logs, or that is checked (default: navaudit.yml).
      """,
      valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var map: String?

  @Option(
    name: [.short, .long], help: ArgumentHelp("File to write, or - for standard output.", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var output = "navaudit.yml"

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var messages: QuietOption

  func validate() throws {
    if logs.isEmpty, !check { throw ValidationError("name a log, or - for standard input") }
  }

  func run() async throws {
    if check { return try await checkMap() }
    if output != "-", !force, FileManager.default.fileExists(atPath: output) {
      throw AuditError("\(output): already exists; name another file with --output, or overwrite it with --force")
    }
    let options = options(map: map)
    if output != "-" { try Audit(options).expectNoLoss(writing: output) }
    let draft = try await running(Audit(options), quiet: messages.quiet) { try await $0.draftMap() }
    if output == "-" {
      Terminal.write(draft.text)
      return
    }
    try PendingFile(output, draft.text).finish()
    if messages.quiet { return }
    draft.notes.forEach { Terminal.print($0, isDone: true) }
    let tabs = draft.tabs.isEmpty ? "no tabs" : Wording.count(draft.tabs.count, "tab")
    let how = draft.structure == nil ? "" : ", guessed from screens, as comments"
    Terminal.print(
      "\(output): drafted from \(Wording.count(draft.events, "event")), \(tabs)\(how); review it before you rely on it",
      isDone: true)
  }

  private func options(map: String?) -> AuditOptions {
    var options = AuditOptions(columns, format, rejection, allowing)
    options.logs = logs
    options.map = map
    return options
  }

  private func checkMap() async throws {
    let file = map ?? "navaudit.yml"
    let outcome = try await running(Audit(options(map: file)), quiet: messages.quiet) { try await $0.checkMap() }
    if messages.quiet { return }
    let found = outcome.map
    let counts = [
      Wording.count(found.tabs.count, "tab"), Wording.count(found.menus.count, "menu"),
      Wording.count(found.screens.count, "screen"),
      Wording.count(found.rules.count, "rule") + " with settings",
    ]
    let shown = file.madeVisible()
    Terminal.print("\(shown): valid (\(counts.joined(separator: ", ")))")
    for note in outcome.notes { Terminal.print(note.madeVisible()) }
    if let events = outcome.events {
      let names = logs.map { $0.madeVisible() }.joined(separator: ", ")
      Terminal.print("\(names): \(Wording.count(events, "event"))")
    }
    for remark in outcome.remarks { Terminal.print("\(shown): \(remark.madeVisible(limit: 400))") }
  }
}
