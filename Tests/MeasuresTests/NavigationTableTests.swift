import NavigationModel
import TestSupport
import Testing

@testable import Measures

/// Small logs with hand-computed tables.
@Suite("Tables")
struct NavigationTableTests {
  @Test(arguments: Case.all("tables"))
  func `each is as counted by hand`(log: Case) throws {
    let tables = try TraceMeasures(log.input)
    for expected in log.expected {
      let words = expected.prefix { $0 != ":" }.split(separator: " ").map(String.init)
      let found =
        switch words[0] {
        case "summary": [tables.summary(words[1])]
        case "interval": [tables.interval(words[1])]
        default: words.count == 1 ? tables[words[0]] : tables[words[0], columns: Array(words.dropFirst())]
        }
      #expect(
        found == expected.dropFirst(words.joined(separator: " ").count + 2).split(separator: " | ").map(String.init),
        "\(words)")
    }
  }

  @Test func `what the map declares has a row though nobody used it`() throws {
    var map = AppMap()
    map.more = AppMap.More(tab: "More", items: ["Help"])
    map.menus = [AppMap.Menu(name: "menu", items: ["Settings"])]
    let tables = try TraceMeasures("tab:Home=Home", map: map)
    #expect(tables["more"] == ["Help 0 0 0 0 0.793451 1 0"])
    #expect(tables["menus"] == ["menu 0 0 0 0 0 0.793451 1 0 - - -"])
    #expect(tables["menu_items"] == ["menu Settings 0 0 0 0 0.793451 1 - -"])
    #expect(tables["discovery"] == [], "nobody is new")
    #expect(
      try TraceMeasures("first tab:Home=Home", map: map)["discovery"] == [
        "More Help 1 1 0 1 - -", "menu Settings 1 1 0 1 - -",
      ])
  }

  @Test func `tabs that a map, a badge or a list names have rows too`() throws {
    var map = AppMap()
    map.tabs = ["Declared"]
    let tables = try TraceMeasures("tab:Home=Home badge:Inbox=3 tabs:Home|Shown edit:Edited|Home", map: map)
    #expect(tables["tabs", "tab", "selects"] == ["Declared 0", "Edited 0", "Home 1", "Inbox 0", "Shown 0"])
  }

  @Test(arguments: 1...20) func `sections that are called alike have an order, too`(_: Int) throws {
    var map = AppMap()
    map.more = .init(tab: "Overflow")
    let tables = try TraceMeasures("tab:A=A tab:More=M tab:A more=L tab:A more=L tab:B=B", map: map)
    #expect(tables["tab_switches"] == ["A More 1 1 1", "A More 2 1 0", "More A 1 1 1", "More A 1 1 1", "More B 1 1 1"])
  }

  @Test func `structure is known from one session in a hundred on`() throws {
    #expect(try TraceMeasures("Home A * 99\nHome > A").scope.structureKnown)
    #expect(try !TraceMeasures("Home A * 100\nHome > A").scope.structureKnown)
    #expect(try !TraceMeasures("gesture:swipe").scope.structureKnown)
  }
}
