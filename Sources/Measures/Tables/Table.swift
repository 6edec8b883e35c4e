import NavigationModel

/// A table as written: columns with their role and meaning, and rows in their final order.
///
/// A ``TableDefinition`` declares a table, column by column, in the file of its measure.
package struct Table: Sendable {
  /// The name of its file, without the extension.
  package let name: String
  /// What one row stands for.
  package let meaning: String
  package let columns: [Column]
  package var rows: [Row]
  /// Columns after the others in the file, with one cell for all rows: they identify the report, so tables of several
  /// reports can be stacked.
  package private(set) var common: [(column: Column, cell: Cell)] = []
  package let smallGroups: SmallGroupPolicy
  /// Whether rows are parts of the app with names of their own: its screens, or what people choose to get to them.
  package let isOfParts: Bool

  package let keyIndices: [Int]

  package init(
    name: String, meaning: String, columns: [Column], rows: [Row] = [], smallGroups: SmallGroupPolicy = .leaveOutRows,
    isOfParts: Bool = false
  ) {
    self.name = name
    self.meaning = meaning
    var columns = columns
    for index in columns.indices where columns[index].role == .bound && columns[index].unit == nil {
      columns[index].unit = columns[..<index].last { $0.role == .share || $0.role == .measure }?.unit
    }
    self.columns = columns
    self.rows = rows
    self.smallGroups = smallGroups
    self.isOfParts = isOfParts
    keyIndices = columns.indices.filter { columns[$0].role == .key }
  }

  /// What happens to rows about few users if small groups are hidden (``withoutSmallGroups(least:)``).
  package enum SmallGroupPolicy: Sendable {
    /// They are left out.
    case leaveOutRows
    /// They stay, with empty cells: each row is an expected figure.
    case emptyCells
    /// They stay as they are: the rows are about everybody.
    case totals
  }

  package struct Column: Sendable {
    package enum Kind: String, Sendable { case text, integer, number, share, date, time }

    /// The role of its cells. Sorting, the keys of the data package and the protection of small groups are derived from
    /// it.
    package enum Role: Sendable {
      /// One of the columns that identify a row.
      case key
      /// How often something happened. Counts of different rows may be added up.
      case count
      /// How many different users.
      case users
      /// How many different sessions.
      case sessions
      /// A share of a denominator.
      case share
      /// A mean, a quantile, a ratio.
      case measure
      /// A bound of the interval of the nearest share or measure before it.
      case bound
      /// A description.
      case text

      /// The unit that all columns of the role have.
      fileprivate var unit: Unit? {
        switch self {
        case .users: .users
        case .sessions: .sessions
        case .share: .fraction
        case .key, .count, .measure, .bound, .text: nil
        }
      }
    }

    /// What its figures are measured in.
    package enum Unit: String, Sendable {
      case users, sessions, screens, levels, taps, seconds, minutes
      /// A share: from 0 to 1.
      case fraction
      case tapsPerWeek = "taps per week"
      case tapsPerUse = "taps per use"
      case tapsPer100Sessions = "taps per 100 sessions"
      case usesPer100Sessions = "uses per 100 sessions"
      case choicesPerOpen = "choices per open"
    }

    package let name: String
    package let role: Role
    package let kind: Kind
    /// Nil for texts, for counts of what the name says, and where it depends on the row. A bound has that of its
    /// figure.
    package fileprivate(set) var unit: Unit?
    package let meaning: String
    /// The column whose users or count a cell of this one is based on, if not those of the row.
    package let basis: String?

    package init(
      _ name: String, _ role: Role, _ kind: Kind, _ meaning: String, in unit: Unit? = nil, basis: String? = nil
    ) {
      self.name = name
      self.role = role
      self.kind = kind
      self.unit = unit ?? role.unit
      self.meaning = meaning
      self.basis = basis
    }
  }

  package struct Row: Sendable, Equatable, Sequence {
    package var cells: [Cell]

    package init(_ cells: [Cell]) { self.cells = cells }

    package func makeIterator() -> IndexingIterator<[Cell]> { cells.makeIterator() }
  }

  package enum Cell: Sendable, Equatable {
    case unknown
    case text(String)
    case list([String])
    case integer(Int)
    case number(Double)
    /// Days since 1970-01-01.
    case date(Int)
    /// Microseconds since 1970-01-01T00:00:00Z.
    case time(Int64)

    package init(_ text: String?) { self = text.map { .text($0) } ?? .unknown }
    package init(_ number: Int?) { self = number.map { .integer($0) } ?? .unknown }
    package init(_ number: Double?) { self = number.map { .number($0) } ?? .unknown }

    /// The plain text of the cell: numbers with up to six decimals, dates and times in RFC 3339 and UTC, empty if
    /// unknown.
    package var text: String {
      switch self {
      case .unknown: ""
      case .text(let text): text
      case .list(let names): names.joined(separator: " ")
      case .integer(let number): String(number)
      case .number(let number): number.sixDecimals
      case .date(let day): CalendarDate(day: day).description
      case .time(let time): rfc3339(microseconds: time)
      }
    }
  }

  /// The table of a report on an app and a period, given in the last columns.
  /// - Parameter period: the times of the first and the last event, microseconds since 1970-01-01T00:00:00Z; nil
  ///   without events.
  package func of(app: String?, period: ClosedRange<Int64>?) -> Table {
    var table = self
    let period = period.map { [.time($0.lowerBound), .time($0.upperBound)] } ?? [Cell.unknown, .unknown]
    table.common = Array(zip(Self.ofReport, [.init(app)] + period))
    return table
  }

  private static let ofReport = [
    Column("app", .text, .text, "The app, as the app map names it; empty where it does not."),
    Column("period_start", .text, .time, "Time of the first event of the report."),
    Column("period_end", .text, .time, "Time of the last event of the report."),
  ]

  /// The period of the report that a file belongs to, as it is written there; nil if it has no rows.
  /// - Parameter records: the cells of the file, the names of its columns first.
  package static func period(in records: [[String]]) -> (start: String, end: String)? {
    guard records.count > 1, let row = records.last, records[0].suffix(ofReport.count) == ofReport.map(\.name)[...],
      row.count == records[0].count
    else { return nil }
    return (row[row.count - 2], row[row.count - 1])
  }

  package var allColumns: [Column] { columns + common.map(\.column) }

  package var keys: [Column] { keyIndices.map { columns[$0] } }

  package func index(of column: String) -> Int? { columns.firstIndex { $0.name == column } }

  /// Whether each row comes strictly after the previous one, by the columns at `keys`.
  package func isStrictlySorted(by keys: [Int]) -> Bool {
    zip(rows, rows.dropFirst()).allSatisfy { $0.order($1, by: keys) < 0 }
  }

  /// Sorts the rows by their keys; rows with equal keys stay in their order.
  package mutating func sortByKeys() {
    let keys = keyIndices
    guard !isStrictlySorted(by: keys) else { return }
    let rows = rows
    self.rows = rows.indices.sorted { a, b in
      let order = rows[a].order(rows[b], by: keys)
      return order == 0 ? a < b : order < 0
    }.map { rows[$0] }
  }
}

