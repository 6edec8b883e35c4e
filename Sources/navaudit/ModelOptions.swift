import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// Options of all commands that build the model.
struct ModelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("App map (default: navaudit.yml in the folder of logs, or the map of the store).", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var map: String?

  @Option(
    help: ArgumentHelp("Longest pause within a session, for events without a session id (default: 30m, or that of the store).", valueName: "duration"),
    transform: Pause.value(of: "--gap", usual: "m", in: 1...100_000))
  var gap: Pause?

  @Option(
    help: ArgumentHelp(
      "Longest pause between events with the same session id; a longer one ends the session, 0 sets no limit (default: 4h, or that of the store).",
      valueName: "duration"),
    transform: Pause.value(of: "--longest-pause", usual: "h", in: 0...100_000))
  var longestPause: Pause?

  @Flag(help: "Infer the structure of the app (tabs, More list, menus) from screen views if neither the log nor the map provides it.")
  var infer = false

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("How many tasks work side by side; more than four per core count as four.", valueName: "count"))
  var workers: Int = ProcessInfo.processInfo.activeProcessorCount

  @Option(
    help: ArgumentHelp("Memory limit (default: half of RAM; minimum: 64M). Larger inputs spill to temporary files.", valueName: "size"),
    transform: MemorySize.init(argument:))
  var memory: MemorySize?

  @Flag(name: [.short, .long], help: "Print errors only.")
  var quiet = false

  func validate() throws {
    guard (1...1024).contains(workers) else { throw ValidationError("--workers takes a count from 1 to 1024, not \(workers)") }
  }

  func apply(to options: inout AuditOptions) {
    options.map = map
    options.gap = gap?.seconds
    options.longestPause = longestPause?.seconds
    options.infersStructure = infer
    options.workers = workers
    if let memory { options.memory = memory.bytes }
  }
}
