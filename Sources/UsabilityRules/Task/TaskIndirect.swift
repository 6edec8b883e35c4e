import Measures
import NavigationModel

extension Rule {
  static let taskIndirect = Rule(
    id: "task.indirect",
    title: "Task done only by going back",
    claim: "Too many of the people who complete the task have to go back on the way.",
    rationale:
      "People who go back opened the wrong thing first: labels overlap, or promise something that is elsewhere.",
    severities: [.info],
    subject: .task,
    table: "tasks",
    sources: [
      .published("Optimal Workshop, tree tests: directness is the share of tries without going back up"),
      .heuristic("the share of 75%; what people do to look around is indirect on purpose"),
    ],
    thresholds: [Threshold("share", 0.75, .share, "share of completed tries without going back")],
    advice: "See where people turn back, and merge or rename what they confuse.",
    needs: [.tasks, .completedTasks],
    examples: [
      .fires(
        subject: "track an order", .info,
        "tab:Home tab:Orders > Returns < > Track * 60\ntab:Home tab:Orders > Track * 60", map: .orders),
      .fires(subject: "track an order", .info, "tab:Home tab:Orders > Old tab:Orders > Track * 12", map: .orders),
      .silent(
        "tab:Home tab:Orders > Returns < > Track * 30\ntab:Home tab:Orders > Track * 70",
        because: "with 100 tries, an observed 70% may be 75%", map: .orders),
      .silent(
        "tab:Home tab:Orders modal:Filter modal! > Track * 100", because: "leaving a modal screen is not going back",
        map: .orders),
      .silent(
        "tab:Home > Offer < tab:Home=Start tab:Orders > Track > Map < * 100", because: "nobody had to",
        map: AppMap(tasks: [.init(name: "track an order", start: "Orders", goal: "Track")])),
      .silent("tab:Home tab:Orders > Returns < > Track * 9", because: "fewer than ten users", map: .orders),
    ],
    judging: Judging(below: "share") { context in
      context.completedTasks.map { task in
        let sum = task.sum
        return Subject(
          task.name, users: sum.indirectUsers, sessions: sum.indirectSessions, examples: sum.indirectExamples,
          share: .rows(sum.direct), of: task)
      }
    } finding: { context, found in
      let task = found.subject
      return context.finding(
        found, .info, metric: "direct_share", extraTaps: 2 * ((task.share?.rows ?? 0) - task.counted),
        message:
          """
          \(found.few("completed tries")) at the task “\(task.name)” went without going back; \(task.people) had to \
          turn round
          """,
        details: [context.shortestWay(of: task.item)] + context.detours(of: task.item))
    })
}
