import Measures
import NavigationModel
import Testing

@testable import UsabilityRules

/// The rules of hidden menus, with numbers worked out by hand.
@Suite struct MenuRuleTests {
  func findings(_ rule: Rule, _ trace: String, map: AppMap = AppMap()) throws -> [Finding] {
    let log = try TraceMeasures(trace, map: map)
    return Rule.judge(log.measures, log.scope, rules: [rule]).findings
  }

  @Test func `Only users who come back are asked whether they open the menu`() throws {
    let finding = try #require(
      try findings(.menuUnopened, "( Home & ) x 3 * 100\n( Home menu! menu:Help & ) x 4 * 20\nHome menu:Help * 500").first)
    #expect(finding.message == "Only 20 of 120 users with 3 sessions or more (16.7 %, 11.1–24.3 %) ever opened the menu")
    #expect(finding.users == 20 && finding.eligibleUsers == 120 && finding.threshold == 0.4 && finding.evidence == .strong)
    #expect(finding.sessions == 580 && finding.extraTaps == nil)
  }

  @Test func `An item nobody chooses`() throws {
    let map = AppMap(menus: ["menu": ["Settings", "About"]])
    let finding = try #require(try findings(.menuItemUndiscovered, "Home menu:Settings * 80", map: map).first)
    #expect(finding.message == "None of 80 users (0.0 %, 0.0–4.6 %) ever chose About from the menu")
    #expect(finding.section == "menu" && finding.severity == .warning && finding.evidence == .moderate)
    #expect(finding.details == ["The menu was opened 80 times, About chosen 0 times."])
    #expect(finding.examples.count == 5, "sessions in which the menu was opened")
  }

  @Test func `Of many items, chance finds some: Benjamini–Hochberg`() throws {
    // 7 of 300 against 5 %: z = −2.119, p = 0.01704. With four other items 5·p = 0.085, with five 6·p = 0.102.
    func trace(_ others: Int) -> String {
      let rest = (1...others).map { "menu:I\($0)" }.joined(separator: " ")
      return "Home \(rest) * 293\nHome \(rest) menu:Rare * 7"
    }
    #expect(try findings(.menuItemUndiscovered, trace(4)).map(\.subject) == ["Rare"])
    #expect(try findings(.menuItemUndiscovered, trace(5)).isEmpty)
  }

  @Test func `Abandonment in shares of opens`() throws {
    // 90 users leave 3 of 4 opens, 10 users leave none of 2: p = 270/380; Σ(y − pn)² = 90·(3 − 4p)² + 10·(2p)²
    // = 90·0.024931 + 10·2.019391 = 22.437673; SE = √(100/99 · 22.437673)/380 = 0.012528.
    let finding = try #require(
      try findings(.menuAbandoned, "Home menu menu! menu > A menu menu! menu:Help * 90\nHome menu:Help menu:Help * 10").first)
    #expect(finding.message == "270 of 380 opens (71.1 %, 68.6–73.5 %) of the menu ended without a choice, by 90 users")
    #expect(finding.severity == .error && finding.threshold == 0.6)
    #expect(finding.extraTaps == 270 && finding.users == 90 && finding.eligibleUsers == 100 && finding.sessions == 90)
    #expect(finding.details.isEmpty && finding.examples.map(\.score) == [3, 3, 3, 3, 3])
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
    #expect(finding.message.hasPrefix("80 of 110 users (72.7 %, 63.7–80.2 %) chose Saved from the menu side, more than the 30 "))
    #expect(finding.recommendation == "Give the item a tab: Saved takes the place of Profile.")
    #expect(finding.extraTaps == 80)
  }
}
