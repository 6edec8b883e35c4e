import Measures
import NavigationModel
import Statistics

extension ComparedFigure {
  /// Declared tasks; the sides count as different users. A user on both makes the interval too wide, not too narrow.
  static func tasks(_ sides: ComparedSides) -> [ComparedFigure] {
    let names = sides.afterScope.names
    let others = sides.after.tasks.tasks
    let places = Dictionary(zip(others, others.indices)) { first, _ in first }
    return sides.before.tasks.tasks.enumerated().flatMap { index, task -> [ComparedFigure] in
      guard let other = places[task] else { return [] }
      let one = sides.before.tasks.sums[index]
      let two = sides.after.tasks.sums[other]
      // Both sides are measured against the same shortest way, the shorter one.
      let ways = (
        sides.before.tasks.rightWay(index, sides.beforeScope), sides.after.tasks.rightWay(other, sides.afterScope)
      )
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
      if let least = [ways.0?.least, ways.1?.least].compactMap(\.self).min() {
        add(
          "task_lost", "Completed tries of the task that were lost", .lower, one.lost(least: least),
          two.lost(least: least))
      }
      if let before = ways.0, let after = ways.1 {
        add(
          "task_first_choice", "Completed tries of the task that began the right way", .higher,
          one.firstChoices(where: before.holds),
          two.firstChoices(where: after.holds))
      }
      add("task_direct", "Completed tries of the task without going back", .higher, one.direct, two.direct)
      return figures
    }
  }

  static let discovery = "discovered_by_session_3"
  /// The number of the session by which hidden items should be found.
  static let discoverySession = 3

  /// Hidden items: the Kaplan–Meier share of users who found each by their third session, and the log-rank test of the
  /// entire curves.
  /// - Parameter sessions: how many first sessions of each user count; nil: all.
  static func discoveries(_ sides: ComparedSides, withinFirst sessions: Int?) -> [ComparedFigure] {
    let session = min(discoverySession, sessions ?? discoverySession)
    let ordinal = ["first", "second", "third"][session - 1]
    let names = sides.afterScope.names
    var figures: [ComparedFigure] = []
    for kind in [Discovery.Kind.moreItem, .menuItem] {
      let before = sides.before.discovery.survivalRows(of: kind)
      let after = sides.after.discovery.survivalRows(of: kind)
      let subjects = Set(before.keys).intersection(after.keys).sorted {
        (names.rank($0.container), names.rank($0.name)) < (names.rank($1.container), names.rank($1.name))
      }
      for subject in subjects {
        guard let one = before[subject]?.cut(at: sessions), let two = after[subject]?.cut(at: sessions) else {
          continue
        }
        let a = found(one, by: session)
        let b = found(two, by: session)
        var figure = ComparedFigure(
          metric: discovery, title: "Users who found it by their \(ordinal) session", family: .menu, unit: .share,
          rows: "user", better: .higher,
          before: Value(
            value: a?.value, interval: a?.interval, users: sides.before.totals.users,
            usersBehind: finders(one, by: session)),
          after: Value(
            value: b?.value, interval: b?.interval, users: sides.after.totals.users,
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
