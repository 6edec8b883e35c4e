import Foundation
import Harness
import Simulation

// Leads the people of random apps through the current layout and through the proposed one, and compares the taps that they really save with
// those that the plan predicts. The people, their wants and the order of these are the same in both.
//
//   swift run -c release --package-path Benchmarks plan-benchmark [APPS] [FIRST-SEED] [--climb] [--twists] [--results plan.md]
//
// --twists: in every other app, something misleads whoever only counts: roles, an outage, cut sessions, …
// --climb: everybody who returns to a tab goes up screen by screen, even if selecting the tab again would take fewer taps.

let arguments = Array(CommandLine.arguments.dropFirst())
let climbs = arguments.contains("--climb")
let hasTwists = arguments.contains("--twists")
let results = arguments.firstIndex(of: "--results").flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
let numbers = arguments.prefix { !$0.hasPrefix("--") }.compactMap(UInt64.init)
let count = numbers.first ?? 200
let first = numbers.dropFirst().first ?? 1

let audit = try Audited()
defer { audit.cleanUp() }
var report = PlanReport()
for seed in first..<(first + count) {
  let app = IntentionApp(seed: seed, climbsAlways: climbs, twisted: hasTwists && seed % 2 == 1)
  let proposals = try Proposal.all(for: app, audit)
  func trial(_ proposal: Proposal) -> PlanTrial? {
    IntentionApp.platforms.firstIndex(of: proposal.platform).map { PlanTrial(app, platform: $0, tab: proposal.tab) }
  }
  for proposal in proposals.asTheyCome { if let trial = trial(proposal) { report.add(proposal, trial, of: app) } }
  for proposal in proposals.followed { if let trial = trial(proposal) { report.addFollowed(proposal, trial, of: app) } }
}
let options = arguments.enumerated().filter { $0.element != "--results" && !($0.offset > 0 && arguments[$0.offset - 1] == "--results") }.map(\.element)
let text = report.markdown(command: (["swift run -c release --package-path Benchmarks plan-benchmark"] + options).joined(separator: " "))
print(text)
if let results { try text.write(toFile: results, atomically: true, encoding: .utf8) }
