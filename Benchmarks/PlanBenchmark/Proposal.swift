import Foundation
import Harness
import Simulation

/// What navaudit proposes for one platform, or for a group of its people.
struct Proposal {
  /// A plan that it recommends.
  struct Plan {
    let promotions: [String]
    let demotions: [String]
    /// Taps saved per 100 sessions, as promised.
    let predicted: Double
    let low: Double
  }

  let platform: String
  /// One of the tabs of the people that it is for; nil if it is for all.
  var tab: String?
  /// Whether it came of doing what a report said.
  var isFollowed = false
  /// The largest plan that is recommended.
  let plan: Plan?
  /// Why there is none, as the report says it.
  let reason: String

  private static let nothing = "no move between the tab bar, More and menus reliably saves taps"

  /// Whether the report says why there is none.
  var saysWhyNot: Bool { !reason.contains(Self.nothing) }

  /// The proposals for the platforms with enough users, from the log of an app's people: as they come, and after what
  /// the report says of doubts was done.
  static func all(for app: IntentionApp, _ audit: Audited) throws -> (asTheyCome: [Proposal], followed: [Proposal]) {
    let log = app.log().log
    let proposals = try of(log, [], audit)
    return (proposals, try proposals.flatMap { try $0.followed(log, audit) })
  }

  /// The proposals of a run with some options.
  private static func of(_ log: [UInt8], _ options: [String], _ audit: Audited) throws -> [Proposal] {
    try audit.analyze(log, options: ["--no-store"] + options)
    let report = try String(contentsOfFile: audit.path("log-reports/report.md"), encoding: .utf8)
    // Markdown escapes the signs of commands. A line may hold a sentence for each platform.
    let lines = report.replacing("\\", with: "").replacing("Leave the tabs", with: "\nLeave the tabs").split(
      separator: "\n")
    let reasons = lines.filter { line in
      ["Leave the tabs and menus as they are", "No plan: ", "Not enough yet"].contains { line.contains($0) }
    }
    let platforms = Set(try audit.table("log-reports/entries.csv")["platform"])
    let plans = try audit.plans()
    return IntentionApp.platforms.filter(platforms.contains).map { platform in
      let others = IntentionApp.platforms.filter { $0 != platform }
      func isAbout(_ line: Substring, _ platform: String) -> Bool { line.localizedCaseInsensitiveContains(platform) }
      // Only a promise has a number.
      let promised = plans.compactMap { row, up, down -> Plan? in
        guard row["platform"] == platform, let predicted = Double(row["promised_per_100_sessions"]),
          let low = Double(row["promised_low"])
        else { return nil }
        return Plan(promotions: up, demotions: down, predicted: predicted, low: low)
      }
      return Proposal(
        platform: platform, plan: promised.last,
        reason: String(
          reasons.first { line in isAbout(line, platform) || !others.contains { isAbout(line, $0) } }
            ?? Substring(nothing)))
    }
  }

  /// What comes of doing what the report says: the names of several languages are paired by a draft, each group is
  /// analyzed apart, ids of cut sessions are left out.
  private func followed(_ log: [UInt8], _ audit: Audited) throws -> [Proposal] {
    guard plan == nil else { return [self] }
    if reason.contains("navaudit init") {
      let map = audit.path("drafted.yml")
      try audit.run(["init", audit.path("log.ndjson"), "--output", map, "--force", "--quiet"])
      return try again(log, ["--map", map], audit)
    }
    if reason.contains("`--columns session=`") { return try again(log, ["--columns", "session="], audit) }
    let groups = reason.matches(of: /`(?<options>(?:--only \S+ ?)+)`/).map {
      String($0.output.options).split(separator: " ").map(String.init)
    }
    if groups.isEmpty { return [self] }
    return try groups.flatMap { options in
      try again(log, options, audit, tab: options.dropFirst().first.map { String($0.trimmingPrefix("tab=")) })
    }
  }

  /// The proposals for the same platform with other options.
  private func again(_ log: [UInt8], _ options: [String], _ audit: Audited, tab: String? = nil) throws -> [Proposal] {
    try Self.of(log, options, audit).filter { $0.platform == platform }.map { proposal in
      var proposal = proposal
      proposal.isFollowed = true
      proposal.tab = tab
      return proposal
    }
  }
}
