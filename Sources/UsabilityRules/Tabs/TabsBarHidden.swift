import Measures
import NavigationModel

extension Rule {
  static let tabsBarHidden = Rule(
    id: "tabs.bar-hidden",
    title: "Hidden tab bar",
    claim: "Too many steps happen without the tab bar in sight.",
    rationale: """
      The bar shows where people are and what else there is. Without it they have to climb back up before they can go \
      elsewhere, and may not know that \
      they can.
      """,
    severities: [.warning, .info],
    subject: .app,
    table: "tabs",
    sources: [
      .published(
        """
        Apple Human Interface Guidelines, Tab bars: keep the tab bar visible when people navigate to different \
        sections; only modal views cover it
        """
      ),
      .heuristic("the share of 10%; screens for reading, playing and paying count too"),
    ],
    thresholds: [Threshold("share", 0.1, .share, "share of the steps with the bar hidden, without modal screens")],
    advice:
      """
      Show the bar on pushed screens too. Content that needs the whole screen (video, camera, payment) belongs in a \
      modal screen.
      """,
    action: RuleAction(app: "Show the tab bar on pushed screens too"),
    needs: [.hiddenBar],
    examples: [
      .fires(subject: "app", .info, "tab:Home > Album > Player bar:hidden * 100"),
      .fires(subject: "app", .warning, "tab:Home > Product bar:hidden > Reviews < < bar:shown tab:Search * 100"),
      .fires(subject: "app", .warning, "tab:Home tab:Search > Result bar:hidden < bar:shown tab:Home * 40"),
      .fires(subject: "app", .info, "tab:Home > Product bar:hidden > Reviews < * 15"),
      .silent("tab:Home > Product bar:hidden > Reviews < * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home ( tab:Search tab:Home ) x 5 > Product bar:hidden * 100", because: "one step in twelve is below 10%"),
      .silent(
        "tab:Home modal:Player bar:hidden bar:shown modal! tab:Search * 100",
        because: "a modal screen may cover the bar"),
      .silent(
        """
        tab:Home ( > Product bar:hidden < bar:shown ) x 20 * 2\ntab:Home ( tab:Search tab:Home ) x 4 > Video \
        bar:hidden * 98
        """,
        because: "most of it comes from two people, and less than 10% may be hidden from the others"),
    ],
    judging: Judging(above: "share") { context in
      let bar = context.measures.hiddenBar
      return [Subject("app", bar.hiddenSteps, share: .rows(bar.share))]
    } finding: { context, found in
      // Where people leave the app, nobody needs the bar to go on.
      let ends = context.measures.hiddenBar.screens.pairs.filter { context.endsParts($0.0) }
      let steps = ends.reduce(0) { $0 + $1.1.count }
      let isOfEnds = Double(found.subject.counted - steps) <= found.threshold * Double(found.rows ?? 0)
      let names = Text.names(ends.most(3, by: \.1.count, named: { context.text($0.0) }).map { context.text($0.0) })
      return context.finding(
        found, isOfEnds ? .info : .warning, metric: "bar_hidden",
        fact: "The tab bar was hidden for \(found.share("steps"))"
          + (isOfEnds ? ", most of them on \(names), where people leave the app" : Text()),
        recommendation: isOfEnds
          ? "If people play, read or pay there, say so in the app map with a kind in \(code: "screens_kind")." : nil,
        action: isOfEnds ? RuleAction(app: "Show the tab bar there, unless people play, read or pay") : nil,
        details: context.most(5, of: context.measures.hiddenBar.screens.pairs, by: \.count).map { screen, hidden in
          "\(screen): hidden for \(Wording.count(hidden.count, "step")) of \(Wording.count(hidden.users, "user"))."
        })
    })
}

extension RuleContext {
  /// Whether half of the visits of a screen or more are the last of their part.
  fileprivate func endsParts(_ screen: Name) -> Bool {
    measures.screens.sums[screen].map { $0.exits * 2 >= $0.arrivals } ?? false
  }
}
