import Measures
import NavigationModel

extension Rule {
  static let pathPingPong = Rule(
    id: "path.ping-pong",
    title: "Back and forth between two sections",
    claim: "In too many sessions, people switch from one section to another, back, and there again, with short stays.",
    rationale: """
      People who switch back and forth need a fact from one section in the other and carry it in their heads. Every \
      switch costs a tap and the \
      train of thought.
      """,
    severities: [.warning],
    subject: .pair,
    table: "summary",
    sources: [
      .heuristic(
        """
        the run A B A B with stays of at most 10 s in the middle, the share of 5%, and a quarter more such runs than \
        chance would give; comparing on purpose looks the same
        """),
      .published("ServiceNow documentation: going back and forth between two screens is a sign of confusion"),
    ],
    thresholds: [
      Threshold(
        "share", 0.05, .share,
        "share of all sessions with steps in which people go back and forth between the two sections")
    ],
    advice:
      """
      Bring the missing information to where it is needed: show it in both sections, link directly to it, or put the \
      two side by side.
      """,
    action: RuleAction("Show in ", after: " what people switch for"),
    needs: [.wholeRuns],
    restsOn: [.times, .order],
    taps: [.tab],
    examples: [
      .fires(
        subject: "Home ↔ Orders", .warning,
        """
        tab:Home +5s tab:Orders +5s tab:Home +5s tab:Orders * 20
        tab:Home tab:Search tab:Orders tab:Search * 100
        """),
      .fires(
        subject: "Home ↔ Orders", .warning,
        """
        tab:Home +5s tab:Orders +5s tab:Home +5s tab:Orders tab:Search & tab:Home tab:Search tab:Orders tab:Profile * 50
        """),
      .fires(
        subject: "Orders ↔ menu:Help", .warning,
        "tab:Orders menu:Help +9s tab:Orders +10s menu:Help * 30\ntab:Orders tab:Home menu:Help tab:Home * 200"),
      .fires(
        subject: "Home ↔ Orders", .info,
        """
        tab:Orders tab:Home +2s > A +2s tab:Orders +5s tab:Home tab:Search tab:Orders tab:Search tab:Home tab:Search \
        tab:Orders tab:Search tab:Home tab:Search tab:Orders tab:Search tab:Home tab:Search * 12
        """),
      .fires(
        subject: "Messages ↔ Roster", .warning,
        """
        tab:Roster > Shift < +5s tab:Messages +5s tab:Roster +5s tab:Messages > Thread * 40
        tab:Roster > Shift * 200
        tab:Messages > Thread * 200
        """),
      .silent(
        "tab:Home +5s tab:Orders +5s tab:Home +5s tab:Orders * 60", because: "neither leads anywhere else"),
      .silent("tab:Home tab:Orders +11s tab:Home +5s tab:Orders * 100", because: "eleven seconds are no short stay"),
      .silent("tab:Home +2s tab:Orders +2s tab:Home +2s tab:Search * 100", because: "people do not go there again"),
      .silent("tab:Home tab:Orders cold tab:Home tab:Orders * 100", because: "a new start of the app ends the run"),
      .silent(
        "tab:Home +5s tab:Orders +5s tab:Home +5s tab:Orders * 9\ntab:Home > A * 100",
        because: "8% of 109 sessions may be less than 5%"),
    ],
    judging: Judging { context in
      let all = context.measures.pingPongs
      let pairs = all.toAndFros(context.measures.sectionChanges).map { pair, sum, ways in
        let ends = pair.elements.map { [$0.label(context.scope.names), $0.kind.word] }.sorted {
          $0.precedesByScalars($1)
        }
        return (
          ends: ends, key: ["\(ends[0][0]) ↔ \(ends[1][0])", ends[0][1], ends[1][1]], sum: sum,
          isAboveChance: ways.isAboveChance
        )
      }
      return pairs.sorted { $0.key.precedesByScalars($1.key) }.map { pair in
        Subject(
          pair.key[0], pair: [pair.ends[0][0], pair.ends[1][0]], users: pair.sum.users, sessions: pair.sum.sessions,
          examples: pair.sum.examples, share: .rows(all.share(pair.sum)),
          of: pair.isAboveChance)
      }
    } findings: { context, pairs in
      context.above("share", pairs.filter(\.item)).map { found in
        let sections = found.subject.pair.map { "\(section: $0)" as Text }
        return context.finding(
          found, .warning, metric: "ping_pong_sessions", extraTaps: 2 * (found.subject.sessions ?? 0),
          fact:
            "In \(found.share("sessions")), people switched back and forth between \(sections.list()) within seconds",
          details: ["Each time costs two taps or more, there and back."])
      }
    })
}
