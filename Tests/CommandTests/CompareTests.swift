import Foundation
import TestSupport
import Testing

@Suite("compare")
struct CompareTests {
  let folder: TemporaryFolder
  let navaudit: Navaudit

  init() throws {
    folder = try TemporaryFolder()
    navaudit = Navaudit(in: folder)
  }

  private static let log = Fixtures.sample("bazaar.ndjson.gz").path
  private static let sides = ["--before", "app_version=2.3.0", "--after", "app_version=2.4.0"]

  @Test func `two versions of the sample log`() throws {
    let outcome = try navaudit.run(["compare", Self.log, "--map", Fixtures.sample("navaudit.yml").path] + Self.sides)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("app_version=2.4.0 (224 users) next to app_version=2.3.0 (231 users): "))
    #expect(outcome.output.contains("Observational: a difference is a reason to look, no proof of its cause."))
    let files = folder.everything(in: "Comparison")
    #expect(Set(files).isSuperset(of: ["compare.csv", "compare_checks.csv", "compare_findings.csv", "comparison.md", "datapackage.json"]))
    let table = try folder.table("Comparison/compare.csv")
    #expect(table.columns.starts(with: Self.columns))
    #expect(Set(table["verdict"]).isSubset(of: ["better", "worse", "changed", "same", "unsure", ""]))
    let package = try #require(JSONSerialization.jsonObject(with: folder.data("Comparison/datapackage.json")) as? [String: Any])
    let resources = try #require(package["resources"] as? [[String: Any]])
    #expect(resources.compactMap { $0["path"] as? String } == ["compare.csv", "compare_findings.csv", "compare_checks.csv"])
    for resource in resources {
      let schema = try #require(resource["schema"] as? [String: Any])
      #expect(schema["primaryKey"] != nil)
      let fields = try #require(schema["fields"] as? [[String: Any]]).compactMap { $0["name"] as? String }
      #expect(fields == (try folder.table("Comparison/\(try #require(resource["path"] as? String))")).columns)
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

  /// Each side says what an analysis of that side alone says, and stores say what logs say.
  @Test func `the values of a side are those of its own report`() throws {
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
      for row in summary.rows {
        // Means have an interval in a comparison only.
        let isMean = row[2].isEmpty && !row[4].isEmpty
        try compare(row[0], "app", with: isMean ? [row[1]] : Array(row[1...]))
      }
      for row in try folder.table("\(version)/tabs.csv").rows where row[2] != "0" {
        try compare("tab_reach", row[0], with: Array(row[3...5]))
      }
      for row in try folder.table("\(version)/more.csv").rows where row[2] != "0" {
        try compare("more_item_reach", row[0], section: "More", with: Array(row[3...5]))
      }
      for row in try folder.table("\(version)/menus.csv").rows where row[2] != "0" {
        try compare("menu_reach", row[0], with: Array(row[3...5]))
        try compare("menu_abandonment", row[0], with: Array(row[7...9]) + [row[1]])
      }
      for row in try folder.table("\(version)/menu_items.csv").rows where row[3] != "0" {
        try compare("menu_item_reach", row[1], section: row[0], with: Array(row[4...6]))
      }
      for row in try folder.table("\(version)/gestures.csv").rows where row[3] != "0" {
        try compare("gesture_reach", row[0], with: Array(row[4...6]))
      }
      #expect(seen > 40)
    }
  }

