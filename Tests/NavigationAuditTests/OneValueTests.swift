import Foundation
import Measures
import TestSupport
import Testing

/// A figure has the same value in all files of a report.
@Suite("One figure, one value")
struct OneValueTests {
  static let logs: [LogSource] = sampled(
    [.shop(seed: 11, style: .full), .shop(seed: 12, style: .split), .shop(seed: 13, style: .views)] + (21...25).map { .random(seed: $0) })

  /// The values of figures, and their sources.
  struct Values {
    private(set) var all: [String: [(file: String, value: Double, precision: Double)]] = [:]

    mutating func add(_ figure: String, _ value: Double?, in file: String, precision: Double = 1e-6) {
      if let value, value.isFinite { all[figure, default: []].append((file, value, precision)) }
    }

    mutating func add(_ figure: String, _ y: Int, of n: Int, in file: String) {
      if n > 0 { add(figure, Double(y) / Double(n), in: file) }
    }

    mutating func add(_ figure: String, _ count: Int, in file: String) { add(figure, Double(count), in: file) }
  }

  @Test(arguments: logs)
  func `all files of a report agree`(source: LogSource) throws {
    let run = Run()
    try run.folder.write(try source.lines.ndjson, to: "log")
    try run("analyze", "log", "--output", "Reports", "--sessions", "--segment", "platform", "--map", Fixtures.sample("navaudit.yml").path)
    func table(_ name: String) throws -> CSVTable {
      // The total, not the segments.
      try run.folder.table("Reports/\(name).csv").where("platform", "(all)")
    }
    var values = Values()
    let summary = try table("summary")
    for row in summary.records { values.add(row["metric"], Double(row["value"]), in: "summary.csv") }
    let isStructureKnown = try !table("depth").rows.isEmpty
    let daily = try run.folder.table("Reports/daily.csv")
    let sessions = try run.folder.table("Reports/sessions.csv")

    // Additive counts.
    var sums = [
      ("sessions", "daily", "sessions"), ("visits", "screens", "visits"), ("visits", "daily", "visits"), ("more_extra_taps", "daily", "more_extra_taps"),
      ("menu_opens", "daily", "menu_opens"), ("steps", "sessions", "steps"), ("more_extra_taps", "sessions", "more_items"),
      ("menu_opens", "sessions", "menu_opens"), ("more_extra_taps", "more", "selects"), ("more_extra_taps", "more", "extra_taps"),
      ("menu_opens", "menus", "opens"),
    ]
    if isStructureKnown {
      sums += [
        ("visits", "sessions", "visits"), ("visits", "depth", "visits"), ("tab_switches", "daily", "tab_switches"),
        ("tab_switches", "sessions", "tab_switches"), ("tab_switches", "tab_switches", "tab_steps"), ("tab_blocked", "tabs", "blocked"),
        ("state_lost", "tabs", "state_lost"),
      ]
    }
    for (figure, file, column) in sums {
      let table = file == "daily" ? daily : file == "sessions" ? sessions : try table(file)
      values.add(figure, table.sum(column), in: "\(file).csv, \(column)")
    }
    values.add("sessions", sessions.rows.count, in: "sessions.csv, rows")
    values.add("users", Set(sessions["user"]).count, in: "sessions.csv, user")

    // Shares and means, from their parts.
    let steps = sessions["steps"].compactMap { Int($0) }
    let withSteps = steps.count { $0 > 0 }
    for figure in Figure.all where isStructureKnown || !figure.needsStructure {
      guard let (numerator, denominator) = figure.parts, numerator.isDaily, denominator.isDaily else { continue }
      values.add(figure.name, daily.sum(numerator.name), of: daily.sum(denominator.name), in: "daily.csv")
    }
    values.add("menu_abandonment", try table("menus").sum("abandoned"), of: daily.sum("explicit_menu_opens"), in: "menus.csv")
    if isStructureKnown {
      let depths = sessions["depth"].compactMap { Int($0) }.sorted()
      values.add("depth_mean", depths.reduce(0, +), of: withSteps, in: "sessions.csv")
      values.add("depth_max", depths.last ?? 0, in: "sessions.csv")
      values.add("tab_switches_per_session", sessions.sum("tab_switches"), of: withSteps, in: "sessions.csv")
      values.add("back_share", steps.reduce(0, +) - sessions.sum("visits"), of: steps.reduce(0, +), in: "sessions.csv")
      let byDepth = try table("depth").records
      for level in [5, 6] {
        values.add("sessions_deeper_than_\(level)", depths.count { $0 > level }, of: withSteps, in: "sessions.csv")
        let deeper = byDepth.filter { Int($0["depth"]) ?? 0 > level }.reduce(0) { $0 + (Int($1["sessions"]) ?? 0) }
        values.add("sessions_deeper_than_\(level)", deeper, of: withSteps, in: "depth.csv")
      }
      values.add("quick_back_rate", try table("screens").sum("quick_backs"), of: daily.sum("plain_visits"), in: "screens.csv")
    }

    // The same figures in findings and in the report for people.
    for row in try run.folder.table("Reports/findings.csv").records where row["subject_kind"] == "app" {
      if Figure.named(row["metric"]) != nil { values.add(row["metric"], Double(row["value"]), in: "findings.csv, \(row["rule"])") }
    }
    let report = try run.folder.text("Reports/report.md").split(separator: "\n").map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    for figure in Figure.all {
      guard let cell = report.first(where: { $0.first == figure.title })?.dropFirst().first else { continue }
      let number = cell.prefix { $0.isNumber || $0 == "." || $0 == "," }.replacing(",", with: "")
      switch figure.unit {
      case _ where cell.hasSuffix("%"): values.add(figure.name, Double(number).map { $0 / 100 }, in: "report.md", precision: 0.000_51)
      case .mean: values.add(figure.name, Double(number), in: "report.md", precision: 0.0051)
      case .share, .count, .quantile: values.add(figure.name, Double(number), in: "report.md")
      }
    }

    for (figure, told) in values.all {
      let first = try #require(told.first)
      for other in told.dropFirst() {
        #expect(abs(other.value - first.value) <= other.precision, "\(figure): \(first.value) in \(first.file), \(other.value) in \(other.file)")
      }
    }
    #expect(values.all.values.reduce(0) { $0 + $1.count } > values.all.count + 15)
  }
}
