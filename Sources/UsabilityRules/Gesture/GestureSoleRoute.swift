import Measures
import NavigationModel

extension Rule {
  static let gestureSoleRoute = Rule(
    id: "gesture.sole-route",
    title: "Screen reachable only by a gesture",
    claim: "People come to the screen only by a gesture.",
    rationale: """
      People who do not know the gesture or cannot make it never get there. Nobody can see a gesture, and people \
      who use VoiceOver, a switch or a keyboard may be unable to make it.
      """,
    severities: [.error],
    subject: .screen,
    table: "screens",
    sources: [
      .published("WCAG 2.2, 2.5.1 Pointer gestures: what a path-based gesture does, a single tap must do too"),
      .heuristic("the 30 arrivals"),
    ],
    thresholds: [
      Threshold("arrivals", 30, .arrivals, "with at least this many arrivals, another route would have shown"),
      Threshold("users", 3, .users, "at least this many users arrived there"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users with steps"),
    ],
    advice: "Add a visible way to the screen, a button or a row, and keep the gesture as a shortcut.",
    action: RuleAction("Add a visible way to "),
    needs: [.gestures],
    restsOn: [.order],
    examples: [
      .fires(subject: "Archive", .error, "Home gesture:swipe +100ms > Archive < * 30"),
      .fires(subject: "Camera", .error, "Home gesture:swipe +300ms modal:Camera modal! * 40\nHome > Feed * 100"),
      .fires(subject: "Archive", .error, "tab:Home gesture:swipe +100ms > Archive tab:Search tab:Home * 30"),
      .silent("Home gesture:swipe +100ms > Archive < * 29", because: "29 arrivals are too few"),
      .silent("Home ( gesture:swipe +100ms > Archive < ) x 20 * 2\nHome * 50", because: "two users are too few"),
      .silent(
        "Home gesture:swipe +100ms > Archive < * 60\nHome > Archive * 1", because: "one person found another way"),
      .silent(
        "Home gesture:swipe +1s > Archive < * 60", because: "what comes a second later does not come from the gesture"),
      .silent("Home gesture:swipe! +100ms > Archive < * 60", because: "the gesture failed"),
    ],
    judging: Judging { context in
      context.named(context.measures.arrivals.sums).filter { $0.sum.byGesture.count > 0 }.map { screen, sum in
        Subject(
          context.text(screen), sum.byGesture, eligible: context.scope.users,
          of: (screen: screen, sum: sum))
      }
    } findings: { context, screens in
      let quorum = context.quorum(of: context.usersWithSteps)
      return screens.filter { screen in
        let sum = screen.item.sum
        return sum.byGesture.count == sum.arrivals && Double(sum.arrivals) >= context.threshold("arrivals")
          && sum.byGesture.users >= quorum
      }.map { screen in
        let arrivals = screen.item.sum.arrivals
        let gestures = context.measures.arrivals.gestures(to: screen.item.screen)
        return context.finding(
          screen, .error, metric: "arrivals_by_gesture", value: Double(arrivals),
          threshold: context.threshold("arrivals"),
          fact:
            "People came to \(screen.name) \(arrivals) times, each time by a gesture",
          statistics: screen.peopleOfAll,
          details: context.most(5, of: gestures.map { ($0.gesture, $0.visits) }, by: \.self).map {
            "\($0): \(Wording.count($1, "arrival"))."
          })
      }
    }.unless { context in
      let least = context.threshold("arrivals")
      let isJudged = context.named(context.measures.arrivals.sums).contains { Double($0.sum.arrivals) >= least }
      return isJudged ? nil : "people came to no screen \(number: Wording.count(Int(least), "time"))"
    })
}
