import ArgumentParser
import NavigationAudit

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "formats", abstract: "List the formats of logs.")

  func run() {
    for format in LogFormats.all { Terminal.print("\(format.name)  \(format.summary)") }
  }
}
