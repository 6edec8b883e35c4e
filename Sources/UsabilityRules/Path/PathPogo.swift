import Measures
import NavigationModel

extension Rule {
  static let pathPogo = Rule(
    id: "path.pogo",
    title: "Down and straight back up",
    claim: "People open one screen after the other from this one and come straight back, three times or more in a row.",
    rationale: """
      People who open row after row and come straight back cannot see from the list which row they need. Every look \
      costs two taps and \
      the place in the list.
      """,
    severities: [.warning],
    subject: .screen,
    table: "screens",
    sources: [
      .published(
        """
        Nielsen Norman Group, Pogo Sticking: people jump between a list and its details when the list says too little
        """),
      .published("Microsoft Clarity, Quick backs: a screen that people leave at once is not what they looked for"),
      .heuristic(
        """
        stays of 5 s, three in a row, and the share of 30%; a run that ends in a stay of more than 30 s was a \
        choice; in galleries and news people skim on purpose
        """
      ),
    ],
    thresholds: [
      Threshold(
        "share", 0.3, .share,
        "share of the screens opened from this one that are left within five seconds, in runs of three or more")
    ],
    advice:
      """
      Say more in the rows of the list, offer a preview, filters and an order that fits, and let people go from one \
      detail to the next.
      """,
    action: RuleAction("Say more in the rows of ", after: ", or add previews"),
    needs: [.wholeRuns],
    restsOn: [.times, .order],
    taps: [.push, .back],
    examples: [
      .fires(subject: "List", .warning, "tab:Home=List ( > A +2s < > B +3s < ) x 2 > C +20s < * 100"),
      .fires(subject: "Home", .info, "tab:Home ( > A +5s < ) x 3 * 12"),
      .fires(subject: "Home", .warning, "tab:Home ( > A +5s < ) x 3 > B * 100"),
      .silent("tab:Home ( > A +6s < ) x 9 * 100", because: "six seconds are time to read"),
      .silent(
        "tab:Home=List ( > A +2s < > B +3s < ) x 2 > C +40s < * 100", because: "people found what they were looking for"
      ),
      .silent("tab:Home > A +2s < > B +2s < > C * 100", because: "two in a row are no run"),
      .silent("tab:Home ( > A +2s < ) x 3 ( > B +9s < ) x 8 * 100", because: "3 of 11 are below 30%"),
      .silent("tab:Home ( modal:A +2s modal! ) x 3 * 100", because: "modal screens are no details of a list"),
      .silent("tab:Home > A +2s < * 9", because: "fewer than ten users"),
    ],
    judging: Judging { context in
      context.named(context.measures.pogoSticking.sums).map { screen, sum in
        Subject(
          context.text(screen), sum.looks,
          of: (screen: screen, extraTaps: 2 * (sum.looks.share.sumY - sum.runs)))
      }
    } findings: { context, screens in
      let pogoSticking = Dictionary(grouping: context.measures.pogoSticking.details.pairs) { $0.0.first }
      // People who look things up come back at once.
      let clocks = context.clocks
      let judged = screens.filter { screen in
        // A clock leads through most of the details.
        let byClock = pogoSticking[screen.item.screen, default: []].reduce(0) {
          $0 + (clocks.contains($1.0.second) ? $1.1 : 0)
        }
        return !context.isScreen(screen.item.screen, of: [.lookup]) && (byClock == 0 || byClock * 2 < screen.counted)
      }
      return context.above("share", judged).map { found in
        let (screen, extraTaps) = found.subject.item
        return context.finding(
          found, .warning, metric: "pogo_share", extraTaps: extraTaps,
          fact:
            "People left \(found.share("screens")) opened from \(found.subject.name) within five seconds, three or more in a row",
          details: ["That is fine if the list is what people read."]
            + context.most(3, of: pogoSticking[screen, default: []].map { ($0.0.second, $0.1) }, by: \.self).map {
              detail, count in
              "People left \(detail) \(Wording.count(count, "time")) in such runs."
            })
      }
    })
}
