import ArgumentParser
import Foundation
import Simulation

@main
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Write the log of a made-up app, with the users and flaws given in its description.",
    discussion: "The same description, options and seed give the same bytes.")

  @Argument(help: "Description of the app.", completion: .file(extensions: ["yml", "yaml"]))
  var app: String

  @Option(help: "Number of users.")
  var users = 300

  @Option(help: "Seed of the random numbers.")
  var seed: UInt64 = 1

  @Option(
    help:
      """
      How navigation is logged: full (events carry their screen), split (a screen_view follows), views (screen_view \
      only).
      """
  )
  var style = LogStyle.full

  @Option(help: "Number of days, from 2026-03-02 on.")
  var days = 28

  @Option(help: "Stop after this many events.")
  var events: Int?

  @Option(
    help: ArgumentHelp("Share of events that are written twice (default: 0%).", valueName: "percentage"),
    transform: share)
  var duplicates = 0.0

  @Option(help: ArgumentHelp("Share of broken lines (default: 0%).", valueName: "percentage"), transform: share)
  var broken = 0.0

  @Flag(help: "Log the depth of each screen.")
  var depths = false

  @Option(name: [.short, .long], help: "File to write (default: standard output).", completion: .file())
  var output: String?

  func validate() throws {
    guard users >= 0 else { throw ValidationError("--users takes a count from 0, not \(users)") }
    guard days >= 1 else { throw ValidationError("--days takes a count from 1, not \(days)") }
  }

  func run() throws {
    guard let data = FileManager.default.contents(atPath: app) else {
      throw ValidationError("\(app): cannot be read; check the path")
    }
    let simulated = try SimulatedApp(yaml: String(decoding: data, as: UTF8.self), file: app)
    var options = SimulationOptions(users: users, seed: seed)
    options.style = style
    options.days = days
    options.events = events
    options.duplicates = duplicates
    options.brokenLines = broken
    options.writesDepth = depths
    signal(SIGPIPE, SIG_DFL)
    guard let output else {
      return _ = try simulate(app: simulated, options: options) {
        try FileHandle.standardOutput.write(contentsOf: Data($0))
      }
    }
    // A file appears under its name when it is complete.
    let partial = "\(output).partial"
    guard FileManager.default.createFile(atPath: partial, contents: nil),
      let file = FileHandle(forWritingAtPath: partial)
    else {
      throw ValidationError("\(partial): cannot be written; check the folder and the permissions, or name another file")
    }
    defer { unlink(partial) }
    try simulate(app: simulated, options: options) { try file.write(contentsOf: Data($0)) }
    guard rename(partial, output) == 0 else {
      throw ValidationError("\(output): cannot be written (\(String(cString: strerror(errno))))")
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
