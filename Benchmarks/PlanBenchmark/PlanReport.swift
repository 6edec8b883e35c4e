import Foundation
import Harness
import Simulation

/// The results of all trials.
struct PlanReport {
  private struct Row {
    let seed: UInt64
    let proposal: Proposal
    let plan: Proposal.Plan
    let saved: Double
    let best: Double
    let twist: String
    let isForFew: Bool

    var isBroken: Bool { saved < plan.low || saved < 0 || isForFew }
    var words: String {
      "seed \(seed), \(proposal.platform), \(twist): "
        + String(format: "%.1f predicted, %.1f at least, %.1f true", plan.predicted, plan.low, saved)
        + (isForFew ? ", more lose than gain" : "")
    }
  }

  /// Layouts in which a change would save so much; those of them without a plan, by what misled.
  private struct Worthwhile {
    var layouts = 0
    var missed: [String: Int] = [:]

    var share: String { PlanReport.share(missed.values.reduce(0, +), of: layouts) }
    var list: String { missed.isEmpty ? "none" : missed.listed }
  }

  private var layouts = 0
  private var rows: [Row] = []
  /// Layouts in which no change of up to two moves saves more than the minimum.
  private var withoutGain = 0
  private var plansWithoutGain = 0
  private static let leastSaving = 1.0
  private static let worthwhileSaving = 5.0
  /// As proposals come, and once what the reports say of doubts was done: for each group that is analyzed apart.
  private var (first, followed) = (Worthwhile(), Worthwhile())
  /// Those without a reason at first.
  private var unexplained = 0
  /// Why there was no plan in the end.
  private var misses: [String] = []

  /// - Parameter isFirst: whether it is as it comes; the others are what came of doing what a report said, or the same
  ///   if there was nothing to do.
  mutating func add(_ proposal: Proposal, _ trial: PlanTrial, of app: IntentionApp, isFirst: Bool) {
    let best = trial.bestSaving(promotions: max(2, proposal.plan?.promotions.count ?? 0))
    let twist = app.twist ?? "nothing"
    if best >= Self.worthwhileSaving {
      var worthwhile = isFirst ? first : followed
      worthwhile.layouts += 1
      if proposal.plan == nil {
        worthwhile.missed[twist, default: 0] += 1
        if isFirst, !proposal.saysWhyNot { unexplained += 1 }
        if !isFirst {
          misses.append(
            """
            seed \(app.seed), \(proposal.platform), \(twist): \(String(format: "%.1f", best)) possible; \
            \(proposal.reason)
            """
          )
        }
      }
      if isFirst { first = worthwhile } else { followed = worthwhile }
    }
    if isFirst {
      layouts += 1
      withoutGain += best <= Self.leastSaving ? 1 : 0
      plansWithoutGain += best <= Self.leastSaving && proposal.plan != nil ? 1 : 0
    }
    guard let plan = proposal.plan, isFirst || proposal.isFollowed else { return }
    let moves = trial.moves(of: plan)
    let people = trial.people(moves)
    rows.append(
      Row(
        seed: app.seed, proposal: proposal, plan: plan, saved: trial.saving(moves), best: best, twist: twist,
        isForFew: people.worse > people.better))
  }

  private static func share(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "none" : "\(percent(part, of: whole)) (\(part) of \(whole))"
  }

  func markdown(command: String) -> String {
    let covered = rows.count { $0.saved >= $0.plan.low }
    let errors = rows.filter { $0.saved != 0 }.map { abs($0.plan.predicted - $0.saved) / abs($0.saved) }.sorted()
    let regrets = rows.filter { $0.best > 0 }.map { ($0.best - $0.saved) / $0.best }.sorted()
    func middle(_ values: [Double]) -> String { percent(values.isEmpty ? 0 : values[values.count / 2]) }
    func list(_ title: String, _ lines: [String]) -> String {
      lines.isEmpty ? "" : "\n\(title):\n\n" + lines.map { "- \($0)\n" }.joined()
    }
    let mean = percent(regrets.reduce(0, +) / Double(max(regrets.count, 1)))
    return """
      # Do plans keep their promise?

      Random apps with people who want things from them (`Benchmarks/Simulation/People`): 3 to 5 tabs, 2 to 12 hidden \
      entries in a More list, a menu or both,
      0 to 3 levels below each, skewed activity, one or two platforms, three versions, the first possibly with another \
      layout. navaudit reads the log of the present
      layout and makes its plan; then the same people are led to the same screens, in the same order and with the \
      fewest taps, through the layout that the plan
      proposes. What they save is held against what the plan predicts. Nothing in navaudit was tuned to these apps.

      ```sh
      \(command)
      ```

      | | result | bar |
      |---|---|---|
      | layouts (platforms with enough users) | \(layouts) | |
      | with a recommended plan | \(rows.count) | |
      | true saving at or above the predicted low bound | \(Self.share(covered, of: rows.count)) | at least 95% |
      | median error of the predicted saving | \(middle(errors)) | at most 5% |
      | median regret against the best layout by brute force | \(middle(regrets)) | at most 5% |
      | plans that cost taps | \(rows.count { $0.saved < 0 }) | none |
      | plans by which more people lose than gain | \(rows.count { $0.isForFew }) | none |
      | no plan, although one would have saved \(Int(Self.worthwhileSaving)) taps per 100 sessions | \(first.share) | \
      at most 15% |
      | the same, once what the report says was done (groups apart, a drafted map) | \(followed.share) | at most 15% |
      | of those without a plan at first, without a reason | \(unexplained) | none |
      | plans where nothing is to be gained | \(Self.share(plansWithoutGain, of: withoutGain)) | at most 5% |

      No plan, although one would have saved as much, by what misled: \(first.list).

      Once that was done: \(followed.list).
      \(list("Why there was none then", misses) + list("Broken promises", rows.filter(\.isBroken).map(\.words)))
      The predicted saving is the held-out one. Regret compares with the best of all layouts with as many promotions \
      (two, if the plan has fewer); its mean is \(mean).

      ## What the model leaves out

      - People change what they want when the navigation changes. Here they do not: demand is fixed. Where Wikimedia \
      made an icon a tab, 23.8% more users started from search.
      - They have to relearn where things are, which costs each of them some seconds once.
      - They never get lost, and know the shortest way. Real people wander, which a plan neither saves nor costs.

      """
  }
}
