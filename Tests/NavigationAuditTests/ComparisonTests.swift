import Foundation
import NavigationAudit
import Reporting
import Statistics
import TestSupport
import Testing
import UsabilityRules

@Suite("Comparisons")
struct ComparisonTests {
  let comparing = Comparing()

  private func figure(_ metric: String, _ subject: String = "app", in outcome: ComparisonOutcome) throws -> ComparedFigure {
    try #require(outcome.contents.pairs[0].figures.first { $0.metric == metric && $0.subject == subject })
  }

  /// 6 of 30 users open the menu before, 24 of 30 others after. By hand: Newcombe's interval of 0.8 − 0.2.
  @Test func `a share of different users`() async throws {
    try comparing.write(ComparedLog(users: 0..<30, more: { $0 < 6 ? ComparedLog.opensMenu : [] }), to: "a.ndjson")
    try comparing.write(ComparedLog(users: 30..<60, more: { $0 < 54 ? ComparedLog.opensMenu : [] }).with("app_version", "2.0"), to: "b.ndjson")
    let outcome = try await comparing("a.ndjson", "b.ndjson")
    let reach = try figure("menu_reach", in: outcome)
    #expect(reach.before == .init(value: 0.2, interval: wilson(successes: 6, of: 30), n: 30, users: 30, usersBehind: 6))
    #expect(reach.after == .init(value: 0.8, interval: wilson(successes: 24, of: 30), n: 30, users: 30, usersBehind: 24))
    #expect(abs(try #require(reach.difference) - 0.6) < 1e-12)
    #expect(abs(try #require(reach.change).interval.low - 0.35526049213154665) < 1e-12)
    #expect(abs(try #require(reach.change).interval.high - 0.7484201984388595) < 1e-12)
    #expect(abs(try #require(reach.p) - 1.5473549969132692e-06) < 1e-15)
    #expect(reach.verdict == .better)
    #expect(reach.evidence == .moderate)
    // The menu and its item agree; all were found in the first session.
    #expect(try figure("menu_reach", "menu", in: outcome).change == reach.change)
    #expect(try figure("menu_item_reach", "Settings", in: outcome).change == reach.change)
    #expect(try figure("discovered_by_session_3", "Settings", in: outcome).verdict == .better)
    #expect(outcome.contents.pairs[0].usersOnBoth == 0)
    #expect(!outcome.contents.isExperiment)
  }

