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

  public init(_ segmented: SegmentedMeasures, dimensions: [String], whole: MeasureScope) {
    self.dimensions = dimensions
    groups = segmented.groups(whole.names).map { group in
      let scope = MeasureScope(measures: group.measures, in: whole)
      var tables = group.measures.tables(scope)
      // How lines were taken in is known of logs, not of segments.
      for index in tables.indices where tables[index].name == "summary" {
        tables[index].rows.removeAll { [.text("events_rejected"), .text("events_duplicate")].contains($0[0]) }
      }
      return Group(values: group.values, users: group.measures.totals.users, tables: tables)
    }
  }

  /// A table with the dimensions as its last columns: for each row of the whole, one more for each segment that has it.
  ///
  /// A dimension that the table has already is not added again; where it has all of them, the table stays as it is.
  public func table(_ whole: Table) -> Table {
    let added = dimensions.indices.filter { place in !whole.columns.contains { $0.name == dimensions[place] } }
    guard !added.isEmpty else { return whole }
    let columns = added.map { place in
      Table.Column(
        dimensions[place], .text,
        "The \(dimensions[place]) of the sessions; \(SegmentLabel.all): whatever it is, \(SegmentLabel.unknown): none in the log, "
          + "\(SegmentLabel.small): segments of fewer than \(SegmentedMeasures.leastUsers) users, together.")
    }
    // Rows are ordered by their keys, then by segment: the whole comes first.
    let keys = whole.columns.prefix { $0.kind == .text || $0.kind == .date || Self.keyNumbers.contains($0.name) }.count
    var places: [[String]: Int] = [:]
    var rows: [[[Table.Cell]]] = []
    for row in whole.rows {
      let key = row.prefix(keys).map(\.text)
      if places[key] == nil {
        places[key] = rows.count
        rows.append([])
      }
      rows[places[key] ?? 0].append(row + added.map { _ in .text(SegmentLabel.all) })
    }
    for group in groups {
      guard let own = group.tables.first(where: { $0.name == whole.name }) else { continue }
      for row in own.rows {
        guard let place = places[row.prefix(keys).map(\.text)] else { continue }
        rows[place].append(row + added.map { .text(group.values[$0]) })
      }
    }
    return Table(name: whole.name, meaning: whole.meaning, columns: whole.columns + columns, rows: rows.flatMap(\.self),
      segmentColumns: columns.map(\.name))
  }

  /// Columns of numbers by which rows are known.
  private static let keyNumbers: Set<String> = ["depth", "session_number"]
}
