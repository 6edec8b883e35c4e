import NavigationModel

/// Who comes to a screen again, and who ends sessions there: whether people are done there, and whether only new people
/// see it.
package struct ScreenReturns: Measure, Summed {
  package struct Sum: Summed {
    /// Users with two sessions or more who came here, and those of them who ended two sessions or more here (a session
    /// ends where a part of it does).
    package fileprivate(set) var returning = 0
    package fileprivate(set) var finishing = 0
    /// Users with three sessions or more who came here, and those of them who did so in their first session only.
    package fileprivate(set) var regulars = 0
    package fileprivate(set) var newcomers = 0
    /// Of those with two sessions or more: those who came here only in a first session that the log calls the first
    /// ever (`app_open` `via: first`).
    package fileprivate(set) var openers = 0

    static let fields = Fields<Self>(counts: \.returning, \.finishing, \.regulars, \.newcomers, \.openers)

    /// Adds a user with `sessions` sessions.
    fileprivate mutating func add(_ own: OwnSessions, of sessions: Int, isNew: Bool) {
      let isOnlyInFirst = own.sessions == 1 && own.isInFirst
      if sessions > 1 {
        returning += 1
        if isNew, isOnlyInFirst { openers += 1 }
        if own.ending > 1 { finishing += 1 }
      }
      if sessions > 2 {
        regulars += 1
        if isOnlyInFirst { newcomers += 1 }
      }
    }

    /// Whether people are done here: half of those who come again end sessions here again.
    package var isGoal: Bool { returning > 0 && finishing * 2 >= returning }

    /// Whether people see it when they are new, and never again: 95% of 30 users or more with three sessions, or of 5
    /// with two where the log says who is new.
    package var isFirstRun: Bool {
      regulars >= 30 && newcomers * 20 >= regulars * 19 || returning >= 5 && openers * 20 >= returning * 19
    }
  }

  package private(set) var sums = SumsByName<Sum>()

  /// Of the current user: sessions with steps, and those with each screen, by its number in ``met``.
  private var sessions = 0
  private var met = NameList()
  private var own: [OwnSessions] = []
  /// Whether the app was opened for the first time in the user's first session.
  private var isNew = false

  /// The sessions of a user with a screen, and those that it ended; the last ones, by their number among the user's.
  fileprivate struct OwnSessions {
    private(set) var sessions = 0
    private(set) var ending = 0
    private(set) var isInFirst = false
    private var last = 0
    private var lastEnding = 0

    mutating func add(_ session: Int, isEnd: Bool) {
      if last != session {
        last = session
        sessions += 1
        if session == 1 { isInFirst = true }
      }
      if isEnd, lastEnding != session {
        lastEnding = session
        ending += 1
      }
    }
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard counts.hasSteps else { return }
    sessions += 1
    if sessions == 1 { isNew = counts.isFirstOpen }
    let steps = path.steps
    for index in steps.indices {
      let number = met.number(adding: steps[index].screen)
      if number == own.count { own.append(OwnSessions()) }
      own[number].add(sessions, isEnd: index + 1 == steps.count || steps[index + 1].part != steps[index].part)
    }
  }

  mutating func finishUser() {
    for (name, own) in zip(met.keys, own) { sums[adding: name].add(own, of: sessions, isNew: isNew) }
    met.removeAll()
    own.removeAll(keepingCapacity: true)
    sessions = 0
  }

  static let fields = Fields<Self>(\.sums)
}
