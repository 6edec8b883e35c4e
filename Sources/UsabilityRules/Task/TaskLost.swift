import Measures
import NavigationModel
import Statistics

extension Rule {
  static let taskLost = Rule(
    id: "task.lost",
    title: "Users get lost on the way to a goal",
    claim:
      """
      People who complete the task visit far more screens than its shortest way needs, or the same ones again and \
      again.
      """,
    rationale: """
      Lostness compares the screens that people visit with how many of them differ, and with the shortest route. \
      Above one half, people are lost. They pay for the search in taps, and some do not come back.
      """,
    severities: [.warning, .error, .info],
    subject: .task,
    table: "tasks",
    sources: [
      .published(
        """
        Smith 1996, Interacting with Computers 8(4): lostness below 0.4 shows no sign of being lost, above \
        \(lostnessLimit) people are lost
        """
      ),
      .heuristic("the share of 20%; the goal may have changed under way, and the declared way may not be the best"),
    ],
    thresholds: [
      Threshold(
        "share", 0.2, .share, "share of completed tries with a lostness above \(lostnessLimit): an error above it"),
      Threshold(
        "median", 0.4, .number, "median lostness of the completed tries: a warning above it", basis: .published),
    ],
    advice:
      """
      Read the detours. Add a way to the goal from where people look for it first, and say on the screens along the \
      way what is behind them.
      """,
    action: RuleAction("Add a way to the goal of ", after: " from where people look for it first"),
    needs: [.tasks, .completedTasks],
    examples: [
      .fires(
        subject: "track an order", .error,
        """
        \(RuleExample.setOut) tab:Search > Results tab:Profile > Address tab:Orders > Track * 60
        \(RuleExample.setOut) tab:Orders > Track * 60
        """,
        map: .orders),
      .fires(
        subject: "track an order", .warning,
        "\(RuleExample.setOut) > A > B < < > A < tab:Orders > Track * 60\n\(RuleExample.setOut) tab:Orders > Track * 20",
        map: AppMap(tasks: AppMap.orders.tasks)),
      .fires(
        subject: "track an order", .warning,
        """
        \(RuleExample.setOut) tab:Search > Results tab:Profile tab:Orders > Track * 100
        \(RuleExample.setOut) tab:Orders > Track * 20
        """,
        map: AppMap(tasks: AppMap.orders.tasks, rules: [.init("task.lost", thresholds: ["share": 1])])),
      .fires(
        subject: "track an order", .info,
        "tab:Home tab:Search > Results tab:Profile > Address tab:Orders > Track * 60\ntab:Home tab:Orders > Track * 60",
        map: .orders),
      .silent(
        """
        tab:Home tab:Search > Results tab:Profile > Address tab:Orders > Track * 60
        \(RuleExample.setOut) tab:Orders > Track * 60
        """,
        because: "who did not set out may have wanted something else", map: .orders),
      .silent(
        "\(RuleExample.setOut) tab:Search tab:Orders > Track * 100\ntab:Home tab:Orders > Track",
        because: "one screen too many is a lostness of 0.25", map: .orders),
      .silent(
        """
        \(RuleExample.setOut) tab:Search > Results tab:Profile > Address tab:Orders > Track * 30
        \(RuleExample.setOut) tab:Orders > Track * 90
        """,
        because: "with 120 tries, an observed 25% may be less than a fifth", map: .orders),
      .silent(
        "tab:Home tab:Search > Results tab:Profile > Address tab:Home tab:Orders > Track * 100",
        because: "a further visit of the start begins a new try", map: .orders),
      .silent(
        "\(RuleExample.setOut) tab:Search > Results tab:Profile > Address * 100",
        because: "nobody got there, so what they wanted is unknown", map: .orders),
    ],
    judging: Judging { context in
      context.completedTasks.map { task in
        let sum = task.sum
        let least = task.way.least
        return Subject(
          task.name, users: sum.lostUsers(least: least), sessions: sum.lostSessions(least: least),
          examples: sum.longestExamples,
          share: .rows(sum.lost(least: least)),
          of: task)
      }
    } findings: { context, tasks in
      let lost = context.above("share", tasks)
      let found = Set(texts: lost.filter(\.isBeyond).map(\.subject.name))
      return lost.map { found in
        let task = found.subject
        let sum = found.subject.item.sum
        let way = found.subject.item.way
        return context.finding(
          found, task.item.isStarted ? .error : .info, metric: "lost_share", extraTaps: sum.extraTaps(least: way.least),
          fact: "People got lost in \(found.share("completed tries")) \(context.atTask(task.item))",
          statistics: "\(found.statistics); lostness above \(number: "\(lostnessLimit)")",
          details: context.shortestWay(of: task.item) + context.detours(of: task.item))
      }
        + tasks.filter { !found.contains($0.name) }.compactMap { context.medianFinding($0.item) }
    })
}

extension RuleContext {
  /// The finding if not too many tries are clearly lost, but most are not clearly direct.
  fileprivate func medianFinding(_ task: CompletedTask) -> Finding? {
    let least = task.way.least
    let sums = task.sum.lost(least: least)
    guard sums.users >= Evidence.leastUsers, let median = task.sum.medianLostness(least: least),
      let estimate = sums.estimate(),
      median > threshold("median")
    else { return nil }
    let subject = Subject(task.name, users: sums.users, examples: task.sum.longestExamples)
    let steps = task.sum.extraTaps(least: least)
    var finding = finding(
      Verdict(subject, estimate, threshold: threshold("median"), users: sums.users), task.isStarted ? .warning : .info,
      metric: "lostness_p50",
      extraTaps: steps,
      fact: """
        In \(number: Wording.count(sums.sumN, "completed try", "completed tries")) \(atTask(task)), \
        people took \(number: Wording.count(steps, "more step")) than on the shortest route
        """,
      statistics: "median lostness \(number: "\((median * 100).rounded() / 100)"); \(number: subject.people)",
      details: shortestWay(of: task) + detours(of: task))
    finding.value = median
    finding.interval = nil
    return finding
  }
}
