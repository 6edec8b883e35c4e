import Foundation
import NavigationAudit
import Reporting
import TestSupport
import Testing
import UsabilityRules

/// Each check whether two sides may be compared: when it refuses or warns, and when it does not.
@Suite("What may be compared")
struct ComparisonGuardTests {
  let comparing = Comparing()

  private static let before = ComparedLog(users: 0..<30)
  private static let after = ComparedLog(users: 100..<130).on(11...17).with("app_version", "2.0")

  /// Writes the two sides and returns which checks refuse, and which warn.
  private func checks(
    _ before: ComparedLog, _ after: ComparedLog, _ configure: (inout ComparisonOptions) throws -> Void = { _ in }
  ) async throws -> (refused: [String], warned: [String]) {
    try comparing.write(before, to: "a.ndjson")
    try comparing.write(after, to: "b.ndjson")
    let refused = try await comparing.refusals("a.ndjson", "b.ndjson", configure: configure)
    guard refused.isEmpty else { return (refused, []) }
    let outcome = try await comparing("a.ndjson", "b.ndjson", configure: configure)
    return ([], outcome.contents.pairs[0].checks.filter { $0.outcome == .warning || $0.outcome == .allowed }.map(\.id).filter { $0 != "calendar" })
  }

  @Test func `different weeks are said`() async throws {
    try comparing.write(Self.before, to: "a.ndjson")
    try comparing.write(Self.after, to: "b.ndjson")
    let outcome = try await comparing("a.ndjson", "b.ndjson") { _ in }
    #expect(outcome.contents.pairs[0].checks.first { $0.id == "calendar" }?.outcome == .warning)
  }

  @Test func `two weeks of different people are comparable`() async throws {
    let checks = try await checks(Self.before, Self.after)
    #expect(checks.refused == [])
    #expect(checks.warned == [])
  }

  @Test func `users`() async throws {
    var few = Self.after
    few.users = 100..<109
    #expect(try await checks(Self.before, few).refused == ["users"])
    // Shares of a handful of people are never shown.
    #expect(try await checks(Self.before, few) { $0.allowed = ["users"] }.refused == ["users"])
    few.users = 100..<110
    do {
      let found = try await checks(Self.before, few)
      #expect(found.refused == [] && found.warned == ["users"])
    }
  }

