import Foundation
import GRDB
import NavigationModel
import TestSupport
import Testing

@testable import NavigationAudit
@testable import NavigationStore

/// A store that grows holds the same as one that was filled at once, and each addition touches nothing else.
@Suite("A store that grows")
struct GrowingStoreTests {
  let folder = TemporaryFolder()

  private func ingest(_ files: [String], into store: String, _ change: (inout AuditOptions) -> Void = { _ in })
    async throws
  {
    var options = AuditOptions()
    options.logs = files.map { folder.path($0) }
    options.key = "k"
    change(&options)
    _ = try await Audit(options).ingest(into: folder.path(store))
  }

  /// The contents of a store, except for ids that it assigns.
  private func contents(_ store: String) throws -> [String] {
    try DatabaseQueue(path: folder.path(store)).read { db in
      try [
        "SELECT text FROM name ORDER BY 1", "SELECT id FROM user ORDER BY 1",
        "SELECT digest, events FROM source ORDER BY 1",
        """
        SELECT session, start_us, end_us, events, steps, visits, depth, tab_switches, more_items, menu_opens, \
        menu_items, backs, platform, 
        """
          + "app_version FROM session_figures ORDER BY user_id, number",
        "SELECT user_id, number, app_session FROM session ORDER BY 1, 2",
        """
        SELECT session, number, part, time_us, kind, section, screen, item, depth, dwell_us, latency_us FROM step \
        ORDER BY 1, 2
        """,
        """
        SELECT session, number, part, time_us, kind, subject, container, screen, value, outcome, flag, duration_us \
        FROM occurrence ORDER BY 1, 2
        """,
        """
        SELECT count(*) FROM session AS s LEFT JOIN session_path AS p ON p.session_id = s.id WHERE p.session_id IS \
        NULL
        """,
      ].flatMap { sql in
        try Row.fetchAll(db, sql: sql).map { $0.databaseValues.map { "\($0)" }.joined(separator: " ") }
      }
    }
  }

  /// The lines of a random log, some of them repeated: at the same time, earlier or later, with the same id.
  private func lines(seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    var log = RandomLog(seed: seed)
    log.users = 5
    log.events = 700
    var lines = log.lines.map(\.json)
    for line in log.lines where random.once(in: 9) && line["id"] != nil {
      lines.append(line.json)
      let shift = Int.random(in: -4_000_000...4_000_000, using: &random)
      guard random.once(in: 3), let time = line["time"].flatMap({ Int($0) }) else { continue }
      // In microseconds that are not whole milliseconds, unlike all others.
      lines.append(line.json.replacing("\(time)", with: "\((time + shift) * 1000 + 123)"))
    }
    return lines
  }

  @Test(arguments: sampled(Array(1...12 as ClosedRange<UInt64>)))
  func `files in any order, with late events and repeated ones, give the store of one run on all`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed &* 77)
    var lines = lines(seed: seed)
    // By time, in any order, or mostly by time.
    switch seed % 3 {
    case 0: lines.shuffle(using: &random)
    case 1: lines.sort { $0.time < $1.time }
    default:
      lines.sort { $0.time < $1.time }
      for _ in 0..<40 {
        lines.swapAt(Int.random(in: lines.indices, using: &random), Int.random(in: lines.indices, using: &random))
      }
    }
    let count = random.pick([2, 3, 7, 20])
    var files = (0..<count).map { "\($0).ndjson" }
    for (file, part) in zip(files, lines.cut(into: count)) { try folder.write(part.ndjson, to: file) }
    try await ingest(files, into: "whole.sqlite")
    if random.once(in: 2) { files.shuffle(using: &random) }
    while !files.isEmpty {
      let some = min(files.count, Int.random(in: 1...2, using: &random))
      try await ingest(Array(files.prefix(some)), into: "grown.sqlite") {
        $0.memory = random.pick([48 << 10, 1 << 30])
      }
      files.removeFirst(some)
    }
    let grown = try contents("grown.sqlite")
    let whole = try contents("whole.sqlite")
    #expect(grown.count == whole.count)
    let difference = zip(grown, whole).first { $0 != $1 }
    #expect(difference == nil, "\(difference.map { "\($0.0)\n\($0.1)" } ?? "")")
  }
}
