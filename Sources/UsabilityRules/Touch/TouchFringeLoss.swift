import Measures
import NavigationModel

extension Rule {
  static let touchFringeLoss = Rule(
    id: "touch.fringe-loss",
    title: "Taps lost at the edge of a tab",
    claim: "Too many taps on the tab's button land just beside it.",
    rationale: """
      Where a button extends beyond the tab bar, it is drawn but receives no touches. People who tap its upper edge \
      tap nothing, or what is behind it.
      """,
    severities: [.error],
    subject: .target,
    sources: [
      .published("UIKit, UIView.hitTest: a view outside of its parent's bounds gets no touches"),
      .published("Apple Human Interface Guidelines: targets of at least 44 by 44 points"),
      .heuristic("the share of 5%"),
    ],
    thresholds: [Threshold("share", 0.05, .share, "share of the taps for the tab's button that missed it")],
    advice:
      """
      Extend the hit testing of the bar to the whole raised button, or keep the button inside the bar. Give it at \
      least 44 by 44 points.
      """,
    action: RuleAction("Extend the hit testing of ", after: " to its whole button"),
    needs: [.taps, .tabs],
    taps: [.target],
    examples: [
      .fires(subject: "Sell", .error, "tab:Home ( tap:Sell tab:Sell tab:Home ) x 4 tap:Sell!missed * 100"),
      .fires(subject: "Sell", .error, "tab:Home ( tab:Sell tab:Home ) x 4 tap:Sell!missed * 100"),
      .silent(
        "tab:Home ( tap:Sell tab:Sell tab:Home ) x 19 tap:Sell!missed * 100",
        because: "one in twenty is not more than 5%"),
      .silent("tab:Home tap:Buy!missed tap:Buy * 100", because: "Buy is no tab"),
      .silent("tab:Home tap:Sell!missed tap:Sell tab:Sell * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home tap:Sell!missed * 100", because: "the log holds no tap that met the button, so it may leave them out",
        map: AppMap(tabs: ["Home", "Sell"])),
    ],
    judging: Judging(\.tappedTabs) { context, tabs in
      context.above("share", tabs).map { found in
        context.finding(
          found, .error, metric: "missed_taps", extraTaps: found.subject.counted,
          fact: "\(found.share("taps")) meant for the tab \(found.subject.name) fell beside its button"
        )
      }
    })
}

extension RuleContext {
  /// The targets that are tabs and for which more than missed taps are logged, with the share of missed taps among all
  /// on a tab's button. If the log holds no successful tap on it, the selections of the tab are used instead.
  fileprivate var tappedTabs: [Subject<Void>] {
    let tabs = Set(texts: visibleTabs.all.map(\.name) + [text(scope.declared.moreTab)])
    return targets.compactMap { target, sum in
      let name = text(target)
      let misses = sum.missed.sumY < sum.missed.sumN ? sum.missed : sum.missedOfSelections
      guard misses.sumY < misses.sumN, tabs.contains(name) || sum.missedOfSelections.sumN > sum.missed.sumY else {
        return nil
      }
      return Subject(name, sum.missedTaps, share: .rows(misses))
    }
  }
}
