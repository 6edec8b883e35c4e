import Measures
import NavigationModel

// Shared by the task rules: the declared tasks, which are not in the log, and the tries at them.

/// A declared task with a completed try.
/// - Parameter isStarted: whether the tries are those that people said they began; otherwise everybody who came to the
///   start counts, wherever they wanted to go.
typealias CompletedTask = (name: String, sum: TaskSums, way: RightWay, isStarted: Bool)

extension RuleContext {
  /// In text order. A part of the log has the right way, and the kind of tries, of all of it.
  var completedTasks: [CompletedTask] {
    let tasks = measures.tasks
    return tasks.tasks.indices
      .compactMap { index -> CompletedTask? in
        let task = tasks.tasks[index]
        let isStarted = (whole ?? measures).tasks.isStarted(task)
        guard let sum = isStarted ? tasks.started(index) : tasks.sums[index] else { return nil }
        return tasks.rightWay(index, scope, with: whole?.tasks).map { (text(task.name), sum, $0, isStarted) }
      }
      .sorted { $0.name.precedesByScalars($1.name) }
  }

  /// `at the task “track an order”`; where people said that they began, these tries are told from those of the table.
  func atTask(_ task: CompletedTask) -> Text {
    "at the task “\(task.name)”" + (task.isStarted ? " that people set out on" : "")
  }

  func shortestWay(of task: CompletedTask) -> [Text] {
    let origin: Text = task.way.isDeclared ? "by the app map" : "that anybody took"
    let doubt: [Text] =
      task.isStarted
      ? []
      : [
        """
        Everyone who came to \(task.way.trail.first ?? "") counts. Log \(code: "task_start") to know who set out.
        """
      ]
    return doubt + [
      "The shortest route \(origin): \(Wording.trail(task.way.trail)) (\(Wording.count(task.way.least, "screen")))."
    ]
  }

  /// The screens off the shortest ways that most completed tries passed.
  func detours(of task: CompletedTask) -> [Text] {
    most(5, of: task.sum.passed.pairs.filter { !task.way.passes($0.0) }, by: \.count).map { screen, tries in
      "Detour by \(screen): \(Wording.count(tries.count, "try", "tries")) of \(Wording.count(tries.users, "user"))."
    }
  }
}

extension RuleExample {
  /// How people set out in the examples.
  static let setOut = "tab:Home event:task_start{target=\"track an order\"}"
}

extension AppMap {
  /// The map of the examples.
  static let orders = AppMap(
    roots: ["Home": "Home", "Orders": "Orders"], parents: ["Track": "Orders"],
    tasks: [.init(name: "track an order", start: "Home", goal: "Track")])
}
