import Foundation
import GRDB
import Measures
import NavigationModel
import TestSupport
import Testing

@testable import NavigationAudit
@testable import NavigationStore

/// Measures cached in a store give the same report as its sessions, or are not used.
@Suite("Kept measures")
struct KeptMeasuresTests {
  let folder = TemporaryFolder()

  private static let map = "tabs: [Home, Search, More]\ntasks:\n  - {name: Buy, start: S1, goal: S2}\n"

  private var store: String { folder.path("app.sqlite") }

  private func ingest(_ log: RandomLog) async throws { try await ingest(log.lines) }

  private func ingest(_ lines: [LogLine], map: String = map) async throws {
    try folder.write(lines.ndjson, to: "log")
    try folder.write(map, to: "map.yml")
    var options = AuditOptions()
    options.logs = [folder.path("log")]
    options.map = folder.path("map.yml")
    _ = try await Audit(options).ingest(into: store)
  }

  /// All files of a report, with caching enabled for any number of events.
  private func report(_ change: (inout AuditOptions) -> Void = { _ in }) async throws -> [String: Data] {
    var options = AuditOptions()
    options.leastEventsKept = 0
    change(&options)
    // Without an earlier report, with which it would be compared.
    try? FileManager.default.removeItem(atPath: folder.path("Reports"))
    _ = try await Audit(options).report(on: store, output: folder.path("Reports"))
    return try folder.contents(of: "Reports")
  }

  private func sql(_ sql: String) throws { try DatabaseQueue(path: store).write { try $0.execute(sql: sql) } }

  private var isKept: Bool {
    get throws {
      try DatabaseQueue(path: store).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM measures") } == 1
    }
  }

