import Measures
import NavigationModel

/// How a table of the measures is shown to people: which columns and rows, and what they are called.
struct FigureTable: Sendable {
  /// Which rows are shown where there are too many.
  enum Choice: Sendable {
    /// Those with the highest figures in these columns.
    case highest([String], words: String)
    /// Those at the end.
    case last(words: String)
  }

  let table: String
  let heading: Document.Text
  let explanation: Document.Text?
  /// What a row is.
  let row: String
  let choice: Choice
  /// How many rows a short report shows.
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

  /// At most so many rows, those that matter most, in the order in which they are shown.
  func choose(from rows: TableRows, atMost limit: Int) -> [Int] {
    let room = rows.folded == nil ? limit : limit - 1
    let chosen =
      switch choice {
      case .last: Array(rows.indices.suffix(room))
      // Equal figures keep the order of the file, which is that of their names.
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

/// A column of such a table.
struct FigureColumn: Sendable {
  enum Content: Sendable {
    /// What the log calls something.
    case name
    /// A section, by the name that tables give it.
    case section
    case count
    case share
    /// A share whose bounds stand in the columns `…_low` and `…_high`.
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
    case .name, .section, .date: self.heading = .init(heading, isMinor: isMinor)
    default: self.heading = .init(heading, .trailing, isMinor: isMinor)
    }
  }

  /// Whether any of these rows has something in it.
  func says(anything shown: [Int], of rows: TableRows) -> Bool { shown.contains { !rows.text($0, source).isEmpty } }

  func cell(_ row: Int, of rows: TableRows, _ labels: SectionLabels) -> Document.Grid.Cell {
    switch (rows.cell(row, source), content) {
    case (.unknown, _): return .text("–")
    case (.text(""), _): return .text("–")
    case (.text(let name), .section): return .text("\(labels[name].madeVisible(limit: 120))")
    case (.text(let name), _): return .text("\(name.madeVisible(limit: 120))")
    case (.integer(let count), _): return .text("\(count.grouped)")
    case (.number(let share), .share): return .text("\(share.percent)")
    case (.number(let share), .shareWithInterval):
      guard let low = rows.number(row, source + "_low"), let high = rows.number(row, source + "_high") else { return .text("\(share.percent)") }
      return .text("\(share.percent) (\(low.percentNumber)–\(high.percentNumber))")
    case (.number(let seconds), .seconds): return .text("\(seconds.rounded(decimals: 1)) s")
    case (.number(let number), _): return .text("\(number.rounded(decimals: 2))")
    case (.date, _), (.time, _): return .text("\(rows.text(row, source))")
    }
  }
}
