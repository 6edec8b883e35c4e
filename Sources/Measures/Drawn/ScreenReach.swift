import NavigationModel
import Statistics

extension DrawnParts {
  /// The table `screen_reach`: which of the drawn users met each screen, by platform, version and week.
  func screenReach(_ scope: MeasureScope, _ weeks: [Range<Int>]) -> Table {
    typealias Row = (scope: Scope, screen: Name, visits: Frequency, of: Int)
    let rows = (scopes(scope.names) + spans(weeks)).flatMap { part -> [Row] in
      var visits = [Frequency](repeating: Frequency(), count: names.count)
      var users = UserCount()
      for own in parts where part.contains(own) {
        users.add(user: own.user)
        for position in own.positions where !scope.structureKnown || areForward[position] {
          visits[Int(screens[position])].add(user: own.user)
        }
      }
      return zip(names, visits).filter { $0.isKnown && $1.users >= Self.leastUsers }.map { (part, $0, $1, users.users) }
    }
    return TableDefinition<Row>(
      "screen_reach",
      """
      One row for each screen that at least three drawn users visited, in all sessions and in those of a platform, a \
      version or a week.
      """,
      Scope.columns(scope.names) { $0.scope } + [
        .week { $0.scope.weeks },
        .key(.screen, "The screen.") { scope.names[$0.screen] },
        .count(.visits, "Forward steps of drawn users that arrive at it (every step, where no structure is known).") {
          $0.visits.count
        },
        .users(.users, "Drawn users with a visit.") { $0.visits.users },
        .shareWithInterval(.reach, "Those users over the drawn users of the platform, version or week.") {
          Figure.Value(users: $0.visits.users, of: $0.of)
        },
        .eligibleUsers("Drawn users of the platform, version or week.") { $0.of },
      ]
    ).table(rows)
  }
}

extension Measures {
  /// The weeks of the log (``Session/week``) in at most 12 spans of the same length: what a curve shows. Empty without
  /// a period.
  package func weekSpans(_ calendar: CalendarDays) -> [Range<Int>] {
    guard let period else { return [] }
    let first = CalendarDate.week(ofDay: calendar.day(of: period.lowerBound))
    let last = CalendarDate.week(ofDay: calendar.day(of: period.upperBound))
    let length = (last - first) / 12 + 1
    return stride(from: first, through: last, by: length).map { $0..<$0 + length }
  }
}

extension TableColumns {
  /// The column that says which weeks a row is about.
  package static func week(_ weeks: @escaping (Row) -> Range<Int>?) -> Self {
    .key(
      .week,
      """
      The Monday of the week in which the sessions began, of the first of several if the log has more than 12; \
      \(SegmentLabel.all): whenever it was.
      """
    ) { weeks($0).map { CalendarDate.monday(ofWeek: $0.lowerBound).description } ?? SegmentLabel.all }
  }
}
