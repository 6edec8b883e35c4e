import Measures
import NavigationModel

extension Rule {
  static let touchDead = Rule(
    id: "touch.dead",
    title: "Tap target that doesn't respond",
    claim: "Too many taps on the target do nothing.",
    rationale: """
      It looks tappable and is not, or it is and does not respond. Either way, people learn not to trust what they see.
      """,
    severities: [.warning],
    subject: .target,
    sources: [
      .published("PostHog, UXCam and Mixpanel count dead taps: taps to which nothing on the screen answers"),
      .heuristic("the share of 20%"),
    ],
    thresholds: [Threshold("share", 0.2, .share, "share of the taps on the target that did nothing")],
    advice: "Make it do what people expect, or make it look like what it is. If it is slow to respond, show at once that it was tapped.",
    needs: [.workingTaps],
    taps: [.target],
    examples: [
      .fires(subject: "Photo", .warning, "Home tap:Buy > Product tap:Photo!dead tap:Photo * 100"),
      .fires(subject: "Photo", .info, "Home tap:Buy tap:Photo!dead * 20"),
      .silent("Home ( tap:Buy ) x 4 tap:Buy!dead * 100", because: "one in five is not more than one in five"),
      .silent("Home tap:Buy tap:Photo!dead * 9", because: "fewer than ten users"),
      .silent("Home tap:Buy!missed tap:Buy * 100", because: "a tap beside the target is not a dead one"),
      .silent("Home tap:Photo!dead tap:Buy!dead * 100", because: "a log that holds no other taps does not say how many there are"),
      .silent("Home tap:Buy tap!dead * 100", because: "the log does not say on what"),
    ],
    query: """
      SELECT subject, count(DISTINCT iif(outcome = 4, user_id, NULL)) AS users, count(DISTINCT user_id) AS eligible_users,
        count(DISTINCT iif(outcome = 4, session_id, NULL)) AS sessions, sum(outcome = 4 /* dead */) AS y, count(*) AS n
      FROM occurrence WHERE kind = 'tap' AND subject <> '?' GROUP BY subject ORDER BY subject
      """,
    counts: { context in
      .shares(context.targets.map { name, sum in ShareCount(context.text(name), sum.deadTaps, sum.dead) })
    },
    evaluate: { context in
      context.above("share", context.targets.map { (subject: $0, share: Share.rows($0.sum.dead)) }).map { verdict in
        let (name, sum) = verdict.subject
        let taps = Wording.share(sum.dead.sumY, of: sum.dead.sumN, "taps", verdict.estimate)
        let screens = context.screensOfDeadTaps(on: name)
        var finding = context.finding(
          verdict, .warning, subject: context.text(name), metric: "dead_taps", users: sum.deadTaps.users, sessions: sum.deadTaps.sessions,
          extraTaps: sum.dead.sumY,
          message: "\(taps) on \(context.text(name)) did nothing, for \(Wording.count(sum.deadTaps.users, "user"))",
          examples: sum.deadTaps.examples, details: screens.map { "On \($0.screen): \(Wording.count($0.taps, "dead tap"))." })
        finding.screens = screens.map(\.screen)
        return finding
      }
    })
}

extension RuleContext {
  /// The named targets that were tapped, in text order.
  var targets: [(name: Name, sum: Taps.Sum)] {
    let sums = measures.taps.sums
    return scope.names.ordered(sums.keys).compactMap { name in
      guard name != .unnamed, let sum = sums[name], sum.dead.sumN > 0 else { return nil }
      return (name, sum)
    }
  }

  /// The screens on which taps on a target did nothing, the most frequent first.
  fileprivate func screensOfDeadTaps(on target: Name) -> [(screen: String, taps: Int)] {
    measures.taps.screensWithDeadTaps(on: target).filter { $0.screen.isKnown }
      .sorted { $0.taps == $1.taps ? scope.names.rank($0.screen) < scope.names.rank($1.screen) : $0.taps > $1.taps }
      .prefix(5).map { (text($0.screen), $0.taps) }
  }
}
