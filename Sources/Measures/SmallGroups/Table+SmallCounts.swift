extension Table {
  /// The table without counts of 1 to `least` − 1, for tables without ``Crowds``. The roles of the columns say what is hidden.
  ///
  /// The first column of users counts the people behind a row: rows of few people are left out, unless rows are expected (``SmallGroupPolicy/emptyCells``).
  /// Other small counts are emptied, and with them what is based on their column.
  package func withoutSmallCounts(least: Int) -> Table {
    func isSmall(_ cell: Cell) -> Bool { if case .integer(let count) = cell { (1..<least).contains(count) } else { false } }
    let counts = columns.indices.filter { columns[$0].role == .users || columns[$0].role == .count }
    let crowd = smallGroups == .emptyCells ? nil : counts.first { columns[$0].role == .users }
    var told = self
    told.rows.removeAll { row in crowd.map { isSmall(row.cells[$0]) } ?? false }
    for index in told.rows.indices {
      let small = Set(counts.filter { isSmall(told.rows[index].cells[$0]) }.map { columns[$0].name })
      if small.isEmpty { continue }
      for (column, described) in columns.enumerated() where small.contains(described.name) || described.basis.map(small.contains) ?? false {
        told.rows[index].cells[column] = .unknown
      }
    }
    return told
  }
}
