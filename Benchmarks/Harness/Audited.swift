import Foundation
import Simulation

/// Runs the built navaudit in a folder, and reads what it writes.
package final class Audited: Sendable {
  package struct Finding {
    package var rule: String
    package var subject: String
    package var severity: String
    package var state: String
    package var message: String

    package var isAlarm: Bool { (severity == "error" || severity == "warning") && state != "over" }
    package var about: Subject { Subject(rule, subject) }
  }

  private let binary: String
  private let folder: URL
  private let keeps: Bool

  /// - Parameters:
  ///   - binary: the command; by default the release build beside this package.
  ///   - keeping: a folder for the logs and reports, which stays.
  package init(binary: String? = nil, keeping: String? = nil) throws {
    self.binary = binary ?? Self.release
    guard FileManager.default.isExecutableFile(atPath: self.binary) else {
      throw BenchmarkError("\(self.binary) is not there; run swift build -c release --product navaudit, or give --binary")
    }
    keeps = keeping != nil
    folder =
      keeping.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("navaudit-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private static var release: String {
    ProcessInfo.processInfo.environment["NAVAUDIT_BINARY"]
      ?? URL(fileURLWithPath: #filePath).appendingPathComponent("../../../.build/release/navaudit").standardizedFileURL.path
  }

  package func cleanUp() {
    if !keeps { try? FileManager.default.removeItem(at: folder) }
  }

  package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Writes a file of the folder, and returns its path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// The findings of `analyze` on a log.
  package func findings(_ log: [UInt8], map: String, name: String = "log") throws -> [Finding] {
    let log = try write(log, to: "\(name).ndjson")
    try run("analyze", log, "--map", try write(map.utf8, to: "\(name).yml"), "--output", path("\(name)-reports"), "--quiet")
    return try table("\(name)-reports/findings.csv").map { row in
      Finding(
        rule: row["rule"] ?? "", subject: row["subject"] ?? "", severity: row["severity"] ?? "", state: row["state"] ?? "", message: row["message"] ?? "")
    }
  }

  /// The verdicts of `compare` on measures; nil if it refuses to compare.
  package func verdicts(_ before: [UInt8], _ after: [UInt8]) throws -> [(metric: String, verdict: String)]? {
    let (before, after) = (try write(before, to: "before.ndjson"), try write(after, to: "after.ndjson"))
    try? FileManager.default.removeItem(atPath: path("comparison"))
    let (status, _) = try run("compare", before, after, "--output", path("comparison"), "--quiet", statuses: [0, 1, 2])
    guard status != 2 else { return nil }
    return try table("comparison/compare.csv").map { ($0["metric"] ?? "", $0["verdict"] ?? "") }
  }

  /// Runs a command.
  /// - Throws: ``BenchmarkError`` if it ends with another status.
  @discardableResult
  package func run(_ arguments: String..., statuses: Set<Int32> = [0]) throws -> (status: Int32, output: String) {
    try run(arguments, statuses: statuses)
  }

  @discardableResult
  package func run(_ arguments: [String], statuses: Set<Int32> = [0]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: binary)
    process.arguments = arguments
    // A file for one of the streams: nothing can fill up while the other is read.
    let errors = path("errors")
    try Data().write(to: URL(fileURLWithPath: errors))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard statuses.contains(process.terminationStatus) else {
      let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
      throw BenchmarkError("navaudit \(arguments.joined(separator: " ")) ended with \(process.terminationStatus): \(said.prefix(500))")
    }
    return (process.terminationStatus, output)
  }

  /// The rows of a CSV file, by column.
  package func table(_ name: String) throws -> [[String: String]] {
    let rows = CSVRows.read(try String(contentsOfFile: path(name), encoding: .utf8))
    guard let header = rows.first else { return [] }
    return rows.dropFirst().map { Dictionary(zip(header, $0), uniquingKeysWith: { first, _ in first }) }
  }
}

package struct BenchmarkError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// The checked out commit; empty outside of a repository.
package func currentCommit() -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["git", "rev-parse", "HEAD"]
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return "" }
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}

/// The rows of a CSV text (RFC 4180).
enum CSVRows {
  static func read(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var cell = ""
    var isQuoted = false
    var iterator = text.makeIterator()
    var next = iterator.next()
    while let character = next {
      next = iterator.next()
      if isQuoted {
        if character != "\"" {
          cell.append(character)
        } else if next == "\"" {
          cell.append("\"")
          next = iterator.next()
        } else {
          isQuoted = false
        }
      } else if character == "\"" {
        isQuoted = true
      } else if character == "," {
        row.append(cell)
        cell = ""
      } else if character == "\n" || character == "\r\n" {
        rows.append(row + [cell])
        row = []
        cell = ""
      } else {
        cell.append(character)
      }
    }
    if !cell.isEmpty || !row.isEmpty { rows.append(row + [cell]) }
    return rows
  }
}