  @Test func `overlap`() async throws {
    #expect(try await checks(Self.before, Self.before).refused == ["overlap"])
    #expect(try await checks(Self.before, Self.before) { $0.allowed = ["overlap"] }.warned == ["overlap", "experience"])
    // Sessions that match both sides.
    try comparing.write(Self.before, Self.after, to: "log.ndjson")
    #expect(
      try await comparing.refusals("log.ndjson") {
        $0.before = try SegmentFilter("platform=ios")
        $0.after = try SegmentFilter("app_version=2.0")
      } == ["overlap"])
  }

  @Test(.thorough) func `user ids`() async throws {
    var numbered = Self.after
    numbered.prefix = ""
    #expect(try await checks(Self.before, numbered).refused == ["user-ids"])
    #expect(try await checks(Self.before, numbered) { $0.users = .different }.refused == [])
    numbered.prefix = "x-"
    #expect(try await checks(Self.before, numbered).refused == ["user-ids"])
    numbered.prefix = "someone"
    #expect(try await checks(Self.before, numbered).refused == [])
  }

  @Test(.thorough) func `structure`() async throws {
    var views = Self.after
    views.begins = [("screen_view", ["screen": "Home"]), ("screen_view", ["screen": "Product"])]
    #expect(try await checks(Self.before, views).refused == ["structure", "instrumentation"])
    #expect(try await checks(Self.before, views) { $0.allowed = ["structure"] }.refused == ["instrumentation"])
    var alike = Self.before
    alike.begins = views.begins
    #expect(try await checks(alike, views).refused == [])
  }

  @Test(.thorough) func `platforms`() async throws {
    #expect(try await checks(Self.before, Self.after.with("platform", "android")).refused == ["platforms"])
    let named = try await checks(Self.before, Self.after.with("platform", "android")) {
      $0.before = try SegmentFilter("platform=ios")
      $0.after = try SegmentFilter("platform=android")
    }
    #expect(named.refused == [])
    // A third of the users on another platform gives a warning.
    try comparing.write(Self.before, to: "a.ndjson")
    var others = Self.after.with("platform", "android")
    others.users = 200..<215
    try comparing.write(Self.after, others, to: "b.ndjson")
    let outcome = try await comparing("a.ndjson", "b.ndjson")
    #expect(outcome.contents.pairs[0].checks.first { $0.id == "platforms" }?.outcome == .warning)
  }

  @Test(.thorough) func `window and exposure`() async throws {
    #expect(try await checks(Self.before, Self.after.on(11...30)).refused == ["window"])
    #expect(try await checks(Self.before, Self.after.on(11...30)) { $0.allowed = ["window"] }.warned == ["window", "exposure"])
    do {
      let found = try await checks(Self.before, Self.after.on(11...21))
      #expect(found.refused == [] && found.warned == ["window", "exposure"])
    }
    // Eight sessions for everybody instead of seven are a tenth more, for certain.
    #expect(try await checks(Self.before, Self.after.on(11...18)).warned == ["exposure"])
  }

  @Test(.thorough) func `instrumentation`() async throws {
    var views = Self.after
    views.begins.append(("screen_view", ["screen": "Reviews"]))
    #expect(try await checks(Self.before, views).refused == ["instrumentation"])
    var few = Self.after
    few.more = { $0 < 105 ? [("screen_view", ["screen": "Reviews"])] : [] }
    #expect(try await checks(Self.before, few).refused == [])
  }

  @Test(.thorough) func `kinds of events`() async throws {
    var menus = Self.after
    menus.more = { _ in ComparedLog.opensMenu }
    do {
      let found = try await checks(Self.before, menus)
      #expect(found.refused == [] && found.warned.contains("kinds"))
    }
    menus.more = { $0 < 104 ? ComparedLog.opensMenu : [] }
    #expect(try await checks(Self.before, menus).warned == [])
  }

  @Test(.thorough) func `lines that could not be read`() async throws {
    try comparing.write(Self.before, to: "a.ndjson")
    let broken = String(repeating: "{\"time\":1}\n", count: 12)
    try comparing.folder.write(Self.after.lines.ndjson + Data(broken.utf8), to: "b.ndjson")
    let outcome = try await comparing("a.ndjson", "b.ndjson")
    #expect(outcome.contents.pairs[0].checks.first { $0.id == "rejected-lines" }?.outcome == .warning)
  }

  @Test(.thorough) func `the users of an experiment match the intended split`() async throws {
    try comparing.write(
      ComparedLog(users: 0..<100).with("variant", "A"), ComparedLog(users: 100..<160).with("variant", "B"), to: "log.ndjson")
    // 100 and 60: chi-square 10, p 0.0016. 100 and 50: 16.7, p 0.00004.
    #expect(try await comparing.refusals("log.ndjson") { $0.by = "variant" } == [])
    try comparing.write(
      ComparedLog(users: 0..<100).with("variant", "A"), ComparedLog(users: 100..<150).with("variant", "B"), to: "log.ndjson")
    #expect(try await comparing.refusals("log.ndjson") { $0.by = "variant" } == ["sample-ratio"])
    let meant = try await comparing.refusals("log.ndjson") {
      $0.by = "variant"
      $0.split = ["A": 2, "B": 1]
    }
    #expect(meant == [])
  }

  @Test(.thorough) func `users in several arms are left out, and too many of them refused`() async throws {
    let arms = [ComparedLog(users: 0..<105).with("variant", "A"), ComparedLog(users: 104..<210).with("variant", "B").on(11...17)]
    try comparing.folder.write(arms.flatMap(\.lines).ndjson, to: "log.ndjson")
    let outcome = try await comparing("log.ndjson") { $0.by = "variant" }
    #expect(outcome.contents.pairs[0].before.users == 104)
    #expect(outcome.contents.pairs[0].after.users == 105)
    #expect(outcome.contents.pairs[0].checks.first { $0.id == "mixed-users" }?.outcome == .warning)
    try comparing.folder.write(
      (arms + [ComparedLog(users: 0..<4).with("variant", "B").on(11...17)]).flatMap(\.lines).ndjson, to: "log.ndjson")
    #expect(try await comparing.refusals("log.ndjson") { $0.by = "variant" } == ["mixed-users"])
  }
}
