import NavigationModel

/// Who comes to a screen again, and how people leave the app from it: whether they are done there, and whether it is a
/// tour.
package struct ScreenReturns: Measure, Summed {
  package struct Sum: Summed {
    /// Users with two sessions or more who came here.
    package fileprivate(set) var returning = 0
    /// Users with three sessions or more who came here, and those of them who did so in at most one session of each
    /// version of the app.
    package fileprivate(set) var regulars = 0
    package fileprivate(set) var once = 0
    /// Of those with two sessions or more: those who came here only in a first session that the log calls the first
    /// ever (`app_open` `via: first`).
    package fileprivate(set) var openers = 0
    /// Parts that end here; those of them of which the log tells how, by the end of a task or the app going to the
    /// background; and those at which people were done: they ended a task, or stayed for ten seconds or more.
    fileprivate var ends = 0
    fileprivate var toldEnds = 0
    fileprivate var doneEnds = 0

    static let fields = Fields<Self>(
      counts: \.returning, \.regulars, \.once, \.openers, \.ends, \.toldEnds, \.doneEnds)

    /// Adds a user with `sessions` sessions.
    fileprivate mutating func add(_ own: OwnSessions, of sessions: Int, isNew: Bool) {
      if sessions > 1 {
        returning += 1
        if isNew, own.sessions == 1, own.isInFirst { openers += 1 }
      }
      if sessions > 2 {
        regulars += 1
        if !own.isAgain { once += 1 }
      }
    }

    /// Whether people are done here, by half of the ends; nil if the log does not tell of half of them.
    package var isGoal: Bool? { toldEnds > 0 && toldEnds * 2 >= ends ? doneEnds * 2 >= toldEnds : nil }

    /// Whether it is a tour, or what people see when they are new: 95% of 30 users or more with three sessions see it
    /// once in a version, or 95% of 5 with two, where the log says who is new, in their first session only.
    package var isFirstRun: Bool {
      regulars >= 30 && once * 20 >= regulars * 19 || returning >= 5 && openers * 20 >= returning * 19
    }
  }

  package private(set) var sums = SumsByName<Sum>()

  /// Of the current user: sessions with steps, and those with each screen.
  private var sessions = 0
  private var own = SumsByName<OwnSessions>()
  /// Whether the app was opened for the first time in the user's first session.
  private var isNew = false

  /// People who leave sooner have not looked at the screen (`H`), microseconds.
  private static let doneStay: Int64 = 10_000_000

  /// The sessions of a user with a screen; the last one, by its number among the user's, and its version.
  fileprivate struct OwnSessions {
    private(set) var sessions = 0
    private(set) var isInFirst = false
    /// Whether two sessions of one version have it.
    private(set) var isAgain = false
    private var last = 0
    private var version = Name.unknown

    @inline(__always)
    mutating func add(_ session: Int, _ version: Name) {
      if last == session { return }
      if sessions > 0, version == self.version { isAgain = true }
      self.version = version
      last = session
      sessions += 1
      if session == 1 { isInFirst = true }
    }
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard counts.hasSteps else { return }
    sessions += 1
    if sessions == 1 { isNew = counts.isFirstOpen }
    let steps = path.steps
    var part = 0
    for index in steps.indices {
      let number = own.number(adding: steps[index].screen, as: OwnSessions())
      own[number: number].add(sessions, session.segment.appVersion)
      guard index + 1 == steps.count || steps[index + 1].part != steps[index].part else { continue }
      let end = sums.number(adding: steps[index].screen)
      let stay = path.lastStays[part]
      let isTaskEnd = counts.taskEnds.contains(index)
      part += 1
      sums[number: end].ends += 1
      if stay >= 0 || isTaskEnd { sums[number: end].toldEnds += 1 }
      if stay >= Self.doneStay || isTaskEnd { sums[number: end].doneEnds += 1 }
    }
  }

  mutating func finishUser() {
    for (name, own) in own.pairs { sums[adding: name].add(own, of: sessions, isNew: isNew) }
    own.removeAll()
    sessions = 0
  }

  static let fields = Fields<Self>(\.sums)
}
