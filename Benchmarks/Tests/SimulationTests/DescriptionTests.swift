import Foundation
import Testing

@testable import Simulation

@Suite struct DescriptionTests {
  /// Descriptions with one mistake, and how the message begins.
  @Test(arguments: [
    ("", "app.yml: the app description is empty"),
    ("app: [", "app.yml:2: this is no YAML: did not find expected node content"),
    ("app: X\napp: Y\n", "app.yml:1: key 'app' is given twice"),
    ("- A\n", "app.yml:1: must be 'key: value' lines"),
    ("app: X\n", "app.yml:1: 'tabs' is missing"),
    ("app: X\ntabs: A\n", "app.yml:2: tabs: must be a list"),
    ("app: X\ntabs: [A]\n", "app.yml:2: tabs: an app has 2 to 24 tabs"),
    ("app: X\ntabs: [A, A]\n", "app.yml:2: tabs: tab 'A' is given twice"),
    ("app: X\ntabs: [A, B]\ntabz: [C]\n", "app.yml:3: tabz: the key is unknown; known are: app, versions, "),
    (
      "app: X\ntabs:\n  - A\n  - {name: B, wieght: 2}\n",
      "app.yml:4: tabs[1].wieght: the key is unknown; known are: name, screen, weight, "
    ),
    (
      "app: X\ntabs:\n  - A\n  - {name: B, reach: 2}\n",
      "app.yml:4: tabs[1].reach: 2.0 does not lie between 0.0 and 1.0"
    ),
    ("app: X\ntabs:\n  - A\n  - {weight: 2}\n", "app.yml:4: tabs[1]: 'name' is missing"),
    (
      "app: X\ntabs:\n  - A\n  - {name: B, weights: {androit: 2}}\n",
      "app.yml:1: 'weights' names the platform 'androit', which the app does not have; known are: android"
    ),
    (
      "app: X\ntabs:\n  - A\n  - {name: B, weights: {android: x}}\n",
      "app.yml:4: tabs[1].weights.android: must be a number"
    ),
    ("app: X\ntabs:\n  - A\n  - {name: B, reach: all}\n", "app.yml:4: tabs[1].reach: must be a number"),
    (
      "app: X\ntabs: [A, B]\nflaws:\n  tabs.over-fife: on\n",
      "app.yml:4: flaws.tabs.over-fife: the key is unknown; known are: "
    ),
    (
      "app: X\ntabs: [A, B]\nflaws:\n  tabs.over-five: maybe\n",
      "app.yml:4: flaws.tabs.over-five: must be on, off, a share, or a list of parameters"
    ),
    (
      "app: X\ntabs: [A, B]\nflaws:\n  tabs.too-few: 0.5\n",
      "app.yml:4: flaws.tabs.too-few: the flaw is on or off, it has no share"
    ),
    (
      "app: X\ntabs: [A, Basket]\nflaws:\n  tabs.rejected: {tab: Baskett}\n",
      "app.yml:4: flaws.tabs.rejected: there is no tab 'Baskett'; known are: A, Basket"
    ),
    (
      "app: X\ntabs: [A, B]\nflaws:\n  tabs.rejected: {tap: B}\n",
      "app.yml:4: flaws.tabs.rejected.tap: the key is unknown; known are: tab, share"
    ),
    (
      "app: X\ntabs: [A, B]\nflaws:\n  menu.unopened: on\n",
      "app.yml:4: flaws.menu.unopened: the app has no fitting menu"
    ),
    (
      "app: X\ntabs: [A, B]\ntasks:\n  - {name: t, start: A, goal: C}\n",
      "app.yml:4: tasks: the goal 'C' of 't' is no screen of a tab; known are: A, B"
    ),
    (
      "app: X\ntabs: [A, More]\nmore: {items: [C]}\n",
      "app.yml:3: more: a tab called More stands for the More list: describe it here, not under 'tabs'"
    ),
  ])
  func `A mistake is named with its line, its place, and the words that are known`(yaml: String, message: String) {
    let error = #expect(throws: AppDescriptionError.self) { try SimulatedApp(yaml: yaml, file: "app.yml") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `Bazaar, the app of the sample logs, has its flaws and its map`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../SampleLogs")
    let yaml = try String(contentsOf: folder.appending(path: "bazaar.app.yml"), encoding: .utf8)
    let map = try String(contentsOf: folder.appending(path: "navaudit.yml"), encoding: .utf8)
    let app = try SimulatedApp(yaml: yaml, file: "bazaar.app.yml")
    #expect(try WrittenLog(app, users: 20).flaws.map(\.flaw) == app.flaws.map(\.flaw))
    let told = Set(map.split(separator: "\n"))
    for line in try app.appMap().split(separator: "\n") { #expect(told.contains(line), "the map lacks: \(line)") }
  }

  @Test func `A flaw that is off is not planted`() throws {
    let app = try SimulatedApp(
      yaml: "app: X\ntabs: [A, B]\nflaws: {tabs.rejected: off, tabs.too-few: on, tabs.neglected: 0.02}\n", file: "x")
    #expect(app.flaws.map(\.flaw) == [.tabsTooFew, .tabsNeglected])
    #expect(app.flaws.last?.share == 0.02)
  }

  @Test func `The map of the well-built app says what the log cannot`() throws {
    let map = try SimulatedApp.wellBuilt().with([.tabsMoreToll]).appMap()
    #expect(
      map.hasPrefix(
        "app: Orchard\ntabs: [Home, Search, Orders, Profile, More]\nmore: {tab: More, items: [Coupons, Stores, Help]}\n"
      ))
    #expect(map.contains("\nmenus:\n  menu: {items: [Settings, Wishlist, Help]}\nroots:\n  Home: Home\n"))
    #expect(map.contains("\n  Product: {parent: Category}\n"))
    #expect(map.hasSuffix("tasks:\n  - {name: track an order, start: Home, goal: Track}\n"))
  }

  @Test func `A text that YAML would take for something else is quoted in the map`() throws {
    let map = try SimulatedApp(yaml: "app: 'on'\ntabs: ['1', 'A: b']\n", file: "x").appMap()
    #expect(map.hasPrefix("app: \"on\"\ntabs: [\"1\", \"A: b\"]\n"))
  }
}
