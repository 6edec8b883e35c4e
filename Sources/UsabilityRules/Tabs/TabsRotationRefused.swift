import Measures
import NavigationModel

extension Rule {
  static let tabsRotationRefused = Rule(
    id: "tabs.rotation-refused",
    title: "Tab that doesn't rotate",
    claim: "The tab too often fails to rotate with the device.",
    rationale: """
      People who turn the device want more width, or have it on a stand. If the interface does not follow, the text \
      stays on its side. One child without \
      landscape is enough to keep the whole tab bar upright.
      """,
    severities: [.info],
    subject: .tab,
    table: "tabs",
    sources: [
      .convention("a tab bar turns only if all of its children support the orientation"),
      .heuristic("the share of 5%"),
    ],
    thresholds: [Threshold("share", 0.05, .share, "share of the turns in the tab that were refused")],
    advice: "Let all children of the tab bar support landscape, or find the one that does not: it decides for all.",
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
    query: """
      WITH turn AS (
        SELECT s.section AS subject, o.user_id AS user_id, o.session_id AS session_id, sum(o.flag) AS y, count(*) AS n
        FROM occurrence AS o
        JOIN step AS s ON s.session_id = o.session_id AND s.number = o.steps_before AND s.part = o.part
        WHERE o.kind = 'rotate' AND s.section_kind = 'tab' GROUP BY s.section, o.user_id, o.session_id
      )
      SELECT subject, count(DISTINCT iif(y > 0, user_id, NULL)) AS users, count(DISTINCT user_id) AS eligible_users,
        sum(y > 0) AS sessions, sum(y) AS y, sum(n) AS n
      FROM turn GROUP BY subject ORDER BY subject
      """,
    judging: Judging(above: "share") { context in
      context.ordered(context.measures.rotations.sums).map { tab, sum in
        Subject(context.text(tab), sum.counted, share: .rows(sum.share))
      }
    } finding: { context, found in
      context.finding(
        found, .info, metric: "rotation_refused",
        message:
          """
          \(found.share("turns of the device")) in the tab \(found.subject.name) were refused, to \
          \(found.subject.people)
          """
      )
    })
}
