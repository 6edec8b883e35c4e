import Foundation
import TestSupport
import Testing

/// What a report begins with, for any names: an action says its subject, whole, and its figures are cells of a file.
@Suite("Headlines")
struct HeadlinePropertyTests {
  /// Names with the marks that sentences end with, and names that are words of the advice.
  static let names = [
    "St. Moritz", "Home; away", "Note: read", "list", "swipe", "the tab", "A. B; C: D", "https://evil.example/login",
    "[Home](https://evil.example)", "`code`", "Home ↔ Search", "menu:Home", "? ↔ x",
  ]

  @Test(arguments: sampled(names, to: 4)) func `an action says its subject, whole`(name: String) throws {
    let run = try JudgedRun(Self.log(about: name))
    #expect(run.actions.count > 2, "\(run.actions)")
    for action in run.actions {
      for finding in action.findings.prefix(1) where !finding.isOfApp {
        #expect(action.what.contains(finding.subject), "\(action.what) is about \(finding.subject)")
      }
    }
    // So does that of each finding; what More costs is mended by what people choose there.
    let findings = try run.folder.table("New/findings.csv").records
    #expect(findings.count > 5)
    for finding in findings where finding["subject_kind"] != "app" && finding["subject"] != "menu" {
      #expect(finding["action"].contains(finding["subject"]), "\(finding["action"])")
    }
    #expect(findings.contains { $0["rule"] == "tabs.more-toll" && $0["action"].contains(name) })
    // And the page has them so.
    let page = try MarkupElement.read(run.folder.text("New/report.html"))
    let shown = page.all("ol").filter { $0["class"] == "actions" }.flatMap { $0.all("a") }.map(\.text)
    #expect(!shown.isEmpty && shown.allSatisfy { text in run.actions.contains { $0.what == text } }, "\(shown)")
  }

  @Test(arguments: sampled(names, to: 3)) func `what an action saves stands in a file`(name: String) throws {
    let run = try JudgedRun(Self.log(about: name))
    let findings = try run.folder.table("New/findings.csv").records
    // The plan of a platform is the last recommended one: it includes the smaller ones.
    let recommended = try run.folder.table("New/plans.csv").records.filter { $0["recommended"] == "true" }
    let thePlans = Dictionary(grouping: recommended) { $0["platform"] }.values.compactMap { $0.last }
    func cell(_ finding: JudgedRun.Finding, _ column: String) -> Double? {
      findings.first {
        $0["rule"] == finding.rule && $0["subject"] == finding.cell && $0["section"] == finding.section
      }
      .flatMap { Double($0[column]) }
    }
    var count = 0
    for action in run.actions {
      for fact in action.facts {
        guard
          let match = fact.firstMatch(
            of: /[Ss]aves (up to )?(less than one|[0-9,]+) taps? (per 1,000 .*users and week|in [0-9]+ days?)/)
        else { continue }
        let isWeekly = match.output.3.hasPrefix("per")
        let said = match.output.2 == "less than one" ? 0 : Double(match.output.2.filter { $0 != "," })
        let found =
          match.output.1 == nil
          ? thePlans.compactMap { Double($0[isWeekly ? "taps_per_week_per_1000_users" : "taps_saved"]) }.reduce(0, +)
          : action.findings.compactMap { cell($0, isWeekly ? "taps_saved_per_1000_users_week" : "taps_saved") }
            .reduce(0, +)
        count += 1
        #expect(said.map { abs($0 - found) <= (isWeekly ? 1 : 0.5) } == true, "\(action.what): \(fact), not \(found)")
      }
    }
    #expect(count > 1, "\(run.actions.map(\.facts))")
    // And no action saves more than its findings hold.
    for finding in findings where !finding["taps_saved"].isEmpty {
      #expect(Int(finding["taps_saved"]) ?? 0 <= Int(finding["extra_taps"]) ?? 0)
    }
  }

