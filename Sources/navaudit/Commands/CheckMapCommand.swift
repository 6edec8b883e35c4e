import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import Reporting
import UsabilityRules

struct CheckMapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-map", abstract: "Check an app map, and hold it against logs.",
    discussion: """
      With logs, it lists how many events each mapping of `events` matched and shows three of them, and names what the logs do not have: \
      mappings without events, targets that are always empty, tabs and items that the logs call something else.

        navaudit check-map navaudit.yml logs/
      """)

  @Argument(help: "The app map.", completion: .file(extensions: ["yml", "yaml"]))
  var map = "navaudit.yml"

  @Argument(help: ArgumentHelp("Logs to hold it against.", valueName: "log"), completion: .file())
  var logs: [String] = []

  @OptionGroup var reading: FormatOptions

  func run() async throws {
    var options = AuditOptions()
    reading.apply(to: &options)
    options.map = map
    options.logs = logs
    options.workers = ProcessInfo.processInfo.activeProcessorCount
    let outcome = try await running(Audit(options), quiet: false) { try await $0.checkMap() }
    for line in lines(outcome) { Terminal.print(line) }
  }

  private func lines(_ outcome: MapCheckOutcome) -> [String] {
    let found = outcome.map
    let counts = [
      Wording.count(found.tabs.count, "tab"), Wording.count(found.menus.count, "menu"), Wording.count(found.screens.count, "screen"),
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
        let read = [sample.target, sample.screen.isEmpty ? "" : "on \(sample.screen)"].filter { !$0.isEmpty }.joined(separator: ", ")
        lines.append("    \(read.isEmpty ? "–" : read.madeVisible(limit: 60)): \(sample.record.madeVisible(limit: 160))")
      }
    }
    for (index, reading) in outcome.readings.enumerated() {
      let period = reading.times.map { "\(rfc3339(microseconds: $0.lowerBound)) to \(rfc3339(microseconds: $0.upperBound))" } ?? "no events"
      let how = index == 0 ? "dates are read \(reading.order)" : "\(reading.order), they would be"
      lines.append("\(how): \(period), \(Wording.count(reading.rejectedLines, "rejected line"))")
    }
    return lines + outcome.remarks.map { "\(map): \($0.madeVisible(limit: 400))" }
  }
}
