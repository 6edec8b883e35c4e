import Foundation
import TestSupport
import Testing

/// Every number in a report is in a table.
@Suite struct NumbersInReportTests {
  /// The numbers of all tables, with all roundings that reports use.
  private struct Known {
    private(set) var texts: Set<String> = []
    private var numbers: Set<Double> = []

    init(_ folder: TemporaryFolder, _ reports: String) throws {
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path(reports)) where file.hasSuffix(".csv")
      {
        let table = try folder.table("\(reports)/\(file)")
        insert(table.rows.count)
        for cell in Set(table.rows.joined()) where cell.utf8.contains(where: { 0x30...0x39 ~= $0 }) {
          if let number = Double(cell) { insert(number) } else { texts.formUnion(NumbersInReportTests.numbers(cell)) }
        }
      }
    }

    private mutating func insert(_ number: Double) {
      guard numbers.insert(number).inserted else { return }
      for decimals in 0...2 { texts.insert(Self.text(number, decimals)) }
      texts.insert(Self.text(number * 100, 1))
      texts.insert(Self.text(number * 100, 0))
      // Values near 0% or 100% are not rounded to them.
      if number > 0, number < 0.0005 { texts.insert("0.1") }
      if number > 0.9995, number < 1 { texts.insert("99.9") }
      // discovery.csv has the share that has not found an item.
      if 0...1 ~= number { texts.insert(Self.text((1 - number) * 100, 1)) }
    }

    /// Numbers derived from two numbers of a table: sessions of a depth as a share of all, and all starts.
    mutating func insertDerived(_ folder: TemporaryFolder, _ reports: String) throws {
      func table(_ name: String) throws -> CSVTable { try folder.table("\(reports)/\(name).csv") }
      func numbers(_ table: CSVTable, _ column: String) -> [Double] { table[column].map { Double($0) ?? 0 } }
      // Shares of sessions by depth, of selections by tab, of users by screen.
      for (name, column) in [("depth", "sessions"), ("tabs", "selects")] {
        let counts = try numbers(table(name), column)
        for count in counts { insert(count / counts.reduce(0, +)) }
      }
      let users =
        try zip(table("summary")["metric"], numbers(table("summary"), "value")).first { $0.0 == "users" }?.1 ?? 0
      for count in try numbers(table("screens"), "users") { insert(count / users) }
      // All starts, and the parts of all arrivals at a screen and of all departures from it.
      let transitions = try table("transitions")
      let counts = numbers(transitions, "count")
      for column in ["from", "to"] {
        var sums: [String: Double] = [:]
        for (screen, count) in zip(transitions[column], counts) { sums[screen, default: 0] += count }
        for (screen, count) in zip(transitions[column], counts) { insert(count / (sums[screen] ?? 0)) }
        sums.values.forEach { insert($0) }
      }
      insert(numbers(try table("tab_switches"), "count").reduce(0, +))
      // Extra taps of all findings, and a week's.
      let findings = try CSVTable(folder.text("\(reports)/findings.csv"))
      let weeks = try time(findings, "period_end").timeIntervalSince(time(findings, "period_start")) / (7 * 86_400)
      let taps = zip(numbers(findings, "extra_taps"), findings["part_of"]).map { $0.1.isEmpty ? $0.0 : 0 }
      insert(taps.reduce(0, +))
      for taps in taps { insert(taps / weeks) }
      // A plan that platforms share: a week of all of them.
      let plans = try table("plans")
      let isMade = plans["recommended"].map { $0 == "true" }
      func sum(_ column: [Double]) -> Double { zip(isMade, column).reduce(0) { $1.0 ? $0 + $1.1 : $0 } }
      let weekly = numbers(plans, "taps_per_week")
      let each = numbers(plans, "taps_per_week_per_user")
      let person = sum(weekly) / sum(zip(weekly, each).map { $1 > 0 ? ($0 / $1).rounded() : 0 })
      insert(person)
      insert(1000 * person)
      // Days and releases: counts, and the figures made of them.
      let daily = try table("daily")
      var sessions: [String: Double] = [:]
      for ((date, version), count) in zip(zip(daily["date"], daily["app_version"]), numbers(daily, "sessions")) {
        sessions[date, default: 0] += count
        sessions["\(date) \(version)", default: 0] += count
      }
      for (key, count) in sessions { insert(count / (sessions[String(key.prefix(10))] ?? 0)) }
      for key in ["date", "app_version"] {
        for (count, whole) in [
          ("quick_backs", "plain_visits"), ("sessions_deeper_than_5", "sessions_with_steps"),
          ("more_extra_taps", "sessions"),
          ("menu_abandoned", "explicit_menu_opens"),
        ] {
          var sums: [String: (count: Double, whole: Double)] = [:]
          for ((key, count), whole) in zip(zip(daily[key], numbers(daily, count)), numbers(daily, whole)) {
            sums[key, default: (0, 0)].count += count
            sums[key, default: (0, 0)].whole += whole
          }
          for sum in sums.values {
            insert(sum.whole)
            insert(sum.count / sum.whole)
          }
        }
      }
    }

