import Measures
import NavigationModel

extension Rule {
  static let touchDead = Rule(
    id: "touch.dead",
    title: "Tap target that doesn't respond",
    claim: "Too many taps on the target do nothing.",
    rationale:
      """
      It looks tappable and does nothing, or it responds too late. Either way, people learn not to trust what they \
      see.
      """,
    severities: [.warning],
    subject: .target,
    sources: [
      .published("PostHog, UXCam and Mixpanel count dead taps: taps that change nothing on the screen"),
      .heuristic("the share of 20%"),
    ],
    thresholds: [Threshold("share", 0.2, .share, "share of the taps on the target that did nothing")],
    advice:
      """
      It looks like a button. Let it open something, or stop styling it as one. If it is slow to respond, show at once \
      that it was tapped.
      """,
    action: RuleAction("Let ", named: " open something, or stop styling it as a button"),
    needs: [.workingTaps],
    taps: [.target],
    examples: [
      .fires(subject: "Photo", .warning, "Home tap:Buy > Product tap:Photo!dead tap:Photo * 100"),
      .fires(subject: "Photo", .info, "Home tap:Buy tap:Photo!dead * 20"),
      .silent("Home ( tap:Buy ) x 4 tap:Buy!dead * 100", because: "one in five is not more than one in five"),
      .silent("Home tap:Buy tap:Photo!dead * 9", because: "fewer than ten users"),
      .silent("Home tap:Buy!missed tap:Buy * 100", because: "a tap beside the target is not a dead one"),
      .silent(
        "Home tap:Photo!dead tap:Buy!dead * 100",
        because: "a log that holds no other taps does not say how many there are"),
      .silent("Home tap:Buy tap!dead * 100", because: "the log does not say on what"),
    ],
    judging: Judging(above: "share") { context in
      context.targets.map { target, sum in
        Subject(context.text(target), sum.deadTaps, share: .rows(sum.dead), of: target)
      }
    } finding: { context, found in
      let target = found.subject
      let deadTaps =
        found.isBeyond
        ? context.measures.taps.screensWithDeadTaps(on: target.item).filter { $0.screen.isKnown } : []
      let screens = context.most(5, of: deadTaps.map { ($0.screen, $0.taps) }, by: \.self)
      var finding = context.finding(
        found, .warning, metric: "dead_taps", extraTaps: target.counted,
        fact: "\(found.share("taps")) on \(target.name) did nothing",
        details: screens.map { "On \($0): \(Wording.count($1, "dead tap"))." })
      finding.screens = screens.map(\.name)
      return finding
    })
}

extension RuleContext {
  /// The named targets that were tapped, in text order.
  var targets: [(name: Name, sum: Taps.Sum)] { named(measures.taps.sums).filter { $0.sum.dead.sumN > 0 } }
}
