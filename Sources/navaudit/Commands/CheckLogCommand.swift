import ArgumentParser
import Foundation
import NavigationAudit
import UsabilityRules

struct CheckLogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-log", abstract: "Check how an app logs: what a report could tell, and what is wrong with which lines.",
    discussion: """
      For a little log, while you instrument an app. It names each problem with its lines and what to do about it. From standard input, problems are \
      named as soon as the input pauses, and the rest at its end or on Ctrl-C.

        navaudit check-log app.ndjson
        adb logcat -v raw -s nav | navaudit check-log -
        navaudit check-log --checklist > actions.md
        navaudit check-log app.ndjson --script actions.md
      """)

  @Argument(
    help: ArgumentHelp("Logs: files, folders (with all their subfolders), or - for standard input.", valueName: "log"), completion: .file())
  var logs: [String] = []

  @Option(help: ArgumentHelp("App map to read the logs with.", valueName: "file"), completion: .file(extensions: ["yml", "yaml"]))
  var map: String?

  @OptionGroup var fields: FieldOptions

  @Option(
    help: ArgumentHelp("What was done while the log was written (see --checklist): says which action arrived.", valueName: "file"),
    completion: .file(extensions: ["md", "yml", "txt"]))
  var script: String?

  @Flag(help: "Print ten actions to do on a phone, for --script.")
  var checklist = false

  @Flag(help: "Exit with status 1 if there are problems, or actions that did not arrive.")
  var strict = false

  @Flag(help: "Print the outcome as JSON.")
  var json = false

  func validate() throws {
    if checklist != logs.isEmpty { throw ValidationError(checklist ? "--checklist takes no logs" : "name a log, or - for standard input") }
  }

  func run() async throws {
    if checklist { return Terminal.print(ActionScript.checklist) }
    var options = AuditOptions()
    fields.apply(to: &options)
    options.logs = logs
    options.map = map
    options.workers = ProcessInfo.processInfo.activeProcessorCount
    let audit = Audit(options)
    let script = try script.map { file in
      guard let data = FileManager.default.contents(atPath: file) else { throw CommandError("\(file): cannot be read; check the path") }
      return try ActionScript(String(decoding: data, as: UTF8.self), file: file)
    }
    let read = logs.contains("-") ? try await watch(audit) : nil
    let outcome = try await running(audit, quiet: json) { try await $0.checkLog(standardInput: read, script: script) }
    if json {
      Terminal.write(outcome.json + "\n")
    } else {
      Terminal.print(LogCheckSummary(outcome, logs: logs).text)
    }
    if strict, !outcome.isSound { throw ExitCode(1) }
  }

  /// Reads standard input to its end, and says what is wrong whenever it pauses.
  private func watch(_ audit: Audit) async throws -> [UInt8] {
    let input = try LiveInput()
    defer { input.close() }
    var told: Set<String> = []
    while try input.read() {
      // What cannot be read yet may be read with more lines.
      guard !json, let outcome = try? await audit.checkLog(standardInput: input.completeLines) else { continue }
      for problem in outcome.problems where told.insert(problem.check + problem.fix).inserted {
        Terminal.print(LogCheckSummary.text(problem, inOneFile: true))
      }
    }
    if !told.isEmpty { Terminal.print("") }
    return input.bytes
  }
}
