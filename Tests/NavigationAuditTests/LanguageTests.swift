import AppMaps
import Foundation
import NavigationModel
import TestSupport
import Testing

@testable import NavigationAudit

/// Labels and titles that were logged in the language of each user, and people who do have other tabs.
@Suite("Names of several languages")
struct LanguageTests {
  private let run = Run()
  private var folder: TemporaryFolder { run.folder }

  /// An app: tabs with the screens below them, and the items of its menu.
  private struct App {
    var tabs: [(name: String, weight: Int, screens: [String])]
    var items = ["Settings", "Help", "About"]

    static let shop = App(tabs: [
      ("Home", 8, ["Story", "Offer"]), ("Search", 5, ["Results", "Filters", "Scan"]), ("Orders", 3, ["Order"]), ("Profile", 2, ["Address", "Card"]),
    ])
    static let couriers = App(tabs: [("Earnings", 6, ["Payout"]), ("Jobs", 5, ["Job", "Route"]), ("Map", 3, ["Stop"]), ("Chat", 2, ["Thread"])])
  }

  private enum Names { case labels, titles, all }

  /// What people of an app do, the same for each seed.
  private func lines(
    _ app: App, users: Range<Int>, locale: String, showsBar: Bool = false, seed: UInt64 = 1, name: (String, Names) -> String = { name, _ in name }
  ) -> [String] {
    users.flatMap { user -> [String] in
      var state = (seed &+ UInt64(user)) &* 0x9E37_79B9_7F4A_7C15 | 1
      func pick(_ weights: [Int]) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        var left = Int(state % UInt64(weights.reduce(0, +)))
        return weights.firstIndex { weight in
          left -= weight
          return left < 0
        } ?? 0
      }
      var lines: [String] = []
      var time = 1_772_000_000_000 + user * 1000
      func log(_ event: String, _ fields: String) {
        lines.append(
          #"{"time":\#(time),"user":"u\#(user)","event":"\#(event)","platform":"ios","app_version":"1.0","locale":"\#(locale)",\#(fields)}"#)
        time += 9000
      }
      for _ in 0..<4 {
        time += 86_400_000
        log("app_open", #""via":"cold""#)
        if showsBar { log("tabs_shown", #""value":["\#(app.tabs.map { name($0.name, .labels) }.joined(separator: #"",""#))"]"#) }
        var tab = 0
        for number in 0..<8 {
          if number > 0 { tab = pick(app.tabs.map(\.weight)) }
          log("tab_select", #""target":"\#(name(app.tabs[tab].name, .labels))","screen":"\#(name(app.tabs[tab].name + "Root", .titles))""#)
          let screens = app.tabs[tab].screens
          if pick([1, 2]) == 1 {
            let screen = screens[pick(screens.indices.map { 4 - $0 })]
            log("push", #""screen":"\#(name(screen, .all))""#)
            log("back", #""screen":"\#(name(app.tabs[tab].name + "Root", .titles))""#)
          }
          if pick([6, 1]) == 1 {
            let item = app.items[pick([3, 2, 1])]
            log("menu_open", #""container":"menu""#)
            log("menu_select", #""container":"menu","target":"\#(item)","screen":"\#(item)""#)
          }
        }
      }
      return lines
    }
  }

  private static let locales = ["en_GB", "de_DE", "fi_FI", "fr-FR", "es_ES"]

  /// A word of a made-up language for each name.
  private func word(_ name: String, _ locale: String) -> String {
    if locale.hasPrefix("en") { return name }
    let letters = name.unicodeScalars.map { Character(Unicode.Scalar(97 + ($0.value * 7 + locale.unicodeScalars.reduce(0) { $0 + $1.value }) % 26) ?? "x") }
    return String(letters.reversed()).capitalized
  }

  /// The log of one app in five languages.
  private func log(_ translated: Set<Names>, showsBar: Bool = false, seed: UInt64 = 1, users: Int = 60) -> [String] {
    Self.locales.enumerated().flatMap { index, locale in
      let first = index == 0 ? 0 : 1000 * index
      return lines(.shop, users: first..<(first + (index == 0 ? 2 * users : users)), locale: locale, showsBar: showsBar, seed: seed) {
        translated.contains($1) ? word($0, locale) : $0
      }
    }
  }

  private func draft(_ lines: [String]) throws -> (text: String, map: AppMap) {
    try folder.write(lines.ndjson, to: "log.ndjson")
    let text = try run("init", "log.ndjson", "--output", "-").output
    return (text, try AppMap.read(yaml: text, file: "navaudit.yml", rules: RuleSchema.all))
  }

  private func tables(_ lines: [String], map: String? = nil, only: [String] = []) throws -> [String: Data] {
    try folder.write(lines.ndjson, to: "log.ndjson")
    let options = try map.map { ["--map", try folder.write($0, to: "map.yml")] } ?? []
    let outcome = try run.navaudit.run(["analyze", "log.ndjson", "--no-store", "--output", "report"] + options + only.flatMap { ["--only", $0] })
    guard outcome.status == 0 else { throw Run.Failed(errors: outcome.errors) }
    let names = ["tabs", "screens", "transitions", "menu_items", "entries", "plans", "moves", "tab_switches", "screen_depths"]
    return try folder.tables(of: "report").filter { names.contains(String($0.key.dropLast(".csv".count))) }
  }

  @Test(arguments: sampled([true, false]))
  func `labels in five languages become one bar, by the screens that they lead to`(showsBar: Bool) throws {
    let log = log([.labels], showsBar: showsBar)
    let draft = try draft(log)
    #expect(draft.map.entryNames.count == 16)
    #expect(draft.map.tabs == ["Home", "Search", "Orders", "Profile"])
    #expect(try tables(log, map: draft.text) == tables(self.log([], showsBar: showsBar), map: draft.text))
  }

  @Test func `labels and titles in five languages become one app, by the screens below them`() throws {
    let log = log([.labels, .titles])
    let draft = try draft(log)
    #expect(draft.map.entryNames.count == 16 && draft.map.screenNames.count == 16)
    #expect(try tables(log, map: draft.text) == tables(self.log([]), map: draft.text))
  }

  @Test(arguments: sampled([true, false]), sampled([1, 2] as [UInt64]))
  func `where all titles are translated, too, there are only questions`(showsBar: Bool, seed: UInt64) throws {
    let draft = try draft(log([.labels, .titles, .all], showsBar: showsBar, seed: seed))
    #expect(draft.map.entryNames.isEmpty && draft.map.screenNames.isEmpty)
    #expect(draft.text.contains("# The same in another language?"))
    // The places in the bar ask the right ones.
    let asked = App.shop.tabs.filter { draft.text.contains("#  \(word($0.name, "fi_FI")): \($0.name)  # 60%") }
    #expect(!showsBar || asked.count == 4)
  }

  @Test func `names that differ by the code of the language are the same`() throws {
    let english = lines(.shop, users: 0..<60, locale: "en_GB")
    let log = english + lines(.shop, users: 100..<140, locale: "fi_FI") { name, kind in kind == .labels ? "\(name) (fi)" : "\(name)/fi" }
    let draft = try draft(log)
    #expect(draft.map.entryNames.contains { $0.logged == "Home (fi)" && $0.name == "Home" })
    #expect(try tables(log, map: draft.text) == tables(english + lines(.shop, users: 100..<140, locale: "fi_FI"), map: draft.text))
  }

  @Test(arguments: [true, false], sampled([1, 2, 3] as [UInt64]))
  func `couriers have other tabs, not other names for the same, although all of them speak one language`(showsBar: Bool, seed: UInt64) throws {
    let log =
      lines(.shop, users: 0..<120, locale: "en_GB", showsBar: showsBar, seed: seed)
      + lines(.couriers, users: 200..<280, locale: "fi_FI", showsBar: showsBar, seed: seed)
    let map = try draft(log).map
    #expect(map.entryNames.isEmpty && map.screenNames.isEmpty)
  }

  @Test(.thorough) func `a screen that customers and couriers share makes no tab the same`() throws {
    var couriers = App.couriers
    couriers.tabs[1].screens = ["Order"]
    let log = lines(.shop, users: 0..<120, locale: "en_GB") + lines(couriers, users: 200..<280, locale: "fi_FI")
    let map = try draft(log).map
    #expect(map.entryNames.isEmpty && map.screenNames.isEmpty)
  }

  @Test(.thorough) func `brands and profiles of all languages have no pairs`() throws {
    let log = Self.locales.enumerated().flatMap { index, locale in
      lines(.shop, users: (1000 * index)..<(1000 * index + 40), locale: locale)
        + lines(.shop, users: (1000 * index + 500)..<(1000 * index + 530), locale: locale) { name, kind in kind == .labels ? "Nova \(name)" : name }
        + lines(.couriers, users: (1000 * index)..<(1000 * index + 20), locale: locale)
    }
    let map = try draft(log).map
    #expect(map.entryNames.isEmpty && map.screenNames.isEmpty)
  }

  @Test func `the people of a tab, and the sessions of a language, can be judged alone`() throws {
    let customers = lines(.shop, users: 0..<60, locale: "en_GB")
    let couriers = lines(.couriers, users: 200..<240, locale: "fi_FI")
    func tabs(_ only: String...) throws -> Data? { try tables(customers + couriers, only: only)["tabs.csv"] }
    let alone = try tables(couriers)["tabs.csv"]
    #expect(try tabs("tab=Earnings") == alone)
    #expect(try tabs("tab=Jobs", "tab=Map", "tab=Earnings") == alone)
    #expect(try tabs("locale=fi") == alone)
    #expect(try tabs("locale=fi_FI,platform=ios") == alone)
    #expect(throws: Run.Failed.self) { try tabs("locale=sv") }
    #expect(throws: AuditError.self) { _ = try SessionSelection(["language=fi"]) }
  }
}
