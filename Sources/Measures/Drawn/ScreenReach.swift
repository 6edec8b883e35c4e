import NavigationModel
import Statistics

/// Which of the drawn users met each screen, by platform, version and week.
enum ScreenReach {
  /// The table `screen_reach`.
  static func table(_ parts: DrawnParts, _ scope: MeasureScope, _ weeks: WeekSpans) -> Table {
    typealias Row = (scope: DrawnParts.Scope, screen: Name, visits: Frequency, of: Int)
    let rows = (parts.scopes(scope.names) + parts.spans(weeks)).flatMap { part -> [Row] in
      var visits = [Frequency](repeating: Frequency(), count: parts.names.count)
      var users = UserCount()
      for own in parts.parts where part.contains(own) {
        users.add(user: own.user)
        for position in own.positions where !scope.structureKnown || parts.areForward[position] {
          visits[Int(parts.screens[position])].add(user: own.user)
        }
      }
      return zip(parts.names, visits).filter { $0.isKnown && $1.users >= DrawnParts.leastUsers }.map { (part, $0, $1, users.users) }
    }
    return TableDefinition<Row>(
      "screen_reach", "One row for each screen that at least three drawn users visited, in all sessions and in those of a platform, a version or a week.",
      smallGroups: .ownUsers,
      DrawnParts.Scope.columns(scope.names) { $0.scope } + [
        WeekSpans.column { $0.scope.weeks },
        .key(.screen, "The screen.") { scope.names[$0.screen] },
        .count(.visits, "Forward steps of drawn users that arrive at it (every step, where no structure is known).") { $0.visits.count },
        .users(.users, "Drawn users with a visit.") { $0.visits.users },
        .shareWithInterval(.reach, "Those users over the drawn users of the platform, version or week.") {
          Figure.Value(users: $0.visits.users, of: $0.of)
        },
        .eligibleUsers("Drawn users of the platform, version or week.") { $0.of },
      ]
    ).table(rows)
  }
}

/// The weeks of a log, one by one or, of a long log, several together: what a curve shows.
package struct WeekSpans: Sendable {
  /// The most spans.
  private static let most = 12

  /// As ``Session/week``, each of the same length. Empty without a period.
  package let spans: [Range<Int>]

  package init(_ measures: Measures, _ calendar: CalendarDays) {
    guard let period = measures.period else {
      spans = []
      return
    }
    let first = CalendarDate.week(ofDay: calendar.day(of: period.lowerBound))
    let last = CalendarDate.week(ofDay: calendar.day(of: period.upperBound))
    let length = (last - first) / Self.most + 1
    spans = stride(from: first, through: last, by: length).map { $0..<$0 + length }
  }

  /// The column that says which weeks a row is about.
  package static func column<Row>(_ weeks: @escaping (Row) -> Range<Int>?) -> TableColumns<Row> {
    .key(
      .week, "The Monday of the week in which the sessions began, of the first of several if the log has more than 12; \(SegmentLabel.all): whenever it was."
    ) { weeks($0).map { CalendarDate.monday(ofWeek: $0.lowerBound).description } ?? SegmentLabel.all }
  }
}
