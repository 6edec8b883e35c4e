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

  /// Whether the report says why there is none.
  var saysWhyNot: Bool { !reason.contains("no single move reliably saves taps") }

  /// The proposals for the platforms with enough users, from the log of an app's people: as they come, and after what the report says of doubts was done.
  static func all(for app: IntentionApp, _ audit: Audited) throws -> (asTheyCome: [Proposal], followed: [Proposal]) {
    let log = try audit.write(app.log().log, to: "log.ndjson")
    let proposals = try of(log, [], audit)
    return (proposals, try proposals.flatMap { try $0.followed(log, audit) })
  }

  /// The proposals of a run with some options.
  private static func of(_ log: String, _ options: [String], _ audit: Audited) throws -> [Proposal] {
    try audit.run(["analyze", log, "--output", audit.path("report"), "--no-store", "--quiet"] + options)
    let report = try String(contentsOfFile: audit.path("report/report.md"), encoding: .utf8)
    // Markdown escapes the signs of commands. A line may hold a sentence for each platform.
    let lines = report.replacing("\\", with: "").replacing("Keep the navigation", with: "\nKeep the navigation").split(separator: "\n")
    let reasons = lines.filter { line in
      ["Keep the navigation as it is", "No plan: ", "Not enough yet"].contains { line.contains($0) }
    }
    let platforms = Set(try audit.table("report/entries.csv").compactMap { $0["platform"] })
    let plans = try audit.table("report/plans.csv").filter { $0["recommended"] == "true" && $0["promised_per_100_sessions"] != "" }
    return IntentionApp.platforms.filter(platforms.contains).map { platform in
      let largest = plans.last { $0["platform"] == platform }
      let others = IntentionApp.platforms.filter { $0 != platform }
      func isAbout(_ line: Substring, _ platform: String) -> Bool { line.localizedCaseInsensitiveContains(platform) }
      return Proposal(
        platform: platform,
        plan: largest.flatMap { row in
          guard let predicted = row["promised_per_100_sessions"].flatMap(Double.init), let low = row["promised_low"].flatMap(Double.init) else { return nil }
          return Plan(promotions: Self.names(row["promotions"]), demotions: Self.names(row["demotions"]), predicted: predicted, low: low)
        },
        reason: String(reasons.first { line in isAbout(line, platform) || !others.contains { isAbout(line, $0) } } ?? "no single move reliably saves taps"))
    }
  }

  private static func names(_ cell: String?) -> [String] { (cell ?? "").split(separator: "|").map(String.init) }

  /// What comes of doing what the report says: the names of several languages are paired by a draft, each group is analyzed apart, ids of cut sessions are
  /// left out.
  private func followed(_ log: String, _ audit: Audited) throws -> [Proposal] {
    guard plan == nil else { return [self] }
    if reason.contains("navaudit init") {
      let map = audit.path("drafted.yml")
      try audit.run("init", log, "--output", map, "--force", "--quiet")
      return try again(log, ["--map", map], audit)
    }
    if reason.contains("`--columns session=`") { return try again(log, ["--columns", "session="], audit) }
    let groups = reason.matches(of: /`(?<options>(?:--only \S+ ?)+)`/).map { String($0.output.options).split(separator: " ").map(String.init) }
    if groups.isEmpty { return [self] }
    return try groups.flatMap { options in
      try again(log, options, audit).map { proposal in
        var proposal = proposal
        proposal.tab = options.dropFirst().first.map { String($0.trimmingPrefix("tab=")) }
        return proposal
      }
    }
  }

  /// The proposals for the same platform with other options.
  private func again(_ log: String, _ options: [String], _ audit: Audited) throws -> [Proposal] {
    try Self.of(log, options, audit).filter { $0.platform == platform }.map { proposal in
      var proposal = proposal
      proposal.isFollowed = true
      return proposal
    }
  }
}
