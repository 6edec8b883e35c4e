import Foundation
import TestSupport
import Testing

/// What `check-map` and `analyze` say of a map that does not fit the log.
@Suite("Maps held against logs")
struct MapCheckTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// Twelve people; each selects two tabs and opens a menu.
  private func writeLog() throws {
    let lines = (0..<12).flatMap { user in
      [("tab_click", "Home"), ("tab_click", "warenkorb"), ("drawer_tap", "Settings")].enumerated().map { minute, event in
        #"{"user":"u\#(user)","time":"2026-03-02T10:0\#(minute):00Z","event":"\#(event.0)","props":{"label":"\#(event.1)"}}"#
      }
    }
    try folder.write(lines.joined(separator: "\n"), to: "log.ndjson")
  }

  private static let mappings = """
    events:
      - {match: {event: tab_click}, event: tab_select, target: props.label}
      - {match: {event: drawer_tap}, event: menu_select, target: props.label}

    """

  @Test func `a map that fits: how many events each mapping matched, with three of them`() throws {
    try writeLog()
    try folder.write(Self.mappings + "tabs: [Home, warenkorb]\nmenus:\n  menu: {items: [Settings]}\n", to: "map.yml")
    let outcome = try navaudit("check-map", "map.yml", "log.ndjson")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines[0] == "map.yml: valid (2 tabs, 1 menu, 0 screens, 0 rules with settings)")
    #expect(lines[1] == "36 events in log.ndjson")
    #expect(lines[2] == "  event: tab_click → tab_select: 24 events")
    #expect(lines[3].hasPrefix(#"    Home: {"user":"u0","#) && lines[4].hasPrefix("    warenkorb: {") && lines[5].hasPrefix(#"    Home: {"user":"u1","#))
    #expect(lines[6] == "  event: drawer_tap → menu_select: 12 events")
    #expect(lines.count == 10)
    #expect(try !navaudit("analyze", "log.ndjson", "--map", "map.yml").output.contains("map.yml:"))
  }

  private static let misfits: [(map: String, remark: String)] = [
    (
      #"events: [{match: {event: tab_klick}, event: tab_select, target: props.label}]"#,
      "no event matches `event: tab_klick → tab_select`; the log has `tab_click` (24 events)"
    ),
    (mappings.replacing("props.label", with: "props.FIELD"), "`event: tab_click → tab_select` finds no target in its 24 events: `props.FIELD` has no text"),
    (mappings.replacing("props.label", with: "props.FIELD"), "`FIELD` is a placeholder (2 places): replace it with the name of a field of your log"),
    (
      mappings.replacing(", target: props.label}\n  - ", with: "}\n  - "),
      "`event: tab_click → tab_select` finds no target in its 24 events: say where it is with `target:`"
    ),
    (mappings + "exclude_users: [^qa-]", "no user of the log matches `exclude_users` (^qa-)"),
    (mappings + "screen_names: [{pattern: '^Produkt/', name: Product}]", "no name of the log matches `^Produkt/` in `screen_names`"),
    // The pattern must match the whole name: `Home` is one.
    (mappings + "ignore_screens: [Hom]", "no name of the log matches `Hom` in `ignore_screens`"),
    (mappings + "rules: {menu.item-undiscovered: {exempt: [Logout]}}", "the log has no `Logout`, which `menu.item-undiscovered` exempts"),
    (mappings + "tabs: [Home, Warenkorb]", "tab `Warenkorb` is never chosen; the log has `warenkorb` (12 choices)"),
    (mappings + "tabs: [Home, waren korb]", "tab `waren korb` is never chosen; the log has `warenkorb` (12 choices)"),
    (mappings + "tabs: [Home, Warrenkorp]", "tab `Warrenkorp` is never chosen; the log has `warenkorb` (12 choices)"),
    (mappings + "menus:\n  menu: {items: [settings]}", "item of the menu `menu` `settings` is never chosen; the log has `Settings` (12 choices)"),
    (mappings + "presets: [ga4-recommended]", "no event matches the preset `ga4-recommended`"),
    (
      "events:\n  - {match: {event: {prefix: tab_}}, event: tab_select, target: props.label}\n  - {match: {event: tab_click}, event: push}",
      "no event matches `event: tab_click → push`: `event: {prefix: tab_} → tab_select` comes first"
    ),
  ]

  @Test(arguments: sampled(misfits))
  func `what does not fit is named, by check-map and by analyze`(map: String, remark: String) throws {
    try writeLog()
    try folder.write(map, to: "map.yml")
    let checked = try navaudit("check-map", "map.yml", "log.ndjson")
    #expect(checked.status == 0, "\(checked.errors)")
    #expect(checked.output.contains("map.yml: \(remark)\n"), "\(checked.output)")
    let analyzed = try navaudit("analyze", "log.ndjson", "--map", "map.yml")
    // Its lines end after at most 100 columns.
    #expect(analyzed.output.replacing("\n", with: " ").contains("map.yml: \(remark) "), "\(analyzed.output)")
    let report = try navaudit("report", "Reports/navigation.sqlite", "--output", "again")
    #expect(report.output.contains(remark) == (remark.contains("never chosen")))
  }

  @Test func `a map of another app`() throws {
    try writeLog()
    try folder.write(Self.mappings + "tabs: [Feed, Library, Radio]\n", to: "map.yml")
    for arguments in [["check-map", "map.yml", "log.ndjson"], ["analyze", "log.ndjson", "--map", "map.yml"]] {
      let output = try navaudit.run(arguments).output
      #expect(output.contains("map.yml: the log has none of the map's 3 tabs and items: is it the map of another app?\n"), "\(output)")
    }
  }

  @Test func `a placeholder is named without a log, too`() throws {
    try folder.write(Self.mappings.replacing("props.label", with: "FIELD"), to: "map.yml")
    let outcome = try navaudit("check-map", "map.yml")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasSuffix("map.yml: `FIELD` is a placeholder (2 places): replace it with the name of a field of your log\n"))
  }

  @Test func `names and counts of the log stay hidden with small groups`() throws {
    try writeLog()
    try folder.write("events: [{match: {event: tab_klick}, event: tab_select, target: props.label}]\ntabs: [Home, Warenkorb]", to: "map.yml")
    let outcome = try navaudit("analyze", "log.ndjson", "--map", "map.yml", "--minimum-group", "5")
    #expect(outcome.output.contains("map.yml: no event matches `event: tab_klick → tab_select`\n"), "\(outcome.output)")
    #expect(!outcome.output.contains("the log has"))
  }

  @Test func `personal data in events is masked`() throws {
    try folder.write(#"{"user":"anna@example.com","time":"2026-03-02T10:00:00Z","event":"tab_click","props":{"label":"bob@example.com"}}"#, to: "log.ndjson")
    try folder.write(Self.mappings, to: "map.yml")
    let output = try navaudit("check-map", "map.yml", "log.ndjson").output
    #expect(output.contains("[e-mail]: {") && !output.contains("@example.com"), "\(output)")
  }

  @Test func `many remarks are cut short`() throws {
    try writeLog()
    let wrong = (0..<9).map { "  - {match: {event: other_\($0)}, event: tab_select, target: props.label}" }.joined(separator: "\n")
    try folder.write(Self.mappings + wrong + "\n", to: "map.yml")
    let output = try navaudit("analyze", "log.ndjson", "--map", "map.yml").output
    #expect(output.contains("map.yml: 4 more remarks; `navaudit check-map map.yml log.ndjson` lists them\n"), "\(output)")
    #expect(try navaudit("check-map", "map.yml", "log.ndjson").output.components(separatedBy: "map.yml: no event matches").count == 10)
  }

  @Test func `dates with an ambiguous order are shown in both readings`() throws {
    let rows = (0..<12).flatMap { user in ["Home", "Cart"].enumerated().map { "p\(user),03/04/2026 10:0\($0),tab_select,\($1)" } }
    try folder.write((["user,time,event,target"] + rows).joined(separator: "\n"), to: "log.csv")
    try folder.write("times: {order: day-first}\n", to: "map.yml")
    let output = try navaudit("check-map", "map.yml", "log.csv").output
    #expect(output.contains("dates are read day-first: 2026-04-03T10:00:00Z to 2026-04-03T10:01:00Z, 0 rejected lines\n"), "\(output)")
    #expect(output.contains("month-first, they would be: 2026-03-04T10:00:00Z to 2026-03-04T10:01:00Z, 0 rejected lines\n"))
    try folder.write(try folder.text("log.csv").replacing("03/04/2026", with: "23/04/2026"), to: "log.csv")
    #expect(try navaudit("check-map", "map.yml", "log.csv").output.contains("month-first, they would be: no events, 24 rejected lines\n"))
    // Also if the map is wrong; standard input can be read only once.
    try folder.write("times: {order: month-first}\n", to: "map.yml")
    let wrong = try navaudit("check-map", "map.yml", "log.csv")
    #expect(wrong.status == 0, "\(wrong.errors)")
    #expect(
      wrong.output.contains("dates are read month-first: no events, 24 rejected lines\nday-first, they would be: 2026-04-23T10:00:00Z"), "\(wrong.output)")
    #expect(try !navaudit.run(["check-map", "map.yml", "-"], input: folder.data("log.csv")).output.contains("they would be"))
  }
}
