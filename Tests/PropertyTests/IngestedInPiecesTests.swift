import Foundation
import TestSupport
import Testing

/// A log that is ingested in pieces, in order, is the log analyzed.
@Suite("A log ingested in pieces is the log")
struct IngestedInPiecesTests {
  private static let logs = sampled(
    AnyLog.generated.reversed() + AnyLog.native + AnyLog.exports.filter(\.hasIDs), every: 5)

  /// The records cut anywhere.
  private func cut(_ records: [String], into count: Int, _ random: inout SeededGenerator) -> [[String]] {
    let inner = (1..<count).map { _ in Int.random(in: 0...records.count, using: &random) }.sorted()
    return zip([0] + inner, inner + [records.count]).map { Array(records[$0..<$1]) }
  }

  @Test(arguments: logs) func `cut anywhere into one to four files`(log: AnyLog) throws {
    let records = try #require(log.records)
    let more = (log.format.map { ["--format", $0] } ?? []) + ["--max-rejected", "1"]
    // A draft would be made of the first piece alone.
    let map = "app: Any\n"
    let whole = Run()
    try whole.folder.write(map, to: "navaudit.yml")
    try whole.folder.write(log.holding(records), to: log.name)
    try whole("analyze", log.name, "--output", "Out", "--sessions", more: more, key: "k")
    let expected = try whole.folder.tables(of: "Out").withoutExamples
    for (seed, count) in dealt([(1, 2), (3, 3), (4, 4), (5, 2), (2, 1), (6, 3)], to: log.name, count: 2) {
      var random = SeededGenerator(seed: UInt64(seed))
      let run = Run()
      try run.folder.write(map, to: "navaudit.yml")
      let pieces = cut(records, into: count, &random).filter { !$0.isEmpty }
      var statuses: [Int32] = []
      for (number, piece) in pieces.enumerated() {
        let name = "\(number) \(log.name)"
        try run.folder.write(log.holding(piece), to: name)
        statuses.append(try run.navaudit.run(["ingest", name, "--store", "app.sqlite"] + more, key: "k").status)
      }
      // A piece that holds nothing that can be read is refused, and its lines are not counted.
      if statuses.contains(where: { $0 != 0 }) { continue }
      #expect(
        differences(try run.report("app.sqlite").withoutExamples, expected) == [],
        "\(pieces.map(\.count)) records")
    }
  }
}
