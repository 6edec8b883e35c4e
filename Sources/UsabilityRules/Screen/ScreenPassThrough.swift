import Measures
import NavigationModel

extension Rule {
  static let screenPassThrough = Rule(
    id: "screen.pass-through",
    title: "Screen that people only pass through",
    claim: "Nearly all who come to the screen go on at once to the same next screen.",
    rationale: "A screen with nothing to decide costs a tap and a moment each time.",
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
      Leave the screen out, or make the usual choice the default and offer the others through a control on the next \
      screen.
      """,
    action: RuleAction("Leave out ", after: ", or make its usual choice the default"),
    needs: [.screensAlone],
    restsOn: [.times, .order],
    taps: [.push],
    examples: [
      .fires(subject: "Gate", .info, "Home Gate +1s Offer Home * 120"),
      .fires(subject: "Splash", .info, "( Splash +2s Home & ) x 19 Splash +1s Help * 60"),
      .silent("Home Gate +1s Home Gate +1s Home * 120", because: "people look, and go back"),
      .silent("Home Gate +3s Offer Home * 120", because: "three seconds are enough to look"),
      .silent("Home Gate +1s Offer Home * 99", because: "fewer than 100 visits"),
      .silent("Home Gate +1s Offer * 60\nHome Gate +1s Help * 60", because: "people choose here"),
      .silent(
        "tab:Home > Gate +1s > Offer * 120", because: "the log shows the structure: depth.pass-through judges it"),
    ],
    judging: Judging { context in
      context.ways(context.measures.appearances.next)
    } findings: { context, ways in
      let all = context.measures.appearances
      let passed = context.passedQuickly(ways).filter { !all.isLookedAt($0.item.screen, before: $0.item.next) }
      return context.above("share", passed).map { context.finding($0, level: "screen") }
    }.unless { context in
      context.reasonNotPassed(context.ways(context.measures.appearances.next), "went on from the same screen")
    })
}
