import Measures

extension Figures {
  /// The measures of the whole log, in plain language.
  var summary: Document.Section? {
    guard let table = contents.table("summary") else { return nil }
    let rows = table.rows.filter { isOfUse($0) }
    let shown = rows.filter { $0[1] != .unknown }
    let hidden = rows.count - shown.count
    var blocks: [Document.Block] = [
      .grid(
        Document.Grid(
          columns: [
            .init("Measure"), .init("Value", .trailing), .init("95 % interval", .trailing), .init("Out of", .trailing),
            .init("What it says"),
          ],
          rows: shown.map { Self.row($0) }))
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
    return Document.Section("In short", anchor: "table-summary", blocks)
  }

  /// Rows of a More list or a menu only say something where there is one.
  private func isOfUse(_ row: [Table.Cell]) -> Bool {
    let metric = row[0].text
    if metric.hasPrefix("more_") {
      return contents.table("more")?.rows.isEmpty == false || contents.measures.moreList.opens > 0
    }
    if metric.hasPrefix("menu_") { return contents.table("menus")?.rows.isEmpty == false }
    return true
  }

  private static func row(_ row: [Table.Cell]) -> [Document.Grid.Cell] {
    let words = MeasureWords.all.first { $0.metric == row[0].text }
    let of: Document.Text =
      if case .integer(let n) = row[4], let unit = words?.unit, !unit.isEmpty { "\(n.of(unit))" } else { "" }
    let interval: Document.Text =
      if case .number(let low) = row[2], case .number(let high) = row[3] {
        "\(low.percentNumber)–\(high.percentNumber) %"
      } else {
        ""
      }
    return [
      .text("\(words?.name ?? row[0].text)"), .text("\(value(row[1], words?.kind))"), .text(interval), .text(of),
      .text("\(words?.meaning ?? "")"),
    ]
  }

  private static func value(_ cell: Table.Cell, _ kind: MeasureWords.Kind?) -> String {
    switch (cell, kind) {
    case (.integer(let count), _): count.grouped
    case (.number(let number), .share): number.percent
    case (.number(let number), .number(let decimals)): number.rounded(decimals: decimals)
    default: cell.text
    }
  }
}
