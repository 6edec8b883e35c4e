import Foundation
import GRDB
import Measures
import TestSupport
import Testing

/// A figure has the same value in all files of a report and in its store, and no figure contradicts another.
@Suite("Figures agree")
struct AgreementTests {
  private static let logs = sampled(
    LogSource.all + [.shop(seed: 3, style: .views), .shop(seed: 11, style: .full), .shop(seed: 12, style: .split)]
      + (21...25).map { .random(seed: $0) }, to: 2)

  /// The files of one run.
  private struct Report {
    let folder: TemporaryFolder
    let store: DatabaseQueue
    let isStructureKnown: Bool

    /// - Parameter opens: the `via` of cold starts.
    init(_ source: LogSource, opens: String = "cold") throws {
      let run = Run()
      folder = run.folder
      let lines = try source.lines.map { line in
        line.contains(#""app_open""#) ? line.replacing(#""via":"cold""#, with: "\"via\":\"\(opens)\"") : line
      }
      try folder.write(lines.ndjson, to: "log")
      try run("analyze", "log", "--output", "Reports", "--sessions", "--map", Fixtures.sample("navaudit.yml").path)
      store = try DatabaseQueue(path: folder.path("Reports/navigation.sqlite"))
      isStructureKnown = try folder.table("Reports/depth.csv").rows.isEmpty == false
    }

    func table(_ name: String) throws -> CSVTable { try folder.table("Reports/\(name).csv") }

    /// A number of the summary.
    func summary(_ metric: String, _ column: String = "value") throws -> Double? {
      try table("summary").cell(metric, column: column).flatMap(Double.init)
    }

    /// A count of the summary.
    func count(_ metric: String) throws -> Int { Int(try summary(metric) ?? 0) }

    /// The numerator of a share of the summary.
    func numerator(_ metric: String) throws -> Int {
      Int(((try summary(metric) ?? 0) * (try summary(metric, "n") ?? 0)).rounded())
    }

    /// The rows of a query, as cells.
    func rows(_ sql: String) throws -> [[String]] {
      try store.read { db in
        try Row.fetchAll(db, sql: sql).map { row in
          row.databaseValues.map { value in
            switch value.storage {
            case .null: ""
            case .int64(let number): String(number)
            case .double(let number): String(number)
            case .string(let text): text
            case .blob: "blob"
            }
          }
        }
      }
    }
  }

  @Test(arguments: logs)
  func `all files and the store of a report agree`(source: LogSource) throws {
    let report = try Report(source)
    for figure in Case.all(
      "agreeing-figures", { $0 == "In any log" || $0 == "Where structure is known" && report.isStructureKnown })
    {
      for place in figure.expected {
        let words = place.split(separator: " ").map(String.init)
        let sum =
          words[0] == "SELECT"
          ? try report.rows(place).first.flatMap { Int($0[0]) } : try report.table(words[0]).sum(words[1])
        #expect(try sum == report.count(figure.input), "\(figure.input): \(place)")
      }
    }
    for rows in Case.all("agreeing-figures", { $0 == "Rows" }) {
      let words = rows.input.split(separator: " ").map(String.init)
      let table = try report.table(words[0])
      let told = table.records.map { record in words.dropFirst().map { record[$0] } }
      let stored = try report.rows(rows.expected[0])
      let keys = Set(stored.map(\.first))
      #expect(told.filter { keys.contains($0.first) } == stored, "\(words[0])")
      // What the map declares and nobody used.
      #expect(
        told.filter { !keys.contains($0.first) }.allSatisfy { $0.dropFirst().allSatisfy { $0 == "0" || $0.isEmpty } },
        "\(words[0])")
    }
    try checkShares(report)
    try checkTransitions(report)
    try checkIntervals(report)
    try checkOrder(report)
    try checkPage(report)
  }

