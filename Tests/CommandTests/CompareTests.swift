import Foundation
import TestSupport
import Testing

@Suite("compare")
struct CompareTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  private static let log = Fixtures.sample("bazaar.ndjson.gz").path
  private static let sides = ["--before", "app_version=2.3.0", "--after", "app_version=2.4.0"]

  @Test func `two versions of the sample log`() throws {
    let outcome = try navaudit.run(["compare", Self.log, "--map", Fixtures.sample("navaudit.yml").path] + Self.sides)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("app_version=2.4.0 (224 users) next to app_version=2.3.0 (231 users): "))
    #expect(outcome.output.contains("Observational: a difference is a reason to investigate, not proof of a cause."))
    let files = folder.everything(in: "Comparison")
    #expect(Set(files).isSuperset(of: ["compare.csv", "compare_checks.csv", "compare_findings.csv", "compare_moves.csv", "comparison.md", "datapackage.json"]))
    let table = try folder.table("Comparison/compare.csv")
    #expect(table.columns.starts(with: Self.columns))
    #expect(Set(table["verdict"]).isSubset(of: ["better", "worse", "changed", "same", "unsure", "not_applicable", ""]))
    let package = try #require(JSONSerialization.jsonObject(with: folder.data("Comparison/datapackage.json")) as? [String: Any])
    let resources = try #require(package["resources"] as? [[String: Any]])
    #expect(
      resources.compactMap { $0["path"] as? String }
        == ["compare.csv", "compare_findings.csv", "compare_moves.csv", "compare_checks.csv", "comparison.md", "comparison.html"])
    for resource in resources where resource["type"] as? String == "table" || resource["profile"] as? String == "tabular-data-resource" {
      let schema = try #require(resource["schema"] as? [String: Any])
      #expect(schema["primaryKey"] != nil)
      let fields = try #require(schema["fields"] as? [[String: Any]]).compactMap { $0["name"] as? String }
      let file = try #require(resource["path"] as? String)
      #expect(fields == (try CSVTable(folder.text("Comparison/\(file)"))).columns)
      #expect(fields.suffix(3) == CSVTable.common[...])
    }
    let report = try folder.text("Comparison/comparison.md")
    #expect(report.hasPrefix("# Navigation compared: Bazaar\n"))
    #expect(report.contains("**Observational.**"))
  }

  private static let columns = [
    "before", "after", "family", "metric", "subject_kind", "subject", "section", "unit", "better", "before_value", "before_low", "before_high",
    "before_n", "before_users", "after_value", "after_low", "after_high", "after_n", "after_users", "difference", "ci_low", "ci_high", "p",
    "p_adjusted", "smallest", "evidence", "verdict",
  ]

  /// Each side has the values of its own analysis, and stores give the same as logs.
  @Test(.thorough) func `the values of a side are those of its own report`() throws {
    let lines = try #require(String(data: Self.plainSample, encoding: .utf8)).split(separator: "\n")
    let map = Fixtures.sample("navaudit.yml").path
    for version in ["2.3.0", "2.4.0"] {
      let own = lines.filter { $0.contains("\"app_version\":\"\(version)\"") }.joined(separator: "\n")
      try folder.write(own, to: "\(version).ndjson")
      try navaudit("ingest", "--store", "\(version).sqlite", "\(version).ndjson", "--map", map, "--key", "k")
      try navaudit("report", "\(version).sqlite", "--output", version)
    }
    try navaudit("compare", "2.3.0.ndjson", "2.4.0.ndjson", "--map", map, "--output", "logs")
    try navaudit("compare", "2.3.0.sqlite", "2.4.0.sqlite", "--output", "stores")
    try navaudit("compare", "2.3.0.sqlite", "2.4.0.ndjson", "--output", "mixed")
    _ = try navaudit.run(["compare", Self.log, "--map", map, "--output", "sides"] + Self.sides)
    let compared = try folder.table("stores/compare.csv")
    func rows(_ name: String) throws -> [[String]] { try folder.table("\(name)/compare.csv").rows.map { Array($0.dropFirst(2)) } }
    let stores = try rows("stores")
    #expect(try rows("logs") == stores)
    #expect(try rows("mixed") == stores)
    #expect(try rows("sides") == stores.filter { !["events_rejected", "events_duplicate"].contains($0[1]) })

    func place(_ column: String) throws -> Int { try #require(compared.columns.firstIndex(of: column)) }
    for (side, version) in [("before", "2.3.0"), ("after", "2.4.0")] {
      var seen = 0
      func compare(_ metric: String, _ subject: String, section: String = "", with cells: [String?]) throws {
        let row = try #require(
          compared.rows.first { $0[3] == metric && $0[5] == subject && $0[6] == section }, "\(metric) of \(subject)")
        for (column, cell) in zip(["value", "low", "high", "n"], cells) {
          #expect(row[try place("\(side)_\(column)")] == cell, "\(metric) of \(subject): \(column) \(side)")
        }
        seen += 1
      }
      let summary = try folder.table("\(version)/summary.csv")
      for row in summary.records {
        // Means have an interval in a comparison only.
        let bounds = row["unit"] == "mean" ? [] : ["ci_low", "ci_high", "n"]
        try compare(row["metric"], "app", with: (["value"] + bounds).map { row[$0] })
      }
      func compare(reach metric: String, of table: String, _ subject: String, in section: String? = nil) throws {
        for row in try folder.table("\(version)/\(table).csv").records where row["users"] != "0" {
          try compare(
            metric, row[subject], section: section == "More" ? "More" : section.map { row[$0] } ?? "",
            with: ["reach", "reach_low", "reach_high"].map { row[$0] })
        }
      }
      try compare(reach: "tab_reach", of: "tabs", "tab")
      try compare(reach: "more_item_reach", of: "more", "item", in: "More")
      try compare(reach: "menu_reach", of: "menus", "menu")
      try compare(reach: "menu_item_reach", of: "menu_items", "item", in: "menu")
      try compare(reach: "gesture_reach", of: "gestures", "gesture")
      for row in try folder.table("\(version)/menus.csv").records where row["users"] != "0" {
        let explicit = try #require(Int(row["opens"])) - #require(Int(row["implied_opens"]))
        try compare(
          "menu_abandonment", row["menu"], with: ["abandonment", "abandonment_low", "abandonment_high"].map { row[$0] } + [String(explicit)])
      }
      #expect(seen > 40)
    }
  }

  private static var plainSample: Data {
    get throws { try Data(contentsOf: Fixtures.sample("bazaar.ndjson.gz")).gunzipped(size: 64 << 20) }
  }

  @Test func `for other programs`() throws {
    let outcome = try navaudit.run(["compare", Self.log, "--json", "--users", "same"] + Self.sides)
    let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["kind"] as? String == "observational")
    let pair = try #require((object["comparisons"] as? [[String: Any]])?.first)
    #expect(pair["users_on_both"] as? Int == 155)
    #expect((pair["verdicts"] as? [String: Int])?.keys.sorted() == ["better", "changed", "not_applicable", "same", "unsure", "worse"])
    #expect((pair["checks"] as? [[String: Any]])?.isEmpty == false)
  }

  /// Forty users with seven sessions each, who go down a number of levels, one event every ten seconds.
  private func log(_ users: Range<Int>, levels: (Int) -> Int) -> Data {
    users.flatMap { user in
      (0..<7).flatMap { day in
        let start = 1_772_000_000 + day * 86_400
        let pushes = (1...levels(user)).map { LogLine("\(start + $0 * 10)", "u\(user)", "push", ["screen": "Level \($0)"]) }
        return [LogLine("\(start)", "u\(user)", "tab_select", ["target": "Home", "screen": "Home"])] + pushes
      }
    }.ndjson
  }

  @Test func `what got worse decides over the status, if asked`() throws {
    try folder.write(log(0..<40) { _ in 2 }, to: "before.ndjson")
    try folder.write(log(100..<140) { $0 % 5 < 3 ? 8 : 2 }, to: "after.ndjson")
    func status(_ more: String..., back: Bool = false) throws -> Int32 {
      try navaudit.run(["compare", "-q"] + (back ? ["after.ndjson", "before.ndjson"] : ["before.ndjson", "after.ndjson"]) + more).status
    }
    #expect(try status() == 0)
    let worse = try navaudit.run(["compare", "-q", "before.ndjson", "after.ndjson", "--fail-on-worse"])
    #expect(worse.status == 1)
    #expect(worse.errors == "")
    #expect(try status("--fail-on-worse", back: true) == 0)
    // A difference of 60 percentage points is below the smallest change.
    #expect(try status("--fail-on-worse", "--smallest", "99%") == 0)
    #expect(try status("--fail-on", "info") == 1)
    #expect(try status("--fail-on", "error") == 1)
    // Eight levels are an error of their own.
  }

  @Test func `sides that are not comparable`() throws {
    let refusal = try Refusal()
    try refusal.folder.write(Fixtures.smallLog(users: 12).ndjson, to: "a.ndjson")
    try refusal.folder.write(Fixtures.smallLog(users: 9).ndjson, to: "b.ndjson")
    try refusal.expect(
      "compare", "a.ndjson", "b.ndjson", message: "b.ndjson cannot be compared with a.ndjson: b.ndjson has 9 users, too few to compare (at least 10)")
    try refusal.expect(
      "compare", "a.ndjson", "--before", "app_version=1.0", "--after", "app_version=2.0",
      message: "app_version=2.0 cannot be compared with app_version=1.0: app_version=2.0 has 0 users, too few to compare (at least 10); "
        + "there are app_version=1.0")
    try refusal.expect(
      "compare", "a.ndjson", "a.ndjson",
      message: "a.ndjson cannot be compared with a.ndjson: the file a.ndjson is on both sides, so they differ less than they should; "
        + "leave it out of one (--allow overlap compares all the same)")
    try refusal.expect("compare", "a.ndjson", "--by", "variant", message: "a.ndjson: no session has a variant; name a dimension with two values or more")
    try refusal.expect(
      "compare", "a.ndjson", "--by", "app_version",
      message: "a.ndjson: all sessions have the app_version 1.0; name a dimension with two values or more")
  }

  @Test func `stores and maps that do not go together`() throws {
    let refusal = try Refusal()
    for (name, more) in [("a", ["--gap", "30m"]), ("b", ["--gap", "30m"]), ("c", ["--gap", "20m", "--key", "k"]), ("d", ["--gap", "30m", "--key", "k"])] {
      try refusal.folder.write(Fixtures.smallLog(users: name == "a" ? 12 : 13).ndjson, to: "\(name).ndjson")
      _ = try refusal.navaudit.run(["ingest", "-q", "--store", "\(name).sqlite", "\(name).ndjson"] + more)
    }
    try refusal.expect(
      "compare", "a.sqlite", "b.sqlite",
      message: "a.sqlite and b.sqlite: the stores have different keys, so users cannot be matched; create both with the same --key, "
        + "or treat all users as different with --users different")
    try refusal.expect(
      "compare", "c.sqlite", "d.sqlite",
      message: "c.sqlite and d.sqlite: the stores were made with different session gaps (20 minutes and 30 minutes); name one for both with --gap")
    try refusal.expect(
      "compare", "d.sqlite", "a.ndjson", "--key", "other",
      message: "d.sqlite: the store has another key; leave --key out, or name the key it was made with")
    try refusal.folder.write("tabs: [Home, Orders]\n", to: "one/navaudit.yml")
    try refusal.folder.write("tabs: [Home, Profile]\n", to: "two/navaudit.yml")
    for name in ["one", "two"] { try refusal.folder.write(Fixtures.smallLog(users: 12).ndjson, to: "\(name)/log.ndjson") }
    try refusal.expect("compare", "one", "two", message: "one and two: the sides have different app maps; name one for both with --map")
    #expect(try refusal.navaudit("compare", "a.sqlite", "b.sqlite", "--users", "different", "--output", "Apart").status == 0)
  }

  @Test func `a log with many lines that cannot be read is compared if that is allowed`() throws {
    for name in ["a", "b"] { try folder.write(Fixtures.smallLog(users: 12).ndjson + Data(String(repeating: "no record\n", count: 100).utf8), to: name) }
    let arguments = ["compare", "a", "b", "--users", "different", "--allow", "overlap"]
    let refused = try navaudit.run(arguments)
    #expect(refused.status == 2 && refused.errors.contains("could not be read, more than --max-rejected 5%"), "\(refused.errors)")
    #expect(try navaudit.run(arguments + ["--max-rejected", "50%"]).status == 0)
  }

  @Test func `a measure that is not there`() throws {
    let outcome = try navaudit("compare", "a", "b", "--primary", "joy")
    #expect(outcome.status == 64 && outcome.errors.contains("no measure is called `joy`; there are inferred_steps, "))
  }
}
