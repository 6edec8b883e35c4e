import Foundation
import Harness
import Simulation

/// The results of all trials.
struct PlanReport {
  private struct Row {
    let seed: UInt64
    let platform: String
    let plan: Int
    let predicted: Double
    let low: Double
    let saved: Double
    let best: Double
    let twist: String?
    let isForFew: Bool
  }

  private var layouts = 0
  private var rows: [Row] = []
  /// Layouts in which no change of up to two moves saves more than the minimum.
  private var withoutGain = 0
  private var plansWithoutGain = 0
  private static let leastSaving = 1.0
  /// Layouts in which a change would save so much; those without a plan, by what misled; and those of them without a reason.
  private var worthwhile = 0
  private var missed: [String: Int] = [:]
  private var unexplained = 0
  private static let worthwhileSaving = 5.0
  /// The same once what the reports say of doubts was done: for each group that is analyzed apart.
  private var worthwhileFollowed = 0
  private var missedFollowed: [String: Int] = [:]
  /// Why there was no plan then.
  private var misses: [String] = []

  mutating func add(_ proposal: Proposal, _ trial: PlanTrial, of app: IntentionApp) {
    layouts += 1
    let best = trial.bestSaving(promotions: max(2, proposal.plan?.promotions.count ?? 0))
    if best >= Self.worthwhileSaving {
      worthwhile += 1
      if proposal.plan == nil {
        missed[app.twist ?? "nothing", default: 0] += 1
        if !proposal.saysWhyNot { unexplained += 1 }
      }
    }
    if best <= Self.leastSaving {
      withoutGain += 1
      if proposal.plan != nil { plansWithoutGain += 1 }
    }
    addRow(proposal, trial, of: app, best: best)
  }

  /// A proposal that came of doing what a report said; it is the first one if there was nothing to do.
  mutating func addFollowed(_ proposal: Proposal, _ trial: PlanTrial, of app: IntentionApp) {
    let best = trial.bestSaving(promotions: max(2, proposal.plan?.promotions.count ?? 0))
    if best >= Self.worthwhileSaving {
      worthwhileFollowed += 1
      if proposal.plan == nil {
        missedFollowed[app.twist ?? "nothing", default: 0] += 1
        misses.append(
          "seed \(app.seed), \(proposal.platform), \(app.twist ?? "nothing"): \(String(format: "%.1f", best)) possible; \(proposal.reason)")
      }
    }
    if proposal.isFollowed { addRow(proposal, trial, of: app, best: best) }
  }

  private mutating func addRow(_ proposal: Proposal, _ trial: PlanTrial, of app: IntentionApp, best: Double) {
    guard let plan = proposal.plan else { return }
    let moves = trial.moves(of: plan)
    let people = trial.people(moves)
    rows.append(
      Row(
        seed: app.seed, platform: proposal.platform, plan: plan.promotions.count, predicted: plan.predicted, low: plan.low, saved: trial.saving(moves),
        best: best,
        twist: app.twist, isForFew: people.worse > people.better))
  }

  func markdown(command: String) -> String {
    let covered = rows.count { $0.saved >= $0.low }
    let errors = rows.filter { $0.saved != 0 }.map { abs($0.predicted - $0.saved) / abs($0.saved) }.sorted()
    let regrets = rows.filter { $0.best > 0 }.map { ($0.best - $0.saved) / $0.best }.sorted()
    func middle(_ values: [Double]) -> Double { values.isEmpty ? 0 : values[values.count / 2] }
    func percent(_ part: Int, of whole: Int) -> String {
      whole == 0 ? "none" : String(format: "%.1f%% (%d of %d)", 100 * Double(part) / Double(whole), part, whole)
    }
    func percent(_ share: Double) -> String { String(format: "%.1f%%", 100 * share) }
    var lines = [
      "# Do plans keep their promise?", "",
      "Random apps with people who want things from them (`Benchmarks/Simulation/People`): 3 to 5 tabs, 2 to 12 hidden entries in a More list, a menu or both,",
      "0 to 3 levels below each, skewed activity, one or two platforms, three versions, the first possibly with another layout. navaudit reads the log of the present",
      "layout and makes its plan; then the same people are led to the same screens, in the same order and with the fewest taps, through the layout that the plan",
      "proposes. What they save is held against what the plan predicts. Nothing in navaudit was tuned to these apps.", "",
      "```sh", command, "```", "", "| | result | bar |", "|---|---|---|",
      "| layouts (platforms with enough users) | \(layouts) | |", "| with a recommended plan | \(rows.count) | |",
      "| true saving at or above the predicted low bound | \(percent(covered, of: rows.count)) | at least 95% |",
      "| median error of the predicted saving | \(percent(middle(errors))) | at most 5% |",
      "| median regret against the best layout by brute force | \(percent(middle(regrets))) | at most 5% |",
      "| plans that cost taps | \(rows.count { $0.saved < 0 }) | none |",
      "| plans by which more people lose than gain | \(rows.count { $0.isForFew }) | none |",
      "| no plan, although one would have saved \(Int(Self.worthwhileSaving)) taps per 100 sessions | \(percent(missed.values.reduce(0, +), of: worthwhile)) | at most 15% |",
      "| the same, once what the report says was done (groups apart, a drafted map) | \(percent(missedFollowed.values.reduce(0, +), of: worthwhileFollowed)) | at most 15% |",
      "| of those without a plan at first, without a reason | \(unexplained) | none |",
      "| plans where nothing is to be gained | \(percent(plansWithoutGain, of: withoutGain)) | at most 5% |",
    ]
    let mean = regrets.reduce(0, +) / Double(max(regrets.count, 1))
    func list(_ counts: [String: Int]) -> String { counts.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ") }
    let broken = rows.filter { $0.saved < $0.low || $0.saved < 0 || $0.isForFew }.map { row in
      "seed \(row.seed), \(row.platform), \(row.twist ?? "nothing"): "
        + String(format: "%.1f predicted, %.1f at least, %.1f true", row.predicted, row.low, row.saved)
        + (row.isForFew ? ", more lose than gain" : "")
    }
    lines += ["", "No plan, although one would have saved as much, by what misled: \(missed.isEmpty ? "none" : list(missed))."]
    lines += ["", "Once that was done: \(missedFollowed.isEmpty ? "none" : list(missedFollowed))."]
    if !misses.isEmpty { lines += ["", "Why there was none then:", ""] + misses.map { "- " + $0 } }
    if !broken.isEmpty { lines += ["", "Broken promises:", ""] + broken.map { "- " + $0 } }
    lines += [
      "",
      "The predicted saving is the held-out one. Regret compares with the best of all layouts with as many promotions (two, if the plan has fewer); its mean is \(percent(mean)).",
      "", "## What the model leaves out", "",
      "- People change what they want when the navigation changes. Here they do not: demand is fixed. Where Wikimedia made an icon a tab, 23.8% more users started from search.",
      "- They have to relearn where things are, which costs each of them some seconds once.",
      "- They never get lost, and know the shortest way. Real people wander, which a plan neither saves nor costs.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
