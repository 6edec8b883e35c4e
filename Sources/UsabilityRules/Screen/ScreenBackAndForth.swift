import Measures
import NavigationModel

extension Rule {
  static let screenBackAndForth = Rule(
    id: "screen.back-and-forth",
    title: "Back and forth between two screens",
    claim: "In too many sessions, people go from one screen to another, back, and there again, with short stays.",
    rationale: "People who switch back and forth need a fact from one screen in the other and carry it in their heads.",
    severities: [.warning],
    subject: .pair,
    table: "transitions",
    sources: [
      .heuristic(
        """
        the run A B A B with stays of at most 10 s in the middle, 5% of the sessions, and a quarter more such runs than \
        chance would give; comparing on purpose looks the same
        """
      ),
      .published("ServiceNow documentation: going back and forth between two screens is a sign of confusion"),
    ],
    thresholds: [
      Threshold(
        "share", 0.05, .share,
        "share of all sessions with steps in which people go back and forth between the two screens")
    ],
    advice: "Bring the missing fact to where it is needed: show it in both screens, or put the two side by side.",
    action: RuleAction("Show on ", after: " what people switch for"),
    needs: [.screensAlone, .wholeRuns],
    restsOn: [.times, .order],
    examples: [
      .fires(subject: "A ↔ B", .warning, "A +5s B +5s A +5s B C * 60\nA C B D * 200"),
      .fires(
        subject: "List ↔ Terms", .warning, "Home Terms +9s List +10s Terms List * 30\nHome List Home Terms Home * 200"),
      .silent(
        "A +5s B +5s A +5s B C * 60\nA C A D * 40", because: "chance would give as many such runs"),
      .silent("List +5s Terms +5s List +5s Terms List Home * 60", because: "the terms lead back to the list alone"),
      .silent("A +5s B +11s A +5s B C * 60", because: "eleven seconds are no short stay"),
      .silent("A +5s B +5s A +5s C * 60", because: "people do not go there again"),
      .silent("A +5s B cold A +5s B * 60", because: "a new start of the app ends the run"),
      .silent(
        "tab:A +5s tab:B +5s tab:A +5s tab:B * 60", because: "the log shows the structure: path.ping-pong judges it"),
    ],
    judging: Judging { context in
      let all = context.measures.appearances
      // What is folded is not one and the same item: people read a list.
      let folded = Set(context.scope.map.screenNames.map(\.name))
      return all.pairs.pairs.filter { pair, _ in
        !pair.elements.contains { $0 == .unnamed || folded.contains(context.text($0)) }
      }.map { pair, sum in
        let screens = pair.elements.map(context.text).sorted { $0.precedesByScalars($1) }
        return Subject(
          screens.joined(separator: " ↔ "), pair: screens, users: sum.users, sessions: sum.sessions,
          examples: sum.examples, share: .rows(all.share(sum)), of: pair)
      }.inOrder()
    } findings: { context, pairs in
      let all = context.measures.appearances
      return context.above("share", pairs.filter { all.toAndFro($0.item).isAboveChance }).map { found in
        context.finding(
          found, .warning, metric: "back_and_forth",
          fact:
            "In \(found.share("sessions")), people went back and forth between \(Text.names(found.subject.pair)) within seconds"
        )
      }
    })
}
