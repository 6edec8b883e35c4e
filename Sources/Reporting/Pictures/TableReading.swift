import Measures

extension AuditContents {
  /// A table that has rows.
  /// - Throws: the reason why a picture of it is missing.
  func rows(of name: String, orElse reason: Document.Text) throws(NoPicture) -> TableRows {
    guard let table = table(name), !table.rows.isEmpty else { throw NoPicture(reason) }
    return TableRows(table)
  }
}

/// Reads the rows of a table by the names of its columns.
struct TableRows {
  private(set) var table: Table

  /// A row that stands for several is not drawn.
  init(_ table: Table) {
    self.table = table
    if table.hasFoldedRow {
      self.table.rows.removeLast()
      self.table.hasFoldedRow = false
    }
  }

  var count: Int { table.rows.count }
  var indices: Range<Int> { table.rows.indices }

  func text(_ row: Int, _ column: String) -> String { table.place(of: column).map { table.rows[row][$0].text } ?? "" }

  func integer(_ row: Int, _ column: String) -> Int {
    if let place = table.place(of: column), case .integer(let number) = table.rows[row][place] { number } else { 0 }
  }

  /// Nil where nothing is known.
  func number(_ row: Int, _ column: String) -> Double? {
    guard let place = table.place(of: column) else { return nil }
    return switch table.rows[row][place] {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The rows with the highest figures first; equal ones keep their order.
  func ordered(by columns: String...) -> [Int] {
    indices.sorted { a, b in
      for column in columns {
        let (first, second) = (number(a, column) ?? -1, number(b, column) ?? -1)
        if first != second { return first > second }
      }
      return a < b
    }
  }
}

extension [String: Int] {
  /// The highest counts first, equal ones by name.
  var orderedByCount: [(key: String, value: Int)] {
    sorted { $0.value == $1.value ? $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) : $0.value > $1.value }
  }
}

extension Document.Text {
  /// Ends a caption: where the numbers are, and how many of them the picture leaves out.
  static func numbers(in files: String..., showing shown: Int = 0, of total: Int = 0, _ word: String = "row") -> Document.Text {
    let links = files.map { "\(link: "\($0).csv", to: .file("\($0).csv"))" as Document.Text }.joinedAsList()
    return shown < total ? " Numbers: " + links + ", and those of \((total - shown).of("more " + word)) with them." : " Numbers: " + links + "."
  }
}