    private func time(_ table: CSVTable, _ column: String) throws -> Date {
      try Date(#require(table[column].first), strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Checks that the numbers of some lines are known.
    func expect(in lines: [String], atLeast least: Int) {
      var count = 0
      var missing: [String] = []
      for line in lines {
        for number in NumbersInReportTests.numbers(line) {
          count += 1
          if !texts.contains(number) { missing.append("\(number) in: \(line.prefix(160))") }
        }
      }
      #expect(count >= least, "\(lines.first ?? "")")
      #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
    }

    /// Checks that the shares of platforms that findings tell, of all sessions of each, are the sessions of a finding.
    func expectPlatforms(of report: String, _ folder: TemporaryFolder, _ reports: String) throws {
      let daily = try folder.table("\(reports)/daily.csv")
      var all: [String: Double] = [:]
      for (platform, sessions) in zip(daily["platform"], daily["sessions"]) {
        all[platform, default: 0] += Double(sessions) ?? 0
      }
      let findings = try folder.table("\(reports)/findings.csv")["sessions"].compactMap(Double.init)
      let lines = report.split(separator: "\n").filter { $0.hasPrefix(NumbersInReportTests.platforms) }
      for line in lines {
        var sum = 0.0
        var doubt = 0.01
        for part in line.matches(of: /([\d.]+)% (?:of the sessions )?on (\w+)/) {
          let sessions = try #require(all[part.output.2.lowercased()])
          let share = try #require(Double(part.output.1)) / 100
          sum += (line.contains("Not used") ? 1 - share : share) * sessions
          doubt += 0.0005 * sessions
        }
        #expect(findings.contains { abs($0 - sum) <= doubt }, "\(line)")
      }
      #expect(lines.count >= 5)
    }

    mutating func insert(_ count: Int) { texts.insert(Self.text(Double(count), 0)) }

    private static func text(_ number: Double, _ decimals: Int) -> String {
      // Halves are rounded away from zero, as in reports.
      let scale = pow(10.0, Double(decimals))
      let units = Int((abs(number) * scale).rounded())
      let whole = String(units / Int(scale))
      return decimals == 0
        ? whole
        : whole + "." + String(repeating: "0", count: decimals - String(units % Int(scale)).count)
          + String(units % Int(scale))
    }
  }

  /// Its shares are in no table, but follow from those of findings and days: ``Known/expectPlatforms(of:_:_:)``.
  private static let platforms = "- **For whom:**"

  /// The numbers of a text, without thousands separators.
  private static func numbers(_ text: String) -> [String] {
    text.matches(of: /(?:^|[^A-Za-z0-9_.])(\d[\d,]*(?:\.\d+)?)(?![A-Za-z0-9_])/).map { match in
      String(match.output.1.replacing(",", with: ""))
    }
  }

  /// The text about the plan, the findings and the measures: without the fixed text of every report, code, dates and
  /// addresses.
  private static func saying(_ report: String) -> [String] {
    var lines: [String] = []
    var isCode = false
    var section = ""
    for line in report.split(separator: "\n").map(String.init) {
      if line.hasPrefix("```") { isCode.toggle() }
      if line.hasPrefix("## ") { section = line }
      guard !isCode, !section.contains("making"), !section.contains("log-quality"), !section.contains("personal-data"),
        !section.contains("limits")
      else {
        continue
      }
      let isConstant = [
        "- **Why it matters", "- **Rule:", "- **Example session", "  - `u", "- **What to change", "![", "[![",
        "<summary>", platforms,
      ].contains {
        line.hasPrefix($0)
      }
      let isOfModel =
        line.contains("The minutes come from a model") || line.contains("effective users")
        || line.contains("**95% interval** says")
        || line.contains("scenario, not part")
        // The main trails are in no table.
        || line.contains("starts of the app")
      guard !isConstant, !isOfModel else { continue }
      lines.append(
        line.replacing(/\]\([^)]*\)/, with: "]").replacing(/`[^`]*`/, with: "").replacing(/<[^>]*>/, with: "")
          .replacing("95% interval", with: "").replacing("H: ", with: "").replacing("100 sessions", with: "sessions")
          .replacing(/between \d+( \w+)? and \d+ \w+ \d{4}/, with: "").replacing(/\d{4}-\d\d-\d\d/, with: "").replacing(
            /\bv?\d+\.\d+\.\d+\b/, with: ""))
    }
    return lines
  }

  /// What a picture says in words: labels, and texts for pointers and screen readers; without dates.
  private static func labels(_ picture: String) -> [String] {
    picture.matches(of: /<(?:text|tspan|title|desc)\b[^>]*>([^<]*\d[^<]*)</).map { match in
      String(match.output.1).replacing(/\d{4}-\d\d(-\d\d)?/, with: "").replacing(/\bv?\d+\.\d+\.\d+\b/, with: "")
    }
  }

  @Test(.thorough) func `the trend's figures of releases are those of the summary`() throws {
    let folder = TemporaryFolder()
    let navaudit = Navaudit(in: folder)
    try navaudit("analyze", Fixtures.sample("").path, "--output", "Reports", "--quiet")
    var summaries: [String: CSVTable] = [:]
    for version in ["2.3.0", "2.4.0", "2.5.0"] {
      try navaudit(
        "analyze", Fixtures.sample("").path, "--only", "app_version=\(version)", "--output", version, "--quiet")
      summaries[version] = try folder.table("\(version)/summary.csv")
    }
    let words = try folder.text("Reports/pictures/trend.svg")
    var compared = 0
    for (metric, title) in [
      ("quick_back_rate", "Quick backs"), ("sessions_deeper_than_5", "Sessions deeper than level 5"),
      ("menu_abandonment", "Menus abandoned"),
    ] {
      let said = try #require(
        words.firstMatch(of: try Regex("\(title), by release: ([^<]*?%)\\.(?: |<)", as: (Substring, Substring).self))?.1
      )
      for release in said.split(separator: ", ").map({ $0.split(separator: " ") }) {
        let value = try #require(summaries[String(release[0])]?.cell(metric, column: "value").flatMap(Double.init))
        #expect(release[1] == "\((value * 1000).rounded() / 10)%", "\(metric) of \(release[0])")
        compared += 1
      }
    }
    #expect(compared == 9)
  }

