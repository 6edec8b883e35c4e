import Measures
import NavigationModel

// Shared by the task rules: the declared tasks, which are not in the log, and the tries at them.

extension Rule {
  /// Part of their queries: completed tries, and the shortest of them; `{tasks}` and `{ways}` are filled in from the
  /// app map.
  ///
  /// - `task`: name, start, goal and the number of screens of the shortest way that the app map declares (NULL if it
  ///   declares none)
  /// - `declared`: the screens and tabs on such a way
  /// - `passed`: the steps of the completed tries
  /// - `done`: the completed tries, with the number of steps and of different screens that they pass, the returns, and
  ///   the number of the first choice
  /// - `shortest`: those with the fewest steps; `least`: the number of screens of the shortest way
  static let triesAtTasks = """
    WITH task (name, start, goal, least) AS (
      {tasks}
    ), declared (name, screen, tab) AS (
      {ways}
    ), move AS (
      SELECT t.name, s.user_id, s.session_id, s.part, s.number, s.kind, s.screen, s.section, s.section_kind, s.depth,
        s.kind = 'modal' OR s.kind = 'back' AND coalesce(lag(s.kind) OVER before, '') = 'modal' AS is_aside,
        sum(s.is_visit AND s.screen = t.start) OVER before AS try,
        (s.screen = t.goal OR s.kind = 'link') AND NOT (s.is_visit AND s.screen = t.start) AS is_end
      FROM task AS t JOIN step AS s ON t.start <> t.goal
      WINDOW before AS (PARTITION BY t.name, s.session_id, s.part ORDER BY s.number)
    ), span AS (
      SELECT name, session_id, part, try, min(number) AS first_step, min(iif(is_end, number, NULL)) AS last_step
      FROM move WHERE try > 0 GROUP BY name, session_id, part, try
    ), passed AS (
      SELECT m.*, p.first_step, p.last_step
      FROM span AS p
      JOIN move AS e ON e.name = p.name AND e.session_id = p.session_id AND e.number = p.last_step AND e.kind <> 'link'
      JOIN move AS m ON m.name = p.name AND m.session_id = p.session_id AND m.number BETWEEN p.first_step AND \
      p.last_step
    ), done AS (
      SELECT name, user_id, session_id, part, try, count(*) AS steps, count(DISTINCT screen) AS screens,
        max(kind = 'tab' AND depth > 1 AND number > first_step) AS uses_kept_state,
        sum(kind IN ('back', 'reselect') AND number > first_step AND NOT is_aside) AS returns,
        coalesce(min(iif(number > first_step AND NOT is_aside, number, NULL)), last_step) AS choice
      FROM passed GROUP BY name, user_id, session_id, part, try, last_step
    ), shortest AS (
      SELECT * FROM (SELECT *, rank() OVER (PARTITION BY name ORDER BY uses_kept_state, steps) AS position FROM done) \
      WHERE position = 1
    ), least AS (
      SELECT t.name, coalesce(t.least, min(k.steps)) AS screens
      FROM task AS t JOIN shortest AS k ON k.name = t.name GROUP BY t.name
    )
    """

  /// A query with the tasks of a map.
  static func filled(_ query: String, tasksOf map: AppMap) -> String {
    guard query.contains("{tasks}") else { return query }
    var tasks: [String] = []
    var ways: [String] = []
    for task in map.tasks {
      let way = map.shortestWay(from: task.start, to: task.goal)
      tasks.append(
        "(\(task.name.sql), \(task.start.sql), \(task.goal.sql), \(way.map { String($0.trail.count) } ?? "NULL"))")
      ways += (way?.screens.sorted { $0.precedesByScalars($1) } ?? []).map { "(\(task.name.sql), \($0.sql), NULL)" }
      ways += (way?.tabs.sorted { $0.precedesByScalars($1) } ?? []).map { "(\(task.name.sql), NULL, \($0.sql))" }
    }
    return
      query
      .replacing(
        "{ways}", with: ways.isEmpty ? "SELECT NULL, NULL, NULL WHERE 0" : "VALUES \(ways.joined(separator: ", "))"
      )
      .replacing(
        "{tasks}",
        with: tasks.isEmpty ? "SELECT NULL, NULL, NULL, NULL WHERE 0" : "VALUES \(tasks.joined(separator: ", "))")
  }
}

extension String {
  fileprivate var sql: String { "'\(replacing("'", with: "''"))'" }
}

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

  func shortestWay(of task: CompletedTask) -> String {
    let origin = task.way.isDeclared ? "by the app map" : "that anybody took"
    return "The shortest way \(origin): \(Wording.trail(task.way.trail)) (\(Wording.count(task.way.least, "screen")))."
  }

  /// The screens off the shortest ways that most completed tries passed.
  func detours(of task: CompletedTask) -> [String] {
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
