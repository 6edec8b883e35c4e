import Foundation
import Measures
import UsabilityRules

extension Document.Grid {
  /// The number of rows on paper and on a phone; the style sheet has the same numbers.
  private static let (paperRows, phoneRows) = (40, 12)

  /// The table in a page. Long ones scroll in a frame; the script adds sorting, searching and copying.
  func markup(caption: Document.Text) -> Markup {
    let shown = rows(atMost: HTMLPage.rows)
    let total = extent?.total ?? rows.count
    return element("div", .class("table")) {
      element(
        "div", .class("scroll"), .init("role", "group"), .init("tabindex", "0"),
        .init("aria-label", "Table: \(caption.plain)")
      ) {
        element("table") {
          element("caption") { caption.plain }
          element("thead") {
            element("tr") {
              for column in columns {
                element(
                  "th", .init("scope", "col"), column.alignment == .trailing ? .class("number") : nil,
                  column.name.map { .init("title", $0) }
                ) {
                  column.heading.markup
                }
              }
            }
          }
          element("tbody") {
            for row in shown {
              element("tr") {
                for (index, cell) in row.enumerated() where index < columns.count { self.cell(cell, index) }
              }
            }
          }
        }
      }
      if shown.count > Self.paperRows {
        element("p", .class("extent paper")) {
          "The first \(Self.paperRows.grouped) of these \(shown.count.grouped) rows are printed."
        }
      }
      if shown.count > Self.phoneRows {
        element("p", .class("extent phone")) {
          """
          The first \(Self.phoneRows.grouped) of these \(shown.count.grouped) rows; search to see others, or open \
          this page on a wider screen.
          """
        }
      }
      if shown.count < total || extent != nil {
        element("p", .class("extent")) {
          if let extent {
            (extent.note(showing: shown.count) ?? "The same as in \(link: extent.file, to: .file(extent.file)).").markup
          } else {
            "The first \(shown.count.grouped) of \(total.of("row")) are shown."
          }
        }
      }
    }
  }

  private func cell(_ cell: Cell, _ index: Int) -> Markup {
    let column = columns[index]
    let isNumber = column.alignment == .trailing
    let kind = [isNumber ? "number" : nil, column.isMinor ? "minor" : nil].compactMap(\.self).joined(separator: " ")
    let style: Markup.Attribute? = kind.isEmpty ? nil : .class(kind)
    // The label that a phone shows before the cell, because cards have no column headings.
    let label: Markup.Attribute? = column.isMinor ? nil : .init("data-label", column.heading.plain)
    switch cell {
    case .text(let text) where index == rowHeading:
      return element("th", .init("scope", "row"), style, isNumber ? label : nil, Self.copied(text)) { text.name }
    case .text(let text):
      let value = isNumber ? Self.sorted(text) : nil
      return element("td", style, text.isEmpty ? nil : label, value, Self.copied(text)) {
        isNumber ? text.markup : text.name
      }
    case .file(let name, let content):
      let id = Markup.Attribute.id(Document.Text.anchor(ofFile: name))
      return element("th", .init("scope", "row"), id) {
        if let content {
          element(
            "a", .init("download", name),
            .init("href", "data:text/csv;charset=utf-8;base64," + Data(content).base64EncodedString())
          ) { name }
        } else {
          element("code") { name }
        }
      }
    case .bar(let share):
      let percent = share.isFinite ? min(max(share, 0), 1) * 100 : 0
      return element("td", .class("bar\(column.isMinor ? " minor" : "")"), .init("data-value", percent)) {
        element(
          "svg", .init("viewBox", "0 0 100 10"), .init("preserveAspectRatio", "none"), .init("aria-hidden", "true")
        ) {
          element("rect", .init("width", percent > 0 ? max(percent, 0.8) : 0), .init("height", 10), .class("f-blue"))
        }
      }
    }
  }

  /// The number by which a script sorts a figure, where it does not begin with it as scripts write numbers: with a true
  /// minus sign, or under or over something.
  private static func sorted(_ text: Document.Text) -> Markup.Attribute? {
    let plain = text.plain
    guard let first = plain.unicodeScalars.first, !("0"..."9").contains(first), let value = Double(figure: plain) else {
      return nil
    }
    return .init("data-value", value.shortest)
  }

  /// The text that a script copies for a spreadsheet, where it is not what the cell shows: what the spreadsheet would
  /// run
  /// as a formula is copied as CSV files have it.
  private static func copied(_ text: Document.Text) -> Markup.Attribute? {
    let plain = text.plain
    let copied = plain.asCell
    return copied == plain || Double(plain) != nil ? nil : .init("data-copy", copied)
  }

  /// The column that identifies a row: the first text column, otherwise the first.
  private var rowHeading: Int {
    if rows.contains(where: { row in row.contains { if case .file = $0 { true } else { false } } }) { return -1 }
    return columns.indices.first { index in
      columns[index].alignment == .leading
        && rows.allSatisfy { if index < $0.count, case .text = $0[index] { true } else { false } }
    } ?? 0
  }
}
