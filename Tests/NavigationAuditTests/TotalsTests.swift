import Foundation
import GRDB
import TestSupport
import Testing

/// Figures in several files agree, and none contradicts another.
@Suite("Totals reconcile")
struct TotalsTests {
  static let logs = LogSource.all + sampled([.shop(seed: 3, style: .views), .random(seed: 5), .random(seed: 6), .random(seed: 7)], to: 0)

  /// The tables of one run.
  struct Report {
    let folder: TemporaryFolder
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
      isStructureKnown = try folder.table("Reports/depth.csv").rows.isEmpty == false
    }

    func table(_ name: String) throws -> CSVTable { try folder.table("Reports/\(name).csv") }

    /// A number of the summary.
    func summary(_ metric: String, _ column: String = "value") throws -> Double {
      try #require(try table("summary").cell(metric, column: column).flatMap(Double.init), "\(metric), \(column)")
    }

    /// A count of the summary.
    func count(_ metric: String, _ column: String = "value") throws -> Int { Int(try summary(metric, column)) }

    /// The numerator of a share of the summary.
    func numerator(_ metric: String) throws -> Int {
      let n = try count(metric, "n")
      return n == 0 ? 0 : Int((try summary(metric) * Double(n)).rounded())
    }
  }

  @Test(arguments: logs)
  func `steps, visits and transitions`(source: LogSource) throws {
    let report = try Report(source)
    let (transitions, screens) = (try report.table("transitions"), try report.table("screens"))
    func sum(of place: Int, _ word: String) -> Int { transitions.rows.filter { $0[place] == word }.reduce(0) { $0 + (Int($1[2]) ?? 0) } }
    let parts = sum(of: 0, "(start)")
    #expect(sum(of: 1, "(end)") == parts)
    #expect(transitions.sum("count") == (try report.count("steps")) + parts)
    #expect(screens.sum("entries") == parts)
    #expect(screens.sum("exits") == parts)
    #expect(screens.sum("visits") == (try report.count("visits")))
    guard report.isStructureKnown else { return }
    #expect(screens.sum("visits") + screens.sum("returns") == (try report.count("steps")))
    #expect(screens.sum("returns") == (try report.numerator("back_share")))
    #expect(screens.sum("quick_backs") == (try report.numerator("quick_back_rate")))
    #expect(try report.table("depth").sum("visits") == report.count("visits"))
    #expect(try report.table("depth").sum("sessions") == report.count("depth_mean", "n"))
    #expect(try report.table("depth").sum("users") <= report.count("users"))
    #expect(try report.table("depth")["depth"].last == String(report.count("depth_max")))
  }

  @Test(arguments: logs)
  func `tabs, menus, the More list`(source: LogSource) throws {
    let report = try Report(source)
    let (menus, items, more) = (try report.table("menus"), try report.table("menu_items"), try report.table("more"))
    #expect(menus.sum("opens") == (try report.count("menu_opens")))
    #expect(menus.sum("abandoned") == (try report.numerator("menu_abandonment")))
    #expect(items.sum("selects") + menus.sum("abandoned") <= menus.sum("opens"))
    #expect(more.sum("selects") == (try report.count("more_extra_taps")))
    #expect(more.sum("extra_taps") == (try report.count("more_extra_taps")))
    #expect(try report.numerator("more_toll") == report.count("more_extra_taps"))
    #expect(try report.count("more_abandoned") <= report.count("more_opens"))
    for row in try report.table("gestures").rows { #expect(Int(row[2]) ?? .max <= Int(row[1]) ?? 0) }
    guard report.isStructureKnown else { return }
    let (tabs, switches) = (try report.table("tabs"), try report.table("tab_switches"))
    #expect(switches.sum("tab_steps") == (try report.count("tab_switches")))
    #expect(tabs.sum("blocked") == (try report.count("tab_blocked")))
    #expect(tabs.sum("state_lost") == (try report.count("state_lost")))
    #expect(tabs.sum("state_lost") <= tabs.sum("kept_state_returns"))
    for row in switches.rows { #expect(row[0] != row[1]) }
  }

  @Test(arguments: logs)
  func `days and sessions add up to the whole`(source: LogSource) throws {
    let report = try Report(source)
    let (daily, sessions) = (try report.table("daily"), try report.table("sessions"))
    for (column, metric) in [("sessions", "sessions"), ("visits", "visits"), ("more_extra_taps", "more_extra_taps"), ("menu_opens", "menu_opens")] {
      #expect(daily.sum(column) == (try report.count(metric)), "\(column) of daily.csv")
    }
    #expect(daily.sum("menu_abandoned") == (try report.numerator("menu_abandonment")))
    #expect(sessions.rows.count == (try report.count("sessions")))
    #expect(Set(sessions["user"]).count == (try report.count("users")))
    #expect(sessions.sum("steps") == (try report.count("steps")))
    #expect(sessions.sum("more_items") == (try report.count("more_extra_taps")))
    #expect(sessions.sum("menu_opens") == (try report.count("menu_opens")))
    #expect(sessions.sum("menu_items") == (try report.table("menu_items").sum("selects")))
    guard report.isStructureKnown else { return }
    for (column, metric) in [
      ("sessions_deeper_than_5", "sessions_deeper_than_5"), ("sessions_deeper_than_6", "sessions_deeper_than_6"),
      ("quick_backs", "quick_back_rate"),
    ] { #expect(daily.sum(column) == (try report.numerator(metric)), "\(column) of daily.csv") }
    #expect(daily.sum("tab_switches") == (try report.count("tab_switches")))
    #expect(sessions.sum("tab_switches") == (try report.count("tab_switches")))
    #expect(sessions.sum("visits") == (try report.count("visits")))
    #expect(sessions["depth"].compactMap(Int.init).max() == (try report.count("depth_max")))
  }

  @Test(arguments: logs)
  func `discovery only goes on, and finds whom reach counts`(source: LogSource) throws {
    let report = try Report(source, opens: "first")
    let discovery = try report.table("discovery")
    let users = try report.count("users")
    // Discovery is for new users. Many users of the shop open the app for the first time here; in random logs only a few may, or none.
    let new = discovery.rows.first.flatMap { Int($0[3]) } ?? 0
    #expect(new <= users)
    if case .shop(_, let style, _) = source, style != .views { #expect(new > users / 3) }
    var found: [[String]: Int] = [:]
    var last: (item: [String], atRisk: Int, share: Double)?
    for row in discovery.rows {
      let item = Array(row.prefix(2))
      let (number, atRisk, discovered) = (Int(row[2]) ?? 0, Int(row[3]) ?? 0, Int(row[4]) ?? 0)
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
      #expect(new == users ? finders == reach : finders <= min(reach, new), "\(item): \(finders), \(reach)", sourceLocation: location)
    }
    for row in try report.table("more").rows { check(["More", row[0]], Int(row[2]) ?? -1) }
    for row in try report.table("menu_items").rows { check([row[0], row[1]], Int(row[3]) ?? -1) }
  }

  @Test(arguments: logs)
  func `every share lies in its interval, and every interval between 0 and 1`(source: LogSource) throws {
    let report = try Report(source)
    for table in ["tabs", "more", "menus", "menu_items", "gestures"].map({ try? report.table($0) }) {
      let table = try #require(table)
      for (share, low, high) in [("reach", "reach_low", "reach_high"), ("abandonment", "abandonment_low", "abandonment_high")] {
        for (value, (low, high)) in zip(table[share], zip(table[low], table[high])) where value != "" {
          let (value, low, high) = (try #require(Double(value)), try #require(Double(low)), try #require(Double(high)))
          #expect(0 <= low && low <= value && value <= high && high <= 1)
        }
      }
    }
    for row in try report.table("summary").rows where row[2] != "" {
      let (value, low, high) = (try #require(Double(row[1])), try #require(Double(row[2])), try #require(Double(row[3])))
      #expect(0 <= low && low <= value && value <= high && high <= 1, "\(row[0])")
    }
  }

  @Test(arguments: logs)
  func `every row stands once and in its place`(source: LogSource) throws {
    let report = try Report(source)
    let keys = [
      "screens": 1, "tabs": 1, "tab_switches": 2, "more": 1, "menus": 1, "menu_items": 2, "gestures": 1, "transitions": 2, "daily": 3,
      "sessions": 1,
    ]
    for (name, count) in keys {
      let rows = try report.table(name).rows.map { Array($0.prefix(count)) }
      #expect(Set(rows).count == rows.count, "\(name).csv")
      for (row, next) in zip(rows, rows.dropFirst()) where name != "sessions" {
        #expect(row.lexicographicallyPrecedes(next) { $0.utf8.lexicographicallyPrecedes($1.utf8) }, "\(name).csv: \(row), \(next)")
      }
    }
    let depths = try report.table("depth")["depth"].compactMap(Int.init)
    #expect(depths == depths.sorted() && Set(depths).count == depths.count)
  }
}
