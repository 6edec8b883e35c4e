import Foundation
import TestSupport
import Testing

/// One odd row in a log that nobody told us about leaves the others read as before.
@Suite("One odd row")
struct OddRowTests {
  enum Oddity: CaseIterable {
    case unknownEvent, emptyCell, numberForText, rowWithoutUser
  }

  /// A table with a header, its delimiter, and the numbers of columns by role.
  struct Log: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [String]
    let delimiter: Character
    /// What the first command says of columns: `user = account`.
    let options: [String]

    var testDescription: String { name }

    init?(_ name: String) {
      guard let text = try? String(contentsOf: Fixtures.file("foreign/" + name), encoding: .utf8) else { return nil }
      self.name = name
      lines = text.split(whereSeparator: \.isNewline).map(String.init)
      delimiter = name.hasSuffix(".tsv") ? "\t" : lines[0].contains(";") ? ";" : ","
      options = name.hasPrefix("62") ? ["--columns", "user=experiment_id"] : []
    }

    func cells(_ line: Int) -> [String] {
      lines[line].split(separator: delimiter, omittingEmptySubsequences: false).map(String.init)
    }

    /// The log with a copy of its middle row, changed in one column.
    func adding(_ text: String, in column: Int) -> Data {
      var cells = cells(lines.count / 2)
      cells[column] = text
      var lines = lines
      lines.insert(cells.joined(separator: String(delimiter)), at: lines.count / 2 + 1)
      return lines.ndjson
    }
  }

  /// Tables that are read, with plain cells.
  static let logs: [Log] = [
    "03-clickstream-shop.csv", "04-clinical-interface.csv", "09-semicolons-german.csv", "13-tabs-route-changes.tsv",
    "22-process-mining.csv", "23-posthog-flat.csv", "27-french.csv", "32-mixed-interactions.csv",
    "54-digits.csv", "56-screen-view-page.csv", "58-no-zoom.csv", "61-page-in-query.csv", "62-steps-and-buttons.csv",
    "63-rows-without-user.csv", "77-ticket-machine.csv",
    "78-opened-names.csv", "79-from-previous.csv", "80-calls.csv", "81-list-column.csv",
  ].compactMap(Log.init)

  /// Users, sessions and the visits of each screen.
  private struct Found: Equatable, CustomStringConvertible {
    var users = 0
    var sessions = 0
    var visits: [String: Int] = [:]

    var description: String { "\(users) users, \(sessions) sessions, \(visits.sorted { $0.key < $1.key })" }

    /// The sum of what differs in the visits.
    func distance(to other: Found) -> Int {
      Set(visits.keys).union(other.visits.keys).reduce(0) { $0 + abs((visits[$1] ?? 0) - (other.visits[$1] ?? 0)) }
    }
  }

  private func found(_ data: Data, _ log: Log) throws -> (Found, reading: String) {
    let run = Run()
    try run.folder.write(data, to: log.name)
    let outcome = try run.navaudit.run(["analyze", log.name, "--no-store", "--output", "Out"] + log.options)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let summary = try run.folder.table("Out/summary.csv")
    let screens = try run.folder.table("Out/screens.csv")
    var found = Found()
    found.users = summary.cell("users", column: "value").flatMap(Int.init) ?? 0
    found.sessions = summary.cell("sessions", column: "value").flatMap(Int.init) ?? 0
    for (screen, visits) in zip(screens["screen"], screens["visits"]) { found.visits[screen] = Int(visits) }
    return (found, outcome.prose)
  }

  /// The column of a role, as the first command reads it.
  private func column(_ role: String, _ reading: String, _ log: Log) -> Int? {
    guard let start = reading.range(of: role + " = ") else { return nil }
    let name = String(reading[start.upperBound...].prefix { !",;? \n".contains($0) })
    return log.cells(0).firstIndex { $0.trimmingCharacters(in: .whitespaces) == name }
  }

  @Test(arguments: sampled(logs, every: 5))
  func `leaves users, sessions, screens and visits of the rest`(log: Log) throws {
    let (before, reading) = try found(log.lines.ndjson, log)
    let event = column("event", reading, log)
    let user = column("user", reading, log)
    let screen = column("screen", reading, log)
    let odd: [Oddity: Data?] = [
      .unknownEvent: event.map { log.adding("zoomed_quux", in: $0) },
      .emptyCell: screen.map { log.adding("", in: $0) },
      .numberForText: event.map { log.adding("4711", in: $0) },
      .rowWithoutUser: user.map { log.adding("", in: $0) },
    ]
    for (oddity, data) in odd {
      guard let data else { continue }
      let (after, _) = try found(data, log)
      #expect(after.users == before.users && after.sessions == before.sessions, "\(oddity): \(before) → \(after)")
      #expect(after.distance(to: before) <= 2, "\(oddity): \(before) → \(after)")
    }
  }
}
