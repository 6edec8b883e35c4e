import Foundation
import TestSupport
import Testing

@Suite("--memory")
struct MemoryOptionTests {
  let folder: TemporaryFolder
  let navaudit: Navaudit

  init() throws {
    folder = try TemporaryFolder()
    navaudit = Navaudit(in: folder)
  }

  @Test(arguments: ["64M", "64m", "65536K", "67108864", "0.5G", "512MiB", "1gb", "2T"])
  func `sizes as people write them`(size: String) throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log")
    #expect(try navaudit("analyze", "log", "--memory", size, "--quiet").status == 0)
    #expect(try navaudit("ingest", "log", "--store", "app.sqlite", "--memory", size).status == 0)
    #expect(try navaudit("report", "app.sqlite", "--memory", size).status == 0)
  }

  @Test(arguments: ["", "M", "63M", "0", "-1G", "64X", "64 M", "1e9", "64MM", "9999999999T"])
  func `sizes that are none`(size: String) throws {
    let outcome = try navaudit.run(["analyze", "log", "--memory=\(size)"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--memory"))
  }

  #if os(Linux)
    /// Three times as many bytes as the budget, packed, in long lines: the log streams through.
    @Test(.tags(.slow)) func `a log much larger than the budget stays within it`() throws {
      let filler = String(repeating: "x", count: 10_000)
      var log = Data()
      for file in 0..<8 {
        let lines = (0..<2_500).map { number in
          LogLine(
            fields: [
              ("time", .number(1_772_000_000_000 + (file * 2_500 + number) * 700)), ("user", .text("user \(number % 40)")), ("event", .text("push")),
              ("screen", .text("Screen \(number % 9)")), ("unknown", .text(filler)),
            ])
        }
        log.append(lines.ndjson.gzipped)
      }
      try folder.write(log, to: "log.gz")
      let peak = try navaudit.peakMemory(["analyze", "log.gz", "--memory", "64M", "--quiet"])
      #expect(peak > 10 << 20 && peak < 80 << 20)
      #expect(try folder.table("Reports/summary.csv").cell("events", column: "value") == "20000")
    }
  #endif
}
