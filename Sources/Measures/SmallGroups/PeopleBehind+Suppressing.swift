extension PeopleBehind {
  /// The label for values based on fewer than `least` users.
  package var label: String { "(fewer than \(least) users)" }

  /// A table without figures based on small groups; the rows that were combined or left out, and the figures in other
  /// rows that were blanked.
  package typealias Suppressed = (table: Table, rows: Int, figures: Int)

  /// The table without figures based on 1 to `least` − 1 users.
  ///
  /// If texts identify the rows, rows based on fewer users are combined into one, called ``label``, with the counts of
  /// what enough users did in total. Otherwise they are left out. Figures in other rows are blanked.
  /// ``Table/smallGroups`` lists the exceptions.
  ///
  /// Rows about names seen by fewer users (``NameMeetings``) are combined or left out in the same way.
  package func suppressed(_ table: Table, segment: [String] = []) -> Suppressed {
    var kept = table
    kept.rows.removeAll { row in table.keyIndices.contains { row.cells[$0] == .text(label) } }
    let hidden = table.rows.count - kept.rows.count
    var suppressed = suppressedByFigures(kept, segment, isCombined: hidden > 0)
    suppressed.rows += hidden
    return suppressed
  }

  /// - Parameter isCombined: whether rows were already left out.
  private func suppressedByFigures(_ table: Table, _ segment: [String], isCombined: Bool) -> Suppressed {
    switch table.smallGroups {
    case .combineRows: return withoutSmallRows(table, segment, isCombined: isCombined)
    case .cutCurves: return withCutCurves(table)
    case .ownUsers:
      var kept = table.withoutSmallCounts(least: least)
      // A name that few users met may be a part of a key.
      kept.rows.removeAll { row in table.keyIndices.contains { row.cells[$0].text.contains(label) } }
      return (kept, table.rows.count - kept.rows.count, 0)
    case .emptyCells:
      var suppressed: Suppressed = (table, 0, 0)
      for index in table.rows.indices { suppressed.figures += empty(&suppressed.table.rows[index], of: table, segment) }
      return suppressed
    }
  }

  private func withoutSmallRows(_ table: Table, _ segment: [String], isCombined: Bool) -> Suppressed {
    var suppressed: Suppressed = (table, 0, 0)
    var small: [(shown: Table.Row, row: Row)] = []
    suppressed.table.rows = []
    for var shown in table.rows {
      if table.figures(of: shown).isEmpty {
        suppressed.table.rows.append(shown)
      } else if let row = row(shown, of: table, segment: segment), row.group.isEnough {
        suppressed.figures += empty(&shown, of: table, segment)
        suppressed.table.rows.append(shown)
      } else {
        suppressed.rows += 1
        if let row = row(shown, of: table, segment: segment) { small.append((shown, row)) }
      }
    }
    if suppressed.rows > 0 || isCombined, table.keys.allSatisfy({ $0.kind == .text }) {
      suppressed.table.rows.append(together(small, of: table))
    }
    return suppressed
  }

  /// One row for several small ones. It counts what at least `least` users did in total.
  private func together(_ small: [(shown: Table.Row, row: Row)], of table: Table) -> Table.Row {
    let cells = table.columns.indices.map { index -> Table.Cell in
      let column = table.columns[index]
      if column.kind == .text { return .text(label) }
      guard column.role == .users || column.role == .count else { return .unknown }
      let people = Set(small.flatMap { $0.row.cells[index].people })
      guard people.count >= least else { return .unknown }
      if column.role == .users { return .integer(people.count) }
      return .integer(
        small.reduce(0) { sum, row in if case .integer(let count) = row.shown.cells[index] { sum + count } else { sum }
        })
    }
    return Table.Row(cells, isCombined: true)
  }

  /// Blanks the figures of a row that are based on few users, with their intervals.
  /// - Returns: the number of blanked figures.
  private func empty(_ shown: inout Table.Row, of table: Table, _ segment: [String]) -> Int {
    let row = row(shown, of: table, segment: segment)
    var emptied = 0
    for index in table.figures(of: shown) where !isShown(index, shown, of: table, row) {
      shown.cells[index] = .unknown
      emptied += 1
      for bound in table.columns.indices.dropFirst(index + 1).prefix(while: { table.columns[$0].role == .bound }) {
        shown.cells[bound] = .unknown
      }
    }
    return emptied
  }

  private func isShown(_ index: Int, _ shown: Table.Row, of table: Table, _ row: Row?) -> Bool {
    switch shown.subject {
    case .nobody: return true
    case .lines:
      // The users behind rejected lines are unknown: few lines count as few users.
      guard case .integer(let count) = shown.cells[index] else { return true }
      return count >= least
    case .users, .extreme:
      guard let row else { return false }
      if let basis = table.columns[index].basis.flatMap(table.index(of:)) { return row.cells[basis].isEnough }
      if table.isExtreme(index, in: shown) { return row.extremes[index]?[shown.cells[index].text]?.isEnough ?? false }
      return row.cells[index].isEnough
    }
  }

  /// A curve ends before the first row with a small count of users: later shares would reveal it.
  private func withCutCurves(_ table: Table) -> Suppressed {
    var suppressed: Suppressed = (table, 0, 0)
    suppressed.table.rows = []
    let subject = table.keyIndices.dropLast()
    let users = table.columns.indices.filter { table.columns[$0].role == .users }
    var ended: [Table.Cell]?
    for row in table.rows {
      let curve = subject.map { row.cells[$0] }
      let isSmall = users.contains { index in
        if case .integer(let count) = row.cells[index] { (1..<least).contains(count) } else { false }
      }
      if isSmall { ended = curve }
      if ended == curve { suppressed.rows += 1 } else { suppressed.table.rows.append(row) }
    }
    return suppressed
  }
}

extension Table {
  /// The table without counts of 1 to `least` − 1, for tables without ``PeopleBehind``. The roles of the columns say
  /// what is hidden.
  ///
  /// The first column of users counts the people behind a row: rows of few people are left out, unless rows are
  /// expected (``SmallGroupPolicy/emptyCells``). Other small counts are emptied, and with them what is based on their
  /// column.
  package func withoutSmallCounts(least: Int) -> Table {
    func isSmall(_ cell: Cell) -> Bool {
      if case .integer(let count) = cell { (1..<least).contains(count) } else { false }
    }
    let counts = columns.indices.filter { columns[$0].role == .users || columns[$0].role == .count }
    let group = smallGroups == .emptyCells ? nil : counts.first { columns[$0].role == .users }
    var kept = self
    kept.rows.removeAll { row in group.map { isSmall(row.cells[$0]) } ?? false }
    for index in kept.rows.indices {
      let small = Set(counts.filter { isSmall(kept.rows[index].cells[$0]) }.map { columns[$0].name })
      if small.isEmpty { continue }
      for (column, described) in columns.enumerated()
      where small.contains(described.name) || described.basis.map(small.contains) ?? false {
        kept.rows[index].cells[column] = .unknown
      }
    }
    return kept
  }
}