extension Table.Row {
  /// Below 0 if this row comes first, above 0 if the other does.
  fileprivate func order(_ other: Table.Row, by keys: [Int]) -> Int {
    for key in keys {
      let order = cells[key].order(other.cells[key])
      if order != 0 { return order }
    }
    return 0
  }
}

extension Table.Cell {
  /// The order of keys, as a number below, equal to or above 0: text by Unicode scalars, numbers by value, unknown ones
  /// first.
  fileprivate func order(_ other: Table.Cell) -> Int {
    func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int {
      if a < b { return -1 }
      return a == b ? 0 : 1
    }
    return switch (self, other) {
    case (.text(let a), .text(let b)): a.withUTF8Bytes { a in b.withUTF8Bytes { b in a.order(b) } }
    case (.integer(let a), .integer(let b)), (.date(let a), .date(let b)): order(a, b)
    case (.number(let a), .number(let b)): order(a, b)
    case (.time(let a), .time(let b)): order(a, b)
    case (.unknown, .unknown): 0
    case (.unknown, _): -1
    case (_, .unknown): 1
    default: 0
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Below 0 if these bytes come first, above 0 if the others do.
  fileprivate func order(_ other: Self) -> Int {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      return Int(self[index]) - Int(other[index])
    }
    return count - other.count
  }
}

extension Double {
  /// Rounded to six decimals, without trailing zeros: `0.5`, `12`, `0.333333`. Empty if it is not finite.
  package var sixDecimals: String {
    guard isFinite else { return "" }
    let scaled = (magnitude * 1e6).rounded()
    guard scaled < 9e18 else { return String(self) }
    let millionths = Int64(scaled)
    let sign = self < 0 && millionths != 0 ? "-" : ""
    let (whole, fraction) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
    return "\(sign)\(whole)" + (fraction > 0 ? "." + Int(fraction).millionths : "")
  }
}
