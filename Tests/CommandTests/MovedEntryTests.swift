import Foundation
import TestSupport
import Testing

/// `compare` on sides with another layout: what was predicted, and what came of it.
@Suite("Moved entries")
struct MovedEntryTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// One session of each of 40 people: Wish once or twice, from the menu in version 1 and from the bar in version 2, a minute on each screen.
  private func log(version: Int, wishIn place: String, name: String = "Wish") -> [String] {
    (0..<40).flatMap { user in
      var events = [("tab_select", "Home")]
      for _ in 0..<(user % 2 + 1) {
        events += place == "bar" ? [("tab_select", name)] : [("menu_open", ""), ("menu_select", name)]
        events.append(("tab_select", "Home"))
      }
      return events.enumerated().map { minute, event in
        let target = event.1.isEmpty ? "" : #","target":"\#(event.1)","screen":"\#(event.1)""#
        return
          #"{"user":"v\#(version)-\#(user)","time":"2026-03-0\#(version)T10:\#(10 + minute):00Z","event":"\#(event.0)","app_version":"\#(version)"\#(target)}"#
      }
    }
  }

  private func compare() throws -> (output: String, table: CSVTable) {
    let outcome = try navaudit("compare", "log.ndjson", "--before", "app_version=1", "--after", "app_version=2")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return (outcome.prose, try folder.table("Comparison/compare_moves.csv"))
  }

  @Test func `an entry that moved into the bar, with numbers computed by hand`() throws {
    try folder.write((log(version: 1, wishIn: "menu") + log(version: 2, wishIn: "bar")).joined(separator: "\n"), to: "log.ndjson")
    let (output, table) = try compare()
    #expect(table.rows.count == 1)
    func cell(_ column: String) -> String? { table[column].first }
    #expect(cell("entry") == "Wish" && cell("kind") == "promote" && cell("place_before") == "menu" && cell("place_after") == "bar")
    // 60 choices in 40 sessions; each took an opening and a choice, and takes one tap now.
    #expect(cell("predicted_per_100_sessions") == "150")
    #expect(cell("taps_per_use_before") == "2" && cell("taps_per_use_after") == "1" && cell("taps_per_use_change") == "-1")
    #expect(cell("saved_per_100_sessions") == "150" && cell("saved_low") == "150" && cell("saved_high") == "150")
    #expect(cell("uses_per_100_sessions_before") == "150" && cell("uses_per_100_sessions_after") == "150")
    #expect(cell("users_before") == "40" && cell("user_share_after") == "1")
    #expect(cell("uses_on_day_1") == "150" && cell("uses_on_days_2_to_7") == "")
    #expect(cell("verdict") == "as predicted")
    #expect(output.contains("moved: Wish, menu → bar: taps saved per 100 sessions: predicted 150.0, observed 150.0 (as predicted)"))
    #expect(try folder.text("Comparison/comparison.md").contains("</a>Moved entries"))
  }

  @Test func `people who still go the long way make it less than predicted`() throws {
    // After: the tab keeps a screen that people have to leave first, by two steps back.
    let after = log(version: 2, wishIn: "bar").flatMap { line -> [String] in
      guard line.contains(#""target":"Wish""#) else { return [line] }
      func step(_ event: String, _ second: Int, _ screen: String) -> String {
        line.replacing(#""event":"tab_select""#, with: #""event":"\#(event)""#).replacing(":00Z", with: ":0\(second)Z")
          .replacing(#","target":"Wish","screen":"Wish""#, with: #","screen":"\#(screen)""#)
      }
      return [line, step("push", 1, "A"), step("push", 2, "B"), step("push", 3, "C")]
    }
    try folder.write((log(version: 1, wishIn: "menu") + after).joined(separator: "\n"), to: "log.ndjson")
    let (_, table) = try compare()
    #expect(table["taps_per_use_after"].first == "4")
    #expect(table["saved_per_100_sessions"].first == "-300")
    #expect(table["verdict"].first == "less")
  }

  @Test func `without a move there is no section`() throws {
    try folder.write((log(version: 1, wishIn: "menu") + log(version: 2, wishIn: "menu")).joined(separator: "\n"), to: "log.ndjson")
    let (output, table) = try compare()
    #expect(table.rows.isEmpty)
    #expect(!output.contains("moved:"))
    #expect(try !folder.text("Comparison/comparison.md").contains("Moved entries"))
  }

  @Test func `another mix of platforms or users is no move`() throws {
    func log(_ place: String, version: Int, users: Range<Int>, platform: String, times: Int) -> [String] {
      users.flatMap { user in
        var events = [("tab_select", "Home")]
        for _ in 0..<times { events += (place == "bar" ? [("tab_select", "Wish")] : [("menu_open", ""), ("menu_select", "Wish")]) + [("tab_select", "Home")] }
        return events.enumerated().map { second, event in
          let target = event.1.isEmpty ? "" : #","target":"\#(event.1)""#
          return
            #"{"user":"\#(platform)\#(user)-\#(version)","time":"2026-03-0\#(version)T10:\#(10 + second / 60):\#(10 + second % 50)Z","event":"\#(event.0)","app_version":"\#(version)","platform":"\#(platform)"\#(target)}"#
        }
      }
    }
    // On phones it is in the menu, on tablets in the bar; there are more tablets later.
    let mix = [(1, 30, 5), (2, 5, 30)].flatMap { version, phones, tablets in
      log("menu", version: version, users: 0..<phones, platform: "phone", times: 1)
        + log("bar", version: version, users: 0..<tablets, platform: "tablet", times: 1)
    }
    try folder.write(mix.joined(separator: "\n"), to: "log.ndjson")
    #expect(try compare().table.rows.isEmpty)
    // It is in both places; three people choose it from the menu again and again, before.
    let heavy = [(1, 9), (2, 1)].flatMap { version, times in
      log("menu", version: version, users: 0..<3, platform: "phone", times: times) + log("bar", version: version, users: 3..<40, platform: "phone", times: 1)
    }
    try folder.write(heavy.joined(separator: "\n"), to: "log.ndjson")
    #expect(try compare().table.rows.isEmpty)
  }

  @Test func `small groups are not told`() throws {
    let after = log(version: 2, wishIn: "bar").filter { $0.contains("v2-1") || $0.contains("v2-2") || !$0.contains("Wish") }
    try folder.write((log(version: 1, wishIn: "menu") + after).joined(separator: "\n"), to: "log.ndjson")
    #expect(try compare().table.rows.count == 1)
    let hidden = try navaudit("compare", "log.ndjson", "--before", "app_version=1", "--after", "app_version=2", "--minimum-group", "30", "--output", "hidden")
    #expect(hidden.status == 0, "\(hidden.errors)")
    #expect(try folder.table("hidden/compare_moves.csv").rows.isEmpty)
  }
}
