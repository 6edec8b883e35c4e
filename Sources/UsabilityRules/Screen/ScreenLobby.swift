import Measures
import NavigationModel

extension Rule {
  static let screenLobby = Rule(
    id: "screen.lobby",
    title: "Passed through in seconds",
    claim: "People come back to the screen only to go on to another one within seconds.",
    rationale:
      "People return to the screen before each step elsewhere. Each time costs a tap and a wait.",
    severities: [.info, .warning],
    subject: .screen,
    table: "screens",
    sources: [
      .published("Nielsen Norman Group: visible navigation on each screen saves the way back to a hub"),
      .heuristic("stays of 5 s, 30% of the visits for a note and 50% for a warning, a tenth of all visits of the app"),
    ],
    thresholds: [
      Threshold(
        "share", 0.3, .share,
        "share of return visits, between two different screens, that last five seconds at most"),
      Threshold("warning", 0.5, .share, "the same share, from which on it is a warning"),
      Threshold("visits_share", 0.1, .share, "a smaller share of the app's visits is not judged"),
    ],
    advice:
      "Show what it leads to everywhere, such as in a tab bar, and link the screens that people go between directly.",
    action: RuleAction("Link the screens before and after ", after: " directly"),
    needs: [.screensAlone],
    restsOn: [.times, .order],
    taps: [.back],
    examples: [
      .fires(subject: "Hub", .warning, "A Hub +2s B Hub +2s C Hub +2s A * 60"),
      .fires(subject: "Hub", .info, "Hub A Hub +2s B Hub C Hub +2s A Hub B Hub C * 60"),
      .silent("A Hub +6s B Hub +6s C * 120", because: "people stay for more than five seconds"),
      .silent("Catalog +9s Cart +2s Delivery Payment * 120", because: "people come to it for the first time"),
      .silent("A Hub +2s A Hub +2s A * 120", because: "they go back to where they were"),
      .silent("A Hub +2s B C D E F G H I J K * 120", because: "the screen has less than a tenth of the visits"),
      .silent("tab:A tab:Hub +2s tab:B tab:Hub +2s tab:C * 120", because: "the log shows the structure"),
    ],
    judging: Judging { context in
      context.screens(\.passings)
    } findings: { context, screens in
      let appearances = context.measures.appearances
      let least = context.threshold("visits_share") * Double(appearances.visits)
      let judged = screens.filter { Double(appearances.sums[$0.item]?.ends.share.sumN ?? 0) >= least }
      return context.above("share", judged).map { found in
        let taps = found.subject.counted
        return context.finding(
          found, context.severity(found, warningFrom: "warning"), metric: "passings", extraTaps: taps,
          fact:
            "In \(found.share("returns")) to \(found.subject.name), people went on to another screen within five seconds",
          recommendation: context.isSite
            ? "Show what it leads to on every page, such as in a menu at its top, and link the pages directly." : nil,
          details: ["Direct links would have saved \(number: Wording.count(taps, "tap"))."])
      }
    })
}
