import NavigationModel
import Statistics

extension Tasks {
  private struct Row {
    let task: TaskNames
    let cell: TaskCell
    /// The shortest way; nil if nobody reached the goal and the map declares none.
    let way: RightWay?
  }

  package func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope)] }

  private func table(_ scope: MeasureScope) -> Table {
    let names = scope.names
    return TableDefinition<Row>(
      "tasks", "One row for each task that the app map declares.",
      [
        .key("task", "The task.") { names[$0.task.name] },
        .text("start", "The screen from which a try begins when it is visited.") { names[$0.task.start] },
        .text("goal", "The screen that completes a try.") { names[$0.task.goal] },
        .count("tries", "Tries; visits of the start screen that led elsewhere are among them.") { $0.cell.success.sumN },
        .count("completed", "Tries that got to the goal.") { $0.cell.success.sumY },
        .users("users", "Users with a try.") { $0.cell.success.users },
        .shareByUser("success", "Completed tries over all tries.") { $0.cell.success },
        .measure(
          "lostness_p50", "Median lostness of the completed tries: 0 on the shortest way, above \(lostnessLimit) clearly lost.", in: nil, basis: "completed"
        ) {
          row in
          row.way.flatMap { row.cell.medianLostness(least: $0.least) }
        },
        .shareByUser("lost_share", "Completed tries with a lostness above \(lostnessLimit) over all completed tries.", basis: "completed") { row in
          row.way.map { row.cell.lost(least: $0.least) }
        },
        .shareByUser("first_choice_share", "Completed tries whose first choice lay on a shortest way over all completed tries.", basis: "completed") {
          row in row.way.map { row.cell.firstChoices(where: $0.holds) }
        },
        .shareByUser("direct_share", "Completed tries without going back over all completed tries.") { $0.cell.direct },
        .count("extra_taps", "Steps of the completed tries beyond the shortest way.", basis: "completed") { row in
          row.way.map { row.cell.extraTaps(least: $0.least) }
        },
        .quantile(
          "shortest", "Screens of the shortest way, start and goal counted: by the app map, or else the shortest taken.", in: .screens, basis: "completed"
        ) { $0.way?.least },
      ]
    ).table(tasks.indices.map { Row(task: tasks[$0], cell: cells[$0], way: rightWay($0, scope)) })
  }
}
