import Measures
import NavigationModel

extension Rule {
  static let taskFirstChoice = Rule(
    id: "task.first-choice",
    title: "Wrong first choice",
    claim: "Too few of the people who complete the task begin on the shortest route.",
    rationale: """
      The first choice decides. People who start right nearly always arrive; people who start wrong arrive every \
      other time. Their first choice shows where they expect the task.
      """,
    severities: [.warning, .info],
    subject: .task,
    table: "tasks",
    sources: [
      .published("Bailey & Wolfson 2009, first click: 87% get there after a right first click, 46% after a wrong one"),
      .published("Optimal Workshop, tree tests: 70% against 24%"),
      .heuristic("the share of 70%; there may be good ways that the app map does not declare"),
    ],
    thresholds: [Threshold("share", 0.7, .share, "share of completed tries that begin on the shortest route")],
    advice: "See where people go first. Relabel what misleads them, move the task there, or link to it from there.",
    action: RuleAction("Relabel what misleads people who begin "),
    needs: [.tasks, .completedTasks],
    examples: [
      .fires(
        subject: "track an order", .warning,
        "\(RuleExample.setOut) tab:Search tab:Orders > Track * 70\n\(RuleExample.setOut) tab:Orders > Track * 50",
        map: .orders),
      .fires(
        subject: "track an order", .info,
        "tab:Home tab:Search tab:Orders > Track * 70\ntab:Home tab:Orders > Track * 50", map: .orders),
      .fires(
        subject: "track an order", .info, "tab:Home > Offer tab:Orders > Track * 15\ntab:Home tab:Orders > Track * 4",
        map: AppMap(tasks: [.init(name: "track an order", start: "Home", goal: "Track")])),
      .silent(
        "tab:Home tab:Search tab:Orders > Track * 40\ntab:Home tab:Orders > Track * 80",
        because: "with 120 tries, an observed 67% may be 70%", map: .orders),
      .silent(
        "tab:Home tab:Orders=List > Item > Track * 100",
        because: "the section lies on the way", map: .orders),
      .silent(
        "tab:Home modal:News modal! tab:Orders > Track * 100", because: "a modal screen is no choice of a way",
        map: .orders),
      .silent("tab:Home tab:Search tab:Orders > Track * 9", because: "fewer than ten users", map: .orders),
      .silent(
        "tab:Home tab:Search tab:Orders * 100", because: "nobody got there, so what they wanted is unknown",
        map: .orders),
    ],
    judging: Judging(below: "share") { context in
      context.completedTasks.map { task in
        let wrong = task.sum.wrongFirstChoices(where: task.way.holds)
        return Subject(
          task.name, users: wrong.users, sessions: wrong.sessions, examples: wrong.examples,
          share: .rows(task.sum.firstChoices(where: task.way.holds)),
          of: task)
      }
    } finding: { context, found in
      let task = found.subject
      return context.finding(
        found, task.item.isStarted ? .warning : .info, metric: "first_choice_share",
        extraTaps: (task.share?.rows ?? 0) - task.counted,
        fact: "\(found.few("completed tries")) \(context.atTask(task.item)) began on the shortest route",
        statistics: "\(number: Wording.percent(found.estimate)); \(number: task.people) went elsewhere first",
        details: context.shortestWay(of: task.item) + context.wrongChoices(of: task.item))
    })
}

extension RuleContext {
  fileprivate func wrongChoices(of task: CompletedTask) -> [Text] {
    var counts: [Text: Int] = [:]
    for (choice, count) in task.sum.choices where !task.way.holds(choice) {
      let destination: Text =
        choice.changesSection
        ? "the section \(section: choice.section.label(scope.names))" : "the screen \(text(choice.screen))"
      counts[destination, default: 0] += count
    }
    return counts.most(3, by: \.value, named: \.key.plain).map {
      "First to \($0.key): \(Wording.count($0.value, "try", "tries"))."
    }
  }
}
