import Measures
import NavigationModel

extension Rule {
  static let taskFirstChoice = Rule(
    id: "task.first-choice",
    title: "Wrong first choice",
    claim: "Too few of the people who complete the task start with a choice on a shortest way.",
    rationale: """
      The first choice decides: people who start right nearly always arrive, people who start wrong arrive every other time. A wrong first choice shows \
      where people expect it.
      """,
    severities: [.warning],
    subject: .task,
    sources: [
      .published("Bailey & Wolfson 2009, first click: 87% get there after a right first click, 46% after a wrong one"),
      .published("Optimal Workshop, tree tests: 70% against 24%"),
      .heuristic("the share of 70%; there may be good ways that the app map does not declare"),
    ],
    thresholds: [Threshold("share", 0.7, .share, "share of completed tries whose first choice lies on a shortest way")],
    advice: "See where people go first: relabel what misleads them, move the task there, or add a way from there.",
    needs: [.tasks, .completedTasks],
    examples: [
      .fires(
        subject: "track an order", .warning, "tab:Home tab:Search tab:Orders > Track * 70\ntab:Home tab:Orders > Track * 50", map: .orders),
      .fires(
        subject: "track an order", .info, "tab:Home > Offer tab:Orders > Track * 15\ntab:Home tab:Orders > Track * 4",
        map: AppMap(tasks: [.init(name: "track an order", start: "Home", goal: "Track")])),
      .silent(
        "tab:Home tab:Search tab:Orders > Track * 40\ntab:Home tab:Orders > Track * 80",
        because: "with 120 tries, an observed 67% may be 70%", map: .orders),
      .silent(
        "tab:Home tab:Orders=List > Item > Track * 100", because: "the section lies on the way, whatever it shows first", map: .orders),
      .silent(
        "tab:Home modal:News modal! tab:Orders > Track * 100", because: "a modal screen is no choice of a way", map: .orders),
      .silent("tab:Home tab:Search tab:Orders > Track * 9", because: "fewer than ten users", map: .orders),
      .silent("tab:Home tab:Search tab:Orders * 100", because: "nobody got there, so what they wanted is unknown", map: .orders),
    ],
    query: """
      \(TaskQuery.tries), right_step AS (
        SELECT p.name, p.screen, p.section, p.section_kind
        FROM shortest AS k
        JOIN passed AS p ON p.name = k.name AND p.session_id = k.session_id AND p.part = k.part AND p.try = k.try
          AND p.number > p.first_step
        UNION SELECT name, screen, tab, iif(tab IS NULL, NULL, 'tab') FROM declared
      ), first_choice AS (
        SELECT c.name, c.user_id, c.session_id, EXISTS (
            SELECT 1 FROM right_step AS r
            WHERE r.name = c.name AND (r.screen = c.screen
              OR r.section = c.section AND r.section_kind = c.section_kind AND (s.section <> c.section OR s.section_kind <> c.section_kind))
          ) AS is_right
        FROM done AS d
        JOIN passed AS c ON c.name = d.name AND c.session_id = d.session_id AND c.number = d.choice
        JOIN passed AS s ON s.name = d.name AND s.session_id = d.session_id AND s.part = d.part AND s.try = d.try
          AND s.number = s.first_step
      )
      SELECT name AS subject, count(DISTINCT iif(is_right, NULL, user_id)) AS users, count(DISTINCT user_id) AS eligible_users,
        count(DISTINCT iif(is_right, NULL, session_id)) AS sessions, sum(is_right) AS y, count(*) AS n
      FROM first_choice GROUP BY name ORDER BY subject
      """,
    counts: { context in
      .shares(
        context.completedTasks.map { task in
          let wrong = task.sum.wrongFirstChoices(where: task.way.holds)
          return ShareCount(
            subject: task.name, users: wrong.users, sessions: wrong.sessions, share: task.sum.firstChoices(where: task.way.holds))
        })
    },
    evaluate: { context in
      let tasks = context.completedTasks.map { (subject: $0, share: Share.rows($0.sum.firstChoices(where: $0.way.holds))) }
      return context.below("share", tasks).map { verdict in
        let task = verdict.subject
        let sums = task.sum.firstChoices(where: task.way.holds)
        let wrong = task.sum.wrongFirstChoices(where: task.way.holds)
        let tries = Wording.few(sums.sumY, of: sums.sumN, "completed tries", verdict.estimate)
        return context.finding(
          verdict, .warning, subject: task.name, metric: "first_choice_share", users: wrong.users, sessions: wrong.sessions,
          extraTaps: sums.sumN - sums.sumY,
          message: "\(tries) at the task “\(task.name)” began on a shortest way; \(Wording.count(wrong.users, "user")) went elsewhere first",
          examples: wrong.examples, details: [context.shortestWay(of: task)] + context.wrongChoices(of: task))
      }
    })
}

extension RuleContext {
  /// Where people went first instead.
  fileprivate func wrongChoices(of task: CompletedTask) -> [String] {
    var counts: [String: Int] = [:]
    for (choice, count) in task.sum.choices where !task.way.holds(choice) {
      let destination = choice.changesSection ? "the section \(choice.section.label(scope.names))" : "the screen \(text(choice.screen))"
      counts[destination, default: 0] += count
    }
    return counts.sorted { $0.value == $1.value ? $0.key.precedesByScalars($1.key) : $0.value > $1.value }
      .prefix(3)
      .map { "First to \($0.key): \(Wording.count($0.value, "try", "tries"))." }
  }
}

extension AppMap {
  /// The map of the examples.
  fileprivate static let orders = AppMap(
    roots: ["Home": "Home", "Orders": "Orders"], parents: ["Track": "Orders"],
    tasks: [.init(name: "track an order", start: "Home", goal: "Track")])
}
