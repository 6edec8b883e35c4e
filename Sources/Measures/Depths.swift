import NavigationModel
import Statistics

/// How deep people go: visits, sessions and users by depth.
package struct Depths: Measure {
  package static var isForRules: Bool { false }

  /// By depth, from 1; index 0 is unused.
  package private(set) var visits: [Int] = []
  package private(set) var sessions: [Int] = []
  private var finishedUsers: [Int] = []

  private var userDepth = 0

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard !path.steps.isEmpty else { return }
    var depth = 0
    for step in path.steps {
      depth = max(depth, Int(step.depth))
      if step.kind.isForward { visits.count(at: Int(step.depth)) }
    }
    sessions.count(at: depth)
    userDepth = max(userDepth, depth)
  }

  package mutating func finishUser() {
    if userDepth > 0 { finishedUsers.count(at: userDepth) }
    userDepth = 0
  }

  package mutating func merge(_ other: Depths) {
    visits.add(other.visits)
    sessions.add(other.sessions)
    finishedUsers.add(other.finishedUsers)
  }

  /// Users by the largest depth that they reached.
  package var users: [Int] { finishedUsers }
}

extension [Int] {
  /// Adds `amount` at `index`, growing with zeros.
  @inline(__always)
  mutating func count(at index: Int, _ amount: Int = 1) {
    if index >= count { append(contentsOf: repeatElement(0, count: index + 1 - count)) }
    self[index] += amount
  }

  /// Adds elementwise.
  mutating func add(_ other: [Int]) {
    for (index, amount) in other.enumerated() where amount != 0 { count(at: index, amount) }
  }
}

extension Depths {
  package func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope)] }

  private func table(_ scope: MeasureScope) -> Table {
    func count(_ counts: [Int], _ depth: Int) -> Int { depth < counts.count ? counts[depth] : 0 }
    let reached = (1..<max(visits.count, sessions.count, 1)).filter { depth in
      [visits, sessions, users].contains { count($0, depth) > 0 }
    }
    return TableDefinition<Int>(
      "depth", "One row for each depth that was reached.",
      [
        .numberKey("depth", "Level of a screen, the root being 1; a modal screen starts again at 1.") { $0 },
        .count("visits", "Forward steps that arrive at a screen of this depth.") { count(visits, $0) },
        .sessions("sessions", "Sessions whose deepest step is at this depth.") { count(sessions, $0) },
        .users("users", "Users whose deepest step is at this depth.") { count(users, $0) },
      ]
    ).table(scope.structureKnown ? reached : [])
  }
}

extension Measures {
  package var depths: Depths { self[Depths.self] }
}
