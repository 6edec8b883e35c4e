import NavigationModel
import Testing

@testable import NavigationAudit
@testable import UsabilityRules

@Suite("Lines of the app map")
struct MapLinesTests {
  private static let map = """
    app: Orders
    tabs: [Home, Orders, More]
    more: {tab: More, items: [Coupons, Help]}
    menus:
      menu:
        items: [Settings, Help]
      side:
        items:
          - Help
    roots: {Home: Home}
    screens:
      Order: {parent: Orders}
    rules:
      menu.promote: {exempt: [{subject: Gift cards}]}
    """

  @Test(arguments: [
    ("tab", "Orders", nil, 2), ("section", "Orders", nil, 2), ("screen", "Order", nil, 12), ("screen", "Home", nil, 10),
    ("item", "Coupons", "More", 3), ("item", "Help", "More", 3), ("item", "Help", "menu", 6),
    ("item", "Help", "side", 9),
    ("menu", "side", nil, 7),
    // Subjects that the map does not declare, or names only in settings, and subjects without a name.
    ("item", "Gift cards", "menu", nil), ("screen", "Nowhere", nil, nil), ("app", "Orders", nil, nil),
    ("pair", "Home ↔ Orders", nil, nil),
  ])
  func `a finding is pinned to the line that declares its subject`(
    kind: String, subject: String, section: String?, line: Int?
  ) {
    let finding = Finding(
      rule: "a.b", severity: .info, evidence: .structural, subjectKind: kind, subject: subject, section: section,
      metric: "m", message: "M",
      recommendation: "R", source: "S")
    #expect(MapLines(yaml: Self.map).line(of: finding) == line)
  }

  @Test func `an empty map has none`() {
    #expect(
      MapLines(yaml: "").line(
        of: Finding(
          rule: "a.b", severity: .info, evidence: .structural, subjectKind: "tab", subject: "", metric: "m",
          message: "M", recommendation: "R",
          source: "S")) == nil)
  }
}
