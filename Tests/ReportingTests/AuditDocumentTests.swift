import Measures
import NavigationModel
import Testing
import UsabilityRules

@testable import Reporting

@Suite struct AuditDocumentTests {
  let everything = [depthFinding, menuFinding, appFinding]

  /// The first paragraph below the title.
  func verdict(_ report: String) -> String { String(report.split(separator: "\n")[1]).replacing("**", with: "") }

  @Test func `what a new finding costs is that of the last third of the period`() throws {
    var finding = depthFinding
    finding.state = .new
    let trace = "tab:Home > A +216h tab:Home > A * 40"
    let text = { (finding: Finding) in Markdown.render(Document(try contents(trace, findings: [finding]))) }
    #expect(try text(finding).contains("**36 extra taps** in the last 4 days of the log"))
    #expect(try text(depthFinding).contains("**36 extra taps** in the 10 days of the log"))
    // 36 taps in three days, and in nine.
    // Less than a week is not made a week of.
    var weekly = depthFinding
    weekly.tapsSavedPer1000UsersAWeek = 250
    #expect(try text(finding).contains("Saves up to 36 taps in 4 days"))
    #expect(try text(weekly).contains("Saves up to 250 taps per 1,000 users and week, one per person in 4 weeks"))
  }

  @Test func `it opens with a verdict that can be read aloud`() throws {
    var map = AppMap()
    map.app = "Bazaar"
    let report = markdown(try contents(shop, map: map, findings: everything))
    #expect(report.hasPrefix("# Navigation report: Bazaar\n"))
    #expect(
      verdict(report)
        == """
        About 1 in 10 taps was unnecessary (36 extra taps in 1 day). 3 findings: 1 to fix now, 1 to consider, 1 good to know.
        """
    )
    let opening = """
      1. [Flatten the section Orders.](#finding-1)  
         Saves up to 36 taps in 1 day · 12 of 40 users · costs nobody a tap · certain: counted, not estimated
      2. [Show the main items of the menu.](#finding-2)  
         Not used by 36 of 40 users · moderate evidence

      **Bazaar**: 40 users, 52 sessions, 392 events on 5 January 2026.
      """
    #expect(report.contains(opening))
  }

  @Test func `one of a kind is not many`() throws {
    let report = markdown(try contents("tab:Home > A", findings: [appFinding]))
    #expect(
      verdict(report)
        == "Not assessed: 1 person. To get a verdict, analyze a log of 10 people or more.")
    #expect(report.contains("The app: 1 user, 1 session, 2 events on 5 January 2026."))
    #expect(report.contains("**1 extra tap** on the one day of the log; 1 of 20 users. Only a hint."))
    #expect(report.contains("The log has only 1 user."))
    for wrong in ["1 users", "1 sessions", "1 errors", "1 extra taps", "1 days", "1 rows", "1 files", "1 measures"] {
      #expect(!report.contains(" \(wrong)"), "\(wrong)")
    }
  }

  @Test func `findings say what, how sure, for whom and what to change`() throws {
    let report = markdown(try contents(shop, findings: everything))
    for part in [
      "### <a id=\"fix-now\"></a>Fix now", "#### <a id=\"finding-1\"></a>1. Section too deep (section _Orders_)",
      "Orders goes 7 levels deep; 12 of 40 users (30.0%, 18.1–45.4%) went past level 5.",
      "- **What it costs:** **36 extra taps** on the one day of the log; 12 of 40 users in 12 sessions. Certain: counted, not estimated.",
      "- **Why it matters:** Five or six levels are enough for an app.",
      "- **What to change:** Flatten the section.",
      "- **In detail:** Orders › Order › Items › Item › Return › Reason › Label (12 visits)",
      "Source: convention: hierarchies no deeper than 5–6 levels. [See the table](#table-depth).",
      "## <a id=\"findings\"></a>Findings", "### <a id=\"table-depth\"></a>How deep people go",
      """
      - **How sure:** Moderate evidence (based on 40 eligible users). Expect the number to change with more data.\n
      """,
      "- **Rule:** `menu.unopened` (warning), threshold 40%. Source: H (our own convention): 40% of users.",
      "- **How sure:** A hint (based on 20 eligible users).",
    ] {
      #expect(report.contains(part), "\(part)")
    }
    #expect(report.ranges(of: "4.0–23.0%").count == 1, "an interval is said once")
    #expect(report.contains("- **H** marks a threshold that is our own convention, not a published one."))
    #expect(report.ranges(of: "our own convention").count == 2, "once explained, once at the finding")
  }

  @Test func `without findings it says so and what was checked`() throws {
    let report = markdown(try contents(shop))
    #expect(verdict(report) == "There are no findings from the 2 rules that could be checked.")
    #expect(report.contains("## <a id=\"findings\"></a>No findings"))
    #expect(report.contains("- Section too deep (`depth.over-limit`)"))
  }

  @Test func `without structure it says what that means`() throws {
    var contents = try contents("Home Product Home Orders * 40")
    contents.rulesNotRun = ["depth.over-limit", "tabs.more-toll"].compactMap(Rule.rule).map {
      .init(rule: $0, reason: .missing([structure]))
    }
    let report = markdown(contents)
    #expect(report.contains("## <a id=\"limits\"></a>What `stack` would add"))
    #expect(!report.contains("`push` or `back`"), "one remedy for one lack")
    for anchor in ["table-depth", "table-tabs", "table-tab-switches", "table-more", "table-menus", "table-gestures"] {
      #expect(!report.contains("id=\"\(anchor)\""), "\(anchor)")
    }
    #expect(report.contains("15 measures that need the structure of the app are not known and left out."))
    #expect(!report.contains("Level, median"))
  }

  @Test func `what the log cannot say takes 150 words, with a remedy for each lack`() throws {
    var contents = try contents(shop)
    contents.rulesNotRun = Rule.all.map { rule in
      .init(rule: rule, reason: .missing([Requirement("an event", events: ["event \(rule.id)"]) { _ in false }]))
    }
    let section = try #require(limits(contents))
    guard case .list(let items)? = section.blocks.first else { throw CancellationError() }
    #expect(items.reduce(0) { $0 + $1.plain.split(separator: " ").count } <= 150)
    #expect(items.count > 5 && items.last?.plain.contains("more are left out; navaudit rules says") == true)
    #expect(section.isCollapsed)
  }

  @Test func `an empty log has a report, too`() throws {
    var contents = try contents("")
    contents.rules = []
    let report = markdown(contents)
    #expect(verdict(report) == "The log contains no readable event, so there is nothing to report about the app.")
    #expect(!report.contains("No findings"))
  }

  @Test func `no section is empty and every link of the report leads somewhere`() throws {
    var contents = try contents(shop, findings: everything)
    contents.exempted = [(menuFinding, "legal")]
    contents.rulesNotRun = [.init(rule: Rule.all[0], reason: .missing([structure]))]
    let document = Document(contents)
    var anchors = Set<String>()
    func visit(_ sections: [Document.Section]) {
      for section in sections {
        #expect(!section.blocks.isEmpty || !section.sections.isEmpty)
        #expect(anchors.insert(section.anchor).inserted, "\(section.anchor)")
        for case .finding(let card) in section.blocks { #expect(anchors.insert(card.anchor).inserted) }
        for case .cards(let cards, _) in section.blocks {
          for card in cards { #expect(anchors.insert(card.anchor).inserted) }
        }
        visit(section.sections)
      }
    }
    visit(document.sections)
    let report = Markdown.render(document)
    for link in report.matches(of: /\]\(#([a-z0-9-]+)\)/) { #expect(anchors.contains(String(link.1)), "\(link.1)") }
    #expect(
      report.contains("`menu.unopened` for the menu: 4 of 40 users (10.0%, 4.0–23.0%) opened the menu. Reason: legal."))
  }

  @Test func `hostile names do no harm`() throws {
    let report = markdown(
      try contents(
        """
        tab:\"<script>alert(1)</script>\" > \"a|b\" > \"[x](http://y)\" > \"`code`\" > \"# head\" > \"\u{202E}evil\" \
        > \"=1+1\" < * 3
        """
      ))
    #expect(!report.contains("<script"))
    #expect(!report.contains("\u{202E}"))
    #expect(!report.contains("(http://"))
    #expect(report.contains(#"a\|b"#))
    for line in report.split(separator: "\n") where line.hasPrefix("|") && line.contains("evil") {
      let bars = line.replacing(#"\|"#, with: "").count { $0 == "|" }
      #expect([5, 9, 10, 11].contains(bars), "\(line)")
    }
  }

  @Test func `long tables are folded and cut, and say so`() throws {
    let screens = (10..<60).map { "> S\($0)" }.joined(separator: " ")
    let report = markdown(try contents("tab:Home \(screens)"))
    #expect(report.contains("<summary>Show 20 screens</summary>"))
    #expect(
      report.contains("These are the 20 of 51 screens that most people saw; all are in [screens.csv](screens.csv)."))
    #expect(
      report.contains(
        "The first 15 of the 51 levels that were reached; the deepest is 51. All are in [depth.csv](depth.csv)."))
  }

  @Test func `how it was made names logs, settings and files`() throws {
    var contents = try contents(shop)
    contents.sources = [("a|b.ndjson", "native", 1200, 1199, 1)]
    contents.rejections = [(reason: "not valid JSON", count: 1, examples: ["a|b.ndjson, line 17"])]
    contents.settings = [("session gap", "30 minutes")]
    contents.thresholds = [("menu.unopened", "share", 0.2, 0.4)]
    contents.logQuality = [
      check("thin", LogCheckResult(40, "few users")), check("clock", LogCheckResult(0, of: 1, "")),
    ]
    contents.otherFiles = [("navigation.sqlite", "The model.")]
    let report = markdown(contents)
    for part in [
      #"| a\|b.ndjson | native | 1,200 | 1,199 | 1 |"#, #"| not valid JSON | 1 | a\|b.ndjson, line 17 |"#,
      "- Session gap: 30 minutes", "- Changed threshold: `share` of `menu.unopened` is 0.2 instead of 0.4",
      "| `thin` | 40 | – | Few users |", "<summary>1 other check found nothing</summary>\n\n`clock`.",
      "| [navigation.sqlite](navigation.sqlite) | – | The model. |",
      "| [screens.csv](screens.csv) |",
    ] {
      #expect(report.contains(part), "\(part)")
    }
  }

  @Test(arguments: [
    (0.0, "0%"), (1.0, "100%"), (0.0004, "under 0.1%"), (0.9996, "over 99.9%"), (0.0901, "9.0%"), (12.345, "1,234.5%"),
  ])
  func `shares are said as percent`(share: Double, words: String) { #expect(share.percent == words) }

  @Test(arguments: [
    (0, 0, "on 1 January 1970"), (0, 13, "between 1 and 14 January 1970"),
    (0, 40, "between 1 January and 10 February 1970"),
    (0, 400, "between 1 January 1970 and 5 February 1971"), (-1, 0, "between 31 December 1969 and 1 January 1970"),
  ])
  func `the window of the log is said in days`(first: Int64, last: Int64, words: String) {
    let day: Int64 = 86_400_000_000
    #expect(TimeSpan(span: first * day...last * day + 5, calendar: .utc).words == words)
  }
}

/// Rates in words.
@Suite struct RateWordsTests {
  @Test(arguments: [
    0.011, 0.09, 0.13, 0.25, 0.3, 0.34, 0.4, 0.47, 0.5, 0.6, 0.7, 0.74, 0.76, 0.93, 1, 1.1, 1.4, 1.9, 3.2,
  ])
  func `no words are far from what they say`(rate: Double) throws {
    let words = Wording.taps(per1000UsersAWeek: 1000 * rate)
    #expect(words.hasPrefix("\(Int((1000 * rate).rounded()).grouped) taps per 1,000 users and week, "))
    let said =
      try words.firstMatch(of: /one per person in ([0-9,]+) weeks$/).map { 1 / (Double($0.output.1) ?? 0) }
      ?? words.firstMatch(of: /, ([0-9.]+) per person and week$/).flatMap { Double($0.output.1) }
    #expect(try abs(#require(said) - rate) <= 0.1 * rate + 1e-9, "\(rate): \(words)")
  }
}
