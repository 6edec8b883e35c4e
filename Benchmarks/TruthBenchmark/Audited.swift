import Foundation
import Laboratory

/// Runs navaudit on logs and reads its findings.
final class Audited {
  struct Finding {
    var rule: String
    var subject: String
    var severity: String
    var state: String
    var message: String

    var isAlarm: Bool { (severity == "error" || severity == "warning") && state != "over" }
    var about: Subject { Subject(rule, subject) }
  }

  private let binary: String
  private let folder: URL
  private let keeps: Bool

  init(binary: String, keeping: String?) throws {
    guard FileManager.default.isExecutableFile(atPath: binary) else {
      throw BenchmarkError("\(binary) is not there; run swift build -c release --product navaudit, or give --binary")
    }
    self.binary = binary
    keeps = keeping != nil
    folder =
      keeping.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("navaudit-truth-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func cleanUp() {
    if !keeps { try? FileManager.default.removeItem(at: folder) }
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// The findings of `analyze` on a log.
  func findings(_ log: [UInt8], map: String, name: String = "log") throws -> [Finding] {
    try Data(log).write(to: URL(fileURLWithPath: path("\(name).ndjson")))
    try Data(map.utf8).write(to: URL(fileURLWithPath: path("\(name).yml")))
    try run(["analyze", path("\(name).ndjson"), "--map", path("\(name).yml"), "--output", path("\(name)-reports"), "--quiet"], statuses: [0])
    let rows = try table("\(name)-reports/findings.csv")
    return rows.map { row in
      Finding(
        rule: row["rule"] ?? "", subject: row["subject"] ?? "", severity: row["severity"] ?? "", state: row["state"] ?? "", message: row["message"] ?? "")
    }
  }

  /// The verdicts of `compare` on measures; nil if it refuses to compare.
  func verdicts(_ before: [UInt8], _ after: [UInt8]) throws -> [(metric: String, verdict: String)]? {
    try Data(before).write(to: URL(fileURLWithPath: path("before.ndjson")))
    try Data(after).write(to: URL(fileURLWithPath: path("after.ndjson")))
    try? FileManager.default.removeItem(atPath: path("comparison"))
    let status = try run(["compare", path("before.ndjson"), path("after.ndjson"), "--output", path("comparison"), "--quiet"], statuses: [0, 1, 2])
    guard status != 2 else { return nil }
    return try table("comparison/compare.csv").map { ($0["metric"] ?? "", $0["verdict"] ?? "") }
  }

  @discardableResult
  private func run(_ arguments: [String], statuses: Set<Int32>) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: binary)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard statuses.contains(process.terminationStatus) else {
      throw BenchmarkError(
        "navaudit \(arguments.joined(separator: " ")) ended with \(process.terminationStatus): \(String(decoding: said, as: UTF8.self).prefix(500))")
    }
    return process.terminationStatus
  }

  /// The rows of a CSV file, by column.
  private func table(_ name: String) throws -> [[String: String]] {
    let rows = CSVRows.read(try String(contentsOfFile: path(name), encoding: .utf8))
    guard let header = rows.first else { return [] }
    return rows.dropFirst().map { Dictionary(zip(header, $0), uniquingKeysWith: { first, _ in first }) }
  }
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
