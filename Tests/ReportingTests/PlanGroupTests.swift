import Measures
import NavigationModel
import TestSupport
import Testing
import UsabilityRules

@testable import Reporting

@Suite struct PlanGroupTests {
  private let map = AppMap(tabs: ["Home", "Search", "Cart"], menus: ["menu": ["Wishlist"]])

  /// Everybody chooses Wishlist from the menu in each of three sessions, a week apart.
  private func session(_ platform: String) -> String {
    let visit = "tab:Home tab:Search tab:Cart menu menu:Wishlist tab:Home"
    return "@platform=\(platform) @app_version=1.0 \(visit) & +200h \(visit) & +200h \(visit)"
  }

  private func contents(_ trace: String, tabs: [String] = []) throws -> ReportContents {
    var map = map
    map.tabs += tabs
    var contents = try ReportingTests.contents(trace, map: map)
    contents.advice = Advice(contents.measures, contents.scope)
    contents.adviceTables = contents.advice.tables(contents.scope, span: contents.measures.period)
    return contents
  }

  @Test func `platforms with the same plan share a sentence, a picture and their gain`() throws {
    let contents = try contents("\(session("ios")) * 40\n\(session("android")) * 40\n\(session("ipados")) * 5")
    let sentences = contents.advice.sentences
    #expect(
      sentences.map(\.plain) == [
        """
        Move Wishlist from the menu into the tab bar. People would save 100.0 taps per 100 sessions on Android (95% \
        interval 100.0 to 100.0) and 100.0 on iOS (100.0 to 100.0).
        """,
        "No plan yet for iPadOS: a plan requires 30 users of one app version.",
      ])
    let document = Document(contents)
    #expect(document.pictures.first?.name == "plan-1" && document.pictures.count { $0.name.hasPrefix("plan-") } == 1)
    let report = Markdown.render(document)
    // What to do comes first, then the picture, then the details.
    let places = [
      "1. [Move Wishlist", "](pictures/plan-1.svg)", " sessions, ", "**Move Wishlist", "What each move saves",
    ].map {
      report.firstRange(of: $0)?.lowerBound
    }
    #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    // 240 taps in the 16.7 days between the first and the last event.
    let plans = TableRows(try #require(contents.adviceTables.first { $0.name == "plans" }))
    let weekly = plans.indices.filter { plans.text($0, "recommended") == "true" }.compactMap {
      plans.number($0, "taps_per_week")
    }
    #expect(weekly.count == 2 && weekly.allSatisfy { abs($0 - 120 / (400.0 / 168)) < 0.1 })
    #expect(
      report.contains(
        "Saves 1,260 taps per 1,000 Android and iOS users and week, 1.3 per person and week · among 80 users · "))
    #expect(
      report.contains(
        """
        That is 1,260 taps per 1,000 users and week, 1.3 per person and week. All 80 users together save 101 taps a week (2 to 5 \
        minutes).
        """
      ))
    #expect(report.contains("- iOS: 100% of users would be better off, 0% worse off."))
    #expect(report.contains("| _Wishlist_ | iOS | the menu | the tab bar | 100.0 (100.0 to 100.0) |"))
  }

  @Test func `of moves together, limits say who gains and who pays`() throws {
    let wishlist = session("ios")
    let contents = try contents("\(wishlist) * 40\n\(wishlist.replacing("Wishlist", with: "Help")) * 40")
    let plan = try #require(contents.advice.platforms.first?.plan)
    #expect(plan.promotions.count == 2 && plan.usersBetter == nil)
    let report = Markdown.render(Document(contents))
    #expect(report.contains(" · costs nobody a tap · "), "\(report)")
    #expect(
      report.contains(
        """
        - At most 100% of the users save taps, and nobody makes more (counted for each move alone, entries.csv).
        """
      ))
  }

  @Test func `where no platform has enough users, one short sentence says so`() throws {
    let contents = try contents("\(session("ios")) * 12\n\(session("android")) * 11\n\(session("ipados")) * 5")
    #expect(contents.advice.sentences.map(\.plain) == ["No plan yet: a plan requires 30 users of one app version."])
    let report = Markdown.render(Document(contents))
    #expect(report.ranges(of: "No plan yet").count == 1 && !report.contains("In detail"))
  }

  @Test func `other changes are told, but not in a doubtful log, and no link to a screen of a first run`() throws {
    let down = "@platform=ios @app_version=1.0 tab:Home > B +1s > C +1s > D"
    func told(_ trace: String) throws -> (found: [String], told: Bool) {
      let contents = try contents(trace)
      let found = contents.advice.platforms.flatMap { platform in
        platform.otherChanges.filter { $0.kind == .shortcut }.map(\.entry)
      }
      return (found.sorted(), Markdown.render(Document(contents)).contains("Link to D at the root of "))
    }
    let often = try told("\(down) <:C <:B & +200h tab:Home > B +1s > C +1s > D <:C <:B * 40")
    #expect(often.found == ["C", "D"] && often.told)
    let once = try told("\(down) <:C <:B & +200h tab:Home tab:Search & +200h tab:Home tab:Search * 40")
    #expect(once.found == [] && !once.told)
    let doubtful = try told("\(down) <:C <:B <:A & +200h tab:Home > B +1s > C +1s > D <:C <:B <:A * 40")
    #expect(doubtful.found == [] && !doubtful.told)
  }

  @Test func `what a plan saves in a week is the same at the top and in its section`() throws {
    let old = "@platform=ios @app_version=1.0 ( tab:Home tab:Search & +24h ) x 30 * 40"
    let new =
      """
      @platform=ios @app_version=2.0 +480h ( tab:Home tab:Search menu menu:Help tab:Home menu menu:Help & +24h ) x \
      10 * 60
      """
    let report = Markdown.render(Document(try contents(old + "\n" + new)))
    let words = report.matches(of: /([0-9,]+) taps? per 1,000 users and week/).map(\.1)
    #expect(words.count == 2 && Set(words).count == 1, "\(words)")
  }

  @Test(arguments: [(60, 30, true), (30, 120, false)])
  func `another start is told if no more people pay than gain`(going: Int, staying: Int, isTold: Bool) throws {
    let go = "( tab:Home +2s tab:Search > R < & +24h ) x 9 * \(going)"
    let stay = "tab:Home > A * \(staying)"
    let contents = try contents(go + "\n" + stay, tabs: ["Home", "Search"])
    #expect(
      contents.advice.platforms.flatMap(\.otherChanges).contains {
        $0.kind == .start && $0.entry == "Search" && $0.isForMany == isTold
      })
    #expect(Markdown.render(Document(contents)).contains("Open the app on Search instead of Home") == isTold)
  }

  @Test func `a link that few robots would use is not told`() throws {
    let robots = "( tab:Home > B +1s > C +1s > D < & +24h ) x 40 * 9"
    let people = "tab:Home > B +9s > E * 60"
    let contents = try contents(robots + "\n" + people, tabs: ["Home"])
    let links = contents.advice.platforms.flatMap(\.otherChanges).filter { $0.kind == .shortcut }
    #expect(links.map(\.entry).contains("D") && links.allSatisfy { !$0.isForMany })
    #expect(!Markdown.render(Document(contents)).contains("Link to D"))
  }

  @Test func `a plan says for how many it is if they are few, and how many findings it settles`() throws {
    // Cart leaves room for none, so nobody pays; 12 of 397 people gain.
    let visit = "@platform=ios @app_version=1.0 ( tab:Home tab:Search tab:Cart tab:Home"
    var contents = try contents(
      "\(visit) ( menu menu:Wishlist tab:Home ) x 9 +72h ) x 3 * 12\n\(visit) +72h ) x 3 * 385")
    func facts() -> String {
      Markdown.render(Document(contents)).split(separator: "\n").first { $0.contains("Saves ") }.map(String.init) ?? ""
    }
    #expect(facts().contains(" · for 12 of 397 users · ") && !facts().contains("settles"), "\(facts())")
    let found = ["menu.promote", "menu.reopened"].map { rule in
      var finding = menuFinding
      finding.rule = rule
      finding.subjectKind = "item"
      finding.subject = "Wishlist"
      finding.section = "menu"
      finding.gain.isOfPlan = true
      return finding
    }
    contents.findings = [found[0]]
    #expect(!facts().contains("settles"))
    contents.findings = found
    #expect(facts().hasSuffix(" · settles 2 findings"), "\(facts())")
    contents.hidden = .init(least: 50)
    #expect(facts().contains(" · among 397 users · "), "\(facts())")
  }

  /// Cells that count 1 to 9, by the role of their column, and shares based on such a cell.
  private func smallCounts(_ tables: [Table]) -> [String] {
    tables.flatMap { table in
      let rows = TableRows(table)
      return table.columns.filter { $0.role == .users || $0.role == .count }.flatMap { column in
        let based = table.columns.filter { $0.basis == column.name }.map(\.name)
        return rows.indices.filter { index in
          (1..<10).contains(rows.integer(index, column.name))
            || rows.cell(index, TypedColumn<Int>(column.name)) == .unknown
              && based.contains { rows.number(index, $0) != nil }
        }.map { "\(table.name) \(column.name) \($0)" }
      }
    }
  }

  @Test func `no column of the tables counts a small group`() throws {
    // The bar is full: Help, which three people use, makes room for Wishlist.
    let version = "@platform=ios @app_version=1.0 tab:Home tab:Search tab:Cart tab:Orders tab:Home"
    var contents = try contents(
      "\(version) menu menu:Wishlist tab:Home +168h tab:Home * 40\n\(version) tab:Help * 3", tabs: ["Orders", "Help"])
    let before = contents.adviceTables
    #expect(Set(smallCounts(before).compactMap { $0.split(separator: " ").first }) == ["entries", "moves", "plans"])
    contents.hideSmallGroups(least: 10)
    #expect(smallCounts(contents.adviceTables) == [])
    #expect(contents.adviceTables.map(\.rows.count).allSatisfy { $0 > 0 })
  }

  @Test func `small groups are not told of in the plan`() throws {
    var contents = try contents("\(session("ios")) * 40")
    #expect(Markdown.render(Document(contents)).contains("100% of the people need fewer taps, and nobody needs more."))
    contents.hidden = .init(least: 50)
    #expect(!Markdown.render(Document(contents)).contains("need fewer taps,"))
  }
}
