import Measures
import NavigationModel

extension Rule {
  static let tabsRotationRefused = Rule(
    id: "tabs.rotation-refused",
    title: "Tab that doesn't rotate",
    claim: "The tab too often fails to rotate with the device.",
    rationale: """
      People who turn the device want more width, or have it on a stand. If the interface does not follow, the text \
      stays on its side. One tab without landscape keeps the whole tab bar upright.
      """,
    severities: [.info],
    subject: .tab,
    table: "tabs",
    sources: [
      .convention("a tab bar turns only if all of its tabs support the orientation"),
      .heuristic("the share of 5%"),
    ],
    thresholds: [Threshold("share", 0.05, .share, "share of the turns in the tab that were refused")],
    advice: "Let every tab support landscape. One without it keeps all of them from turning.",
    action: RuleAction("Let ", after: " support landscape"),
    needs: [.rotations],
    examples: [
      .fires(subject: "Home", .info, "tab:Home rotate:landscape! tab:Search rotate:portrait * 100"),
      .fires(
        subject: "Home", .info, "tab:Home > Product ( rotate:landscape rotate:portrait ) x 2 rotate:landscape! * 30"),
      .silent("tab:Home rotate:landscape! tab:Search * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home rotate:landscape * 92\ntab:Home rotate:landscape! * 8", because: "8 of 100 turns may be less than 5%"),
      .silent("tab:Home link:Offer rotate:landscape! * 100", because: "what a link opened is in no tab"),
    ],
    judging: Judging(above: "share") { context in
      context.ordered(context.measures.rotations.sums).map { tab, sum in
        Subject(context.text(tab), sum.counted, share: .rows(sum.share))
      }
    } finding: { context, found in
      context.finding(
        found, .info, metric: "rotation_refused",
        fact: "In \(found.share("turns of the device")), the tab \(found.subject.name) did not turn"
      )
    })
}
