import ArgumentParser
import Foundation
import NavigationAudit
import Reporting
import Simulation
import UsabilityRules

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Write the log of a made-up app with people who behave, and with the flaws that its description plants.",
    discussion: """
      The same description, options and seed give the same bytes.

        navaudit simulate SampleLogs/bazaar.app.yml --users 300 --seed 7 | gzip > bazaar.ndjson.gz
      """)

  @Argument(help: "The description of the app.", completion: .file(extensions: ["yml", "yaml"]))
  var app: String

  @Option(help: "How many people use the app.")
  var users = 300

  @Option(help: "Decides everything that is left to chance.")
  var seed: UInt64 = 1

  @Option(help: "How navigation is logged: full (events carry their screen), split (a screen_view follows), views (screen_view only).")
  var style = LogStyle.full

  @Option(help: "The first day of the log, such as 2026-03-02.")
  var start: CivilDate?

  @Option(help: "How many days the log covers.")
  var days = 28

  @Option(help: "Stop after so many events.")
  var events: Int?

  @Option(help: "Share of events that are written twice.")
  var duplicates = 0.0

  @Option(help: "Broken lines for each event.")
  var broken = 0.0

  @Flag(help: "Write the lines in random order.")
  var shuffled = false

  @Flag(help: "Let events tell the level of their screen.")
  var depths = false

  @Option(name: [.short, .long], help: "The file to write; standard output by itself.", completion: .file())
  var output: String?

  @Flag(help: "Say on standard error what was planted, for tests.")
  var truth = false

  func validate() throws {
    guard users >= 0, days >= 1 else { throw ValidationError("--users takes a count, --days one from 1 on") }
    guard (0...1).contains(duplicates), (0...1).contains(broken) else {
      throw ValidationError("--duplicates and --broken take a share from 0 to 1")
    }
  }

  func run() throws {
    guard let data = FileManager.default.contents(atPath: app) else { throw CommandError("\(app): cannot be read; check the path") }
    var options = SimulationOptions(users: users, seed: seed)
    options.style = style
    if let start { options.firstDay = start }
    options.days = days
    options.events = events
    options.duplicates = duplicates
    options.brokenLines = broken
    options.shuffled = shuffled
    options.writesDepth = depths
    let simulated = try SimulatedApp(yaml: String(decoding: data, as: UTF8.self), file: app)
    let file = try output.map { try PendingFile($0) } ?? PendingFile(standardOutput: ())
    do {
      let summary = try simulate(app: simulated, options: options) { try file.write($0) }
      try file.finish()
      if truth {
        for flaw in summary.flaws { Terminal.note("\(flaw.rule)\t\(flaw.subject)\t\(flaw.occurrences)") }
      }
    } catch {
      file.discard()
      throw error
    }
  }
}

extension LogStyle: ExpressibleByArgument {}

extension CivilDate: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

/// What went wrong in a command itself.
struct CommandError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
