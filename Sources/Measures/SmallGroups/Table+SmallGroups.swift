extension Table {
  /// The table without what is about 1 to `least` − 1 users, and the number of rows and of figures that it hides.
  ///
  /// The first column of users counts the people behind a row: rows of few people are left out, and those with a name
  /// that few people met (``NameMeetings``). Other small counts are emptied, and with them what is based on their
  /// column. ``smallGroups`` lists the exceptions.
  package func withoutSmallGroups(least: Int) -> (table: Table, rows: Int, figures: Int) {
    if smallGroups == .totals { return (self, 0, 0) }
    func isSmall(_ cell: Cell) -> Bool {
      if case .integer(let count) = cell { (1..<least).contains(count) } else { false }
    }
    let label = NameMeetings.label(least: least)
    let counts = columns.indices.filter { columns[$0].role == .users || columns[$0].role == .count }
    let group = smallGroups == .emptyCells ? nil : counts.first { columns[$0].role == .users }
    var kept = self
    kept.rows.removeAll { row in
      // A name that few users met may be a part of a key.
      keyIndices.contains { row.cells[$0].text.contains(label) } || group.map { isSmall(row.cells[$0]) } ?? false
    }
    var figures = 0
    for index in kept.rows.indices {
      let small = Set(counts.filter { isSmall(kept.rows[index].cells[$0]) }.map { columns[$0].name })
      if small.isEmpty { continue }
      for (column, described) in columns.enumerated()
      where small.contains(described.name) || described.basis.map(small.contains) ?? false {
        kept.rows[index].cells[column] = .unknown
        figures += 1
      }
    }
    return (kept, rows.count - kept.rows.count, figures)
  }
}
