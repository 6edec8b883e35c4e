import Foundation
import Simulation
import TestSupport
import Testing

/// The command on logs whose truth is known: a few of those that the benchmarks draw by the hundred.
@Suite("navaudit on drawn logs")
struct CommandTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// The first dialect of each shape with distinct event names.
  private static let dialects: [Dialect] = ["ga4", "amplitude", "semicolon"].compactMap { shape in
    (1...200).lazy.map { Dialect(seed: UInt64($0)) }.first { $0.shape.rawValue == shape && !$0.isOpaque }
  }

  @Test(arguments: Array(dialects.indices)) func `init and analyze give the tables of the same events in native words`(number: Int) throws {
    let dialect = Self.dialects[number]
    try folder.write(Data(dialect.log), to: dialect.fileName)
    try folder.write(Data(dialect.nativeLog), to: "native.ndjson")
    for (log, name) in [(dialect.fileName, "own"), ("native.ndjson", "native")] {
      #expect(try navaudit("init", log, "--output", "\(name).yml", "--quiet").status == 0)
      #expect(try navaudit("analyze", log, "--map", "\(name).yml", "--output", name, "--quiet").status == 0)
    }
    for table in ["tabs", "tab_switches", "menus", "menu_items", "more", "screens", "transitions"] {
      #expect(try folder.text("own/\(table).csv") == folder.text("native/\(table).csv"), "\(dialect.name): \(table)")
    }
  }

  /// Nil if the structure is not known.
  private func depth(_ log: [UInt8], _ more: String...) throws -> Double? {
    try folder.write(Data(log), to: "log.ndjson")
    #expect(try navaudit.run(["analyze", "log.ndjson", "--output", "report", "--no-store", "--quiet"] + more).status == 0)
    return try folder.table("report/summary.csv").cell("depth_mean", column: "value").flatMap(Double.init)
  }

  /// The targets: nine of ten apps exactly right, mean depth within 10%. `inference-benchmark` measures them on many apps; these are a few of both kinds.
  @Test func `the tabs of random apps are found, and the depth is right`() throws {
    let seeds = Array(1...10 as ClosedRange<UInt64>)
    var wrong: [UInt64] = []
    var silent = 0
    for seed in seeds {
      let app = RandomApp(seed: seed, users: 60)
      guard let guessed = try depth(app.log(viewsOnly: true), "--infer") else {
        silent += 1
        continue
      }
      let map = try navaudit("init", "log.ndjson", "--output", "-").output
      let roots = map.split(separator: "\n").drop { $0 != "roots:" }.dropFirst().prefix { $0.hasPrefix("  ") }
      if Set(roots.compactMap { $0.firstMatch(of: /: (.+?)  #/).map { String($0.1) } }) != app.roots { wrong.append(seed) }
      let truth = try #require(try depth(app.log(viewsOnly: false)))
      #expect(abs(guessed / truth - 1) <= 0.1, "seed \(seed): \(guessed) for \(truth)")
    }
    #expect(wrong.count * 10 <= seeds.count && silent * 5 <= seeds.count, "wrong: \(wrong), silent: \(silent)")
  }

  @Test func `no tabs are claimed where there are none`() throws {
    for seed in Array(2...6 as ClosedRange<UInt64>) { #expect(try depth(Site(seed: seed).log(), "--infer") == nil, "site \(seed)") }
  }

  /// People with intentions, whose wants do not depend on the layout, so that predictions hold.
  @Test(arguments: [11, 16, 41] as [UInt64]) func `predictions for people with intentions hold`(seed: UInt64) throws {
    try folder.write(Data(IntentionApp(seed: seed).log().log), to: "log.ndjson")
    #expect(try navaudit("compare", "log.ndjson", "--before", "app_version=1.9", "--after", "app_version=1.10").status == 0)
    let table = try folder.table("Comparison/compare_moves.csv")
    #expect(table["entry"].contains("(all)"))
    #expect(table["verdict"] == ["as predicted", "as predicted", "as predicted"])
    #expect(try navaudit("compare", "log.ndjson", "--before", "app_version=1.10", "--after", "app_version=2.0").status == 0)
    #expect(try folder.table("Comparison/compare_moves.csv").rows.isEmpty)
  }
}
