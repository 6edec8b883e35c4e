import Foundation
import TestSupport
import Testing

/// Files that grow, never end, point elsewhere or contain each other: read as far as they are logs, or refused in one
/// line.
@Suite("Hostile files")
struct HostileFileTests {
  let refusal: Refusal
  var folder: TemporaryFolder { refusal.folder }

  init() throws { refusal = try Refusal() }

  /// A log, followed by 2 GiB of lines longer than any record.
  private func bomb(_ pack: (Data) -> Data) -> Data {
    let line = pack(Data(repeating: 0x20, count: (64 << 20) - 1) + Data([0x0A]))
    return pack(Fixtures.smallLog().ndjson) + Data((0..<32).map { _ in line }.joined())
  }

  @Test(.thorough, arguments: ["gz", "zst"]) func `a log that becomes a thousand times as much`(ending: String) throws {
    let file = "log.ndjson.\(ending)"
    let packed = ending == "gz" ? bomb(\.gzipped) : bomb(\.zstandard)
    try folder.write(packed, to: file)
    let outcome = try refusal.navaudit("analyze", file, "--output", "New")
    #expect(outcome.status == 2)
    let pattern =
      /navaudit: log\.ndjson\.(gz|zst): (\d+) bytes decompress to (\d+) or more, like a decompression bomb; if this is a log, decompress it yourself and name the plain file\n/
    let found = try #require(try pattern.wholeMatch(in: outcome.errors), "\(outcome.errors)")
    let limit = 1 << 30
    #expect((limit..<limit + (64 << 20)).contains(Int(found.3) ?? 0))
    #expect(!folder.exists("New"))
  }

  @Test(.thorough) func `an archive whose members lie upon each other`() throws {
    // Each is far below the limit; together they would be 2.5 GiB from half a megabyte.
    let member = Data(repeating: 0x0A, count: 256 << 20)
    var archive = ZipFile()
    archive.add("log.ndjson", member)
    for number in 1..<10 { archive.addAgain("log\(number).ndjson") }
    try folder.write(archive.data, to: "log.zip")
    try refusal.expect(
      "analyze", "log.zip",
      message:
        "log.zip: \(archive.data.count) bytes decompress to \(10 * member.count) or more, like a decompression bomb; "
        + "if this is a log, decompress it yourself and name the plain file")
  }

  @Test func `an archive that would write elsewhere`() throws {
    var archive = ZipFile()
    let names = [
      "../../up.ndjson", "/etc/absolute.ndjson", "..\\back.ndjson", "a/../../b.ndjson",
      "\u{202E}turned\u{1B}[2J.ndjson",
    ]
    for (number, name) in names.enumerated() { archive.add(name, Fixtures.smallLog(users: number + 1).ndjson) }
    try folder.write(archive.data, to: "in/logs.zip")
    let outcome = try refusal.navaudit("analyze", "in/logs.zip", "--output", "New")
    #expect(outcome.status == 0, "\(outcome.errors)")
    // All except `..\\back.ndjson`, whose name begins like that of a hidden file.
    #expect(folder.everything().filter { !$0.hasPrefix("New") && !$0.hasPrefix("Earlier") } == ["in", "in/logs.zip"])
    #expect(try folder.table("New/summary.csv").cell("events", column: "value") == "396")
  }

  #if os(Linux)
    @Test func `a device that never ends`() throws {
      try refusal.expect(
        "analyze", "/dev/zero",
        message:
          """
          /dev/zero: unknown log format; `navaudit help formats` lists the known ones, such as NDJSON (one JSON object \
          per line) and CSV with a header row
          """
      )
    }

    @Test(.thorough) func `a line that never ends takes little memory`() throws {
      try folder.write(Fixtures.smallLog().ndjson, to: "head.ndjson")
      // A shell connects the two; the test looks at the navaudit process.
      let pipe = folder.path("pipe")
      #expect(mkfifo(pipe, 0o600) == 0)
      let writer = Process()
      writer.executableURL = URL(fileURLWithPath: "/bin/sh")
      writer.arguments = ["-c", "cat head.ndjson /dev/zero > pipe"]
      writer.currentDirectoryURL = folder.url
      writer.standardError = FileHandle.nullDevice
      try writer.run()
      let peak = try refusal.navaudit.peakMemory(["analyze", "pipe", "--output", "New", "--quiet"])
      writer.waitUntilExit()
      #expect(peak > 1 << 20 && peak < 250 << 20, "\(peak >> 20) MiB")
      #expect(!folder.exists("New"))
    }

    /// Three times the memory limit, in long lines: the log is streamed, compressed or read in pieces.
    @Test(
      .thorough,
      arguments: [(lines: 20_000, length: 10_000, isPacked: true), (lines: 2_000, length: 100_000, isPacked: false)])
    func `a log much larger than the budget stays within it`(lines: Int, length: Int, isPacked: Bool) throws {
      let filler = String(repeating: "x", count: length)
      var log = Data()
      for part in 0..<8 {
        let lines = (0..<lines / 8).map { number in
          LogLine(
            fields: [
              ("time", .number(1_772_000_000_000 + (part * lines / 8 + number) * 700)),
              ("user", .text("user \(number % 40)")), ("event", .text("push")),
              ("screen", .text("Screen \(number % 9)")), ("unknown", .text(filler)),
            ])
        }
        log.append(isPacked ? lines.ndjson.gzipped : lines.ndjson)
      }
      try folder.write(log, to: "log")
      let peak = try refusal.navaudit.peakMemory(["analyze", "log", "--memory", "64M", "--quiet"])
      #expect(peak > 10 << 20 && peak < 80 << 20)
      #expect(try folder.table("Reports/summary.csv").cell("events", column: "value") == "\(lines)")
    }
  #endif

  @Test func `links and pipes in a folder`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "logs/a.ndjson")
    try folder.write(Fixtures.smallLog(users: 2).ndjson, to: "elsewhere/b.ndjson")
    let manager = FileManager.default
    for (link, target) in [
      ("again.ndjson", "a.ndjson"), ("outside.ndjson", "../elsewhere/b.ndjson"), ("folder", "../elsewhere"),
      ("up", ".."), ("self.ndjson", "self.ndjson"),
      ("none.ndjson", "no such file"), ("zero.ndjson", "/dev/zero"), ("etc", "/etc"),
    ] {
      try manager.createSymbolicLink(atPath: folder.path("logs/\(link)"), withDestinationPath: target)
    }
    #expect(mkfifo(folder.path("logs/pipe.ndjson"), 0o600) == 0)
    let outcome = try refusal.navaudit("analyze", "logs", "--output", "New")
    #expect(outcome.status == 0, "\(outcome.errors)")
    // The file, and the one that a link points to; nothing twice, no folders, no devices.
    let events = try folder.table("New/summary.csv").cell("events", column: "value")
    #expect(events == "165")
  }
}
