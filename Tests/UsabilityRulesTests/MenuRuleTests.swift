import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// The rules of hidden menus, with hand-computed numbers.
@Suite struct MenuRuleTests {
  @Test func `Only users who come back are asked whether they open the menu`() throws {
    let finding = try #require(
      try findings(.menuUnopened, "( Home +168h ) x 3 * 100\n( Home menu! menu:Help +168h ) x 4 * 20\nHome menu:Help * 500").first)
    #expect(finding.message == "Only 20 of 120 users with 3 or more sessions (16.7%, 11.1–24.3%) opened the menu")
    #expect(finding.users == 20 && finding.eligibleUsers == 120 && finding.threshold == 0.4 && finding.evidence == .strong)
    #expect(finding.sessions == 580 && finding.extraTaps == nil)
  }

  @Test func `A platform without the menu does not count, however few people it has`() throws {
    let ios = "@platform=ios ( Home +168h ) x 3 * 25"
    // 12 of 28 open it.
    let android = "@platform=android ( Home menu! menu:Help +168h ) x 3 * 12\n@platform=android ( Home +168h ) x 3 * 16"
    #expect(try findings(.menuUnopened, ios + "\n" + android).isEmpty)
    let alike = "@platform=ios ( Home menu! menu:Help +168h ) x 3 * 1\n@platform=ios ( Home +168h ) x 3 * 24"
    #expect(try findings(.menuUnopened, alike + "\n" + android).map(\.eligibleUsers) == [53])
  }

  @Test func `An item nobody chooses`() throws {
    let map = AppMap(menus: ["menu": ["Settings", "About"]])
    let finding = try #require(try findings(.menuItemUndiscovered, "( Home menu:Settings +168h ) x 3 * 80", map: map).first)
    #expect(finding.message == "None of 80 users with 3 or more sessions (0.0%, 0.0–4.6%) used About in the menu")
    #expect(finding.section == "menu" && finding.severity == .warning && finding.evidence == .moderate)
    #expect(finding.details == ["In the whole log, the menu was opened 240 times, and About was chosen 0 times, by 0 users."])
    #expect(finding.examples.count == 5, "sessions in which the menu was opened")
  }

  @Test(.thorough) func `Of many items, chance finds some: Benjamini–Hochberg`() throws {
    // 7 of 300 against 5%: z = −2.119, p = 0.01704. With four other items 5·p = 0.085, with five 6·p = 0.102.
    func trace(_ others: Int) -> String {
      let rest = (1...others).map { "menu:I\($0)" }.joined(separator: " ")
      return "( Home \(rest) +168h ) x 3 * 293\n( Home \(rest) menu:Rare +168h ) x 3 * 7"
    }
    #expect(try findings(.menuItemUndiscovered, trace(4)).map(\.subject) == ["Rare"])
    #expect(try findings(.menuItemUndiscovered, trace(5)).isEmpty)
  }

  @Test func `Abandonment in shares of opens`() throws {
    // 180 users leave 3 of 4 opens, 20 users leave none of 2: p = 540/760; Σ(y − pn)² = 180·(3 − 4p)² + 20·(2p)²
    // = 180·0.024931 + 20·2.019391: p(1 − p)/V is above the 760 rows, so n* = 760; k = 760²/2960 = 195.14; t = 1.97226.
    let finding = try #require(
      try findings(.menuAbandoned, "Home menu menu! menu > A menu menu! menu menu:Help * 180\nHome menu menu:Help menu menu:Help * 20").first)
    #expect(finding.message == "540 of 760 opens (71.1%, 67.7–74.2%) of the menu ended without a choice, by 180 users")
    #expect(finding.severity == .error && finding.threshold == 0.6)
    #expect(finding.extraTaps == 540 && finding.users == 180 && finding.eligibleUsers == 200 && finding.sessions == 180)
    #expect(finding.details.isEmpty && finding.examples.map(\.score) == [3, 3, 3, 3, 3])
    #expect(Array(finding.sessionsByWeek.values) == [180] && finding.sessionsByPlatform == ["": 180])
  }

  @Test func `Sessions that examples count twice, or that do not show it, give no curve`() throws {
    let both = try #require(try findings(.menuOnIos, "@platform=ios Home menu/a menu! menu/b menu! * 40").first)
    #expect(both.sessionsByWeek.isEmpty || both.sessionsByWeek.values.reduce(0, +) == both.sessions)
    let slow = try #require(try findings(.menuSlowScan, "Home menu +20s menu:Help * 40").first)
    #expect(slow.sessionsByWeek.isEmpty && !slow.examples.isEmpty, "all choices have examples, the quick ones too")
  }

  @Test func `A menu without any choice may be half logged`() throws {
    let finding = try #require(try findings(.menuAbandoned, "Home menu menu! * 120").first)
    #expect(finding.severity == .error)
    #expect(finding.details == ["No choice from this menu is in the log: make sure that the app logs `menu_select`."])
  }

  @Test func `An item that deserves a tab`() throws {
    let finding = try #require(
      try findings(.menuPromote, "tab:Home tab:Search menu/side:Saved * 80\ntab:Home tab:Search tab:Profile * 30").first)
    #expect(finding.subject == "Saved" && finding.section == "side")
    #expect(finding.message.hasPrefix("80 of 110 users (72.7%, 63.7–80.2%) used Saved in the menu side, more than the 30 "))
    #expect(finding.severity == .info && finding.extraTaps == nil, "only the plan knows what it saves")
  }
}
