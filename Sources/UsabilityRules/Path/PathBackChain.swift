import Measures
import NavigationModel

extension Rule {
  static let pathBackChain = Rule(
    id: "path.back-chain",
    title: "Long chains of back taps",
    claim: "In too many sessions, people go back three or more times in a row and then go on.",
    rationale: """
      People who go back again and again are backing out of where they have ended up. Each level costs a tap and a \
      look, where one tap could \
      lead to the root.
      """,
    severities: [.warning],
    subject: .app,
    table: "summary",
    sources: [.heuristic("three backs in a row and the share of 10%; some people browse by swiping back")],
    thresholds: [
      Threshold(
        "share", 0.1, .share, "share of sessions with three or more back steps in a row, and a step forward after them")
    ],
    advice:
      """
      Let a second tap on the tab go to its root, show the levels above as breadcrumbs, and close finished tasks \
      with a single tap.
      """,
    action: RuleAction(app: "Let a second tap on the tab go to its root"),
    needs: [.wholeRuns],
    restsOn: [.order],
    taps: [.back],
    examples: [
      .fires(subject: "app", .warning, "tab:Home > A > B > C < < < > D * 30\ntab:Home > A < * 90"),
      .fires(subject: "app", .info, "tab:Home > A > B modal:Share modal! < < > D * 12"),
      .silent("tab:Home > A > B > C < < < * 100", because: "people leave"),
      .silent("tab:Home > A > B > C < < > D < * 100", because: "two in a row are not enough"),
      .silent("tab:Home > A > B > C < < cold tab:Home > D < * 100", because: "a new start of the app ends the run"),
      .silent(
        "tab:Home > A > B > C < < < > D * 15\ntab:Home > A < * 105",
        because: "12.5% of 120 sessions may be less than 10%"),
      .silent(
        "tab:Home > A > B > C < event:other < event:other < > D * 60\ntab:Home > A < > A < * 60",
        because: "an event that nobody understood ends the run"),
      .silent("tab:Home > A > B > C < < < > D * 9", because: "fewer than ten users"),
    ],
    judging: Judging(above: "share") { context in
      let chains = context.measures.backChains
      let sums = chains.sessions
      return [
        Subject(
          "app", users: chains.users, sessions: sums.sumY, examples: chains.examples, share: .rows(sums))
      ]
    } finding: { context, found in
      let chains = context.measures.backChains
      return context.finding(
        found, .warning, metric: "back_chains_gone_on", extraTaps: chains.extraTaps,
        fact: "In \(found.share("sessions")), people went back three times or more in a row, and then went on",
        recommendation: context.visibleTabs.all.isEmpty
          ? "Show the levels above as breadcrumbs, and close finished tasks with a single tap." : nil,
        action: context.visibleTabs.all.isEmpty ? RuleAction(app: "Show the levels above as breadcrumbs") : nil,
        details: [
          "They did so \(Wording.count(chains.chains, "time")), with \(Wording.count(chains.steps, "step")) back."
        ]
          + context.most(3, of: chains.starts.pairs, by: \.count).map { screen, runs in
            "From \(screen): \(Wording.count(runs.count, "time")) by \(Wording.count(runs.users, "user"))."
          })
    })
}
