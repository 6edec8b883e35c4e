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
      reason and a confidence. \
      Look the file over before you rely on it.

        navaudit init logs/ --output navaudit.yml
      """)

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var fields: FieldOptions
  @OptionGroup var rejection: RejectionOption
  @OptionGroup var allowing: AllowOptions
  @OptionGroup var pseudonyms: KeyOption

  @Option(
    help: ArgumentHelp("App map whose columns, events and names are used to read the logs.", valueName: "file"),
    completion: .file())
  var map: String?

  @Option(
    name: [.short, .long], help: ArgumentHelp("File to write, or - for standard output.", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var output = "navaudit.yml"

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var messages: QuietOption

  func run() async throws {
    if output != "-", !force, FileManager.default.fileExists(atPath: output) {
      throw AuditError("\(output): already exists; name another file with --output, or overwrite it with --force")
    }
    var options = AuditOptions(reading, fields, rejection, allowing, pseudonyms)
    options.map = map
    options.workers = ProcessInfo.processInfo.activeProcessorCount
    if output != "-" { try Audit(options).expectNoLoss(writing: output) }
    let draft = try await running(Audit(options), quiet: messages.quiet) { try await $0.draftMap() }
    if output == "-" {
      Terminal.write(draft.text)
      return
    }
    try PendingFile(output, draft.text).finish()
    if messages.quiet { return }
    draft.notes.forEach { Terminal.print($0) }
    let tabs = draft.tabs.isEmpty ? "no tabs" : Wording.count(draft.tabs.count, "tab")
    let how = draft.structure == nil ? "" : ", inferred from screens"
    Terminal.print(
      "\(output): drafted from \(Wording.count(draft.events, "event")), \(tabs)\(how); review it before you rely on it")
  }
}

struct CheckMapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-map", abstract: "Check an app map, and hold it against logs.",
    discussion: """
      With logs, it lists how many events each mapping of `events` matched and shows three of them, and names what the \
      logs do not have: \
      mappings without events, targets that are always empty, tabs and items that the logs call something else.

        navaudit check-map navaudit.yml logs/
      """)

  @Argument(help: "The app map.", completion: .file(extensions: ["yml", "yaml"]))
  var map = "navaudit.yml"

  @Argument(help: ArgumentHelp("Logs to hold it against.", valueName: "log"), completion: .file())
  var logs: [String] = []

  @OptionGroup var fields: FieldOptions
  @OptionGroup var rejection: RejectionOption
  @OptionGroup var allowing: AllowOptions

  func run() async throws {
    var options = AuditOptions(fields, rejection, allowing)
    options.map = map
    options.logs = logs
    options.workers = ProcessInfo.processInfo.activeProcessorCount
    let outcome = try await running(Audit(options), quiet: false) { try await $0.checkMap() }
    for line in lines(outcome) { Terminal.print(line) }
  }

  private func lines(_ outcome: MapCheckOutcome) -> [String] {
    let found = outcome.map
    let counts = [
      Wording.count(found.tabs.count, "tab"), Wording.count(found.menus.count, "menu"),
      Wording.count(found.screens.count, "screen"),
      Wording.count(found.rules.count, "rule") + " with settings",
    ]
    let map = map.madeVisible()
    var lines = ["\(map): valid (\(counts.joined(separator: ", ")))"]
    lines += outcome.notes.map { $0.madeVisible() }
    if let events = outcome.events {
      lines.append("\(Wording.count(events, "event")) in \(logs.map { $0.madeVisible() }.joined(separator: ", "))")
    }
    for use in outcome.uses {
      lines.append("  \(use.mapping.madeVisible(limit: 200)): \(Wording.count(use.events, "event"))")
      for sample in use.samples {
        let read = [sample.target, sample.screen.isEmpty ? "" : "on \(sample.screen)"].filter { !$0.isEmpty }.joined(
          separator: ", ")
        lines.append(
          "    \(read.isEmpty ? "–" : read.madeVisible(limit: 60)): \(sample.record.madeVisible(limit: 160))")
      }
    }
    for (index, reading) in outcome.readings.enumerated() {
      let period =
        reading.times.map { "\(rfc3339(microseconds: $0.lowerBound)) to \(rfc3339(microseconds: $0.upperBound))" }
        ?? "no events"
      let how = index == 0 ? "dates are read \(reading.order)" : "\(reading.order), they would be"
      lines.append("\(how): \(period), \(Wording.count(reading.rejectedLines, "rejected line"))")
    }
    return lines + outcome.remarks.map { "\(map): \($0.madeVisible(limit: 400))" }
  }
}

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema of the app map, for editors.",
    discussion: """
      Editors that know JSON Schema complete keys, show what they mean, and mark errors in navaudit.yml.

        navaudit schema > navaudit.schema.json
        navaudit schema --markdown > Reports/app-map.md
      """)

  @Flag(help: "Print the reference of all keys as a Markdown page instead.")
  var markdown = false

  func run() throws {
    Terminal.write(markdown ? AppMap.reference(rules: RuleSchema.all) : try AppMap.jsonSchema(rules: RuleSchema.all))
  }
}
