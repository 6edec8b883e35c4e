import NavigationModel

extension Rule {
  static let touchRage = Rule(
    id: "touch.rage",
    title: "Rage taps",
    claim: "People tap the target three or more times in quick succession, and nothing happens.",
    rationale:
      """
      People who tap again and again expect a response and get none. The target is broken or slow, or shows too \
      late that it was tapped.
      """,
    severities: [.warning, .info],
    subject: .target,
    sources: [
      .published(
        """
        PostHog, UXCam, Mixpanel and Datadog count rage taps: three or more on one spot, each within a second of the \
        one before
        """
      ),
      .heuristic("the share of 1% of those who tap the target"),
    ],
    thresholds: [Threshold("share", 0.01, .share, "share of the users of the target who did so")],
    advice:
      """
      Respond to each tap within 100 ms, if only by a change of its look. Then find what breaks or delays the \
      target, and make it larger.
      """,
    action: RuleAction("Respond to each tap on ", after: " at once"),
    needs: [.taps, .wholeRuns],
    restsOn: [.times, .order],
    taps: [.target],
    examples: [
      .fires(
        subject: "Buy", .warning, "Home tap:Buy!dead +300ms tap:Buy!dead +1s tap:Buy!dead * 8\nHome tap:Buy * 92"),
      .fires(subject: "Like", .info, "Home ( +400ms tap:Like!missed ) x 4 tap:Buy * 5\nHome tap:Like * 20"),
      .fires(
        subject: "Buy", .info, "Home tap:Buy +300ms tap:Buy +300ms tap:Buy * 40\nHome tap:Buy > Cart * 60"),
      .silent("Home tap:Buy!dead +300ms tap:Buy!dead * 20\nHome tap:Buy * 80", because: "two taps are not three"),
      .silent(
        "Home tap:Buy!dead +1001ms tap:Buy!dead +1001ms tap:Buy!dead * 20\nHome tap:Buy * 80",
        because: "they are more than a second apart"),
      .silent(
        "Home tap:Buy!dead +300ms tap:Buy!dead +300ms tap:Buy!dead * 1\nHome tap:Buy * 99",
        because: "one user of 100 may be chance"),
      .silent(
        "Home tap:Plus +300ms tap:Plus +300ms tap:Plus * 90\nHome tap:Buy!dead * 10",
        because: "the log marks dead taps: these worked"),
      .silent("Home tap:Next +300ms tap:Next +300ms tap:Next +200ms > Page * 100", because: "something happened"),
      .silent("Home tap:Buy!dead +300ms tap:Other!dead +300ms tap:Buy!dead * 50", because: "it is not one target"),
    ],
    judging: Judging { context in
      context.targets.map { target, sum in
        let rages = sum.rages
        let rows = sum.rows
        return Subject(
          context.text(target), rages, eligible: sum.dead.users, of: sum)
      }
    } findings: { context, targets in
      // If the log marks no tap as failed, the only sign of failure is that nothing followed.
      let saysOutcomes = context.measures.taps.failed > 0
      let judged = targets.map { target in
        let rage = saysOutcomes ? target.item.rages : target.item.rows
        return Subject(target.name, rage, share: .users(rage.users, of: target.item.dead.users), of: rage.count)
      }
      return context.above("share", judged).map { found in
        let target = found.subject.name
        let taps = found.subject.item
        return context.finding(
          found, saysOutcomes ? .warning : .info, metric: "rage_users", extraTaps: taps,
          fact:
            """
            \(found.share("users")) of \(target) tapped it three times or more in quick succession, and \
            \(saysOutcomes ? "nothing happened" : "no other screen came")
            """,
          details: [
            """
            Each tap came within a second of the one before (\(number: Wording.count(taps, "tap")) in \
            \(number: Wording.count(found.subject.sessions ?? 0, "session"))).
            """
          ]
            + (saysOutcomes
              ? []
              : [
                """
                The log does not say which taps worked, only that no screen followed. A stepper or a toggle looks \
                the same. Log \(code: "outcome: dead").
                """
              ]))
      }
    })
}
