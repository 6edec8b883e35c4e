import NavigationModel
import Statistics

extension Tasks {
  func table(_ scope: MeasureScope) -> Table {
    let names = scope.names
    let order = tasks.indices.sorted { names.rank(tasks[$0].name) < names.rank(tasks[$1].name) }
    let rows = order.map { place -> [Table.Cell] in
      let (task, cell) = (tasks[place], cells[place])
      let way = rightWay(place, scope)
      let success = cell.success
      return [
        .text(names[task.name]), .text(names[task.start]), .text(names[task.goal]), .integer(success.sumN), .integer(success.sumY),
        .integer(success.users),
      ] + share(success)
        + [.init(way.flatMap { cell.medianLostness(least: $0.least) })] + share(way.map { cell.lost(least: $0.least) })
        + share(way.map { way in cell.firstChoices(where: way.holds) }) + share(cell.direct)
        + [.init(way.map { cell.extraTaps(least: $0.least) }), .init(way?.least)]
    }
    return Table(
      name: "tasks", meaning: "One row for each task that the app map declares.",
      columns: [
        .init("task", .text, "The task."),
        .init("start", .text, "The screen from which a try begins when it is visited."),
        .init("goal", .text, "The screen that completes a try."),
        .init("tries", .integer, "Tries; visits of the start screen that led elsewhere are among them."),
        .init("completed", .integer, "Tries that got to the goal."),
        .init("users", .integer, "Users with a try."),
        .init("success", .share, "Completed tries over all tries."),
        .init("success_low", .share, "Lower bound of the 95 % interval, by user."),
        .init("success_high", .share, "Upper bound of the 95 % interval, by user."),
        .init("lostness_p50", .number, "Median lostness of the completed tries: 0 on the shortest way, above 0.5 clearly lost."),
        .init("lost_share", .share, "Completed tries with a lostness above 0.5 over all completed tries."),
        .init("lost_share_low", .share, "Lower bound of the 95 % interval, by user."),
        .init("lost_share_high", .share, "Upper bound of the 95 % interval, by user."),
        .init("first_choice_share", .share, "Completed tries whose first choice lay on a shortest way over all completed tries."),
        .init("first_choice_share_low", .share, "Lower bound of the 95 % interval, by user."),
        .init("first_choice_share_high", .share, "Upper bound of the 95 % interval, by user."),
        .init("direct_share", .share, "Completed tries without going back over all completed tries."),
        .init("direct_share_low", .share, "Lower bound of the 95 % interval, by user."),
        .init("direct_share_high", .share, "Upper bound of the 95 % interval, by user."),
        .init("extra_taps", .integer, "Steps of the completed tries beyond the shortest way."),
        .init("shortest", .integer, "Screens of the shortest way, start and goal counted: by the app map, or else the shortest taken."),
      ],
      rows: rows)
  }

  private func share(_ sums: RatioSums?) -> [Table.Cell] {
    let interval = sums?.interval()
    return [.init(sums?.share), .init(interval?.low), .init(interval?.high)]
  }
}