  /// 40 users with two sessions and 10 with one before, 40 with four after. In their first two sessions, 20 and 16 of 40 open the menu; in all, 20 of 50 and
  /// all 40. By hand: of those who find Settings, 8 of 50 do so in their first session and 12 of the 32 left in their second, S = 42/50 · 20/32 = 0.525.
  @Test func `people who come more often are compared in their first sessions`() async throws {
    let opens = ComparedLog.opensMenu
    try comparing.write(
      ComparedLog(users: 0..<50, days: 1...1, more: { $0 < 8 ? opens : [] }), ComparedLog(users: 0..<40, days: 2...2, more: { 8..<20 ~= $0 ? opens : [] }),
      to: "a.ndjson")
    try comparing.write(
      ComparedLog(users: 100..<140, days: 1...1, more: { $0 < 116 ? opens : [] }), ComparedLog(users: 100..<140, days: 2...3),
      ComparedLog(users: 100..<140, days: 4...4, more: { $0 >= 116 ? opens : [] }), to: "b.ndjson")
    let outcome = try await comparing("a.ndjson", "b.ndjson")
    let exposure = try #require(outcome.contents.pairs[0].checks.first { $0.id == "exposure" })
    #expect(exposure.outcome == .warning)
    #expect(exposure.message.hasSuffix("compared in each user's first 2 sessions"))
    for (metric, subject) in [("menu_reach", "app"), ("menu_reach", "menu"), ("menu_item_reach", "Settings")] {
      let reach = try figure(metric, subject, in: outcome)
      #expect(reach.before == .init(value: 0.5, interval: wilson(successes: 20, of: 40), n: 40, users: 40, usersBehind: 20), "\(metric) \(subject)")
      #expect(reach.after == .init(value: 0.4, interval: wilson(successes: 16, of: 40), n: 40, users: 40, usersBehind: 16), "\(metric) \(subject)")
      #expect(reach.title.hasSuffix(", in their first 2 sessions"))
      #expect(reach.verdict == .unsure)
    }
    let found = try figure("discovered_by_session_3", "Settings", in: outcome)
    #expect(found.title == "Users who found it by their second session")
    let (before, after) = (try #require(found.before.value), try #require(found.after.value))
    #expect(abs(before - 0.475) < 1e-12)
    #expect(abs(after - 0.4) < 1e-12)
    #expect(found.verdict == .unsure)
  }

  /// The same 40 users on both sides: 10 opened the menu both times, 2 only before, 14 only after.
  @Test func `a share of the same users`() async throws {
    try comparing.write(
      ComparedLog(users: 0..<40, more: { $0 < 12 ? ComparedLog.opensMenu : [] }),
      ComparedLog(users: 0..<40, days: 11...17, more: { 2..<26 ~= $0 ? ComparedLog.opensMenu : [] }).with("app_version", "2.0"), to: "log.ndjson")
    let outcome = try await comparing("log.ndjson") {
      $0.before = try SegmentFilter("app_version=1.0")
      $0.after = try SegmentFilter("app_version=2.0")
    }
    let reach = try figure("menu_reach", "menu", in: outcome)
    let counts = PairedCounts(both: 10, firstOnly: 2, secondOnly: 14, neither: 14)
    #expect(reach.change == counts.change())
    #expect(reach.p == counts.mcnemar)
    // People who know the menu need not open it again: with mostly the same people, there is no verdict on the app.
    #expect(reach.verdict == .changed)
    #expect(outcome.contents.pairs[0].usersOnBoth == 40)
    #expect(outcome.contents.pairs[0].checks.first { $0.id == "experience" }?.outcome == .warning)
    #expect(!outcome.contents.pairs[0].figures.contains { $0.metric == "discovered_by_session_3" })

    let same = try await comparing("log.ndjson") {
      $0.before = try SegmentFilter("app_version=1.0")
      $0.after = try SegmentFilter("app_version=2.0")
      $0.users = .different
    }
    let shares = try [24, 12].map { Estimate(value: Double($0) / 40, interval: try #require(wilson(successes: $0, of: 40))) }
    #expect(try figure("menu_reach", "menu", in: same).change == difference(of: shares[0], minus: shares[1]))
    #expect(same.contents.pairs[0].usersOnBoth == 0)
  }

  @Test func `only users of both sides, where that is asked for`() async throws {
    try comparing.write(
      ComparedLog(users: 0..<30), ComparedLog(users: 15..<45, days: 11...17).with("app_version", "2.0"), to: "log.ndjson")
    let sides: (inout ComparisonOptions) throws -> Void = {
      $0.before = try SegmentFilter("app_version=1.0")
      $0.after = try SegmentFilter("app_version=2.0")
    }
    let all = try await comparing("log.ndjson", configure: sides)
    #expect(all.contents.pairs[0].before.users == 30)
    #expect(all.contents.pairs[0].after.users == 30)
    #expect(all.contents.pairs[0].usersOnBoth == 15)
    let same = try await comparing("log.ndjson") {
      try sides(&$0)
      $0.users = .same
    }
    #expect(same.contents.pairs[0].before.users == 15)
    #expect(same.contents.pairs[0].after.users == 15)
  }

  /// 12 users make one more step in each of their sessions; on each side, another user makes two more.
  @Test func `means and shares of sessions`() async throws {
    let deeper: [(String, KeyValuePairs<String, String>)] = (1...5).map { ("push", ["screen": "Level \($0)"]) }
    try comparing.write(ComparedLog(users: 0..<40, more: { $0 < 4 ? deeper : [] }), to: "a.ndjson")
    try comparing.write(ComparedLog(users: 100..<140, more: { $0 < 120 ? deeper : [] }), to: "b.ndjson")
    let outcome = try await comparing("a.ndjson", "b.ndjson")
    let deep = try figure("sessions_deeper_than_5", in: outcome)
    #expect(deep.before.value == 0.1)
    #expect(deep.after.value == 0.5)
    #expect(deep.before.n == 280)
    #expect(deep.verdict == .worse)
    // Users are the same in all of their sessions, 40 on each side: V is p(1 − p)/(m − 1), divided by (1 − 1/m)² for the leverage; 39 degrees of freedom each.
    let variances = [0.1 * 0.9, 0.25].map { $0 / 39 / (39.0 / 40 * 39 / 40) }
    let (sum, squares) = (variances.reduce(0, +), variances.reduce(0) { $0 + $1 * $1 / 39 })
    let error = studentT95(degreesOfFreedom: sum * sum / squares) * sum.squareRoot()
    #expect(abs(try #require(deep.change).interval.width - 2 * error) < 1e-12)
    let depth = try figure("depth_mean", in: outcome)
    #expect(depth.before.value == 2.5)
    #expect(depth.after.value == 4.5)
    #expect(abs(try #require(depth.change).interval.width - 5 * 2 * error) < 1e-12)
    #expect(depth.verdict == .changed)
    let steps = try figure("steps", in: outcome)
    #expect(steps.difference == 560)
    #expect(steps.verdict == nil)
    #expect(outcome.worse >= 1)
    // A new finding: the depth that three users or more reach.
    let new = outcome.contents.pairs[0].findings.filter { $0.kind == .new }.compactMap(\.after?.rule)
    #expect(new.contains("depth.over-limit") == false)
    #expect(outcome.contents.pairs[0].findings.contains { $0.kind == .stays && $0.after?.rule == "depth.over-limit" })
  }

  @Test func `a screen is reached by who goes forward to it`() async throws {
    let item: [(String, KeyValuePairs<String, String>)] = [("push", ["screen": "Item"]), ("back", ["screen": "Product"])]
    try comparing.write(ComparedLog(users: 0..<40, more: { $0 < 10 ? item : [] }), to: "a.ndjson")
    try comparing.write(ComparedLog(users: 100..<140, more: { $0 < 120 ? item : [] }), to: "b.ndjson")
    let reach = try figure("screen_reach", "Item", in: try await comparing("a.ndjson", "b.ndjson"))
    #expect(reach.before.value == 0.25 && reach.after.value == 0.5)
  }

  @Test func `findings that are new, and gone, and not to be judged`() async throws {
    let deeper: [(String, KeyValuePairs<String, String>)] = (1...6).map { ("push", ["screen": "Level \($0)"]) } + (1...6).map { _ in ("back", [:]) }
    try comparing.write(ComparedLog(users: 0..<40), to: "a.ndjson")
    try comparing.write(ComparedLog(users: 100..<140, more: { _ in deeper }), to: "b.ndjson")
    let there = try await comparing("a.ndjson", "b.ndjson")
    func rules(_ outcome: ComparisonOutcome, _ kind: FindingChange.Kind) -> [String] {
      outcome.contents.pairs[0].findings.filter { $0.kind == kind }.compactMap(\.finding?.rule)
    }
    #expect(rules(there, .new).contains("depth.over-limit"))
    #expect(there.newCount(atLeast: .error) > 0)
    let back = try await comparing("b.ndjson", "a.ndjson")
    #expect(rules(back, .gone).contains("depth.over-limit"))
    #expect(back.newCount(atLeast: .error) == 0)

    let menus = (0..<40).map { _ in ComparedLog.opensMenu }
    try comparing.write(ComparedLog(users: 200..<240, more: { $0 < 203 ? menus[0] : [] }), to: "c.ndjson")
    let menu = try await comparing("a.ndjson", "c.ndjson")
    #expect(rules(menu, .notJudged).contains { $0.hasPrefix("menu.") })
    #expect(!rules(menu, .new).contains { $0.hasPrefix("menu.") })
  }

  @Test(.thorough) func `arms of an experiment`() async throws {
    try comparing.write(
      ComparedLog(users: 0..<30).with("variant", "B"), ComparedLog(users: 30..<60).with("variant", "control"),
      ComparedLog(users: 60..<90).with("variant", "A"), ComparedLog(users: 90..<95).with("variant", "rare"), to: "log.ndjson")
    let outcome = try await comparing("log.ndjson") { $0.by = "variant" }
    #expect(outcome.contents.isExperiment)
    #expect(outcome.contents.pairs.map(\.before.label) == ["variant=control", "variant=control"])
    #expect(outcome.contents.pairs.map(\.after.label) == ["variant=A", "variant=B"])
    #expect(outcome.contents.notes == ["left out, with fewer than 10 users: variant=rare"])
    let other = try await comparing("log.ndjson") {
      $0.by = "variant"
      $0.reference = "B"
    }
    #expect(other.contents.pairs.map(\.before.label) == ["variant=B", "variant=B"])
    await #expect(throws: AuditError.self) {
      try await comparing("log.ndjson") {
        $0.by = "variant"
        $0.split = ["A": 50, "B": 50]
      }
    }
  }

  @Test(.thorough) func `values are compared in the order of versions`() async throws {
    let versions = ["4.10.0", "4.9.0", "4.9.0-beta"]
    let logs = versions.enumerated().map { place, version in
      ComparedLog(users: (place * 20)..<(place * 20 + 20)).with("app_version", version).lines
    }
    try comparing.folder.write(logs.flatMap(\.self).ndjson, to: "log.ndjson")
    let outcome = try await comparing("log.ndjson") { $0.by = "app_version" }
    #expect(outcome.contents.pairs.map(\.before.label) == ["app_version=4.9.0-beta", "app_version=4.9.0-beta"])
    #expect(outcome.contents.pairs.map(\.after.label) == ["app_version=4.9.0", "app_version=4.10.0"])
  }

  @Test func `of several values, those that cannot be compared are left out and named`() async throws {
    try comparing.write(
      ComparedLog(users: 0..<20).with("device", "a"), ComparedLog(users: 20..<40).with("device", "b"),
      ComparedLog(users: 40..<60).with("device", "c").on(1...1), to: "log.ndjson")
    let outcome = try await comparing("log.ndjson") { $0.by = "device" }
    #expect(outcome.contents.pairs.map(\.after.label) == ["device=b"])
    #expect(outcome.contents.notes.count == 1)
    #expect(outcome.contents.notes[0].hasPrefix("left out: device=c (one side covers 6.3 days, the other 0.3 days: "))
    #expect(outcome.contents.notes[0].hasSuffix(" [window]"))
    await #expect(throws: ComparisonRefusal.self) {
      try await comparing("log.ndjson") {
        $0.by = "device"
        $0.reference = "c"
      }
    }
  }

  @Test func `the primary measure is not adjusted for the others`() async throws {
    try comparing.write(ComparedLog(users: 0..<30, more: { $0 < 6 ? ComparedLog.opensMenu : [] }), to: "a.ndjson")
    try comparing.write(ComparedLog(users: 30..<60, more: { $0 < 43 ? ComparedLog.opensMenu + [("gesture", ["target": "swipe"])] : [] }), to: "b.ndjson")
    let all = try figure("menu_item_reach", "Settings", in: try await comparing("a.ndjson", "b.ndjson"))
    let primary = try figure(
      "menu_item_reach", "Settings",
      in: try await comparing("a.ndjson", "b.ndjson") { $0.settings.primary = "menu_item_reach" })
    #expect(all.p == primary.p)
    #expect(primary.pAdjusted == primary.p)
    #expect(try #require(all.pAdjusted) >= #require(all.p))
  }

  /// Whatever the number of threads and the distribution of lines to files: the same bytes.
  @Test(.thorough) func `the same sides give the same bytes`() async throws {
    let lines = try LogSource.shop(seed: 4, style: .full, users: 50).lines
    try comparing.folder.write(lines.ndjson, to: "one/log.ndjson")
    for (number, part) in lines.cut(into: 3).enumerated() { try comparing.folder.write(part.ndjson, to: "three/\(number).ndjson") }
    var contents: [[String: Data]] = []
    for (input, workers) in [("one", 1), ("three", 1), ("one", 3)] {
      var options = AuditOptions()
      options.workers = workers
      options.gap = 30
      _ = try await comparing(input, options: options) {
        $0.by = "platform"
        $0.allowed = Set(ComparisonOptions.checksToAllow)
      }
      contents.append(try comparing.folder.contents(of: "Comparison"))
    }
    #expect(differences(contents[0], contents[1]) == [])
    #expect(differences(contents[0], contents[2]) == [])
    #expect(Set(contents[0].keys).isSuperset(of: Self.files))
  }

  static let files = ["compare.csv", "compare_checks.csv", "compare_findings.csv", "compare_moves.csv", "comparison.html", "comparison.md", "datapackage.json"]
}
