import Foundation
import Simulation

/// Runs the built navaudit in a folder, and reads what it writes.
package final class Audited: Sendable {
  package struct Finding {
    package var about: Subject
    package var severity: String
    package var state: String

    package var isAlarm: Bool { (severity == "error" || severity == "warning") && state != "over" }
    package var words: String { "`\(about.rule)` \(severity) *\(about.subject)*" }
  }

  private let binary: String
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "navaudit-benchmark-\(UUID().uuidString)")

  /// - Parameter binary: the command; by default the release build beside this package.
  package init(binary: String? = nil) throws {
    self.binary =
      binary ?? ProcessInfo.processInfo.environment["NAVAUDIT_BINARY"]
      ?? URL(fileURLWithPath: #filePath).appendingPathComponent("../../../.build/release/navaudit").standardizedFileURL
      .path
    guard FileManager.default.isExecutableFile(atPath: self.binary) else {
      throw BenchmarkError(
        "\(self.binary) is not there; run swift build -c release --product navaudit, or give --binary")
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  package func cleanUp() { try? FileManager.default.removeItem(at: folder) }
  deinit { cleanUp() }

  package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Writes a file of the folder, and returns its path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Runs `analyze` on a log, which is then in `log.ndjson`; the reports are in `log-reports`.
  package func analyze(_ log: [UInt8], map: String? = nil, options: [String] = []) throws {
    let file = try write(log, to: "log.ndjson")
    let map = try map.map { ["--map", try write($0.utf8, to: "log.yml")] } ?? []
    try run(["analyze", file] + map + ["--output", path("log-reports"), "--quiet"] + options)
  }

  /// What `analyze` finds in a log.
  package func findings(_ log: [UInt8], map: String? = nil, options: [String] = []) throws -> [Finding] {
    try analyze(log, map: map, options: options)
    return try table("log-reports/findings.csv").records.map {
      Finding(about: Subject($0["rule"], $0["subject"]), severity: $0["severity"], state: $0["state"])
    }
  }

  /// The plans that the last report recommends: their rows, and which entries they promote and demote.
  package func plans() throws -> [(row: CSVTable.Record, up: [String], down: [String])] {
    try table("log-reports/plans.csv").where("recommended", "true").records.map { row in
      (
        row, row["promotions"].split(separator: "|").map(String.init),
        row["demotions"].split(separator: "|").map(String.init)
      )
    }
  }

  /// The mean depth in a log; nil if its structure is not known.
  package func depth(_ log: [UInt8], map: String? = nil, options: [String] = []) throws -> Double? {
    try analyze(log, map: map, options: ["--no-store"] + options)
    return try table("log-reports/summary.csv").cell("depth_mean", column: "value").flatMap(Double.init)
  }

  /// The screens that a drafted map takes for roots of tabs, with their confidence in percent.
  package func roots(_ log: [UInt8]) throws -> [(screen: String, confidence: Int)] {
    let text = try run(["init", try write(log, to: "log.ndjson"), "--output", "-"]).output
    let lines = text.split(separator: "\n").drop { $0 != "roots:" }.dropFirst().prefix { $0.hasPrefix("  ") }
    return lines.compactMap { line in
      line.firstMatch(of: /^  .*: (.+?)  # (\d+)%/).flatMap { match in Int(match.2).map { (String(match.1), $0) } }
    }
  }

  /// The tables that an unedited draft of a map gives for a log in a file of this name, without the columns of the app
  /// and the period, which includes events other than navigation.
  package func draftedTables(of log: [UInt8], in name: String, _ tables: [String]) throws -> [[[String]]] {
    let file = try write(log, to: name)
    let map = path("drafted.yml")
    let reports = path("drafted-reports")
    try? FileManager.default.removeItem(atPath: reports)
    try run(["init", file, "--output", map, "--force", "--quiet"])
    try run(["analyze", file, "--map", map, "--output", reports, "--quiet"])
    return tables.map { name in
      (try? table("drafted-reports/\(name).csv").withoutCommon).map { [$0.columns] + $0.rows } ?? []
    }
  }

  /// The verdicts of `compare` on measures; nil if it refuses to compare.
  package func verdicts(_ before: [UInt8], _ after: [UInt8]) throws -> [(metric: String, verdict: String)]? {
    let before = try write(before, to: "before.ndjson")
    let after = try write(after, to: "after.ndjson")
    try? FileManager.default.removeItem(atPath: path("comparison"))
    guard
      try run(["compare", before, after, "--output", path("comparison"), "--quiet"], statuses: [0, 1, 2]).status != 2
    else { return nil }
    return try table("comparison/compare.csv").records.map { ($0["metric"], $0["verdict"]) }
  }

  /// Runs the command.
  /// - Throws: ``BenchmarkError`` if it ends with another status.
  @discardableResult
  package func run(_ arguments: [String], statuses: Set<Int32> = [0]) throws -> (status: Int32, output: String) {
    // A file for one of the streams: nothing can fill up while the other is read.
    let errors = try write([], to: "errors")
    let (status, output) = try outcome(
      of: binary, arguments, errors: FileHandle(forWritingTo: URL(fileURLWithPath: errors)))
    guard statuses.contains(status) else {
      let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
      throw BenchmarkError("navaudit \(arguments.joined(separator: " ")) ended with \(status): \(said.prefix(500))")
    }
    return (status, output)
  }

  package func table(_ name: String) throws -> CSVTable {
    try CSVTable(String(contentsOfFile: path(name), encoding: .utf8))
  }
}

package struct BenchmarkError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// The checked out commit; empty outside of a repository.
package func currentCommit() -> String {
  let outcome = try? outcome(of: "/usr/bin/env", ["git", "rev-parse", "HEAD"], errors: .nullDevice)
  return (outcome?.output ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
}

/// Runs a program to its end.
private func outcome(of program: String, _ arguments: [String], errors: FileHandle) throws -> (
  status: Int32, output: String
) {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardOutput = pipe
  process.standardError = errors
  try process.run()
  let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return (process.terminationStatus, output)
}

/// A share such as `12.3%`.
package func percent(_ share: Double) -> String { String(format: "%.1f%%", 100 * share) }
package func percent(_ count: Int, of all: Int) -> String { all == 0 ? "–" : percent(Double(count) / Double(all)) }

/// Counts, the largest first, such as `tabs.neglected: 3`, in lines or lists.
extension [String: Int] {
  package var ranked: [(key: String, value: Int)] { sorted { ($1.value, $0.key) < ($0.value, $1.key) } }
  /// `a (2), b (3)`, by name.
  package var listed: String { sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ") }
}
