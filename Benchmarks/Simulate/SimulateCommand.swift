import ArgumentParser
import Foundation
import Simulation

@main
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Write the log of a made-up app, with the users and flaws given in its description.",
    discussion: """
      The same description, options and seed give the same bytes.

        swift run --package-path Benchmarks simulate SampleLogs/bazaar.app.yml --users 300 --seed 7 | gzip > bazaar.ndjson.gz
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

  @Option(help: ArgumentHelp("Share of events that are written twice (default: 0%).", valueName: "percentage"), transform: share)
  var duplicates = 0.0

  @Option(help: ArgumentHelp("Share of broken lines (default: 0%).", valueName: "percentage"), transform: share)
  var broken = 0.0

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
    guard let data = FileManager.default.contents(atPath: app) else { throw ValidationError("\(app): cannot be read; check the path") }
    var options = SimulationOptions(users: users, seed: seed)
    options.style = style
    if let start { options.firstDay = start }
    options.days = days
    options.events = events
    options.duplicates = duplicates
    options.brokenLines = broken
    options.shuffled = shuffled
    options.writesDepth = depths
    let simulated: SimulatedApp
    do {
      simulated = try SimulatedApp(yaml: String(decoding: data, as: UTF8.self), file: app)
    } catch let error as AppDescriptionError {
      throw ValidationError(error.description)
    }
    signal(SIGPIPE, SIG_DFL)
    // A file appears under its name when it is complete.
    let partial = output.map { "\($0).partial" }
    if let partial, !FileManager.default.createFile(atPath: partial, contents: nil) {
      throw ValidationError("\(partial): cannot be written; check the folder and the permissions, or name another file")
    }
    let file = try partial.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) } ?? .standardOutput
    let flaws: [PlantedFlaw]
    do {
      flaws = try simulate(app: simulated, options: options) { try file.write(contentsOf: Data($0)) }
      if let partial, let output, rename(partial, output) != 0 { throw ValidationError("\(output): cannot be written (\(String(cString: strerror(errno))))") }
    } catch {
      if let partial { try? FileManager.default.removeItem(atPath: partial) }
      throw error
    }
    if truth {
      let lines = flaws.map { "\($0.finding.rule)\t\($0.finding.subject)\t\($0.occurrences)\n" }
      FileHandle.standardError.write(Data(lines.joined().utf8))
    }
  }
}

/// `1%` as 0.01.
private func share(_ text: String) throws -> Double {
  guard text.hasSuffix("%"), let value = Double(text.dropLast()), (0...100).contains(value) else {
    throw ValidationError("\(text): give a percentage, such as 1%")
  }
  return value / 100
}

extension LogStyle: ExpressibleByArgument {}

extension CalendarDate: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
