import NavigationModel
import Statistics

/// How people complete declared tasks: their tries, and for completed ones how lost people were, what they chose first,
/// and whether they went back.
package struct Tasks: Measure {
  /// Longer shortest ways count as this long.
  static let longestLeast = 32

  package private(set) var tasks: [TaskNames] = []
  /// One for each of ``tasks``: all visits of its start.
  package private(set) var sums: [TaskSums] = []
  /// One for each of ``tasks``: the tries whose start is logged.
  private var started: [TaskSums] = []

  private var seen: Set<Name> = []

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) {
    tasks = declared?.tasks ?? []
    sums = tasks.map { _ in TaskSums() }
    started = sums
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if !tasks.isEmpty { observeTries(session, path) }
  }

  @inline(never)
  private mutating func observeTries(_ session: Session, _ path: Reconstruction) {
    for (index, task) in tasks.enumerated() {
      path.tries(at: task) { start, goal in sums[index].add(path, from: start, to: goal, seen: &seen, session) }
      sums[index].finishSession()
      path.startedTries(at: task) { start, goal in
        started[index].add(path, from: start, to: goal, seen: &seen, session)
      }
      started[index].finishSession()
    }
  }

  mutating func finishUser() {
    for index in sums.indices {
      sums[index].finishUser()
      started[index].finishUser()
    }
  }

  package mutating func finish() {
    sums.finish()
    started.finish()
  }

  /// The tries that people said they began; nil if the log does not say so.
  package func started(_ index: Int) -> TaskSums? { started[index].success.sumN > 0 ? started[index] : nil }

  package func isStarted(_ task: TaskNames) -> Bool {
    tasks.firstIndex(of: task).map { started($0) != nil } ?? false
  }

  package mutating func merge(_ other: Tasks) {
    let places = Dictionary(zip(tasks, tasks.indices)) { first, _ in first }
    for (number, task) in other.tasks.enumerated() {
      if let index = places[task] {
        sums[index].merge(other.sums[number])
        started[index].merge(other.started[number])
      } else {
        tasks.append(task)
        sums.append(other.sums[number])
        started.append(other.started[number])
      }
    }
  }
}

extension Tasks: BinaryRecord {
  package static let form = BinaryForm(Self.init(tasks:sums:started:), \.tasks, \.sums, \.started)

  private init(tasks: [TaskNames], sums: [TaskSums], started: [TaskSums]) throws {
    guard sums.count == tasks.count, started.count == tasks.count else { throw BinaryError.invalid }
    self.tasks = tasks
    self.sums = sums
    self.started = started
  }
}

extension Tasks {
  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] {
    // Without a way, nobody reached the goal and the map declares none.
    typealias Row = (task: TaskNames, sum: TaskSums, way: RightWay?)
    let names = scope.names
    let table = TableDefinition<Row>(
      "tasks", "One row for each task that the app map declares.",
      [
        .key(.task, "The task.") { names[$0.task.name] },
        .text("start", "The screen from which a try begins when it is visited.") { names[$0.task.start] },
        .text("goal", "The screen that completes a try.") { names[$0.task.goal] },
        .count(.tries, "Tries; visits of the start screen that led elsewhere are among them.") { $0.sum.success.sumN },
        .count(.completed, "Tries that got to the goal.") { $0.sum.success.sumY },
        .users(.users, "Users with a try.") { $0.sum.success.users },
        .shareByUser(.success, "Completed tries over all tries.") { $0.sum.success },
        .measure(
          .lostnessMedian,
          "Median lostness of the completed tries: 0 on the shortest way, above \(lostnessLimit) clearly lost.",
          in: nil, basis: "completed"
        ) {
          row in
          row.way.flatMap { row.sum.medianLostness(least: $0.least) }
        },
        .shareByUser(
          .lostShare, "Completed tries with a lostness above \(lostnessLimit) over all completed tries.",
          basis: "completed"
        ) { row in
          row.way.map { row.sum.lost(least: $0.least) }
        },
        .shareByUser(
          .firstChoiceShare, "Completed tries whose first choice lay on a shortest way over all completed tries.",
          basis: "completed"
        ) {
          row in row.way.map { row.sum.firstChoices(where: $0.holds) }
        },
        .shareByUser(.directShare, "Completed tries without going back over all completed tries.") { $0.sum.direct },
        .count(.extraTaps, "Steps of the completed tries beyond the shortest way.", basis: "completed") { row in
          row.way.map { row.sum.extraTaps(least: $0.least) }
        },
        .quantile(
          .shortest, "Screens of the shortest way, start and goal counted: by the app map, or else the shortest taken.",
          in: .screens, basis: "completed"
        ) { $0.way?.least },
      ]
    ).table(tasks.indices.map { (tasks[$0], sums[$0], rightWay($0, scope)) })
    return [table]
  }
}
