extension Crowds {
  /// The words for what fewer than `least` people did.
  public var label: String { "(fewer than \(least) users)" }

  /// A table that tells of no small group, and what was taken out of it.
  public struct Folded: Sendable {
    public var table: Table
    /// Rows that were folded into one, or left out.
    public var rows = 0
    /// Figures in other rows that were emptied.
    public var figures = 0
  }

  /// A table in which no figure tells of fewer than `least` people, but zeros.
  ///
  /// Rows with fewer people are folded into one, where a text says what a row is: it is called ``label``, and counts what as many people did together.
  /// Elsewhere they are left out. Figures in other rows are emptied.
  public func folded(_ table: Table, segment: [String] = []) -> Folded {
    switch table.name {
    case "summary", "log_quality":
      var folded = Folded(table: table)
      for place in table.rows.indices { folded.figures += empty(&folded.table.rows[place], of: table, segment) }
      return folded
    case "discovery": return withoutSmallSteps(table)
    default: return withoutSmallRows(table, segment)
    }
  }

  private func withoutSmallRows(_ table: Table, _ segment: [String]) -> Folded {
    var folded = Folded(table: table)
    var small: [(cells: [Table.Cell], row: Row)] = []
    folded.table.rows = []
    for var cells in table.rows {
      if table.figures(of: cells).isEmpty {
        folded.table.rows.append(cells)
      } else if let row = row(cells, of: table, segment: segment), row.crowd.isEnough {
        folded.figures += empty(&cells, of: table, segment)
        folded.table.rows.append(cells)
      } else {
        folded.rows += 1
        if let row = row(cells, of: table, segment: segment) { small.append((cells, row)) }
      }
    }
    if folded.rows > 0, table.columns[0].kind == .text {
      folded.table.rows.append(together(small, of: table))
      folded.table.hasFoldedRow = true
    }
    return folded
  }

  /// One row for several of few people each. It counts what at least `least` of them did together.
  private func together(_ small: [(cells: [Table.Cell], row: Row)], of table: Table) -> [Table.Cell] {
    table.columns.indices.map { place in
      let column = table.columns[place]
      if place < table.keyCount { return column.kind == .text ? .text(label) : .unknown }
      let people = Set(small.flatMap { $0.row.cells[place].people })
      guard column.kind == .integer, column.name != "sessions", !column.name.hasPrefix("depth_"), people.count >= least else { return .unknown }
      if column.name == "users" { return .integer(people.count) }
      return .integer(small.reduce(0) { sum, row in if case .integer(let count) = row.cells[place] { sum + count } else { sum } })
    }
  }

  /// Empties the figures of a row that tell of few people, with their intervals.
  /// - Returns: how many.
  private func empty(_ cells: inout [Table.Cell], of table: Table, _ segment: [String]) -> Int {
    let whole = row(cells, of: table, segment: segment)
    var emptied = 0
    for place in table.figures(of: cells) where !isTold(place, cells, of: table, whole) {
      cells[place] = .unknown
      emptied += 1
      var bound = place + 1
      while bound < cells.count, table.columns[bound].name.isBound {
        cells[bound] = .unknown
        bound += 1
      }
    }
    return emptied
  }

  private func isTold(_ place: Int, _ cells: [Table.Cell], of table: Table, _ row: Row?) -> Bool {
    if Self.ruleCounts.contains(cells[0].text) { return true }
    if Self.lineCounts.contains(cells[0].text) {
      // Lines have no people: so few of them are of few.
      guard case .integer(let count) = cells[place] else { return true }
      return count >= least
    }
    guard let row else { return false }
    if let completed = table.columns.firstIndex(where: { $0.name == "completed" }), Self.ofCompletedTries.contains(table.columns[place].name) {
      return row.cells[completed].isEnough
    }
    if table.isExtreme(place, in: cells) { return row.extremes[place]?[cells[place].text]?.isEnough ?? false }
    return row.cells[place].isEnough
  }

  /// Rows that count rules, or parts of the app.
  private static let ruleCounts: Set<String> = ["no-evidence", "guessed-structure"]
  /// Rows that count lines, of which nobody knows the users.
  private static let lineCounts: Set<String> = ["events_rejected", "events_duplicate", "duplicate", "no-zone"]

  /// What is asked of those who completed a task: the shortest way, on which it rests, is not that of one user alone.
  private static let ofCompletedTries: Set<String> = ["lostness_p50", "lost_share", "first_choice_share", "extra_taps", "shortest"]

  /// A discovery is told up to the first session in which few people made it, or came to it at all: later shares would tell how many.
  private func withoutSmallSteps(_ table: Table) -> Folded {
    var folded = Folded(table: table)
    folded.table.rows = []
    var ended: [Table.Cell]?
    let people = table.columns.indices.filter { ["at_risk", "discovered"].contains(table.columns[$0].name) }
    for cells in table.rows {
      let item = Array(cells.prefix(2))
      let isSmall = people.contains { place in
        if case .integer(let count) = cells[place] { (1..<least).contains(count) } else { false }
      }
      if isSmall { ended = item }
      if ended == item { folded.rows += 1 } else { folded.table.rows.append(cells) }
    }
    return folded
  }
}
