import NavigationModel

/// The people behind the figures of tables, counted up to the minimum group.
///
/// A user who has a figure in the table of their own sessions is behind the same figure of the total. So measures need no code for this, and no table
/// can be forgotten.
package struct Crowds: Sendable {
  /// Fewer people than this are a small group.
  package let least: Int
  private var rows: [Key: Row] = [:]

  /// A row of a table, of the total or of a segment.
  private struct Key: Hashable {
    let table: String
    let segment: [String]
    let row: [String]
  }

  struct Row {
    /// Users with any figure in the row.
    fileprivate(set) var crowd = Crowd()
    /// By column.
    fileprivate(set) var cells: [Crowd]
    /// Users with each value of a smallest or largest depth: a single user may determine it.
    fileprivate(set) var extremes: [Int: [String: Crowd]] = [:]
  }

  package init(least: Int) { self.least = least }

  /// Adds the tables of one user. Call it once per user.
  package mutating func add(_ tables: [Table], segment: [String] = [], of user: Pseudonym) {
    for table in tables {
      for shown in table.rows {
        let figures = table.figures(of: shown)
        if figures.isEmpty { continue }
        let key = Key(table: table.name, segment: segment, row: table.key(of: shown))
        var row = rows.removeValue(forKey: key) ?? Row(cells: Array(repeating: Crowd(), count: table.columns.count))
        row.crowd.add(user, least)
        for index in figures {
          row.cells[index].add(user, least)
          if table.isExtreme(index, in: shown) { row.extremes[index, default: [:]][shown.cells[index].text, default: Crowd()].add(user, least) }
        }
        rows[key] = row
      }
    }
  }

  /// Merges the crowds of other users.
  package mutating func merge(_ other: Crowds) {
    for (key, theirs) in other.rows {
      guard var row = rows.removeValue(forKey: key) else {
        rows[key] = theirs
        continue
      }
      row.crowd.merge(theirs.crowd, least)
      for (index, crowd) in theirs.cells.enumerated() where index < row.cells.count { row.cells[index].merge(crowd, least) }
      for (index, values) in theirs.extremes {
        for (value, crowd) in values { row.extremes[index, default: [:]][value, default: Crowd()].merge(crowd, least) }
      }
      rows[key] = row
    }
  }

  /// The people behind a row; nil if there are none.
  func row(_ row: Table.Row, of table: Table, segment: [String]) -> Row? {
    rows[Key(table: table.name, segment: segment, row: table.key(of: row))]
  }
}

extension Table {
  /// The texts of a row's keys.
  package func key(of row: Row) -> [String] { keyIndices.map { row.cells[$0].text } }

  /// The indices of a row's cells that are counts or measures.
  func figures(of row: Row) -> [Int] {
    columns.indices.filter { index in
      guard columns[index].role.isFigure else { return false }
      return switch row.cells[index] {
      case .integer(let number): number != 0
      case .number(let number): number != 0
      case .unknown, .text, .list, .date, .time: false
      }
    }
  }

  /// Whether a cell is a minimum or a maximum.
  func isExtreme(_ index: Int, in row: Row) -> Bool {
    columns[index].role == .extreme || row.subject == .extreme && columns[index].role == .measure
  }
}

extension Crowds {
  /// Encodes them, row by row.
  package func encode(to encoder: BinaryEncoder) throws {
    let rows = Array(rows)
    try encoder.encode(count: rows.count) { index in
      let (key, row) = rows[index]
      try encoder.encode(key.table)
      try encoder.encode(key.segment)
      try encoder.encode(key.row)
      try encoder.encode(row.crowd)
      try encoder.encode(row.cells)
      let extremes = row.extremes.sorted { $0.key < $1.key }
      encoder.write(UInt64(extremes.count))
      for (column, values) in extremes {
        encoder.write(UInt64(column))
        let values = values.sorted { $0.key.precedesByScalars($1.key) }
        try encoder.encode(values.map(\.key))
        try encoder.encode(values.map(\.value))
      }
    }
  }

  /// - Parameter least: the same as when encoding.
  package init(from decoder: BinaryDecoder, least: Int) throws {
    self.init(least: least)
    for _ in 0..<(try decoder.readCount()) {
      let key = Key(
        table: try decoder.readText(), segment: try decoder.decode([String].self), row: try decoder.decode([String].self))
      let crowd = try decoder.decode(Crowd.self)
      var row = Row(crowd: crowd, cells: try decoder.decode([Crowd].self))
      for _ in 0..<(try decoder.readCount()) {
        let column = try decoder.read(UInt32.self)
        let values = try decoder.decode([String].self)
        row.extremes[Int(column)] = Dictionary(zip(values, try decoder.decode([Crowd].self))) { one, _ in one }
      }
      rows[key] = row
    }
  }
}
