import Measures
import UsabilityRules

/// The most informative measures, by segment.
func segments(_ contents: ReportContents) -> Document.Section? {
  guard let segments = contents.segments, !segments.groups.isEmpty, let whole = contents.table("summary") else {
    return nil
  }
  let shown = segments.groups.sorted { $0.users > $1.users }.prefix(mostSegments)
  var rows = [(values: segments.dimensions.map { _ in SegmentLabel.all }, summary: TableRows(whole))]
  for group in shown {
    if let summary = group.tables.first(where: { $0.name == "summary" }) {
      rows.append((group.values, TableRows(summary)))
    }
  }
  func value(_ figure: Figure, _ summary: TableRows) -> Double? {
    summary.first(.metric, figure.name).flatMap { summary[$0, .value] }
  }
  // Leave out a measure that no segment has.
  let figures = figuresOfSegments.filter { figure in rows.contains { value(figure, $0.summary) != nil } }
  var blocks: [Document.Block] = [
    """
    A session belongs to one segment. A user who has sessions in several counts once in each, so users do not add up. \
    Segments of fewer than \
    \(segments.leastUsers) users are \
    \(segments.leftOut > 0 ? "left out" : "merged as \(emphasis: SegmentLabel.small)"). Differences between segments \
    may \
    have any cause; \(code: "navaudit compare") shows which differences exceed chance.
    """,
    .grid(
      columns: segments.dimensions.map { .init("\($0.replacing("_", with: " ").capitalizedFirst)") }
        + figures.map { .init("\($0.title)", .trailing) },
      rows: rows.map { values, summary in
        values.map { .text("\($0.madeVisible(limit: 120))") } + figures.map { .text("\($0.text(value($0, summary)))") }
      }),
  ]
  if shown.count < segments.groups.count {
    blocks.append(
      """
      The \(shown.count.grouped) with most users of \(segments.groups.count.of("segment")); all are in \
      \(link: "summary.csv", to: .file("summary.csv")) and the other tables.
      """)
  }
  return Document.Section("By segment", anchor: "segments", blocks)
}

private let mostSegments = 30

/// The figures in the section. To add one, add its name here.
private let figuresOfSegments = [
  "users", "sessions", "depth_mean", "sessions_deeper_than_5", "more_toll", "menu_reach", "menu_abandonment",
  "back_share", "quick_back_rate",
  "ping_pong_sessions",
].compactMap { Figure.named($0) }
