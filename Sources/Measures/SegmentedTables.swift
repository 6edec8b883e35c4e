import NavigationModel

/// The measures of a log told apart by dimensions.
public struct SegmentFigures: Sendable {
  /// The dimensions, as the log calls them.
  public let dimensions: [String]
  public let groups: [Group]

  /// A segment and its tables.
  public struct Group: Sendable {
    public let values: [String]
    public let users: Int
    public let tables: [Table]
  }

  /// Segments of fewer users are put together, or left out where small groups are to be hidden: in a sum, they would tell of their differences.
  public let leastUsers: Int
  /// How many segments are left out.
  public let leftOut: Int

  /// - Parameter crowds: the people behind the figures, where small groups are to be hidden.
  public init(_ segmented: SegmentedMeasures, dimensions: [String], whole: MeasureScope, crowds: Crowds? = nil) {
    self.dimensions = dimensions
    let leastUsers = max(SegmentedMeasures.leastUsers, crowds?.least ?? 0)
    let all = segmented.groups(whole.names, leastUsers: crowds == nil ? leastUsers : 1)
    let kept = all.filter { crowds == nil || $0.measures.totals.users >= leastUsers }
    self.leastUsers = leastUsers
    leftOut = all.count - kept.count
    groups = kept.map { group in
      let scope = MeasureScope(measures: group.measures, in: whole, cellUsers: group.cellUsers)
      var tables = group.measures.tables(scope)
      // How lines were taken in is known of logs, not of segments.
      for index in tables.indices { tables[index].rows.removeAll { $0.subject == .lines } }
      if let crowds { tables = tables.map { crowds.folded($0, segment: group.values).table } }
      return Group(values: group.values, users: group.measures.totals.users, tables: tables)
    }
  }

  /// A table with the dimensions as its last columns: for each row of the whole, one more for each segment that has it.
  ///
  /// A dimension that the table has already is not added again; where it has all of them, the table stays as it is.
  public func table(_ whole: Table) -> Table {
    let added = dimensions.indices.filter { index in whole.index(of: dimensions[index]) == nil }
    guard !added.isEmpty else { return whole }
    let columns = added.map { index in
      Table.Column(
        dimensions[index], .key, .text,
        "The \(dimensions[index]) of the sessions; \(SegmentLabel.all): whatever it is, \(SegmentLabel.unknown): none in the log, "
          + (leftOut > 0 ? "segments of fewer than \(leastUsers) users are left out." : "\(SegmentLabel.small): segments of fewer than \(leastUsers) users, together."))
    }
    // Rows are ordered by their keys, then by segment: the whole comes first.
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
      name: whole.name, meaning: whole.meaning, columns: whole.columns + columns, rows: rows.flatMap(\.self), smallGroups: whole.smallGroups)
  }
}
