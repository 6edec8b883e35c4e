import Foundation
import TestSupport
import Testing

@Suite("--memory")
struct MemoryOptionTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  @Test(arguments: sampled(["64M", "64m", "65536K", "67108864", "0.5G", "512MiB", "1gb", "2T"]))
  func `sizes as people write them`(size: String) throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log")
    #expect(try navaudit("analyze", "log", "--memory", size, "--quiet").status == 0)
    #expect(try navaudit("ingest", "log", "--store", "app.sqlite", "--memory", size).status == 0)
    #expect(try navaudit("report", "app.sqlite", "--memory", size).status == 0)
  }

  #if os(Linux)
    /// Three times the memory limit, in long lines: the log is streamed, compressed or read in pieces.
    @Test(.thorough, arguments: [(lines: 20_000, length: 10_000, isPacked: true), (lines: 2_000, length: 100_000, isPacked: false)])
    func `a log much larger than the budget stays within it`(lines: Int, length: Int, isPacked: Bool) throws {
      let filler = String(repeating: "x", count: length)
      var log = Data()
      for part in 0..<8 {
        let lines = (0..<lines / 8).map { number in
          LogLine(
            fields: [
              ("time", .number(1_772_000_000_000 + (part * lines / 8 + number) * 700)), ("user", .text("user \(number % 40)")), ("event", .text("push")),
              ("screen", .text("Screen \(number % 9)")), ("unknown", .text(filler)),
            ])
        }
        log.append(isPacked ? lines.ndjson.gzipped : lines.ndjson)
      }
      try folder.write(log, to: "log")
      let peak = try navaudit.peakMemory(["analyze", "log", "--memory", "64M", "--quiet"])
      #expect(peak > 10 << 20 && peak < 80 << 20)
      #expect(try folder.table("Reports/summary.csv").cell("events", column: "value") == "\(lines)")
    }
  #endif
}