  /// Doubles all counts in the cached measures, so that a report shows whether it used them.
  private func mark() throws {
    let store = try Store.open(store, for: .change)
    defer { try? store.close() }
    let bytes = [UInt8](try #require(try store.keptMeasures(by: "measures \(Measures.schema)")))
    let names = NameTable()
    let kept = try BinaryDecoder.value(MeasureSums.self, from: bytes, names: names)
    var twice = kept.measures
    twice.merge(kept.measures)
    let marked = try BinaryEncoder.bytes(
      of: MeasureSums(measures: twice, recent: kept.recent, span: kept.span), names: names)
    try store.keep(measures: Data(marked), by: "measures \(Measures.schema)", at: try store.revision())
  }

  private func isTaken(_ change: (inout AuditOptions) -> Void = { _ in }) async throws -> Bool {
    let summary = String(decoding: try #require(try await report(change)["summary.csv"]), as: UTF8.self)
    let events = try #require(
      summary.split(separator: "\n").first { $0.hasPrefix("events,") }?.split(separator: ",")[1])
    return try #require(Int(events)) > RandomLog(seed: 1).events
  }

  @Test(.thorough, arguments: [1, 2] as [UInt64])
  func `a report from them is that from the sessions`(seed: UInt64) async throws {
    try await ingest(RandomLog(seed: seed))
    #expect(try !isKept)
    let first = try await report()
    #expect(try isKept)
    #expect(try await differences(first, report()) == [])
    try sql("DELETE FROM measures")
    #expect(try await differences(first, report()) == [])
  }

  @Test(.thorough) func `they are taken where the rules alone are others`() async throws {
    try await ingest(RandomLog(seed: 1))
    _ = try await report()
    try mark()
    #expect(try await isTaken())
    for (map, isTaken) in [
      (Self.map + "rules:\n  depth.over-limit: off\n", true), ("app: Shop\n" + Self.map, true),
      (Self.map + "screens: {S3: {parent: S1}}\n", false),
      ("tabs: [Home]\n", false), (Self.map.replacing("goal: S2", with: "goal: S3"), false),
    ] {
      try folder.write(map, to: "other.yml")
      #expect(try await self.isTaken { $0.map = folder.path("other.yml") } == isTaken, "\(map)")
    }
  }

  @Test(
    .thorough,
    arguments: [
      ("depth.over-limit: {warning: 3}", false), ("depth.hot-deep: {depth: 3}", false),
      ("depth.over-limit: {warning: 5, error: 9}", true),
    ])
  func `they are not taken under levels with which other things are counted`(rules: String, isTaken: Bool) async throws
  {
    try await ingest(RandomLog(seed: 1))
    _ = try await report()
    try folder.write(Self.map + "rules: {\(rules)}\n", to: "other.yml")
    let other = try await report { $0.map = folder.path("other.yml") }
    try mark()
    #expect(try await self.isTaken { $0.map = folder.path("other.yml") } == isTaken)
    try sql("DELETE FROM measures")
    #expect(try await differences(other, report { $0.map = folder.path("other.yml") }) == [])
  }

  @Test(.thorough) func `they are not taken where more is asked for, or others`() async throws {
    try await ingest(RandomLog(seed: 1))
    _ = try await report()
    try mark()
    #expect(try await !isTaken { $0.gap = 60 })
    #expect(try await !isTaken { $0.infersStructure = true })
    #expect(try await !isTaken { $0.minimumGroup = 2 })
    #expect(try await isTaken { $0.writesSessions = true })
    try sql("UPDATE measures SET tool = 'measures 0'")
    #expect(try await !isTaken())
  }

  @Test func `they are not taken for other sessions, or where there are several`() async throws {
    try await ingest(RandomLog(seed: 1))
    _ = try await report()
    try mark()
    for change in [
      "DELETE FROM session WHERE id = 2", "UPDATE session SET user_id = (SELECT max(id) FROM user) WHERE id = 2",
      "INSERT INTO measures SELECT * FROM measures",
    ] {
      try FileManager.default.copyItem(atPath: store, toPath: folder.path("kept"))
      #expect(try await isTaken())
      try sql(change)
      #expect(try await !isTaken(), "\(change)")
      try FileManager.default.removeItem(atPath: store)
      try FileManager.default.moveItem(atPath: folder.path("kept"), toPath: store)
    }
  }

  @Test(.thorough) func `they go when sessions come or go`() async throws {
    try await ingest(RandomLog(seed: 1))
    _ = try await report()
    // The same log again adds nothing.
    try await ingest(RandomLog(seed: 1))
    #expect(try isKept)
    try await ingest(RandomLog(seed: 2))
    #expect(try !isKept)
    _ = try await report()
    #expect(try isKept)
    let person = try #require(RandomLog(seed: 2).lines.first?["user"])
    _ = try await Audit(AuditOptions()).forget([person], in: store)
    #expect(try !isKept)
  }

  @Test(.thorough) func `a store that grows under other rules has the sessions and the measures of all logs`()
    async throws
  {
    let some = RandomLog(seed: 1).lines
    let more = RandomLog(seed: 2).lines
    let other = Self.map + "rules:\n  depth.over-limit: off\n"
    try await ingest(some)
    _ = try await report()
    try await ingest(more, map: other)
    let grown = try await report()
    #expect(try isKept)
    try sql("DELETE FROM measures")
    #expect(try await differences(grown, report()) == [])
    // With a map that makes other sessions, the existing ones are rebuilt.
    try await ingest(RandomLog(seed: 3).lines, map: "tabs: [Home]\n")
    #expect(try !isKept)
  }

  @Test(.thorough, arguments: [400, 2000])
  func `they are kept however many names there are`(screens: Int) async throws {
    try await ingest(
      (0..<screens).map {
        LogLine(fields: [
          ("time", .number(1_772_000_000_000 + $0 * 1000)), ("user", .text("u")), ("event", .text("push")),
          ("screen", .text("S\($0)")),
        ])
      })
    let first = try await report()
    #expect(try isKept)
    #expect(try await differences(first, report()) == [])
  }

  @Test(.thorough) func `a few are not kept, nor what another run has overtaken`() async throws {
    try await ingest(RandomLog(seed: 1))
    _ = try await report { $0.leastEventsKept = 1_000_000 }
    #expect(try !isKept)
    _ = try await report { $0.memory = AuditOptions.leastMemory }
    #expect(try !isKept)
    let store = try Store.open(store, for: .change)
    let revision = try store.revision()
    try sql("UPDATE user SET name = 'somebody'")
    try store.keep(measures: Data("{}".utf8), by: "measures \(Measures.schema)", at: revision)
    #expect(try !isKept)
    try store.keep(measures: Data("{}".utf8), by: "measures \(Measures.schema)", at: try store.revision())
    try store.close()
    #expect(try isKept)
    // `{}` contains no measures: they are recomputed.
    #expect(try await !report().isEmpty)
  }

  @Test(
    .thorough,
    arguments: [
      (
        "UPDATE measures SET content = CAST(substr(content, 1, 30) || x'30' || substr(content, 32) AS BLOB)",
        "the measures that were kept cannot be read"
      ),
      ("UPDATE measures SET content = x'7B7D'", "the measures that were kept cannot be read"),
      (
        "UPDATE session_path SET events = substr(events, 1, 12) WHERE session_id = 2",
        "the events of a session cannot be read"
      ),
      ("DELETE FROM session_path WHERE session_id = 2", "the events of a session cannot be read"),
    ])
  func `damage is found, in them and in what they were made of`(damage: String, message: String) async throws {
    try await ingest(RandomLog(seed: 1))
    _ = try await report()
    try sql(damage)
    await #expect { try await report() } throws: { "\($0)".contains(message) }
  }
}
