import Foundation
import TestSupport
import Testing

/// A log that was delivered twice is the log, with its duplicates counted.
@Suite("A log delivered twice is a log")
struct DeliveredTwiceTests {
  /// How a log may come twice.
  enum Delivery: CaseIterable {
    case again, lineByLine, inReverse

    func data(_ log: AnyLog, _ records: [String]) -> Data {
      switch self {
      case .again: log.holding(records + records)
      case .lineByLine: log.holding(records.flatMap { [$0, $0] })
      case .inReverse: log.holding(records + records.reversed())
      }
    }
  }

  private static let counts = ["duplicate", "events_duplicate", "events_rejected"]

  private static let logs = sampled(
    AnyLog.generated + AnyLog.native + AnyLog.foreign.filter(\.hasIDs) + AnyLog.exports.filter(\.hasIDs), every: 4)

  /// What a run on files says, and its tables without the counts of what is left out.
  private func run(_ files: [String: Data]) throws -> (output: String, tables: [String: Data]) {
    let run = Run()
    for (name, data) in files { try run.folder.write(data, to: "logs/" + name) }
    let outcome = try run("analyze", "logs", "--no-store", "--output", "Out", "--max-rejected", "1", key: "k")
    var tables = try run.folder.tables(of: "Out")
    for name in ["log_quality.csv", "summary.csv"] {
      let lines = String(decoding: tables[name] ?? Data(), as: UTF8.self).split(separator: "\n")
      tables[name] =
        lines.filter { line in !Self.counts.contains { line.hasPrefix($0 + ",") } }.map(String.init).ndjson
    }
    return (outcome.prose, tables)
  }

  private func tables(_ files: [String: Data]) throws -> [String: Data] { try run(files).tables }

  @Test(arguments: logs) func `events with ids count once`(log: AnyLog) throws {
    let records = try #require(log.records)
    let once = try tables([log.name: log.holding(records)])
    for delivery in dealt(Delivery.allCases, to: log.name) {
      #expect(differences(try tables([log.name: delivery.data(log, records)]), once) == [], "\(delivery)")
    }
    let halves = Dictionary(
      uniqueKeysWithValues: [("1", records), ("2", records.reversed())].map { name, part in
        ("\(name) \(log.name)", log.holding(part))
      })
    #expect(differences(try tables(halves), once) == [], "in two files")
  }

  @Test(arguments: sampled(AnyLog.foreign + AnyLog.exports, every: 6))
  func `a file counts once, under whatever names, and that is said`(log: AnyLog) throws {
    let once = try tables(["a \(log.name)": log.data])
    let twice = try run(["a \(log.name)": log.data, "b \(log.name)": log.data])
    #expect(differences(twice.tables, once) == [])
    #expect(twice.output.contains("skipped (the same as another file): logs/b \(log.name)"), "\(twice.output)")
  }
}
