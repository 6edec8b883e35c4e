import NavigationModel

/// A set of people: by pseudonym while they are few.
struct SmallGroup: BinaryRecord {
  private(set) var people: [Pseudonym] = []
  private(set) var isEnough = false

  static let form = BinaryForm(Self.init(people:isEnough:), \.people, \.isEnough)

  /// Adds a user who is not in it.
  mutating func add(_ user: Pseudonym, _ least: Int) {
    if isEnough { return }
    people.insert(user, at: people.firstIndex { user < $0 } ?? people.count)
    isEnough = people.count >= least
    if isEnough { people = [] }
  }

  mutating func merge(_ other: SmallGroup, _ least: Int) {
    people = (people + other.people).sorted()
    isEnough = isEnough || other.isEnough || people.count >= least
    if isEnough { people = [] }
  }
}

/// The people behind the figures of tables, counted up to the minimum group.
///
/// A user with a figure in the table of their own sessions is behind that of the total. So measures need no code for
/// this, and no table can be forgotten.
package struct PeopleBehind: Sendable {
  /// Fewer people than this are a small group.
  package let least: Int
  private var rows: [Key: Row] = [:]

  private struct Key: Hashable, BinaryRecord {
    let table: String
    let segment: [String]
    let row: [String]

    static let form = BinaryForm(Self.init(table:segment:row:), \.table, \.segment, \.row)
  }

  struct Row: BinaryRecord {
    fileprivate(set) var group = SmallGroup()
    fileprivate(set) var cells: [SmallGroup]
    /// Users with each value of a smallest or largest depth: a single user may determine it.
    fileprivate(set) var extremes: [Int: [String: SmallGroup]] = [:]

    static let form = BinaryForm(Self.init(group:cells:extremes:), \.group, \.cells, \.extremes)
  }

  package init(least: Int) { self.least = least }

  /// Adds the tables of one user. Call it once per user.
  package mutating func add(_ tables: [Table], segment: [String] = [], of user: Pseudonym) {
    for table in tables where table.smallGroups != .ownUsers {
      for shown in table.rows {
        let figures = table.figures(of: shown)
        if figures.isEmpty { continue }
        let key = Key(table: table.name, segment: segment, row: table.key(of: shown))
        var row =
          rows.removeValue(forKey: key) ?? Row(cells: Array(repeating: SmallGroup(), count: table.columns.count))
        row.group.add(user, least)
        for index in figures {
          row.cells[index].add(user, least)
          if table.isExtreme(index, in: shown) {
            row.extremes[index, default: [:]][shown.cells[index].text, default: SmallGroup()].add(user, least)
          }
        }
        rows[key] = row
      }
    }
  }

  package mutating func merge(_ other: PeopleBehind) {
    for (key, theirs) in other.rows {
      guard var row = rows.removeValue(forKey: key) else {
        rows[key] = theirs
        continue
      }
      row.group.merge(theirs.group, least)
      for (index, group) in theirs.cells.enumerated() where index < row.cells.count {
        row.cells[index].merge(group, least)
      }
      for (index, values) in theirs.extremes {
        for (value, group) in values {
          row.extremes[index, default: [:]][value, default: SmallGroup()].merge(group, least)
        }
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

  func isExtreme(_ index: Int, in row: Row) -> Bool {
    columns[index].role == .extreme || row.subject == .extreme && columns[index].role == .measure
  }
}

extension PeopleBehind {
  package func encode(to encoder: BinaryEncoder) throws { try encoder.encode(rows) }

  /// - Parameter least: the same as when encoding.
  package init(from decoder: BinaryDecoder, least: Int) throws {
    self.init(least: least)
    rows = try decoder.decode()
  }
}

/// The people behind each figure, for unknown and for known structure: only when all users are measured is it decided
/// which applies.
package typealias PeopleBehindSums = [PeopleBehind]

extension PeopleBehindSums {
  package init(least: Int) { self = [PeopleBehind(least: least), PeopleBehind(least: least)] }

  package mutating func merge(_ other: PeopleBehindSums) {
    for index in indices { self[index].merge(other[index]) }
  }

  package func peopleBehind(structureKnown: Bool) -> PeopleBehind { self[structureKnown ? 1 : 0] }

  package func encode(to encoder: BinaryEncoder) throws {
    for peopleBehind in self { try peopleBehind.encode(to: encoder) }
  }

  /// - Parameter least: the same as when encoding.
  package init(from decoder: BinaryDecoder, least: Int) throws {
    self = [try PeopleBehind(from: decoder, least: least), try PeopleBehind(from: decoder, least: least)]
  }
}
