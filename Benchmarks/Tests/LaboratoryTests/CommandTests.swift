import Harness
import Simulation
import TestSupport
import Testing

/// The command on logs whose truth is known: a few of those that the benchmarks draw by the hundred.
@Suite("navaudit on drawn logs")
struct CommandTests {
  let audit: Audited

  init() throws { audit = try Audited(binary: Navaudit.binary.path) }

  /// The first dialect of each shape with distinct event names.
  private static let dialects: [Dialect] = ["ga4", "amplitude", "semicolon"].compactMap { shape in
    (1...200).lazy.map { Dialect(seed: UInt64($0)) }.first { $0.shape.rawValue == shape && !$0.isOpaque }
  }

  @Test(arguments: Array(dialects.indices)) func `init and analyze give the tables of the same events in native words`(
    number: Int
  ) throws {
    let dialect = Self.dialects[number]
    let tables = ["tabs", "tab_switches", "menus", "menu_items", "more", "screens", "transitions"]
    let native = try audit.draftedTables(of: dialect.nativeLog, in: "native.ndjson", tables)
    let own = try audit.draftedTables(of: dialect.log, in: dialect.fileName, tables)
    for (table, (own, native)) in zip(tables, zip(own, native)) {
      #expect(own == native && !own.isEmpty, "\(dialect.name): \(table)")
    }
  }

  /// The targets: nine of ten apps exactly right, mean depth within 10%. `inference-benchmark` measures them on many
  /// apps; these are a few of both kinds.
  @Test func `the tabs of random apps are found, and the depth is right`() throws {
    let seeds = Array(1...10 as ClosedRange<UInt64>)
    var wrong: [UInt64] = []
    var silent = 0
    for seed in seeds {
      let app = RandomApp(seed: seed, users: 60)
      let log = try app.log(viewsOnly: true)
      guard let guessed = try audit.depth(log, options: ["--infer"]) else {
        silent += 1
        continue
      }
      if Set(try audit.roots(log).map(\.screen)) != app.roots { wrong.append(seed) }
      let truth = try #require(try audit.depth(app.log(viewsOnly: false)))
      #expect(abs(guessed / truth - 1) <= 0.1, "seed \(seed): \(guessed) for \(truth)")
    }
    #expect(wrong.count * 10 <= seeds.count && silent * 5 <= seeds.count, "wrong: \(wrong), silent: \(silent)")
  }

  @Test func `no tabs are claimed where there are none`() throws {
    for seed in Array(2...6 as ClosedRange<UInt64>) {
      #expect(try audit.depth(Site(seed: seed).log(), options: ["--infer"]) == nil, "site \(seed)")
    }
  }

  /// People with intentions, whose wants do not depend on the layout, so that predictions hold.
  @Test(arguments: [11, 16, 41] as [UInt64]) func `predictions for people with intentions hold`(seed: UInt64) throws {
    let log = try audit.write(IntentionApp(seed: seed).log().log, to: "log.ndjson")
    func moves(_ before: String, _ after: String) throws -> Harness.CSVTable {
      try audit.run([
        "compare", log, "--before", "app_version=\(before)", "--after", "app_version=\(after)", "--output",
        audit.path("comparison"),
      ])
      return try audit.table("comparison/compare_moves.csv")
    }
    let table = try moves("1.9", "1.10")
    #expect(table["entry"].contains("(all)"))
    #expect(table["verdict"] == ["as predicted", "as predicted", "as predicted"])
    #expect(try moves("1.10", "2.0").rows.isEmpty)
  }
}
