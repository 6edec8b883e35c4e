import Foundation
import TestSupport
import Testing

/// Unreadable logs, unusable outputs, maps and stores: one clear line, status 2, nothing half-written.
@Suite("Bad logs, maps and stores")
struct BadLogTests {
  let refusal: Refusal
  var folder: TemporaryFolder { refusal.folder }

  init() throws {
    refusal = try Refusal()
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
  }

  private static let notALog =
    """
    unknown log format; `navaudit help formats` lists the known ones, such as NDJSON (one JSON object per line) and CSV \
    with a header row
    """

  @Test(arguments: sampled(Case.all("refused-runs"), every: 8))
  func `a refused run says in one line what to do`(run: Case) throws {
    for file in run.input.matches(of: /⟨([^:]+): ([^⟩]*)⟩/) { try folder.write(String(file.2), to: String(file.1)) }
    let arguments = run.input.prefix { $0 != "⟨" }.split(separator: " ").map { $0 == "\"\"" ? "" : String($0) }
    let writesReports = ["analyze", "report"].contains(arguments[0]) && !arguments.contains("--output")
    for output in writesReports ? Refusal.outputs.map({ ["--output", $0] }) : [[]] {
      try refusal.expectUnchanged(arguments + output, message: run.expected[0])
    }
  }

  @Test(arguments: [
    ("\u{0}\u{1}\u{2}\u{3}\u{4}", notALog),
    ("SQLite format 3\u{0}", "is a SQLite database, not a log; use `navaudit report` for a store"),
  ])
  func `bytes of another kind`(bytes: String, message: String) throws {
    try folder.write(bytes, to: "log.ndjson")
    try refusal.expect("analyze", "log.ndjson", message: "log.ndjson: \(message)")
  }

  @Test func `compressed data that is cut off or broken`() throws {
    let log = RandomLog(seed: 1).lines.ndjson
    let gzip = log.gzipped
    try folder.write(gzip.prefix(gzip.count / 2), to: "cut.gz")
    try refusal.expect(
      "analyze", "cut.gz",
      message: "cut.gz: the gzip data is cut off at byte \(gzip.count / 2); copy or export the file again")
    var broken = gzip
    for index in (gzip.count - 6)..<gzip.count { broken[index] ^= 0xFF }
    try folder.write(broken, to: "broken.gz")
    let outcome = try refusal.navaudit("analyze", "broken.gz", "--output", "New")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("navaudit: broken.gz: the gzip data is broken at byte "))
    #expect(outcome.errors.hasSuffix("; copy or export the file again\n") && outcome.errorLines.count == 1)
    #expect(!folder.exists("New"))
    let zstd = log.zstandard
    try folder.write(zstd.prefix(zstd.count / 2), to: "cut.zst")
    try refusal.expect(
      "analyze", "cut.zst",
      message: "cut.zst: the zstd data is cut off at byte \(zstd.count / 2); copy or export the file again")
    try refusal.expect(
      "analyze", "-", input: zstd.prefix(zstd.count / 2),
      message: "standard input: the zstd data is cut off at byte \(zstd.count / 2); copy or export the file again")
  }

  /// The message of too many rejected lines.
  private func tooMany(_ rejected: Int, of lines: Int, _ percent: String, _ reasons: String, first: String) -> String {
    """
    \(rejected) of \(lines) lines (\(percent)%) could not be read, more than --max-rejected 5%: \(reasons); the \
    first is \(first); fix the log or raise --max-rejected
    """
  }

  @Test func `lines that are not UTF-8`() throws {
    var log = Fixtures.smallLog(users: 1).prefix(4).map { $0 }.ndjson
    log +=
      Data("{\"time\":1772000000,\"user\":\"a\",\"event\":\"push\",\"screen\":\"".utf8) + [0xFF, 0xFE]
      + Data("\"}\n".utf8)
    try folder.write(log, to: "log.ndjson")
    try refusal.expect(
      "analyze", "log.ndjson", message: tooMany(1, of: 5, "20.0", "1 not UTF-8", first: "log.ndjson:5"))
    var table = Data("time,user,event,screen\n1772000000,a,push,".utf8)
    table += [0xC3, 0x28, 0x0A]
    try folder.write(table, to: "log.csv")
    try refusal.expect("analyze", "log.csv", message: tooMany(1, of: 1, "100.0", "1 not UTF-8", first: "log.csv:2"))
  }

  @Test(.thorough) func `a line of 100 MiB alone is no log`() throws {
    try folder.write(Data(repeating: UInt8(ascii: "a"), count: 100 << 20), to: "log.ndjson")
    try refusal.expectUnchanged(["analyze", "log.ndjson", "--output", "New"], message: "log.ndjson: \(Self.notALog)")
  }

  @Test(.thorough) func `a line of 100 MiB within a log is one rejected line`() throws {
    let lines = Fixtures.smallLog().map(\.json)
    var log = Data((lines.prefix(3).joined(separator: "\n") + "\n{\"time\":\"").utf8)
    log += Data(repeating: UInt8(ascii: "1"), count: 100 << 20)
    log += Data(("\"}\n" + lines.dropFirst(3).joined(separator: "\n")).utf8)
    try folder.write(log, to: "log.ndjson")
    let outcome = try refusal.navaudit("analyze", "log.ndjson", "--output", "New", "--rejected", "rejected.tsv")
    #expect(outcome.status == 0)
    #expect(try folder.text("rejected.tsv") == "file\tline\treason\ttext\nlog.ndjson\t4\tline too long\t\n")
    let summary = try folder.table("New/summary.csv")
    #expect(summary.cell("events", column: "value") == "99")
    #expect(summary.cell("events_rejected", column: "value") == "1")
  }

  @Test func `a map that is not UTF-8`() throws {
    try folder.write(Data([0x61, 0x3A, 0xFF]), to: "map.yml")
    try refusal.expect(
      "analyze", "log.ndjson", "--map", "map.yml", message: "map.yml: the app map is not UTF-8; save it as UTF-8")
  }

  @Test func `a store that is cut off`() throws {
    try refusal.navaudit("ingest", Fixtures.file("conformance/shop-full/log.ndjson.zst").path, "--store", "app.sqlite")
    let whole = try folder.data("app.sqlite")
    try folder.write(whole.prefix(whole.count / 2 / 4096 * 4096), to: "cut.sqlite")
    let outcome = try refusal.navaudit("report", "cut.sqlite", "--output", "New")
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("navaudit: cut.sqlite: the store is damaged ("))
    #expect(!folder.exists("New"))
  }

  @Test(.thorough) func `standard input that comes from the place of a report`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("o"), withIntermediateDirectories: true)
    try folder.copy(URL(fileURLWithPath: folder.path("log.ndjson")), to: "o/tabs.csv")
    let before = try refusal.state
    let outcome = try refusal.navaudit.run(
      ["-c", "\"$0\" analyze - -o o < o/tabs.csv", Navaudit.binary.path], through: "sh")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("navaudit: o/tabs.csv: is a log of this run"))
    #expect(differences(before, try refusal.state) == [])
  }
}