  @Test(arguments: sampled(names, to: 3)) func `number 1 is the same everywhere, and so are the others`(name: String)
    throws
  {
    let run = try JudgedRun(Self.log(about: name))
    let table = try run.folder.table("New/findings.csv")
    #expect(table.rows.count > 5)
    // The page, and the report in Markdown.
    let page = try MarkupElement.read(run.folder.text("New/report.html"))
    let cards = page.all("article").filter { $0["class"]?.hasPrefix("finding ") == true }
    #expect(cards.map { $0.all("code").first { $0.text.contains(/^[a-z]+\.[a-z-]+$/) }?.text } == table["rule"])
    let report = try run.folder.text("New/report.md")
    #expect(report.matches(of: /- \*\*Rule:\*\* `([a-z.-]+)`/).map { String($0.output.1) } == table["rule"])
    // What to do: the first finding of each change is in the order of the findings; a plan may come between.
    let keys = table.records.map { "\($0["rule"]) \($0["subject"])" }
    let leads = run.actions.compactMap(\.findings.first).map { "\($0.rule) \($0.cell)" }
    let places = leads.compactMap { lead in keys.firstIndex(of: lead) }
    #expect(places.count == leads.count && places == places.sorted(), "\(leads)")
    for groups in [run.actions.map(\.group), table["group"]] {
      let ladder = groups.compactMap { ["fix-now", "consider", "note"].firstIndex(of: $0) }
      #expect(groups.first == "fix-now" && ladder.count == groups.count && ladder == ladder.sorted(), "\(groups)")
    }
    // The terminal shows the first three of them.
    let shown = try Navaudit(in: run.folder)("analyze", "log.ndjson", "--output", "Again").output
    let first = shown.split(separator: "\n").filter { $0.hasPrefix("  1. ") }
    #expect(
      first.count == 1 && run.actions.first.map { first[0].hasPrefix("  1. \(($0.fact + $0.what).prefix(30))") } == true
    )
  }

  @Test func `a card says each thing once, and no note is to be fixed now`() throws {
    let run = try JudgedRun(Self.log(about: "St. Moritz"))
    let page = try MarkupElement.read(run.folder.text("New/report.html"))
    let cards = page.all("article").filter { $0["class"]?.hasPrefix("finding ") == true }
    #expect(cards.count > 4)
    for card in cards {
      let labels = card.all("dt").map(\.text)
      #expect(Set(labels).count == labels.count, "\(labels)")
    }
    // The innermost section, which comes after those around it.
    let urgent = try #require(
      page.all("section").last { section in section.all("h3").contains { $0["id"] == "fix-now" } })
    let kinds = urgent.all("article").map { $0["class"] }
    #expect(!kinds.isEmpty && !kinds.contains("finding info") && kinds.count < cards.count, "\(kinds)")
  }

  /// People of whom each does what makes findings on a name, as a tab, an item of the More list and of a menu, a
  /// screen, a gesture, and something to tap.
  static func log(about name: String) -> [LogLine] {
    (0..<60).flatMap { user -> [LogLine] in
      (0..<10).flatMap { day -> [LogLine] in
        var second = 0
        func line(_ event: String, _ more: KeyValuePairs<String, String> = [:]) -> LogLine {
          second += 7
          var line = LogLine("\(1_772_000_000 + user * 131 + day * 86_400 * 3 + second)", "u\(user)", event, more)
          line.fields += [("platform", .text("ios")), ("app_version", .text(day < 5 ? "1.0" : "1.1"))]
          return line
        }
        func tab(_ name: String) -> LogLine { line("tab_select", ["target": name, "screen": name]) }
        let start = [
          tab("Start"), line("tap", ["target": name + "!", "outcome": "dead"]),
          line("tap", ["target": name + "!", "outcome": "dead"]), line("tap", ["target": "Buy", "outcome": "ok"]),
          line("push", ["screen": "Deep"]), line("back", ["screen": "Start"]),
          line("gesture", ["target": name + "~", "outcome": "failed"]),
          line("tab_select", ["target": name + "#", "outcome": "blocked"]), tab("Search"), tab("Profile"), tab("Club"),
        ]
        let more =
          user % 2 == 0 ? [line("more_open"), line("more_select", ["target": name, "screen": name + "."])] : []
        let menu = [
          tab("Start"), line("menu_open"), line("menu_select", ["target": name + "%", "screen": name + "%"]),
          tab("Start"),
        ]
        return start + more + menu + (user < 4 ? [tab("Rare")] : [])
      }
    }
  }
}

/// A run on a log, with what it says.
struct JudgedRun {
  struct Finding: Decodable {
    let rule: String
    let subject: String
    private let part: String?

    enum CodingKeys: String, CodingKey {
      case rule, subject
      case part = "section"
    }

    var section: String { part ?? "" }
    var isOfApp: Bool { subject == "app" }
    /// The subject as a CSV file has it.
    var cell: String { "=+-@".contains(subject.first ?? "x") ? "'" + subject : subject }
  }

  struct Action: Decodable {
    let fact: String
    let what: String
    let facts: [String]
    let group: String
    let findings: [Finding]
  }

  private struct Outcome: Decodable {
    let actions: [Action]
  }

  let folder = TemporaryFolder()
  let actions: [Action]

  init(_ log: [LogLine], _ options: String...) throws {
    let navaudit = Navaudit(in: folder)
    try folder.write(log.ndjson, to: "log.ndjson")
    let outcome = try navaudit.run(["analyze", "log.ndjson", "--output", "New", "--json"] + options)
    try #require(outcome.status == 0, "\(outcome.errors)")
    actions = try JSONDecoder().decode(Outcome.self, from: Data(outcome.output.utf8)).actions
  }
}
