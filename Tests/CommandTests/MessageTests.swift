import Foundation
import TestSupport
import Testing

/// `message.md`: what surely changed since an earlier report, and nothing else.
@Suite("The message on what changed")
struct MessageTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// What happens in the app, by day and version.
  struct App {
    /// Whether the opening of the menu is logged.
    var logsMenu: (_ day: Int, _ version: String) -> Bool = { _, _ in true }
    var logsTabs: (_ day: Int) -> Bool = { _ in true }
    /// Whether people go back from a list, rather than on to the next tab.
    var goesBack: (_ day: Int, _ user: Int) -> Bool = { _, _ in true }
    var tabs = ["Home", "Search", "Orders", "Profile"]
    /// Whether people find the tab Orders.
    var hasOrders: (_ day: Int, _ user: Int) -> Bool = { _, _ in true }
    /// The day from which on half of the people have version 2.0.
    var release = 1000
    /// How many days later, on average, a person has it.
    var uptake = 0
  }

  /// Eighty people who come on two days of three, for whole weeks from 2 March 2026 on.
  private func log(_ app: App, weeks: Int) -> Data {
    var lines: [LogLine] = []
    for user in 0..<80 {
      for day in 0..<(weeks * 7) {
        var random = SeededGenerator(seed: UInt64(user) << 20 ^ UInt64(day))
        guard !random.once(in: 3) else { continue }
        let hasNew = day >= app.release + 2 * app.uptake * (user % 20) / 20 && (app.uptake > 0 || user % 2 == 0)
        let version = hasNew ? "2.0" : "1.0"
        var second = 8 * 3600 + Int.random(in: 0..<36_000, using: &random)
        func log(_ event: String, _ more: KeyValuePairs<String, String> = [:]) {
          second += Int.random(in: 2...20, using: &random)
          let time = Date(timeIntervalSince1970: 1_772_409_600 + Double(day * 86_400 + second)).formatted(.iso8601)
          lines.append(LogLine(time, "person-\(user)", event, more))
        }
        log("app_open", ["via": "cold", "platform": "ios", "app_version": version, "device": "phone"])
        for tab in app.tabs where !random.once(in: 3) {
          if tab == "Orders", !app.hasOrders(day, user) { continue }
          if app.logsTabs(day) { log("tab_select", ["target": tab, "screen": tab]) }
          log("push", ["screen": "\(tab) list"])
          if app.goesBack(day, user) { log("back", ["screen": tab]) }
        }
        if app.logsMenu(day, version), random.once(in: 2) {
          log("menu_open")
          log("menu_select", ["target": "Help", "screen": "Help"])
        }
      }
    }
    return lines.ndjson
  }

  /// The message of week after week, each since the one before.
  private func messages(_ app: App, weeks: ClosedRange<Int>) throws -> [String] {
    try weeks.map { week in
      try folder.write(log(app, weeks: week), to: "log.ndjson")
      let since = week > weeks.lowerBound ? ["--since", "Reports \(week - 1)"] : []
      let outcome = try navaudit.run(
        ["analyze", "log.ndjson", "--output", "Reports \(week)", "--no-store", "--quiet"] + since)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return since.isEmpty ? "" : try folder.text("Reports \(week)/message.md")
    }
  }

  @Test func `where nothing changes it is empty`() throws {
    #expect(try messages(App(), weeks: 3...5).allSatisfy(\.isEmpty))
  }

  @Test func `an event that vanishes is named with its day, once`() throws {
    let told = try messages(App(logsMenu: { day, _ in day < 23 }), weeks: 3...5)
    #expect(told[1].contains("**Vanished**: the event `menu_open` on iOS, from 25 March 2026 on"), "\(told)")
    #expect(!told[2].contains("menu_open"), "\(told)")
    #expect(told.allSatisfy { $0.split(separator: "\n", omittingEmptySubsequences: false).count <= 16 })
  }

  @Test func `an event that a version lost is named with the version`() throws {
    var app = App(logsMenu: { _, version in version == "1.0" })
    app.release = 22
    let told = try messages(app, weeks: 3...4)
    #expect(told[1].contains("the event `menu_open` on iOS in version 2.0, from 24 March 2026 on"), "\(told)")
  }

  @Test func `a tab that is hidden is gone, and no vanished event`() throws {
    let told = try messages(App(hasOrders: { day, _ in day < 21 }), weeks: 3...4)
    #expect(told[1].contains("**Gone**: Users who selected the tab, Orders"), "\(told)")
    #expect(!told[1].contains("Vanished"), "\(told)")
  }

  @Test func `where people no longer go back, going back is not better`() throws {
    let told = try messages(App(goesBack: { day, user in day < 21 || (day + user) % 5 == 0 }), weeks: 3...4)
    #expect(told[1].contains("**Changed**: Back steps"), "\(told)")
    #expect(!told[1].contains("Better"), "\(told)")
  }

  @Test func `what is no longer logged is said once, and nothing that rests on it`() throws {
    let told = try messages(App(logsTabs: { $0 < 24 }), weeks: 3...5)
    #expect(told[1].contains("**Vanished**: the event `tab_select` on iOS, from 26 March 2026 on"), "\(told)")
    #expect(!told[1].contains("Gone") && told[2].isEmpty, "\(told)")
  }

  @Test func `what goes while people take a version has no day`() throws {
    var app = App(logsMenu: { _, version in version == "1.0" })
    // Too soon for its versions to be compared.
    app.release = 8
    app.uptake = 18
    #expect(try messages(app, weeks: 4...7).allSatisfy { !$0.contains("Vanished") })
  }

  @Test func `a tab that one person still has does not make its loss new again`() throws {
    var app = App(hasOrders: { day, user in day < 21 || day == 22 && user == 7 })
    app.tabs = ["Home", "Search", "Orders"]
    let told = try messages(app, weeks: 3...5)
    #expect(told[1].contains("**Gone**: Users who selected the tab, Orders"), "\(told)")
    #expect(told[2].isEmpty, "\(told)")
  }

  @Test func `a report without an earlier one to compare with has no message`() throws {
    try folder.write(log(App(), weeks: 1), to: "log.ndjson")
    try navaudit("analyze", "log.ndjson", "--output", "Reports", "--quiet")
    #expect(!folder.everything(in: "Reports").contains("message.md"))
    try navaudit("report", "Reports/navigation.sqlite", "--output", "Again", "--since", "Reports", "--quiet")
    #expect(try folder.text("Again/message.md").isEmpty)
    try navaudit("report", "Reports/navigation.sqlite", "--output", "Again", "--quiet")
    #expect(!folder.everything(in: "Again").contains("message.md"), "an old message would be told again")
  }
}
