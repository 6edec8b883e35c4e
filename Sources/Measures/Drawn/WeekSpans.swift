import NavigationModel

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
