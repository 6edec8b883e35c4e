import NavigationModel
import Statistics

/// The size of the log: users, sessions, events, steps, and whether the app's structure is known.
package struct Totals: Measure, Summed {
  private var userCount = UserCount()
  package private(set) var sessions = 0
  package private(set) var events = 0
  package private(set) var steps = 0
  package private(set) var forwardSteps = 0
  package private(set) var sessionsWithSteps = 0
  /// Sessions with steps in which an event shows more than that a screen appeared.
  package private(set) var sessionsWithStructure = 0
  /// Taps, swipes and the like: steps, except those that the app or a link made, and actions that moved nothing.
  package private(set) var taps = 0
  package private(set) var platforms = SumsByName<PlatformSum>()

  package struct PlatformSum: Summed {
    package private(set) var sessionsWithSteps = 0
    package private(set) var sessionsWithStructure = 0

    mutating func add(showsStructure: Bool) {
      sessionsWithSteps += 1
      if showsStructure { sessionsWithStructure += 1 }
    }

    static let fields = Fields<Self>(\.sessionsWithSteps, \.sessionsWithStructure)

    package var hasStructure: Bool { Totals.showStructure(sessionsWithStructure, of: sessionsWithSteps) }
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    userCount.add(session)
    sessions += 1
    events += session.events
    for occurrence in path.occurrences where occurrence.isTap { taps += 1 }
    guard !path.steps.isEmpty else { return }
    sessionsWithSteps += 1
    if path.showsStructure { sessionsWithStructure += 1 }
    platforms[adding: session.segment.platform].add(showsStructure: path.showsStructure)
    steps += path.steps.count
    forwardSteps += path.figures.visits
    // A reselect is counted as an occurrence, whether it moves or not.
    for step in path.steps where step.kind != .entry && step.kind != .link && step.kind != .reselect { taps += 1 }
  }

  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [measures.summary(scope)] }

  static let fields =
    Fields<Self>(
      counts: \.sessions, \.events, \.steps, \.forwardSteps, \.taps, \.sessionsWithSteps, \.sessionsWithStructure)
    + Fields<Self>(\.userCount, \.platforms)

  package var users: Int { userCount.users }

  /// Whether the log itself shows the app's structure.
  package var showsStructure: Bool { Self.showStructure(sessionsWithStructure, of: sessionsWithSteps) }

  /// Whether sessions show the app's structure: at least one in a hundred of those with steps has an event that shows
  /// more than that a screen appeared.
  private static func showStructure(_ sessions: Int, of sessionsWithSteps: Int) -> Bool {
    sessions > 0 && sessions * 100 >= sessionsWithSteps
  }
}

extension Occurrence {
  /// Whether it is a user action that is not also a step.
  fileprivate var isTap: Bool {
    switch kind {
    case .tabReselect, .tabBlocked, .backAtRoot, .gesture, .tap: true
    case .menuOpen: !flag
    default: false
    }
  }
}

/// How deep people go: visits, sessions and users by depth.
package struct Depths: Measure, Summed {
  static var isForRules: Bool { false }

  /// By depth, from 1; index 0 is unused.
  package private(set) var visits: [Int] = []
  package private(set) var sessions: [Int] = []
  /// Users by the largest depth that they reached.
  package private(set) var users: [Int] = []

  private var userDepth = 0

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard !path.steps.isEmpty else { return }
    var depth = 0
    for step in path.steps {
      depth = max(depth, Int(step.depth))
      if step.kind.isForward { visits.count(at: Int(step.depth)) }
    }
    sessions.count(at: depth)
    userDepth = max(userDepth, depth)
  }

  mutating func finishUser() {
    if userDepth > 0 { users.count(at: userDepth) }
    userDepth = 0
  }

  static let fields = Fields<Self>(\.visits, \.sessions, \.users)

  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] {
    func count(_ counts: [Int], _ depth: Int) -> Int { depth < counts.count ? counts[depth] : 0 }
    let reached = (1..<max(visits.count, sessions.count, 1)).filter { depth in
      [visits, sessions, users].contains { count($0, depth) > 0 }
    }
    let table = TableDefinition<Int>(
      "depth", "One row for each depth that was reached.",
      [
        .numberKey(.depth, "Level of a screen, the root being 1, at most 1,000; a modal screen starts again at 1.") {
          $0
        },
        .count(.visits, "Forward steps that arrive at a screen of this depth.") { count(visits, $0) },
        .sessions(.sessions, "Sessions whose deepest step is at this depth.") { count(sessions, $0) },
        .users(.users, "Users whose deepest step is at this depth.") { count(users, $0) },
      ]
    ).table(scope.structureKnown ? reached : [])
    return [table]
  }
}