  /// Shares and means, from their parts in other files.
  private func checkShares(_ report: Report) throws {
    func check(_ figure: String, _ numerator: Int, of denominator: Int, _ place: String) throws {
      guard denominator > 0 else { return }
      let value = try #require(try report.summary(figure), "\(figure)")
      #expect(abs(value - Double(numerator) / Double(denominator)) < 1e-6, "\(figure): \(place)")
    }
    let daily = try report.table("daily")
    let sessions = try report.table("sessions")
    let menus = try report.table("menus")
    for figure in Figure.all where report.isStructureKnown || !figure.needsStructure {
      guard let (numerator, denominator) = figure.parts, numerator.isDaily, denominator.isDaily,
        try report.summary(figure.name) != nil
      else { continue }
      try check(figure.name, daily.sum(numerator.name), of: daily.sum(denominator.name), "daily.csv")
    }
    try check("menu_abandonment", menus.sum("abandoned"), of: daily.sum("explicit_menu_opens"), "menus.csv")
    #expect(try report.numerator("more_toll") == report.count("more_extra_taps"))
    #expect(try report.table("menu_items").sum("selects") == sessions.sum("menu_items"))
    #expect(try report.table("menu_items").sum("selects") + menus.sum("abandoned") <= menus.sum("opens"))
    #expect(try report.count("more_abandoned") <= report.count("more_opens"))
    #expect(try Set(sessions["user"]).count == report.count("users"))
    #expect(try sessions.rows.count == report.count("sessions"))
    guard report.isStructureKnown else { return }
    let steps = sessions.sum("steps")
    let withSteps = sessions["steps"].count { $0 != "0" }
    let depths = sessions["depth"].compactMap { Int($0) }.sorted()
    try check("depth_mean", depths.reduce(0, +), of: withSteps, "sessions.csv")
    try check("tab_switches_per_session", sessions.sum("tab_switches"), of: withSteps, "sessions.csv")
    try check("back_share", steps - sessions.sum("visits"), of: steps, "sessions.csv")
    try check("back_share", report.table("screens").sum("returns"), of: steps, "screens.csv")
    try check(
      "quick_back_rate", report.table("screens").sum("quick_backs"), of: daily.sum("plain_visits"), "screens.csv")
    for level in [5, 6] {
      try check("sessions_deeper_than_\(level)", depths.count { $0 > level }, of: withSteps, "sessions.csv")
      let deeper = try report.table("depth").records.filter { Int($0["depth"]) ?? 0 > level }.reduce(0) {
        $0 + (Int($1["sessions"]) ?? 0)
      }
      try check("sessions_deeper_than_\(level)", deeper, of: withSteps, "depth.csv")
    }
    #expect(
      try depths.last == report.count("depth_max")
        && report.table("depth")["depth"].last == "\(report.count("depth_max"))")
    #expect(
      try report.table("depth").sum("sessions") == withSteps
        && report.table("depth").sum("users") <= report.count("users"))
    let tabs = try report.table("tabs")
    #expect(tabs.sum("state_lost") <= tabs.sum("kept_state_returns"))
  }

  /// Each part of a session starts and ends once.
  private func checkTransitions(_ report: Report) throws {
    let transitions = try report.table("transitions")
    let screens = try report.table("screens")
    let parts = transitions.where("from", "(start)").sum("count")
    #expect(transitions.where("to", "(end)").sum("count") == parts)
    #expect(transitions.sum("count") == (try report.count("steps")) + parts)
    #expect(screens.sum("entries") == parts && screens.sum("exits") == parts)
    if report.isStructureKnown {
      #expect(screens.sum("visits") + screens.sum("returns") == (try report.count("steps")))
    }
  }

  /// Every share lies in its interval, and every interval between 0 and 1.
  private func checkIntervals(_ report: Report) throws {
    for name in ["tabs", "more", "menus", "menu_items", "gestures"] {
      let table = try report.table(name)
      for share in ["reach", "abandonment"] {
        for (value, (low, high)) in zip(table[share], zip(table["\(share)_low"], table["\(share)_high"]))
        where value != "" {
          let value = try #require(Double(value))
          let low = try #require(Double(low))
          let high = try #require(Double(high))
          #expect(0 <= low && low <= value && value <= high && high <= 1, "\(name)")
        }
      }
    }
    for row in try report.table("summary").records where row["ci_low"] != "" {
      let value = try #require(Double(row["value"]))
      let low = try #require(Double(row["ci_low"]))
      let high = try #require(Double(row["ci_high"]))
      #expect(0 <= low && low <= value && value <= high && high <= 1, "\(row["metric"])")
    }
  }

  /// Every row stands once and in its place.
  private func checkOrder(_ report: Report) throws {
    let keys = [
      "screens": 1, "tabs": 1, "tab_switches": 2, "more": 1, "menus": 1, "menu_items": 2, "gestures": 1,
      "transitions": 2, "daily": 3,
    ]
    for (name, count) in keys {
      let rows = try report.table(name).rows.map { Array($0.prefix(count)) }
      #expect(Set(rows).count == rows.count, "\(name).csv")
      for (row, next) in zip(rows, rows.dropFirst()) {
        #expect(
          row.lexicographicallyPrecedes(next) { $0.utf8.lexicographicallyPrecedes($1.utf8) },
          "\(name).csv: \(row), \(next)")
      }
    }
    for row in try report.table("tab_switches").rows { #expect(row[0] != row[1]) }
    let depths = try report.table("depth")["depth"].compactMap(Int.init)
    #expect(depths == depths.sorted() && Set(depths).count == depths.count)
  }

  /// The report for people, and findings about the app, have the figures of the summary.
  private func checkPage(_ report: Report) throws {
    // Rules leave out what the app made, tables do not.
    let isByPeople = try report.table("log_quality").records.contains {
      $0["check"] == "machine-events" && $0["count"] == "0"
    }
    for row in try report.table("findings").records
    where isByPeople && row["subject_kind"] == "app" && Figure.named(row["metric"])?.isInSummary == true {
      // Without actions, choices and selections are fewer, and the sentence says so.
      if row["rule"] == "tabs.more-toll", row["message"].contains(" left out)") {
        let match = try #require(try? /([0-9,]+) of ([0-9,]+)/.firstMatch(in: row["message"]))
        let said = match.output
        let counted = [said.1, said.2].compactMap { Int($0.replacing(",", with: "")) }
        let choices = try report.count("more_extra_taps")
        #expect(counted[0] <= choices)
        let all = try report.summary("more_toll", "n") ?? 0
        #expect(Double(counted[1]) <= all)
        let value = Double(row["value"]) ?? 0
        #expect(abs(value - Double(counted[0]) / Double(counted[1])) < 1e-6)
        continue
      }
      #expect(try Double(row["value"]) == report.summary(row["metric"]), "\(row["rule"])")
    }
    let rows = try report.folder.text("Reports/report.md").split(separator: "\n").map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    var told = 0
    for figure in Figure.all {
      guard let cell = rows.first(where: { $0.first == figure.title })?.dropFirst().first,
        let value = try report.summary(figure.name),
        let number = Double(cell.prefix { $0.isNumber || $0 == "." || $0 == "," }.replacing(",", with: ""))
      else { continue }
      let (shown, precision) =
        cell.hasSuffix("%") ? (number / 100, 0.000_51) : (number, figure.unit == .mean ? 0.0051 : 1e-6)
      #expect(abs(shown - value) <= precision, "\(figure.name): \(cell)")
      told += 1
    }
    #expect(told > 5)
  }

  @Test(.thorough, arguments: logs)
  func `discovery only goes on, and finds whom reach counts`(source: LogSource) throws {
    let report = try Report(source, opens: "first")
    let discovery = try report.table("discovery")
    let users = try report.count("users")
    // Discovery is for new users. Many users of the shop open the app for the first time here; in random logs only a
    // few may, or none.
    let new = discovery.rows.first.flatMap { Int($0[3]) } ?? 0
    #expect(new <= users)
    if case .shop(_, let style, _) = source, style != .views { #expect(new > users / 3) }
    var found: [[String]: Int] = [:]
    var last: (item: [String], atRisk: Int, share: Double)?
    for row in discovery.rows {
      let item = Array(row.prefix(2))
      let number = Int(row[2]) ?? 0
      let atRisk = Int(row[3]) ?? 0
      let discovered = Int(row[4]) ?? 0
      let share = try #require(Double(row[5]))
      #expect(discovered <= atRisk && atRisk > 0 && (0...1).contains(share))
      if let last, last.item == item {
        #expect(atRisk <= last.atRisk && share <= last.share)
      } else {
        #expect(number == 1 && atRisk == new)
      }
      last = (item, atRisk, share)
      found[item, default: 0] += discovered
    }
    func check(_ item: [String], _ reach: Int, location: SourceLocation = #_sourceLocation) {
      let finders = found[item] ?? 0
      #expect(
        new == users ? finders == reach : finders <= min(reach, new), "\(item): \(finders), \(reach)",
        sourceLocation: location)
    }
    for row in try report.table("more").rows { check(["More", row[0]], Int(row[2]) ?? -1) }
    for row in try report.table("menu_items").rows { check([row[0], row[1]], Int(row[3]) ?? -1) }
  }

  @Test(.thorough) func `a store says what made it`() throws {
    let report = try Report(.shop(seed: 1, style: .full))
    let keys = try report.rows("SELECT key FROM meta ORDER BY key").map { $0[0] }
    #expect(
      keys == ["app_map", "gap_us", "infers_structure", "longest_pause_us", "maker", "pseudonym_key", "schema", "tool"])
    let map = try String(contentsOf: Fixtures.sample("navaudit.yml"), encoding: .utf8)
    #expect(
      try report.rows("SELECT value FROM meta WHERE key IN ('app_map', 'gap_us') ORDER BY key") == [
        [map], ["1800000000"],
      ])
    #expect(try report.rows("SELECT name, format, lines = events FROM source") == [["log", "ndjson", "1"]])
  }
}
