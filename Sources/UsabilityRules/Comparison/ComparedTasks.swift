import Measures
import NavigationModel
import Statistics

extension ComparedFigure {
  /// Declared tasks; the sides count as different users. A user on both makes the interval too wide, not too narrow.
  ///
  /// Both sides have one right way. Where both say who set out, only these tries count.
  static func tasks(_ sides: ComparedSides) -> [ComparedFigure] {
    let names = sides.afterScope.names
    let before = sides.before.tasks
    let after = sides.after.tasks
    let places = Dictionary(zip(after.tasks, after.tasks.indices)) { first, _ in first }
    return before.tasks.enumerated().flatMap { index, task -> [ComparedFigure] in
      guard let other = places[task] else { return [] }
      var one = before.sums[index]
      var two = after.sums[other]
      var tries = "Completed tries of the task"
      if let earlier = before.started(index), let later = after.started(other) {
        one = earlier
        two = later
        tries += " that people set out on"
      }
      var figures: [ComparedFigure] = []
      func add(_ metric: String, _ title: String, _ better: Figure.Better, _ before: RatioSums, _ after: RatioSums) {
        var figure = ComparedFigure(
          metric: metric, title: title, family: .task, unit: .share, rows: "completed try", better: better,
          before: Value(before, isOfUsers: false), after: Value(after, isOfUsers: false))
        figure.subjectKind = "task"
        figure.subject = names[task.name]
        if let a = after.estimate(), let b = before.estimate() {
          figure.change = Statistics.difference(of: a, minus: b)
        }
        figure.p = figure.change?.pValueOfNone
        figures.append(figure)
      }
      if let way = after.rightWay(other, sides.afterScope, with: before) {
        add("task_lost", "\(tries): lost", .lower, one.lost(least: way.least), two.lost(least: way.least))
        add(
          "task_first_choice", "\(tries): begun the right way", .higher, one.firstChoices(where: way.holds),
          two.firstChoices(where: way.holds))
      }
      add("task_direct", "\(tries): without going back", .higher, one.direct, two.direct)
      return figures
    }
  }

  static let discovery = "discovered_by_session_3"
  /// The number of the session by which hidden items should be found.
  static let discoverySession = 3

  /// Hidden items: the Kaplan–Meier share of new users who found each by their third session, and the log-rank test of
  /// the entire curves. None where nobody is new on a side: users whose first sessions are not logged may know them.
  /// - Parameter sessions: how many first sessions of each user count; nil: all.
  static func discoveries(_ sides: ComparedSides, withinFirst sessions: Int?) -> [ComparedFigure] {
    let session = min(discoverySession, sessions ?? discoverySession)
    let ordinal = ["first", "second", "third"][session - 1]
    let names = sides.afterScope.names
    var figures: [ComparedFigure] = []
    for kind in [Discovery.Kind.moreItem, .menuItem] {
      let subjects = sides.before.discovery.subjects.intersection(sides.after.discovery.subjects)
        .filter { $0.kind == kind }
        .sorted { (names.rank($0.container), names.rank($0.name)) < (names.rank($1.container), names.rank($1.name)) }
      for subject in subjects {
        guard let before = sides.beforeScope.firstUses(of: subject), let after = sides.afterScope.firstUses(of: subject)
        else { continue }
        let one = before.fromFirst.cut(at: sessions)
        let two = after.fromFirst.cut(at: sessions)
        let a = found(one, by: session)
        let b = found(two, by: session)
        var figure = ComparedFigure(
          metric: discovery, title: "New users who found it by their \(ordinal) session", family: .menu, unit: .share,
          rows: "user", better: .higher,
          before: Value(
            value: a?.value, interval: a?.interval, users: before.usersBySessions.count(from: 0),
            usersBehind: finders(one, by: session)),
          after: Value(
            value: b?.value, interval: b?.interval, users: after.usersBySessions.count(from: 0),
            usersBehind: finders(two, by: session)))
        figure.isOfFirstSessions = sessions != nil
        figure.subjectKind = "item"
        figure.subject = names[subject.name]
        figure.section = names[subject.container]
        if let a, let b {
          figure.change = Statistics.difference(of: b, minus: a)
          figure.p = logRank(two, against: one)?.pTwoSided
        }
        figures.append(figure)
      }
    }
    return figures
  }

  private static func finders(_ rows: [SurvivalRow], by session: Int) -> Int {
    rows.reduce(0) { $0 + ($1.time <= session ? $1.events : 0) }
  }

  private static func found(_ rows: [SurvivalRow], by session: Int) -> Estimate? {
    guard let step = kaplanMeier(rows).step(at: session), let band = step.band else { return nil }
    return Estimate(value: 1 - step.survival, interval: Interval(low: 1 - band.high, high: 1 - band.low))
  }
}

extension [SurvivalRow] {
  /// Users followed up to this time at most.
  fileprivate func cut(at time: Int?) -> [SurvivalRow] {
    guard let time else { return self }
    return map { $0.time <= time ? $0 : SurvivalRow(time: time, events: 0, censored: $0.events + $0.censored) }
  }
}
