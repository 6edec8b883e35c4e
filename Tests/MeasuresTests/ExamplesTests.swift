import NavigationModel
import TestSupport
import Testing

@testable import Measures

@Suite struct ExamplesTests {
  @Test func `the sessions that show something are counted once each, by week and by version`() throws {
    let tables = try TraceMeasures(
      """
      @app_version=1.0 tab:Home more:Help tab:Home more:Help +168h tab:Home more:Help * 3\n@app_version=2.0 +168h \
      tab:Home more:Help tab:Home more:Help * 2
      """,
      parts: 2)
    let choices = tables.measures.moreList.choices
    let found = choices.examples.sessions
    let names = tables.scope.names
    #expect((choices.count, choices.sessions) == (13, 8))
    // 5 January 2026 is a Monday.
    let monday = CalendarDate.week(ofDay: Int(Trace.start / 86_400_000_000))
    let counts = found.sums.pairs.map {
      "\($0.first - monday) \(names[$0.second.first]) \(names[$0.second.second]): \($1)"
    }
    #expect(counts.sorted() == ["0  1.0: 3", "1  1.0: 3", "1  2.0: 2"])
  }

  @Test(arguments: [
    ("1969-12-29", 0), ("1970-01-01", 0), ("1970-01-05", 1), ("1969-12-28", -1), ("2026-01-04", 2922),
    ("2026-01-05", 2923),
  ])
  func `weeks begin on Monday`(date: String, week: Int) throws {
    let date = try #require(CalendarDate(date))
    #expect(CalendarDate.week(ofDay: date.day) == week)
    let monday = week * 7 - 3
    #expect(0..<7 ~= date.day - monday && CalendarDate.week(ofDay: monday) == week)
  }

  @Test func `the list is opened on the screen where people were`() throws {
    let tables = try TraceMeasures(
      "tab:Home=Start > Product more more:Help=Help & tab:Home=Start more:Help=Help cold more:Help=Help * 10")
    let names = tables.scope.names
    let origins = tables.measures.moreList.origins.pairs.map {
      "\(names[$0.first]) \(names[$0.second]) \($1.count) \($1.users)"
    }
    #expect(origins.sorted() == ["Help Product 10 10", "Help Start 10 10"])
  }

  @Test func `a menu's item is chosen on the screen where people were`() throws {
    let tables = try TraceMeasures(
      "tab:Home=Start > Product menu menu:Help=Help & tab:Home=Start menu/side:Help=Help cold menu:Help=Help * 10")
    let names = tables.scope.names
    let origins = tables.measures.menus.origins.pairs.map {
      "\(names[$0.first]) \(names[$0.second]) \($1.count) \($1.users)"
    }
    #expect(origins.sorted() == ["Help Product 10 10", "Help Start 10 10"])
  }
}
