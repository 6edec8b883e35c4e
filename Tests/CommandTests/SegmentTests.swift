import Foundation
import TestSupport
import Testing

@Suite("--segment")
struct SegmentTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// The additive columns: the key columns of each table, and the columns of counts.
  private static let additive: [String: (keys: Int, columns: [String])] = [
    "depth": (1, ["visits", "sessions"]),
    "screens": (1, ["visits", "sessions", "returns", "entries", "exits", "quick_backs"]),
    "tabs": (1, ["selects", "reselects", "blocked", "inferred", "kept_state_returns", "state_lost"]),
    "tab_switches": (2, ["count", "tab_steps"]),
    "more": (1, ["selects", "extra_taps"]),
    "menus": (1, ["opens", "abandoned"]),
    "menu_items": (2, ["selects"]),
    "gestures": (1, ["uses", "failed"]),
    "transitions": (2, ["count"]),
    "daily": (3, ["sessions", "visits", "tab_switches", "menu_opens", "sessions_deeper_than_5", "quick_backs"]),
  ]

  private static let counts = [
    "events", "sessions", "steps", "visits", "tab_switches", "more_opens", "more_abandoned", "more_extra_taps", "menu_opens", "tab_blocked",
    "back_at_root", "state_lost",
  ]

  private static func log(_ name: String) throws -> Data {
    if name == "sample" { return try Data(contentsOf: Fixtures.sample("bazaar.ndjson.gz")) }
    var log = RandomLog(seed: 9)
    log.users = 60
    log.events = 6000
    return log.lines.ndjson
  }

  private static func map(_ name: String) -> [String] { name == "sample" ? ["--map", Fixtures.sample("navaudit.yml").path] : [] }

  /// The rows of all segments add up to the total, and the total is the same as in a run without segments.
  @Test(arguments: sampled(["random", "sample"]))
  func `segments add up`(log: String) throws {
    try folder.write(Self.log(log), to: log)
    #expect(try navaudit.run(["analyze", log, "-q", "--output", "Plain"] + Self.map(log)).status == 0)
    let outcome = try navaudit.run(["analyze", log, "-q", "--output", "Apart", "--segment", "app_version,platform,device"] + Self.map(log))
    #expect(outcome.status == 0)
    let dimensions = 3
    for (name, additive) in Self.additive {
      let table = try folder.table("Apart/\(name).csv")
      let plain = try folder.table("Plain/\(name).csv")
      let added = name == "daily" ? 1 : dimensions
      #expect(table.columns == plain.columns + ["app_version", "platform", "device"].suffix(added), "\(name).csv")
      let whole = table.rows.filter { $0.suffix(added).allSatisfy { $0 == "(all)" } }
      #expect(whole.map { Array($0.dropLast(added)) } == plain.rows, "\(name).csv: the whole")
      var sums: [[String]: [Int]] = [:]
      let places = try additive.columns.map { column in try #require(table.columns.firstIndex(of: column)) }
      for row in table.rows where row.last != "(all)" {
        let key = Array(row.prefix(additive.keys))
        let cells = places.map { Int(row[$0]) ?? 0 }
        sums[key] = zip(sums[key] ?? cells.map { _ in 0 }, cells).map { $0 + $1 }
      }
      for row in whole {
        let sum = sums[Array(row.prefix(additive.keys))] ?? places.map { _ in 0 }
        #expect(sum == places.map { Int(row[$0]) ?? 0 }, "\(name).csv: \(row.prefix(additive.keys))")
      }
      #expect(!whole.isEmpty, "\(name).csv")
    }
    let summary = try folder.table("Apart/summary.csv")
    for metric in Self.counts {
      let rows = summary.rows.filter { $0[0] == metric }
      #expect(rows.first?.suffix(dimensions) == ["(all)", "(all)", "(all)"])
      #expect(rows.dropFirst().reduce(0) { $0 + (Int($1[1]) ?? 0) } == rows.first.flatMap { Int($0[1]) }, "\(metric)")
    }
    // Line counts exist only for the total; findings and checks are for the entire log.
    #expect(summary.rows.filter { $0[0] == "events_rejected" }.count == 1)
    #expect(try folder.data("Apart/findings.csv") == folder.data("Plain/findings.csv"))
    #expect(try folder.data("Apart/log_quality.csv") == folder.data("Plain/log_quality.csv"))
    #expect(try folder.text("Apart/report.md").contains("By segment"))
    #expect(try !folder.text("Plain/report.md").contains("By segment"))
  }

  @Test func `each row is known by its key and its segment`() throws {
    try folder.write(Self.log("sample"), to: "log")
    try navaudit("analyze", "log", "-q", "--output", "Apart", "--segment", "platform, device", "--sessions")
    let package = try #require(JSONSerialization.jsonObject(with: folder.data("Apart/datapackage.json")) as? [String: Any])
    var keys: [String: [String]] = [:]
    for resource in try #require(package["resources"] as? [[String: Any]]) {
      // Files other than tables have no table schema.
      guard resource["profile"] as? String == "tabular-data-resource" else { continue }
      let schema = try #require(resource["schema"] as? [String: Any])
      keys[try #require(resource["name"] as? String)] = schema["primaryKey"] as? [String]
    }
    #expect(keys["tabs"] == ["tab", "platform", "device"])
    #expect(keys["tab_switches"] == ["from", "to", "platform", "device"])
    #expect(keys["daily"] == ["date", "platform", "app_version", "device"])
    #expect(keys["findings"] == ["rule", "subject_kind", "subject", "section"])
    let sessions = try folder.table("Apart/sessions.csv")
    #expect(sessions.columns.last == "device")
    #expect(Set(sessions["device"]) == ["phone", "tablet"])
    let tabs = try folder.table("Apart/tabs.csv")
    #expect(tabs.rows.map { $0[0] } == tabs.rows.map { $0[0] }.sorted())
    #expect(tabs.rows.filter { $0[0] == "Home" }.map { $0.suffix(2).joined(separator: " ") } == ["(all) (all)", "android phone", "ios phone", "ipados tablet"])
  }

  /// 12 users on iOS, 9 on Android, 3 without a platform, one of whom is also on the web.
  @Test func `small groups are put together`() throws {
    func lines(_ users: Range<Int>, _ platform: String?, day: Int) -> [LogLine] {
      users.map { user in
        var line = LogLine("2026-03-0\(day)T08:00:\(10 + user)Z", "u\(user)", "tab_select", ["target": "Home", "screen": "Home"])
        if let platform { line.fields.append(("platform", .text(platform))) }
        return line
      }
    }
    let log = lines(0..<12, "ios", day: 1) + lines(12..<21, "android", day: 1) + lines(21..<24, nil, day: 1) + lines(23..<24, "web", day: 2)
    try folder.write(log.ndjson, to: "log.ndjson")
    try navaudit("analyze", "log.ndjson", "-q", "--output", "Apart", "--segment", "platform")
    let summary = try folder.table("Apart/summary.csv")
    func value(_ metric: String, _ platform: String) -> String? { summary.rows.first { $0[0] == metric && $0.last == platform }?[1] }
    #expect(Set(summary["platform"]) == ["(all)", "(small groups)", "ios"])
    #expect(value("users", "(all)") == "24")
    #expect(value("users", "ios") == "12")
    // A user of two small groups counts once in each.
    #expect(value("users", "(small groups)") == "13")
    #expect(value("sessions", "(small groups)") == "13")
    #expect(value("sessions", "(all)") == "25")
    // With ten users and more, users without a platform are a separate group.
    try folder.write((log + lines(30..<40, nil, day: 3)).ndjson, to: "more.ndjson")
    try navaudit("analyze", "more.ndjson", "-q", "--output", "More", "--segment", "platform")
    #expect(Set(try folder.table("More/summary.csv")["platform"]) == ["(all)", "(not known)", "(small groups)", "ios"])
  }

  /// The same bytes, however many threads work, and from a store.
  @Test(.thorough) func `the same log gives the same tables`() throws {
    try folder.write(Self.log("random"), to: "log.ndjson")
    var contents: [[String: Data]] = []
    for workers in ["1", "3"] {
      try navaudit("analyze", "log.ndjson", "-q", "--output", "Apart", "--segment", "app_version,platform", "--workers", workers, "--key", "k")
      contents.append(try folder.tables(of: "Apart"))
    }
    try navaudit("report", "Apart/navigation.sqlite", "-q", "--output", "Again", "--segment", "app_version,platform")
    contents.append(try folder.tables(of: "Again"))
    #expect(differences(contents[0], contents[1]) == [])
    #expect(differences(contents[0], contents[2]) == [])
  }

  @Test func `segments that cannot be told apart`() throws {
    let refusal = try Refusal()
    let lines = (0..<401).map { number in
      LogLine("2026-03-01T08:00:00.\(number)Z", "u\(number)", "screen_view", ["screen": "Home", "locale": "l\(number)"])
    }
    try refusal.folder.write(lines.ndjson, to: "log.ndjson")
    try refusal.expect(
      "analyze", "log.ndjson", "--segment", "platform,locale",
      message: "--segment platform,locale: there are more than 400 segments; name dimensions with fewer values")
    try refusal.folder.write(Array(lines.dropLast()).ndjson, to: "fewer.ndjson")
    #expect(try refusal.navaudit("analyze", "fewer.ndjson", "-q", "--output", "Fewer", "--segment", "locale").status == 0)
  }
}
