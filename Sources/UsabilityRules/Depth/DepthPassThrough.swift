import Measures
import NavigationModel

extension Rule {
  static let depthPassThrough = Rule(
    id: "depth.pass-through",
    title: "Pass-through level",
    claim: "Nearly all who come to the screen go on at once to the same screen below it.",
    rationale:
      """
      A screen with nothing to decide costs a tap and a moment each time, and puts everything below it a level deeper.
      """,
    severities: [.info],
    subject: .screen,
    table: "screens",
    sources: [
      .heuristic(
        """
        nine of ten visits, a median stay of less than 3 seconds, 100 visits; screens that load or ask for a \
        permission pass through too
        """
      )
    ],
    thresholds: [
      Threshold("share", 0.9, .share, "share of its visits that go on to the same screen"),
      Threshold("seconds", 3, .seconds, "below this median stay, people only pass through"),
      Threshold("visits", 100, .visits, "a screen with fewer is not judged"),
    ],
    advice:
      """
      Remove the level, or make the usual choice the default and offer the others through a control on the next \
      screen.
      """,
    action: RuleAction("Leave out ", after: ", or make its usual choice the default"),
    needs: [],
    restsOn: [.times],
    taps: [.push],
    examples: [
      .fires(subject: "Gate", .info, "tab:Home > Gate +1s > Offer * 120"),
      .fires(
        subject: "Gate", .info, "( tab:Home > Gate +2s > Offer & ) x 19 tab:Home > Gate +1s > Help * 60\ntab:Home * 60"),
      .silent("tab:Home > Gate +3s > Offer * 120", because: "three seconds are enough to look"),
      .silent(
        "tab:Home > Gate +1s > Offer * 110\ntab:Home > Gate +1s > Help * 10",
        because: "92% of 120 visits may be less than 90%"),
      .silent("tab:Home > Gate +1s > Offer * 99", because: "fewer than 100 visits"),
      .silent("tab:Home > Gate +1s modal:Offer * 120", because: "a modal screen is not below it"),
    ],
    judging: Judging { context in
      context.ways(context.measures.passThroughs.next)
    } findings: { context, ways in
      context.above("share", context.passedQuickly(ways)).map { context.finding($0, level: "level") }
    }.unless { context in
      context.reasonNotPassed(context.ways(context.measures.passThroughs.next), "went down from the same screen")
    })
}
