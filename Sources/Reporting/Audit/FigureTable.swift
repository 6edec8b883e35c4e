import Measures
import NavigationModel
import UsabilityRules

/// How a measure's table is shown in reports: its columns, rows and headings.
struct FigureTable: Sendable {
  /// Which rows are shown if there are too many.
  enum Choice: Sendable {
    /// Rows with the highest figures in these columns.
    case highest([String], words: String)
    /// The last rows.
    case last(words: String)
  }

  let table: String
  let heading: Document.Text
  let explanation: Document.Text?
  /// The unit of a row.
  let row: String
  let choice: Choice
  /// The number of rows in a short report.
  let limit: Int
  let columns: [FigureColumn]

  init(
    _ table: String, _ heading: Document.Text, _ explanation: Document.Text? = nil, row: String, _ choice: Choice, limit: Int,
    _ columns: [FigureColumn]
  ) {
    self.table = table
    self.heading = heading
    self.explanation = explanation
    self.row = row
    self.choice = choice
    self.limit = limit
    self.columns = columns
  }

  /// The most important rows, at most `limit`, in display order.
  func choose(from rows: TableRows, atMost limit: Int) -> [Int] {
    let room = rows.folded == nil ? limit : limit - 1
    let chosen =
      switch choice {
      case .last: Array(rows.indices.suffix(room))
      // Ties keep the order of the file, which is by name.
      case .highest(let columns, _): Array(rows.ordered(by: columns).prefix(room))
      }
    return chosen + (rows.folded.map { [$0] } ?? [])
  }

  var order: Document.Grid.Extent.Order {
    switch choice {
    case .highest(_, let words): .first(words)
    case .last(let words): .last(words)
    }
  }
}

/// A column of a figure table.
struct FigureColumn: Sendable {
  enum Content: Sendable {
    /// A name from the log.
    case name
    /// A platform, by its name in logs.
    case platform
    /// A section, by its name in tables.
    case section
    case count
    case share
    /// A share, with its bounds in the columns `…_low` and `…_high`.
    case shareWithInterval
    case seconds
    case number
    case date
  }

  let source: String
  let heading: Document.Grid.Column
  let content: Content

  init(_ source: String, _ heading: Document.Text, _ content: Content = .count, isMinor: Bool = false) {
    self.source = source
    self.content = content
    switch content {
    case .name, .platform, .section, .date: self.heading = .init(heading, isMinor: isMinor, name: source)
    default: self.heading = .init(heading, .trailing, isMinor: isMinor, name: source)
    }
  }

  /// A column with the title of a figure of the app.
  /// - Parameters:
  ///   - figure: its name.
  ///   - source: the column, if its name is another one.
  static func titled(like figure: String, _ source: String? = nil, _ content: Content = .count, isMinor: Bool = false) -> FigureColumn {
    guard let named = Figure.named(figure) else { preconditionFailure("\(figure) is no figure") }
    return FigureColumn(source ?? figure, "\(named.title)", content, isMinor: isMinor)
  }

  /// Whether any of these rows has a value in it.
  func says(anything shown: [Int], of rows: TableRows) -> Bool { shown.contains { !rows.text($0, source).isEmpty } }

  func cell(_ row: Int, of rows: TableRows, _ labels: SectionLabels) -> Document.Grid.Cell {
    switch (rows.cell(row, source), content) {
    case (.unknown, _): return .text("–")
    case (.text(""), _): return .text("–")
    case (.text(let name), .section): return .text("\(labels[name].madeVisible(limit: 120))")
    case (.text(let name), .platform): return .text("\(Wording.platform(name).madeVisible(limit: 120))")
    case (.text(let name), _): return .text("\(name.madeVisible(limit: 120))")
    case (.integer(let count), _): return .text("\(count.grouped)")
    case (.number(let share), .share): return .text("\(share.percent)")
    case (.number(let share), .shareWithInterval):
      guard let low = rows.number(row, source + "_low"), let high = rows.number(row, source + "_high") else { return .text("\(share.percent)") }
      return .text("\(share.percent) (\(low.percentNumber)–\(high.percentNumber))")
    case (.number(let seconds), .seconds): return .text("\(seconds.rounded(decimals: 1)) s")
    case (.number(let number), _): return .text("\(number.rounded(decimals: 2))")
    case (.list, _), (.date, _), (.time, _): return .text("\(rows.text(row, source))")
    }
  }
}
