import ArgumentParser
import Harness
import Simulation

// Leads the people of random apps through the current layout and through the proposed one, and compares the taps that
// they really save with those that the plan predicts. The people, their wants and the order of these are the same in
// both.

struct PlanBenchmark: ParsableArguments {
  @Argument(help: "Number of apps.") var apps = 200
  @Argument(help: "Seed of the first.") var first: UInt64 = 1
  @Flag(
    help:
      "Everybody who returns to a tab goes up screen by screen, even if selecting the tab again would take fewer taps.")
  var climb = false
  @Flag(help: "In every other app, something misleads whoever only counts: roles, an outage, cut sessions, …")
  var twists = false

  var command: String {
    "swift run -c release --package-path Benchmarks plan-benchmark \(apps) \(first)" + (climb ? " --climb" : "")
      + (twists ? " --twists" : "")
  }
}

let options = PlanBenchmark.parseOrExit()
let audit = try Audited()
defer { audit.cleanUp() }
var report = PlanReport()
for seed in options.first..<(options.first + UInt64(options.apps)) {
  let app = IntentionApp(seed: seed, climbsAlways: options.climb, twisted: options.twists && seed % 2 == 1)
  let proposals = try Proposal.all(for: app, audit)
  for (isFirst, proposals) in [(true, proposals.asTheyCome), (false, proposals.followed)] {
    for proposal in proposals { report.add(proposal, PlanTrial(app, proposal), of: app, isFirst: isFirst) }
  }
}
print(report.markdown(command: options.command))
