import Measures
import NavigationModel

// Shared by the task rules: the declared tasks, which are not in the log, and the tries at them.

/// A declared task with a completed try.
typealias CompletedTask = (name: String, sum: TaskSums, way: RightWay)

extension RuleContext {
  /// In text order.
  var completedTasks: [CompletedTask] {
    let tasks = measures.tasks
    return tasks.tasks.indices
      .compactMap { index in
        tasks.rightWay(index, scope).map { (name: text(tasks.tasks[index].name), sum: tasks.sums[index], way: $0) }
      }
      .sorted { $0.name.precedesByScalars($1.name) }
  }

  func shortestWay(of task: CompletedTask) -> Text {
    let origin: Text = task.way.isDeclared ? "by the app map" : "that anybody took"
    return
      "The shortest route \(origin): \(Wording.trail(task.way.trail)) (\(Wording.count(task.way.least, "screen")))."
  }

  /// The screens off the shortest ways that most completed tries passed.
  func detours(of task: CompletedTask) -> [Text] {
    most(5, of: task.sum.passed.pairs.filter { !task.way.passes($0.0) }, by: \.count).map { screen, tries in
      "Detour by \(screen): \(Wording.count(tries.count, "try", "tries")) of \(Wording.count(tries.users, "user"))."
    }
  }
}

extension AppMap {
  /// The map of the examples.
  static let orders = AppMap(
    roots: ["Home": "Home", "Orders": "Orders"], parents: ["Track": "Orders"],
    tasks: [.init(name: "track an order", start: "Home", goal: "Track")])
}
