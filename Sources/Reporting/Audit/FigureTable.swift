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
  func choose(from table: Table, atMost limit: Int) -> [[Table.Cell]] {
    if table.hasFoldedRow, let last = table.rows.last {
      let others = Table(name: table.name, meaning: table.meaning, columns: table.columns, rows: table.rows.dropLast())
      return choose(from: others, atMost: limit - 1) + [last]
    }
    switch choice {
    case .last: return Array(table.rows.suffix(limit))
    case .highest(let names, _):
      let places = names.compactMap { table.place(of: $0) }
      // Equal figures keep the order of the file, which is that of their names.
      let ordered = table.rows.sorted { a, b in
        for place in places where a[place].figure != b[place].figure { return a[place].figure > b[place].figure }
        return false
      }
      return Array(ordered.prefix(limit))
    }
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

  init(_ source: String, _ heading: Document.Text, _ content: Content = .count) {
    self.source = source
    self.content = content
    switch content {
    case .name, .date: self.heading = .init(heading)
    default: self.heading = .init(heading, .trailing)
    }
  }

  /// Whether any row has something in it.
  func says(anything rows: [[Table.Cell]], of table: Table) -> Bool {
    guard let place = table.place(of: source) else { return false }
    return rows.contains { !$0[place].text.isEmpty }
  }

  func cell(_ row: [Table.Cell], of table: Table) -> Document.Grid.Cell {
    guard let place = table.place(of: source) else { return .text("") }
    switch (row[place], content) {
    case (.unknown, _): return .text("–")
    case (.text(""), _): return .text("–")
    case (.text(let name), _): return .text("\(name.madeVisible(limit: 120))")
    case (.integer(let count), _): return .text("\(count.grouped)")
    case (.number(let share), .share): return .text("\(share.percent)")
    case (.number(let share), .shareWithInterval):
      guard let low = table.place(of: source + "_low"), let high = table.place(of: source + "_high"),
        case .number(let from) = row[low], case .number(let to) = row[high]
      else { return .text("\(share.percent)") }
      return .text("\(share.percent) (\(from.percentNumber)–\(to.percentNumber))")
    case (.number(let seconds), .seconds): return .text("\(seconds.rounded(decimals: 1)) s")
    case (.number(let number), _): return .text("\(number.rounded(decimals: 2))")
    case (.date, _), (.time, _): return .text("\(row[place].text)")
    }
  }
}

extension Table {
  func place(of column: String) -> Int? { columns.firstIndex { $0.name == column } }
}

extension Table.Cell {
  /// The number by which rows are compared.
  fileprivate var figure: Double {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: -1
    }
  }
}