  private static var plainSample: Data {
    get throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["gzip", "-dc", Fixtures.sample("bazaar.ndjson.gz").path]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      return pipe.fileHandleForReading.readDataToEndOfFile()
    }
  }

  @Test func `for other programs`() throws {
    let outcome = try navaudit.run(["compare", Self.log, "--json", "--users", "same"] + Self.sides)
    let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["kind"] as? String == "observational")
    let pair = try #require((object["comparisons"] as? [[String: Any]])?.first)
    #expect(pair["users_on_both"] as? Int == 155)
    #expect((pair["verdicts"] as? [String: Int])?.keys.sorted() == ["better", "changed", "same", "unsure", "worse"])
    #expect((pair["checks"] as? [[String: Any]])?.isEmpty == false)
  }

  @Test func `what got worse decides over the status, if asked`() throws {
    #expect(try navaudit.run(["compare", Self.log, "-q"] + Self.sides).status == 0)
    let forward = try navaudit.run(["compare", Self.log, "-q", "--users", "same", "--fail-on-worse"] + Self.sides)
    #expect(forward.status == 1)
    #expect(forward.errors == "")
    // Nothing is worth having: nothing can be worse.
    #expect(try navaudit.run(["compare", Self.log, "-q", "--fail-on-worse", "--smallest", "0.99", "--users", "same"] + Self.sides).status == 0)
    #expect(try navaudit.run(["compare", Self.log, "-q", "--fail-on", "error"] + Self.sides).status == 0)
    #expect(try navaudit.run(["compare", Self.log, "-q", "--fail-on", "info"] + Self.sides).status == 1)
  }

  @Test func `sides that are not comparable`() throws {
    let refusal = try Refusal()
    try refusal.folder.write(Fixtures.smallLog(users: 12).ndjson, to: "a.ndjson")
    try refusal.folder.write(Fixtures.smallLog(users: 9).ndjson, to: "b.ndjson")
    try refusal.expect("compare", "a.ndjson", "b.ndjson", message: "b.ndjson cannot be compared with a.ndjson: b.ndjson has 9 users, too few to compare (at least 10)")
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
    for (name, more) in [("a", ["--gap", "30"]), ("b", ["--gap", "30"]), ("c", ["--gap", "20", "--key", "k"]), ("d", ["--gap", "30", "--key", "k"])] {
      try refusal.folder.write(Fixtures.smallLog(users: name == "a" ? 12 : 13).ndjson, to: "\(name).ndjson")
      _ = try refusal.navaudit.run(["ingest", "-q", "--store", "\(name).sqlite", "\(name).ndjson"] + more)
    }
    try refusal.expect(
      "compare", "a.sqlite", "b.sqlite",
      message: "a.sqlite and b.sqlite: the stores have different keys, so nobody can tell which users are the same; make both with one --key, "
        + "or take all users as different with --users different")
    try refusal.expect(
      "compare", "c.sqlite", "d.sqlite",
      message: "c.sqlite and d.sqlite: the stores were made with different session gaps (20 and 30 minutes); name one for both with --gap")
    try refusal.expect(
      "compare", "d.sqlite", "a.ndjson", "--key", "other",
      message: "d.sqlite: the store has another key; leave --key out, or name the key it was made with")
    try refusal.folder.write("tabs: [Home, Orders]\n", to: "one/navaudit.yml")
    try refusal.folder.write("tabs: [Home, Profile]\n", to: "two/navaudit.yml")
    for name in ["one", "two"] { try refusal.folder.write(Fixtures.smallLog(users: 12).ndjson, to: "\(name)/log.ndjson") }
    try refusal.expect("compare", "one", "two", message: "one and two: the sides have different app maps; name one for both with --map")
    #expect(try refusal.navaudit("compare", "a.sqlite", "b.sqlite", "--users", "different", "--output", "Apart").status == 0)
  }

  @Test(arguments: [
    (["a"], "name two inputs, or the sides of one: --before dimension=value --after dimension=value, or --by dimension"),
    (["a", "b", "c"], "compare takes one input or two, not 3; name a folder for more files of a side"),
    (["a", "--by", "color"], "no dimension is called `color`; there are platform, os_version, app_version, device, width, locale, variant"),
    (["a", "b", "--by", "variant"], "--by compares sessions of one input; name one"),
    (["a", "--by", "variant", "--before", "variant=A"], "--by names the sides itself; leave --before and --after out"),
    (["a", "--before", "variant=A", "--after", "variant=A"], "--before and --after name the same sessions"),
    (["a", "--before", "variant", "--after", "variant=A"], "`variant` is no condition; write `dimension=value`, such as app_version=4.1.0"),
    (["a", "--by", "platform", "--users", "same"], "--users same goes with two sides: two inputs, or --before and --after"),
    (["a", "b", "--reference", "A"], "--reference goes with --by"),
    (["-", "-"], "standard input can be one side only"),
    (["a", "b", "--split", "A=1,B=1"], "--split goes with an experiment: --by variant, or --before variant=… --after variant=…"),
    (["a", "b", "--smallest", "2"], "--smallest takes a share between 0 and 1, not 2.0"),
    (["a", "b", "--primary", "joy"], "no measure is called `joy`; there are "),
    (["a", "b", "--allow", "users"], "no check that can be allowed is called `users`; there are overlap, "),
    (["a", "b", "--select", "nonsense"], "no rule or family is called `nonsense`; `navaudit rules` lists them"),
  ])
  func `wrong usage`(arguments: [String], message: String) throws {
    let outcome = try navaudit.run(["compare"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(folder.everything() == [])
  }
}
