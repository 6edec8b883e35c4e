import Foundation
import TestSupport
import Testing

/// Robots and testers that the app map leaves out with `exclude_users`.
@Suite("Excluded users")
struct ExcludedUserTests {
  private let navaudit = Navaudit()
  private var folder: TemporaryFolder { navaudit.folder }
  private let people = Fixtures.smallLog(users: 20)

  init() throws {
    let strangers = ["qa-1", "qa-2", "monitor"].flatMap { user in
      (10..<110).map { LogLine("2026-03-01T09:\($0 / 50 + 10):\($0 % 50 + 10)Z", user, "menu_open", [:]) }
    }
    try folder.write(people.ndjson, to: "people.ndjson")
    try folder.write((strangers + people).ndjson, to: "all.ndjson")
    try folder.write("exclude_users: ['^qa-', '^monitor$']\n", to: "navaudit.yml")
  }

  private func tables(_ name: String) throws -> [String: Data] {
    try folder.contents(of: name).filter { $0.key.hasSuffix(".csv") && !$0.key.contains("log_quality") }
  }

  @Test func `tables are those of a log without them, and log quality counts their events`() throws {
    #expect(try navaudit("analyze", "people.ndjson", "--map", "navaudit.yml", "--output", "people").status == 0)
    #expect(try navaudit("analyze", "all.ndjson", "--map", "navaudit.yml", "--output", "all").status == 0)
    #expect(try tables("all").mapValues(\.count) == tables("people").mapValues(\.count))
    #expect(try folder.text("all/menus.csv") == folder.text("people/menus.csv"))
    let quality = try folder.table("all/log_quality.csv")
    #expect(quality.cell("excluded-user", column: "count") == "300")
    #expect(try folder.table("people/log_quality.csv").cell("excluded-user", column: "count") == "0")
    #expect(try folder.table("all/summary.csv").cell("events_rejected", column: "value") == "0", "they are no broken lines")
  }

  @Test func `a store and states leave them out as well`() throws {
    #expect(try navaudit("ingest", "all.ndjson", "--map", "navaudit.yml", "--store", "app.sqlite").status == 0)
    #expect(try navaudit("report", "app.sqlite", "--output", "stored").status == 0)
    #expect(try navaudit("map", "all.ndjson", "--map", "navaudit.yml", "--key", "k", "--output", "all.state").status == 0)
    #expect(try navaudit("reduce", "all.state", "--allow", "overlap", "--output", "reduced").status == 0)
    for name in ["stored", "reduced"] {
      #expect(try folder.table("\(name)/log_quality.csv").cell("excluded-user", column: "count") == "300", "\(name)")
      #expect(try folder.table("\(name)/summary.csv").cell("users", column: "value") == "20", "\(name)")
    }
  }

  @Test func `a pattern that cannot be read is refused`() throws {
    try folder.write("exclude_users: ['(']\n", to: "wrong.yml")
    let outcome = try navaudit("check-map", "wrong.yml")
    #expect(outcome.status == 2 && outcome.errors.contains("invalid regular expression"))
  }
}
