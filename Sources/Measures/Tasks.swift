import NavigationModel
import Statistics

/// How people complete declared tasks: their tries (``TaskTry``), and for completed ones how lost people were, what they chose first, and
/// whether they went back.
package struct Tasks: Measure {
  /// Longer shortest ways count as this long.
  static let longestLeast = 32

  package private(set) var tasks: [TaskNames]
  /// One for each of ``tasks``.
  package private(set) var cells: [TaskCell]

  /// What the current user and session did, for each task.
  private var pending: [PendingTries] = []
  private var seen: Set<Name> = []

  package init() { self.init(nil, span: nil) }

  package init(_ declared: DeclaredNames?, span: SessionSpan?) {
    tasks = declared?.tasks ?? []
    cells = tasks.map { _ in TaskCell() }
  }

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if !tasks.isEmpty { observeTries(session, path) }
  }

  @inline(never)
  private mutating func observeTries(_ session: Session, _ path: Reconstruction) {
    if pending.count != tasks.count { pending = tasks.map { _ in PendingTries() } }
    for (index, task) in tasks.enumerated() {
      path.tries(at: task) { found in
        guard let goal = found.goal else { return cells[index].giveUp(session) }
        let completed = CompletedTry(path, from: found.start, to: goal, seen: &seen)
        cells[index].add(completed, session)
        cells[index].addWay(completed, path.steps[found.start...goal])
        for screen in seen where screen != task.start && screen != task.goal { cells[index].pass(screen, session) }
        pending[index].add(completed)
      }
      pending[index].finishSession(session, &cells[index])
    }
  }

  package mutating func finishUser() {
    for index in pending.indices { pending[index].finishUser(&cells[index]) }
  }

  package mutating func merge(_ other: Tasks) {
    for (task, cell) in zip(other.tasks, other.cells) {
      if let index = tasks.firstIndex(of: task) {
        cells[index].merge(cell)
      } else {
        tasks.append(task)
        cells.append(cell)
      }
    }
  }
}

extension Tasks {
  private enum CodingKeys: CodingKey { case tasks, cells }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tasks = try container.decode([TaskNames].self, forKey: .tasks)
    cells = try container.decode([TaskCell].self, forKey: .cells)
    guard cells.count == tasks.count else { throw BinaryError.invalid }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tasks, forKey: .tasks)
    try container.encode(cells, forKey: .cells)
  }
}

/// The completed tries of one user, and of one session, at one task.
private struct PendingTries: Sendable {
  /// Tries by the smallest R with which they are not lost.
  private var criticals: [Int] = []
  private var tries = 0
  private var choices = Tally<FirstChoice>()

  private var sessionTries = 0
  private var sessionCritical = 0
  private var sessionSteps = 0
  private var sessionReturns = 0
  private var sessionChoices = Tally<FirstChoice>()

  mutating func add(_ completed: CompletedTry) {
    let critical = completed.criticalLeast(upTo: Tasks.longestLeast)
    criticals.count(at: critical)
    tries += 1
    choices.count(completed.choice)
    sessionTries += 1
    sessionCritical = max(sessionCritical, critical)
    sessionSteps = max(sessionSteps, completed.steps)
    sessionReturns = max(sessionReturns, completed.returns)
    sessionChoices.count(completed.choice)
  }

  mutating func finishSession(_ session: Session, _ cell: inout TaskCell) {
    guard sessionTries > 0 else { return }
    cell.finishSession(session, critical: sessionCritical, steps: sessionSteps, returns: sessionReturns, choices: sessionChoices)
    sessionTries = 0
    sessionCritical = 0
    sessionSteps = 0
    sessionReturns = 0
    sessionChoices.removeAll()
  }

  mutating func finishUser(_ cell: inout TaskCell) {
    guard tries > 0 else { return }
    cell.finishUser(criticals: criticals, choices: choices)
    criticals.removeAll(keepingCapacity: true)
    tries = 0
    choices.removeAll()
  }
}

extension Measures {
  package var tasks: Tasks { self[Tasks.self] }
}
