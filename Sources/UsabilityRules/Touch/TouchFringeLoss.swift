import Measures
import NavigationModel
import Statistics

extension Rule {
  static let touchFringeLoss = Rule(
    id: "touch.fringe-loss",
    title: "Taps lost at the edge of a tab",
    claim: "Too many taps on the tab's button land just beside it.",
    rationale: """
      A button that extends beyond the tab bar is drawn there but receives no touches there: people who tap its upper edge tap nothing, or what is \
      behind it.
      """,
    severities: [.error],
    subject: .target,
    sources: [
      .published("UIKit, UIView.hitTest: a view outside of its parent's bounds gets no touches"),
      .published("Apple Human Interface Guidelines: targets of at least 44 by 44 points"),
      .heuristic("the share of 5%"),
    ],
    thresholds: [Threshold("share", 0.05, .share, "share of the taps for the tab's button that missed it")],
    advice: "Extend the hit testing of the bar to the whole raised button, or keep the button inside the bar. Give it at least 44 by 44 points.",
    needs: [.taps, .tabs],
    taps: [.target],
    examples: [
      .fires(subject: "Sell", .error, "tab:Home ( tap:Sell tab:Sell tab:Home ) x 4 tap:Sell!missed * 100"),
      .fires(subject: "Sell", .error, "tab:Home ( tab:Sell tab:Home ) x 4 tap:Sell!missed * 100"),
      .silent("tab:Home ( tap:Sell tab:Sell tab:Home ) x 19 tap:Sell!missed * 100", because: "one in twenty is not more than 5%"),
      .silent("tab:Home tap:Buy!missed tap:Buy * 100", because: "Buy is no tab"),
      .silent("tab:Home tap:Sell!missed tap:Sell tab:Sell * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home tap:Sell!missed * 100", because: "the log holds no tap that met the button, so it may leave them out",
        map: AppMap(tabs: ["Home", "Sell"])),
    ],
    query: """
      SELECT subject, count(DISTINCT iif(kind = 'tap' AND outcome = 3 /* missed */, user_id, NULL)) AS users,
        count(DISTINCT iif(kind = 'tap', user_id, NULL)) AS eligible_users,
        count(DISTINCT iif(kind = 'tap' AND outcome = 3, session_id, NULL)) AS sessions,
        sum(kind = 'tap' AND outcome = 3) AS y, sum(kind = 'tap') AS n, sum(kind <> 'tap') AS selections
      FROM occurrence WHERE kind IN ('tap', 'tab_select', 'tab_reselect', 'tab_blocked') AND subject <> '?'
      GROUP BY subject HAVING n > 0 ORDER BY subject
      """,
    counts: { context in
      .shares(
        context.targets.map { name, sum in
          ShareCount(context.text(name), sum.missedTaps, sum.missed, more: [sum.missedOfSelections.sumN - sum.missed.sumY])
        }, and: ["selections"])
    },
    evaluate: { context in
      context.above("share", context.tabTargets).map { verdict in
        let (name, sum) = verdict.subject
        let sums = sum.missesOfButton
        let taps = Wording.share(sums.sumY, of: sums.sumN, "taps", verdict.estimate)
        return context.finding(
          verdict, .error, subject: context.text(name), metric: "missed_taps", users: sum.missedTaps.users,
          sessions: sum.missedTaps.sessions, extraTaps: sums.sumY,
          message: "\(taps) for the tab \(context.text(name)) fell beside its button, by \(Wording.count(sum.missedTaps.users, "user"))",
          examples: sum.missedTaps.examples)
      }
    })
}

extension Taps.Sum {
  /// Missed taps over all taps on a tab's button. If the log holds no successful tap on it, the selections of the tab are used instead.
  fileprivate var missesOfButton: RatioSums { missed.sumY < missed.sumN ? missed : missedOfSelections }
}

extension RuleContext {
  /// The targets that are tabs and for which more than missed taps are logged.
  fileprivate var tabTargets: [(subject: (name: Name, sum: Taps.Sum), share: Share)] {
    let tabs = Set(visibleTabs.all.map(\.name) + [text(scope.declared.moreTab)]).union(
      measures.taps.sums.pairs.compactMap { name, sum in
        sum.missedOfSelections.sumN > sum.missed.sumY ? text(name) : nil
      })
    return targets.compactMap { name, sum in
      let misses = sum.missesOfButton
      guard tabs.contains(text(name)), misses.sumY < misses.sumN else { return nil }
      return ((name, sum), .rows(misses))
    }
  }
}
