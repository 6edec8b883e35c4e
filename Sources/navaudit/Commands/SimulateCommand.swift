import ArgumentParser
import Foundation
import NavigationAudit
import NavigationModel
import Reporting
import Simulation
import UsabilityRules

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Write the log of a made-up app, with the users and flaws given in its description.",
    discussion: """
      The same description, options and seed give the same bytes.

        navaudit simulate SampleLogs/bazaar.app.yml --users 300 --seed 7 | gzip > bazaar.ndjson.gz
      """)

  @Argument(help: "Description of the app.", completion: .file(extensions: ["yml", "yaml"]))
  var app: String

  @Option(help: "Number of users.")
  var users = 300

  @Option(help: "Seed of the random numbers.")
  var seed: UInt64 = 1

  @Option(help: "How navigation is logged: full (events carry their screen), split (a screen_view follows), views (screen_view only).")
  var style = LogStyle.full

  @Option(help: "First day of the log, such as 2026-03-02.")
  var start: CalendarDate?

  @Option(help: "Number of days.")
  var days = 28

  @Option(help: "Stop after this many events.")
  var events: Int?

  @Option(
    help: ArgumentHelp("Share of events that are written twice (default: 0%).", valueName: "percentage"), transform: Percentage.value(of: "--duplicates"))
  var duplicates: Percentage?

  @Option(help: ArgumentHelp("Share of broken lines (default: 0%).", valueName: "percentage"), transform: Percentage.value(of: "--broken"))
  var broken: Percentage?

  @Flag(help: "Write the lines in random order.")
  var shuffled = false

  @Flag(help: "Log the depth of each screen.")
  var depths = false

  @Option(name: [.short, .long], help: "File to write (default: standard output).", completion: .file())
  var output: String?

  @Flag(help: "Print the planted flaws to standard error.")
  var truth = false

  func validate() throws {
    guard users >= 0 else { throw ValidationError("--users takes a count from 0, not \(users)") }
    guard days >= 1 else { throw ValidationError("--days takes a count from 1, not \(days)") }
  }

  func run() throws {
    guard let data = FileManager.default.contents(atPath: app) else { throw CommandError("\(app): cannot be read; check the path") }
    var options = SimulationOptions(users: users, seed: seed)
    options.style = style
    if let start { options.firstDay = start }
    options.days = days
    options.events = events
    options.duplicates = duplicates?.share ?? 0
    options.brokenLines = broken?.share ?? 0
    options.shuffled = shuffled
    options.writesDepth = depths
    let simulated = try SimulatedApp(yaml: String(decoding: data, as: UTF8.self), file: app)
    if let output { try Audit(AuditOptions()).expectNoLoss(writing: output, description: app) }
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

extension CalendarDate: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
