import NavigationModel

/// The steps of users who are drawn at random, for questions about ways of several steps: these would grow with the
/// entropy of a log.
///
/// Users are taken in the order of their pseudonyms, which are keyed hashes, until they have ``leastSteps`` steps; a
/// log with fewer is taken whole. So the draws of parts of a log merge into that of the entire log, however it was
/// split.
package struct DrawnSessions: Measure {
  static var isForRules: Bool { false }

  /// The steps at which no more users are drawn.
  package static let leastSteps = 40_000
  /// The number of a user's sessions that are drawn, the first ones, and of steps of each.
  package static let (mostSessions, mostSteps) = (50, 200)

  package struct DrawnStep: Sendable, Equatable {
    package let screen: Name
    /// Milliseconds, rounded down; nil if unknown.
    package var dwell: Int? { codedDwell == 0 ? nil : Int(codedDwell) - 1 }
    /// ``dwell`` plus one; 0 if unknown.
    fileprivate let codedDwell: UInt32
    package let kind: StepKind
    package let isFirst: Bool
  }

  package struct DrawnSession: Sendable, Equatable {
    package let number: Int
    /// Microseconds since 1970.
    package let start: Int64
    /// As ``Session/week``.
    package let week: Int
    package let platform: Name
    package let appVersion: Name
    package fileprivate(set) var steps: [DrawnStep]
  }

  package struct DrawnUser: Sendable, Equatable {
    package let pseudonym: Pseudonym
    package fileprivate(set) var sessions: [DrawnSession] = []
    fileprivate var steps = 0
  }

  /// In the order of their pseudonyms, once it is finished. All have steps.
  package private(set) var users: [DrawnUser] = []
  package private(set) var steps = 0
  /// Users after this one cannot be drawn any more.
  private var last = Pseudonym(rawValue: .max)

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard session.pseudonym <= last, session.number <= Self.mostSessions, !path.steps.isEmpty else { return }
    if users.last?.pseudonym != session.pseudonym {
      // Not for each user: sorting takes longer than keeping some too many.
      if steps >= 2 * Self.leastSteps { drop() }
      guard session.pseudonym <= last else { return }
      users.append(DrawnUser(pseudonym: session.pseudonym))
    }
    users[users.count - 1].add(session, path.steps.prefix(Self.mostSteps))
    steps += min(path.steps.count, Self.mostSteps)
  }

  private mutating func drop() {
    users.sort { $0.pseudonym < $1.pseudonym }
    steps = 0
    for index in users.indices {
      steps += users[index].steps
      guard steps >= Self.leastSteps else { continue }
      last = users[index].pseudonym
      users.removeSubrange((index + 1)...)
      return
    }
  }

  package mutating func finish() { drop() }

  package mutating func merge(_ other: DrawnSessions) {
    users += other.users
    drop()
  }

  package var sessions: Int { users.reduce(0) { $0 + $1.sessions.count } }

  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] {
    let parts = DrawnParts(self)
    let ways = Ways(parts)
    return [
      parts.screenReach(scope, measures.weekSpans(scope.declared.calendar)), ways.table(scope),
      ways.throughTable(scope), forwardTrails(scope),
    ]
  }

  /// What stands between the screens of a trail.
  package static let trailSeparator = " › "

  /// The table `forward_trails`: unbroken rows of forward steps of drawn users, each to a screen that the trail does
  /// not have yet.
  func forwardTrails(_ scope: MeasureScope) -> Table {
    var trails = SumsByKey<[Name], Frequency>()
    for (user, own) in users.enumerated() {
      for session in own.sessions {
        var trail: [Name] = []
        func finish() {
          if trail.count > 1 { trails[adding: trail].add(user: UInt32(user)) }
          trail.removeAll(keepingCapacity: true)
        }
        for step in session.steps {
          if step.isFirst || !step.kind.isForward || trail.contains(step.screen) { finish() }
          trail.append(step.screen)
        }
        finish()
      }
    }
    typealias Row = (text: String, trail: Frequency)
    let rows = trails.pairs.filter { $0.1.users >= DrawnParts.leastUsers }.map { screens, trail -> Row in
      (screens.map { scope.names[$0] }.joined(separator: Self.trailSeparator), trail)
    }
    return TableDefinition<Row>(
      "forward_trails", "One row for each trail of forward steps that at least three drawn users took.",
      [
        .key(
          .trail,
          """
          The screens of the trail, from the first to the one after which the user turned back, came to a screen \
          again or left.
          """
        ) { $0.text },
        .count(.count, "How often.") { $0.trail.count },
        .users(.users, "By how many users.") { $0.trail.users },
      ]
    ).table(rows)
  }
}

extension DrawnSessions.DrawnUser {
  fileprivate mutating func add(_ session: Session, _ path: ArraySlice<Step>) {
    var part = UInt32.max
    let own = path.map { step in
      defer { part = step.part }
      return DrawnSessions.DrawnStep(
        screen: step.screen, codedDwell: step.dwell < 0 ? 0 : UInt32(clamping: step.dwell / 1000 + 1), kind: step.kind,
        isFirst: step.part != part)
    }
    sessions.append(
      DrawnSessions.DrawnSession(
        number: session.number, start: session.start, week: session.week, platform: session.segment.platform,
        appVersion: session.segment.appVersion,
        steps: own))
    steps += own.count
  }
}

extension DrawnSessions.DrawnStep: BinaryRecord {
  package static let form = BinaryForm(Self.init(screen:packed:), \.screen, \.packed)

  private var packed: UInt64 { UInt64(codedDwell) << 5 | (isFirst ? 16 : 0) | UInt64(kind.rawValue) }

  private init(screen: Name, packed: UInt64) throws {
    guard packed >> 5 <= UInt64(UInt32.max), let kind = StepKind(rawValue: UInt8(packed & 15)) else {
      throw BinaryError.invalid
    }
    self.init(screen: screen, codedDwell: UInt32(packed >> 5), kind: kind, isFirst: packed & 16 == 16)
  }
}

extension DrawnSessions.DrawnSession: BinaryRecord {
  package static let form = BinaryForm(
    Self.init(number:start:week:platform:appVersion:steps:), \.number, \.start, \.week, \.platform, \.appVersion,
    \.steps)

  fileprivate var isValid: Bool {
    1...DrawnSessions.mostSessions ~= number && 1...DrawnSessions.mostSteps ~= steps.count && steps[0].isFirst
  }
}

extension DrawnSessions.DrawnUser: BinaryRecord {
  package static let form = BinaryForm(Self.init(pseudonym:sessions:), \.pseudonym, \.sessions)

  private init(pseudonym: Pseudonym, sessions: [DrawnSessions.DrawnSession]) throws {
    guard 1...DrawnSessions.mostSessions ~= sessions.count, sessions.allSatisfy(\.isValid) else {
      throw BinaryError.invalid
    }
    self.init(pseudonym: pseudonym, sessions: sessions, steps: sessions.reduce(0) { $0 + $1.steps.count })
  }
}

extension DrawnSessions: BinaryRecord {
  package static let form = BinaryForm(Self.init(users:), \.users)

  private init(users: [DrawnUser]) {
    self.users = users
    drop()
  }
}