  @Test func `every number of the sample's report is in a table`() throws {
    let folder = TemporaryFolder()
    try folder.write(Data("advice: {slots: 6}\n".utf8).afterMap(), to: "navaudit.yml")
    try Navaudit(in: folder)(
      "analyze", Fixtures.sample("").path, "--map", "navaudit.yml", "--output", "Reports", "--quiet")
    var known = try Known(folder, "Reports")
    // The days of the log follow from its period, the numbers of findings from their order; levels are listed one by
    // one.
    known.insert(27)
    try known.insertDerived(folder, "Reports")
    for number in 1...31 { known.insert(number) }
    known.expect(in: Self.saying(try folder.text("Reports/report.md")), atLeast: 1000)
    try known.expectPlatforms(of: folder.text("Reports/report.md"), folder, "Reports")
    let pictures = folder.everything(in: "Reports/pictures").filter { $0.hasSuffix(".svg") && $0 != "flows.svg" }
    known.expect(
      in: try pictures.flatMap { picture in
        Self.labels(try folder.text("Reports/pictures/\(picture)")).map { "\(picture): \($0)" }
      }, atLeast: 500)
  }
}

extension Data {
  /// The map of the sample log with additional keys at its end.
  fileprivate func afterMap() throws -> Data {
    try Data(contentsOf: Fixtures.sample("navaudit.yml")) + Data("\n".utf8) + self
  }
}
