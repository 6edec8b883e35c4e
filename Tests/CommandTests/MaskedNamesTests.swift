import Foundation
import TestSupport
import Testing

/// Personal data in names is masked while the log is read.
@Suite("Masked names")
struct MaskedNamesTests {
  private static let secrets = [
    "ann@example.com", "+491711234567", "8f14e45f-ceea-467a-9575-2d1f3c6f7a10", "4111111111111111", "bob@example.org", "0171 7654321",
  ]

  private let navaudit = Navaudit()
  private var folder: TemporaryFolder { navaudit.folder }

  init() throws {
    let lines = (0..<12).flatMap { user -> [LogLine] in
      func line(_ second: Int, _ event: String, _ fields: KeyValuePairs<String, String>) -> LogLine {
        LogLine("2026-03-01T08:00:\(second + 10)Z", "user-\(user)", event, fields)
      }
      return [
        line(
          0, "tab_select",
          ["target": "Home", "screen": "Home", "variant": "for bob@example.org", "app_version": "1.0-da39a3ee5e6b4b0d3255bfef95601890afd80709"]),
        line(2, "push", ["screen": user < 6 ? "Profile/ann@example.com" : "Profile/bob@example.org"]),
        line(4, "push", ["screen": "Order/8f14e45f-ceea-467a-9575-2d1f3c6f7a10"]), line(6, "more_select", ["target": "Call +491711234567", "screen": "Call"]),
        line(8, "menu_select", ["target": "Card 4111111111111111", "screen": "Card", "container": "menu"]), line(9, "tap", ["target": "tel 0171 7654321"]),
      ]
    }
    try folder.write(lines.ndjson, to: "logs of ann@example.com/log.ndjson")
  }

  private func leaks(_ name: String) throws -> [String] {
    try folder.contents(of: name).flatMap { file, data in
      Self.secrets.filter { data.firstRange(of: Data($0.utf8)) != nil }.map { "\(file): \($0)" }
    }
  }

  @Test func `no file holds them, and log quality says which kinds there were and where`() throws {
    let outcome = try navaudit(
      "analyze", "logs of ann@example.com", "--output", "Reports", "--sessions", "--segment", "variant", "--write", "sarif=Reports/f.sarif", "--json")
    #expect(outcome.status == 0)
    #expect(try leaks("Reports") == [])
    let screens = try folder.table("Reports/screens.csv")
    #expect(screens.cell("Profile/[e-mail]", "(all)", column: "users") == nil)
    #expect(screens.rows.first { $0[0] == "Profile/[e-mail]" }?[2] == "12")
    #expect(screens.rows.contains { $0[0] == "Order/[token]" })
    #expect(try folder.table("Reports/more.csv").cell("Call [phone]", column: "users") == "12")
    #expect(Set(try folder.table("Reports/daily.csv")["app_version"]) == ["1.0-da39a3ee5e6b4b0d3255bfef95601890afd80709"])
    let quality = try folder.table("Reports/log_quality.csv")
    #expect(quality.cell("masked-name", column: "count") == "5")
    #expect(
      quality.cell("masked-name", column: "consequence")?.hasPrefix(
        "e-mail addresses in 1 screen; phone numbers in 1 item and 1 tap target; tokens in 1 screen and 1 item, as in Order/[token], Profile/[e-mail], Call [phone], "
      ) == true)
    #expect(try folder.text("Reports/report.md").contains(#"logs of \[e-mail\]/log.ndjson"#))
  }

  @Test func `a store and the reports on it hold none either`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("store"), withIntermediateDirectories: true)
    #expect(try navaudit("ingest", "logs of ann@example.com", "--store", "store/app.sqlite").status == 0)
    #expect(try navaudit("report", "store/app.sqlite", "--output", "store/Reports").status == 0)
    #expect(try leaks("store") == [])
    #expect(try folder.table("store/Reports/log_quality.csv").cell("masked-name", column: "count") == "5")
  }

  @Test func `the map may keep names as they are, and names that it folds are folded whole`() throws {
    try folder.write("mask_names: false\n", to: "open.yml")
    #expect(try navaudit("analyze", "logs of ann@example.com", "--map", "open.yml", "--output", "Open").status == 0)
    #expect(try folder.table("Open/screens.csv").cell("Profile/ann@example.com", column: "users") == "6")
    #expect(try folder.table("Open/log_quality.csv").cell("masked-name", column: "count") == "0")
    try folder.write("screen_names:\n  - {pattern: '^Order/[0-9a-f-]{36}$', name: Order}\n", to: "folding.yml")
    #expect(try navaudit("analyze", "logs of ann@example.com", "--map", "folding.yml", "--output", "Folded").status == 0)
    #expect(try folder.table("Folded/screens.csv").cell("Order", column: "users") == "12")
    try folder.write("mask_names: maybe\n", to: "wrong.yml")
    let wrong = try navaudit("check-map", "wrong.yml")
    #expect(wrong.status == 2)
    #expect(wrong.errors == "navaudit: wrong.yml:1: expected true or false, found `maybe`\n")
  }

  /// Each name of a record is read once, and no further than 16,384 bytes.
  @Test func `long names are cut: the rest is counted, and log quality says so`() throws {
    let long = String(repeating: "ä", count: 20_000)
    let lines = (0..<12).flatMap { user in
      [long, long + "b", "Home"].enumerated().map { LogLine("2026-03-01T08:00:\(10 + $0.offset)Z", "user-\(user)", "push", ["screen": $0.element]) }
    }
    try folder.write(lines.ndjson, to: "long.ndjson")
    #expect(try navaudit("analyze", "long.ndjson", "--output", "Long").status == 0)
    let start = String(repeating: "ä", count: 8192)
    #expect(Set(try folder.table("Long/screens.csv")["screen"]) == [start + "…[+23616 bytes]", start + "…[+23617 bytes]", "Home"])
    let quality = try folder.table("Long/log_quality.csv")
    #expect(quality.cell("long-name", column: "count") == "2")
  }
}
