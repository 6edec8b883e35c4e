import NavigationModel

/// The size of the log: users, sessions, events, steps, and whether the app's structure is known.
package struct Totals: Measure {
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
  /// Sessions with steps and sessions with structure, by platform.
  package private(set) var platforms = NameCells<PlatformCell>()

  package struct PlatformCell: MergeableCell {
    package private(set) var sessionsWithSteps = 0
    package private(set) var sessionsWithStructure = 0

    package init() {}

    mutating func add(showsStructure: Bool) {
      sessionsWithSteps += 1
      if showsStructure { sessionsWithStructure += 1 }
    }

    package mutating func merge(_ other: PlatformCell) {
      sessionsWithSteps += other.sessionsWithSteps
      sessionsWithStructure += other.sessionsWithStructure
    }

    package var hasStructure: Bool { Totals.showStructure(sessionsWithStructure, of: sessionsWithSteps) }
  }

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
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

  package func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [measures.summary(scope)] }

  package mutating func merge(_ other: Totals) {
    userCount.merge(other.userCount)
    sessions += other.sessions
    events += other.events
    steps += other.steps
    forwardSteps += other.forwardSteps
    taps += other.taps
    sessionsWithSteps += other.sessionsWithSteps
    sessionsWithStructure += other.sessionsWithStructure
    platforms.merge(other.platforms)
  }

  package var users: Int { userCount.users }

  /// Whether the log itself shows the app's structure.
  package var showsStructure: Bool { Self.showStructure(sessionsWithStructure, of: sessionsWithSteps) }

  /// Whether sessions show the app's structure: at least one in a hundred of those with steps has an event that shows more than that a screen
  /// appeared.
  private static func showStructure(_ sessions: Int, of sessionsWithSteps: Int) -> Bool { sessions > 0 && sessions * 100 >= sessionsWithSteps }
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

extension Measures {
  package var totals: Totals { self[Totals.self] }
}
