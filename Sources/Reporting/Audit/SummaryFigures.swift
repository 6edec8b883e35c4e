import Measures

extension Figures {
  /// The measures of the log, in plain language.
  var summary: Document.Section? {
    guard let table = contents.table("summary") else { return nil }
    let summary = TableRows(table)
    let rows = Figure.all.compactMap { figure in
      isOfUse(figure) ? summary.first("metric", figure.name).map { (figure: figure, row: $0) } : nil
    }
    let shown = rows.filter { summary.cell($0.row, "value") != .unknown }
    let hidden = rows.count - shown.count
    var blocks: [Document.Block] = [
      .grid(
        Document.Grid(
          columns: [
            .init("Measure"), .init("Value", .trailing), .init("95% interval", .trailing), .init("Out of", .trailing, isMinor: true),
            .init("Meaning", isMinor: true),
          ],
          rows: shown.map { Self.cells($0.figure, $0.row, of: summary) }))
    ]
    if hidden > 0 {
      blocks.append(
        .paragraph(
          contents.scope.structureKnown
            ? "\(hidden.of("measure")) had nothing to measure\(contents.hidden.map { ", or fewer than \($0.least) users," } ?? "") and \(hidden == 1 ? "is" : "are") left out."
            : """
            \(hidden.of("measure")) that need\(hidden == 1 ? "s" : "") the structure of the app \(hidden == 1 ? "is" : "are") not \
            known and left out.
            """
        ))
    }
    return Document.Section("In short", anchor: "table-summary", blocks, isFolded: true)
  }

  /// Figures of a More list or a menu are shown only if there is one.
  private func isOfUse(_ figure: Figure) -> Bool {
    switch figure.control {
    case nil: true
    case .moreList: contents.table("more")?.rows.isEmpty == false || contents.measures.moreList.opens > 0
    case .menu: contents.table("menus")?.rows.isEmpty == false
    }
  }

  private static func cells(_ figure: Figure, _ row: Int, of summary: TableRows) -> [Document.Grid.Cell] {
    let of: Document.Text = if let n = summary.number(row, "n"), !figure.rows.isEmpty { "\(Int(n).of(figure.rows))" } else { "" }
    let interval: Document.Text =
      if let low = summary.number(row, "ci_low"), let high = summary.number(row, "ci_high") {
        "\(low.percentNumber)–\(high.percentNumber)%"
      } else {
        ""
      }
    return [
      .text("\(figure.title)"), .text("\(figure.text(summary.number(row, "value")))"), .text(interval), .text(of), .text("\(figure.meaning)"),
    ]
  }
}
