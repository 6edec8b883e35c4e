import Harness
import Simulation

/// What navaudit proposes for one platform.
struct Proposal {
  /// A plan that it recommends.
  struct Plan {
    let promotions: [String]
    let demotions: [String]
    /// Taps saved per 100 sessions, on the half of the people that the plan was not chosen from.
    let predicted: Double
    let low: Double
  }

  let platform: String
  /// The largest plan that is recommended.
  let plan: Plan?
  /// Whether the report says why there is none.
  let saysWhyNot: Bool

  /// The proposals for the platforms with enough users, from the log of an app's people.
  static func all(for app: IntentionApp, climbsAlways: Bool, _ audit: Audited) throws -> [Proposal] {
    let log = try audit.write(LogLines(app.log(climbsAlways: climbsAlways)).bytes, to: "log.ndjson")
    try audit.run("analyze", log, "--output", audit.path("report"), "--no-store", "--quiet")
    let report = try String(contentsOfFile: audit.path("report/report.md"), encoding: .utf8)
    let platforms = Set(try audit.table("report/entries.csv").compactMap { $0["platform"] })
    let plans = try audit.table("report/plans.csv").filter { $0["recommended"] == "true" && $0["held_out_per_100_sessions"] != "" }
    func names(_ cell: String?) -> [String] { (cell ?? "").split(separator: "|").map(String.init) }
    return IntentionApp.platforms.filter(platforms.contains).map { platform in
      let largest = plans.last { $0["platform"] == platform }
      return Proposal(
        platform: platform,
        plan: largest.flatMap { row in
          guard let predicted = row["held_out_per_100_sessions"].flatMap(Double.init), let low = row["held_out_low"].flatMap(Double.init) else { return nil }
          return Plan(promotions: names(row["promotions"]), demotions: names(row["demotions"]), predicted: predicted, low: low)
        },
        saysWhyNot: !report.matches(of: /Keep the navigation as it is(?<where> on [^:]*)?: no single move/).contains {
          $0.output.where?.localizedCaseInsensitiveContains(platform) ?? true
        })
    }
  }
}
