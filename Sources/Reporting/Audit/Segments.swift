import Measures
import UsabilityRules

/// The measures that say most, by segment.
func segments(_ contents: AuditContents) -> Document.Section? {
  guard let segments = contents.segments, !segments.groups.isEmpty, let whole = contents.table("summary") else { return nil }
  let shown = segments.groups.sorted { $0.users > $1.users }.prefix(SegmentSection.rows)
  var rows = [SegmentSection.Row(values: segments.dimensions.map { _ in SegmentLabel.all }, summary: whole)]
  for group in shown {
    if let summary = group.tables.first(where: { $0.name == "summary" }) { rows.append(.init(values: group.values, summary: summary)) }
  }
  // A measure that no segment has is left out.
  let metrics = SegmentSection.metrics.filter { metric in
    rows.contains { row in row.summary.rows.contains { $0[0] == .text(metric) && $0[1] != Table.Cell.unknown } }
  }
  let words = metrics.map { metric in MeasureWords.all.first { $0.metric == metric } }
  var blocks: [Document.Block] = [
    .paragraph(
      """
      A session belongs to one segment. A user who has sessions in several counts once in each, so users do not add up. Segments of fewer than \
      \(segments.leastUsers) users are \(segments.leftOut > 0 ? "left out" : "put together as \(emphasis: SegmentLabel.small)"). Differences between segments may have any reason; \
      \(code: "navaudit compare") says which of them chance does not explain.
      """),
    .grid(
      Document.Grid(
        columns: segments.dimensions.map { .init("\($0.replacing("_", with: " ").capitalizedFirst)") }
          + zip(metrics, words).map { metric, words in .init("\(words?.name ?? metric)", .trailing) },
        rows: rows.map { $0.cells(metrics) })),
  ]
  if shown.count < segments.groups.count {
    blocks.append(
      .paragraph(
        """
        The \(shown.count.grouped) with most users of \(segments.groups.count.of("segment")); all are in \
        \(link: "summary.csv", to: .file("summary.csv")) and the other tables.
        """))
  }
  return Document.Section("By segment", anchor: "segments", blocks)
}

private enum SegmentSection {
  /// The most segments that the report shows.
  static let rows = 30

  /// The measures that it shows. Adding one is a word here.
  static let metrics = [
    "users", "sessions", "depth_mean", "sessions_deeper_than_5", "more_toll", "menu_reach", "menu_abandonment", "back_share", "quick_back_rate",
    "ping_pong_sessions",
  ]

  struct Row {
    let values: [String]
    let summary: Table

    func cells(_ metrics: [String]) -> [Document.Grid.Cell] {
      let names = values.map { Document.Grid.Cell.text("\($0.madeVisible(limit: 120))") }
      return names + metrics.map { Document.Grid.Cell.text("\(value(of: $0))") }
    }

    private func value(of metric: String) -> String {
      guard let row = summary.rows.first(where: { $0[0] == .text(metric) }) else { return "–" }
      let words = MeasureWords.all.first { $0.metric == metric }
      return switch (row[1], words?.kind) {
      case (.unknown, _): "–"
      case (.integer(let count), _): count.grouped
      case (.number(let number), .share): number.percent
      case (.number(let number), .number(let decimals)): number.rounded(decimals: decimals)
      case (let cell, _): cell.text
      }
    }
  }
}
