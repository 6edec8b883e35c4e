import Measures
import NavigationModel

extension Rule {
  static let pathDeadEnd = Rule(
    id: "path.dead-end",
    title: "Dead end",
    claim: "Most visits of the screen end the session, more than of other screens at the same depth.",
    rationale: """
      People who leave an app from deep inside have either got what they came for or given up. A screen where most \
      visits end offers nothing to \
      go on with.
      """,
    severities: [.warning, .info],
    subject: .screen,
    table: "screens",
    sources: [
      .heuristic(
        """
        half of the visits at level two or deeper, and more than the median of the other screens at the same depth; \
        goals of declared tasks are left out, and where 95% of the visits end a session people may be done: they \
        leave when they are
        """
      )
    ],
    thresholds: [
      Threshold(
        "share", 0.5, .share,
        "share of the visits at level two or deeper that are the last step of a session or of a part of it")
    ],
    advice:
      "Offer a next step on the screen: what goes with it, what comes after it, or a way back to where people started.",
    action: RuleAction("Offer a next step on "),
    needs: [],
    restsOn: [.order, .sessions],
    examples: [
      .fires(subject: "Story", .warning, "tab:Home > News > Story * 80\ntab:Home > News > Story < * 20"),
      .fires(subject: "Ticket", .info, "tab:Home > Trip > Ticket * 100"),
      .fires(subject: "Story", .info, "tab:Home > Story * 15\ntab:Home > Story < * 2"),
      .fires(subject: "Story", .warning, "( tab:Home > Story cold ) x 3 tab:Home * 100"),
      .fires(subject: "Thanks", .info, "( tab:Home > Cart > Thanks & tab:Home ) x 3 * 100"),
      .silent("tab:Home > Story * 55\ntab:Home > Story < * 45", because: "55% of 100 visits may be less than half"),
      .silent(
        "tab:Home > Story * 100\ntab:Home > News * 100\ntab:Home > Chat * 100",
        because: "all screens at that depth end sessions as often"),
      .silent("tab:Home tab:Orders * 100", because: "roots are no dead ends"),
      .silent("tab:Home > Story * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home > Track * 100", because: "the goal of a task is where people are done",
        map: AppMap(tasks: [.init(name: "track an order", start: "Home", goal: "Track")])),
    ],
    judging: Judging { context in
      context.named(context.measures.deadEnds.sums).map { screen, sum in Subject(context.text(screen), sum, of: screen)
      }
    } findings: { context, screens in
      let goals = Set(texts: context.scope.map.tasks.map(\.goal))
      // After finishing a wizard or sending a message, people may leave.
      let all = screens.filter { !context.isScreen($0.item, of: [.wizard, .compose]) && !context.isFirstRun($0.item) }
      // Ascending, for the screens of each median depth.
      let shares = Dictionary(grouping: all) { context.depth(of: $0.item) }.mapValues {
        $0.compactMap { context.exitShare(of: $0.item) }.sorted()
      }
      let verdicts = context.above("share", all) { screen in
        guard !goals.contains(screen.name), let share = context.exitShare(of: screen.item) else { return false }
        // It must exceed the lower median of the others: then that comes before it.
        let all = shares[context.depth(of: screen.item)] ?? []
        return all.count == 1 || all[(all.count - 2) / 2] < share
      }
      lazy var ways = Dictionary(grouping: context.measures.transitions.sums.pairs.filter { $0.0.second.isKnown }) {
        $0.0.first
      }
      return verdicts.map { found in
        let (screen, name) = (found.subject, found.subject.item)
        let isGoal = context.measures.screenReturns.sums[name]?.isGoal == true
        let isEnd = screen.isEnd
        return context.finding(
          found, isGoal || isEnd ? .info : .warning, metric: "exit_share",
          fact: "In \(found.share("visits")) of \(screen.name), people left the app"
            + (isGoal
              ? ", and most who came again left from there again"
              : isEnd ? ", and hardly anybody went on from there" : ""),
          recommendation: isGoal || isEnd
            ? "If people are done here, as with a ticket or a receipt, leave it as it is; otherwise offer a next step."
            : nil,
          action: isGoal || isEnd ? RuleAction("Leave ", after: " as it is, if people are done there") : nil,
          details: context.most(1, of: ways[name, default: []].map { ($0.0.second, $0.1.count) }, by: \.self).map {
            next, count in
            "Those who go on mostly go to \(next) (\(Wording.count(count, "time")))."
          })
      }
    })
}

extension Subject<Name> {
  /// Whether nearly all visits end a session, each another one: people leave and do not come back at once, as when they
  /// are done.
  fileprivate var isEnd: Bool {
    guard let (ends, visits) = share?.parts else { return false }
    return ends * 20 >= visits * 19 && (sessions ?? 0) * 20 >= ends * 19
  }
}

extension RuleContext {
  /// The median depth of a screen's visits, at least two: a root leads nowhere yet.
  fileprivate func depth(of screen: Name) -> Int {
    max(measures.screens.sums[screen]?.depths.median ?? 0, DeadEnds.leastDepth)
  }

  fileprivate func exitShare(of screen: Name) -> Double? { measures.deadEnds.sums[screen]?.share.share }
}
