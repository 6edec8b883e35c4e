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
        half of the visits, and more than at the other screens; goals of tasks are left out; people who stay for \
        ten seconds or end a task are done
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
      .silent("Home Story +11s background * 100", because: "people stay before they leave: a goal"),
      .fires(subject: "Home", .info, "Home * 80\nHome List Home List Home List * 20"),
      .silent(
        "Home List \"(exit)\" * 40\nHome Story \"(exit)\" * 40\nHome Cart \"(exit)\" * 40",
        because: "a marker of the end is no screen"),
      .silent("Home Story * 9", because: "fewer than ten users"),
      .silent("tab:Home > Story * 100", because: "the log shows the structure: path.dead-end judges it"),
    ],
    judging: Judging { context in
      context.screens(\.ends)
    } findings: { context, screens in
      let goals = Set(texts: context.scope.map.tasks.map(\.goal))
      let markers = context.markers
      func isJudged(_ screen: Subject<Name>) -> Bool {
        context.end(of: screen.item) != .goal && !goals.contains(screen.name)
          && !context.isScreen(screen.item, of: [.wizard, .compose])
          && !markers.contains(screen.item)
      }
      let usual = UsualEnds(screens.map { (screen: $0.item, depth: 0, share: $0.share) }, rate: context.endRate)
      // Where most parts begin, and end again, whatever else leads there.
      let parts = context.measures.appearances.allParts
      let starts = context.screens(\.starts).filter { isJudged($0) && ($0.share?.rows ?? 0) * 2 >= parts }
      let bounced = context.above("share", starts).filter(\.isBeyond)
      let started = Set(bounced.map(\.subject.item))
      let ends = context.above("share", screens.filter { isJudged($0) && !started.contains($0.item) }) { screen in
        screen.endsMore(than: usual.expected(of: screen.item, [(0, screen.share?.rows ?? 0)]))
      }
      return bounced.map { found in
        context.finding(
          found, .info, metric: "bounce_share",
          fact:
            """
            In \(found.share("starts")) of the app that began with \(found.subject.name), it was also the last screen \
            that people saw
            """)
      }
        + ends.map { found in
          let end = context.end(of: found.subject.item)
          return context.finding(
            found, .info, metric: "exit_share",
            fact: "In \(found.share("visits")) of \(found.subject.name), people left the app" + end.words,
            recommendation: end.advice, action: end.action, isQuestion: end == .unknown)
        }
    })
}
