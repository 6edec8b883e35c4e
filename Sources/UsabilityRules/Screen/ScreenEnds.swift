import Measures
import NavigationModel

extension Rule {
  static let screenEnds = Rule(
    id: "screen.ends",
    title: "Sessions end here",
    claim: "Most visits of the screen are the last of the session.",
    rationale:
      """
      People who leave have either got what they came for or given up. A screen where most visits end offers nothing \
      to go on with.
      """,
    severities: [.info],
    subject: .screen,
    table: "screens",
    sources: [
      .heuristic(
        """
        half of the visits; where half of the people who come again end sessions again, the screen is a goal; goals \
        of declared tasks are left out
        """
      )
    ],
    thresholds: [
      Threshold("share", 0.5, .share, "share of its visits that are the last of a session or of a part of it")
    ],
    advice: "Offer a next step, if it is not the end of a task.",
    action: RuleAction("Offer a next step on ", after: ", if it is not the end of a task"),
    needs: [.screensAlone],
    restsOn: [.order],
    examples: [
      .fires(subject: "Receipt", .info, "Home Cart Receipt * 100"),
      .fires(subject: "Story", .info, "( Home Story cold ) x 3 Home * 100"),
      .silent("Home Story * 55\nHome Story Home * 45", because: "55% of 100 visits may be less than half"),
      .silent(
        "Home Story & Home Story & Home List Home * 100", because: "people come again and are done there again: a goal"),
      .silent("Home Story * 9", because: "fewer than ten users"),
      .silent("tab:Home > Story * 100", because: "the log shows the structure: path.dead-end judges it"),
    ],
    judging: Judging { context in
      context.screens(\.ends)
    } findings: { context, screens in
      let goals = Set(texts: context.scope.map.tasks.map(\.goal))
      let judged = screens.filter { screen in
        context.measures.screenReturns.sums[screen.item]?.isGoal != true && !goals.contains(screen.name)
          && !context.isScreen(screen.item, of: [.wizard, .compose])
      }
      return context.above("share", judged).map { found in
        context.finding(
          found, .info, metric: "exit_share",
          fact: "In \(found.share("visits")) of \(found.subject.name), people left the app"
        )
      }
    })
}
