import NavigationModel

/// The measures of a log, broken down by dimensions.
package struct SegmentFigures: Sendable {
  /// The dimensions, by their names in the log.
  package let dimensions: [String]
  package let groups: [Group]

  /// A segment and its tables.
  package struct Group: Sendable {
    package let values: [String]
    package let users: Int
    package let tables: [Table]
  }

  /// Smaller segments are merged, or left out if small groups are hidden: a sum would reveal differences.
  package let leastUsers: Int
  /// The number of segments left out.
  package let leftOut: Int

  /// - Parameter crowds: the people behind the figures, if small groups are hidden.
  package init(_ segmented: SegmentedMeasures, dimensions: [String], whole: MeasureScope, crowds: Crowds? = nil) {
    self.dimensions = dimensions
    let leastUsers = max(SegmentedMeasures.leastUsers, crowds?.least ?? 0)
    let all = segmented.groups(whole.names, leastUsers: crowds == nil ? leastUsers : 1)
    let kept = all.filter { crowds == nil || $0.measures.totals.users >= leastUsers }
    self.leastUsers = leastUsers
    leftOut = all.count - kept.count
    groups = kept.map { group in
      let scope = MeasureScope(measures: group.measures, in: whole, cellUsers: group.cellUsers)
      var tables = group.measures.tables(scope)
      // Line counts are known for logs, not for segments.
      for index in tables.indices { tables[index].rows.removeAll { $0.subject == .lines } }
      if let crowds { tables = tables.map { crowds.folded($0, segment: group.values).table } }
      return Group(values: group.values, users: group.measures.totals.users, tables: tables)
    }
  }

  /// A table with the dimensions as its last columns: each row of the total is followed by one for each segment that has it.
  ///
  /// A dimension that the table already has is not added again; a table that has all of them is unchanged.
  package func table(_ whole: Table) -> Table {
    let added = dimensions.indices.filter { index in whole.index(of: dimensions[index]) == nil }
    guard !added.isEmpty else { return whole }
    let columns = added.map { index in
      Table.Column(
        dimensions[index], .key, .text,
        "The \(dimensions[index]) of the sessions; \(SegmentLabel.all): whatever it is, \(SegmentLabel.unknown): none in the log, "
          + (leftOut > 0
            ? "segments of fewer than \(leastUsers) users are left out." : "\(SegmentLabel.small): segments of fewer than \(leastUsers) users, together."))
    }
    // Rows are ordered by their keys, then by segment, with the total first.
    var indices: [[String]: Int] = [:]
    var rows: [[Table.Row]] = []
    for row in whole.rows {
      let key = whole.key(of: row)
      if indices[key] == nil {
        indices[key] = rows.count
        rows.append([])
      }
      rows[indices[key] ?? 0].append(row.appending(added.map { _ in .text(SegmentLabel.all) }))
    }
    for group in groups {
      guard let own = group.tables.first(where: { $0.name == whole.name }) else { continue }
      for row in own.rows {
        guard let index = indices[whole.key(of: row)] else { continue }
        rows[index].append(row.appending(added.map { .text(group.values[$0]) }))
      }
    }
    return Table(
      name: whole.name, meaning: whole.meaning, columns: whole.columns + columns, rows: rows.flatMap(\.self), smallGroups: whole.smallGroups,
      parts: whole.parts)
  }
}
