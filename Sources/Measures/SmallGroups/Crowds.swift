/// The people behind the figures of tables, counted up to the least that a figure may tell of.
///
/// Whoever has a figure in the table of their own sessions is behind the same figure of the whole. So no measure needs to know of this, and no table
/// can be forgotten.
public struct Crowds: Sendable {
  /// Fewer people than this are a small group.
  public let least: Int
  private var rows: [Key: Row] = [:]

  /// A row of a table, of the whole or of a segment.
  private struct Key: Hashable {
    let table: String
    let segment: [String]
    let row: [String]
  }

  struct Row {
    /// Those with any figure in the row.
    fileprivate(set) var crowd = Crowd()
    /// By column.
    fileprivate(set) var cells: [Crowd]
    /// Those with each value of a smallest or largest depth: one person alone may make it what it is.
    fileprivate(set) var extremes: [Int: [String: Crowd]] = [:]
  }

  public init(least: Int) { self.least = least }

  /// Takes in the tables of one user, who comes but once.
  mutating func add(_ tables: [Table], segment: [String] = [], of user: UInt32) {
    for table in tables {
      let keys = table.keyCount
      for cells in table.rows {
        let figures = table.figures(of: cells)
        if figures.isEmpty { continue }
        let key = Key(table: table.name, segment: segment, row: cells.prefix(keys).map(\.text))
        var row = rows.removeValue(forKey: key) ?? Row(cells: Array(repeating: Crowd(), count: table.columns.count))
        row.crowd.add(user, least)
        for place in figures {
          row.cells[place].add(user, least)
          if table.isExtreme(place, in: cells) { row.extremes[place, default: [:]][cells[place].text, default: Crowd()].add(user, least) }
        }
        rows[key] = row
      }
    }
  }

  /// Takes in what was seen of other users.
  public mutating func merge(_ other: Crowds) {
    for (key, theirs) in other.rows {
      guard var row = rows.removeValue(forKey: key) else {
        rows[key] = theirs
        continue
      }
      row.crowd.merge(theirs.crowd, least)
      for place in row.cells.indices { row.cells[place].merge(theirs.cells[place], least) }
      for (place, values) in theirs.extremes {
        for (value, crowd) in values { row.extremes[place, default: [:]][value, default: Crowd()].merge(crowd, least) }
      }
      rows[key] = row
    }
  }

  /// The people behind a row; nil where there is nobody.
  func row(_ cells: [Table.Cell], of table: Table, segment: [String]) -> Row? {
    rows[Key(table: table.name, segment: segment, row: cells.prefix(table.keyCount).map(\.text))]
  }
}

/// Some people: by their numbers as long as they are few.
struct Crowd: Sendable {
  private(set) var people: [UInt32] = []
  private(set) var isEnough = false

  /// Takes in somebody who is not among them.
  fileprivate mutating func add(_ user: UInt32, _ least: Int) {
    if isEnough { return }
    people.append(user)
    isEnough = people.count >= least
    if isEnough { people = [] }
  }

  fileprivate mutating func merge(_ other: Crowd, _ least: Int) {
    people += other.people
    isEnough = isEnough || other.isEnough || people.count >= least
    if isEnough { people = [] }
  }
}

extension Table {
  /// The first columns, by which a row is known.
  var keyCount: Int { columns.prefix { $0.kind == .text || $0.kind == .date || Self.keyNumbers.contains($0.name) }.count }

  /// Columns of numbers by which rows are known.
  private static let keyNumbers: Set<String> = ["depth", "session_number", "step"]

  /// The places of a row's cells that count or measure something. Bounds of intervals stand beside the value that they belong to.
  func figures(of row: [Cell]) -> [Int] {
    (keyCount..<columns.count).filter { place in
      switch row[place] {
      case .integer(let number): number != 0
      case .number(let number): number != 0 && !columns[place].name.isBound
      case .unknown, .text, .date, .time: false
      }
    }
  }

  /// Whether a cell is the smallest or the largest of something.
  func isExtreme(_ place: Int, in row: [Cell]) -> Bool {
    let name = columns[place].name
    return name == "depth_min" || name == "depth_max" || name == "value" && row[0] == .text("depth_max")
  }
}

extension String {
  /// Whether a column of this name holds a bound of the interval of the column before.
  var isBound: Bool { hasSuffix("_low") || hasSuffix("_high") }
}
