import CSimdJSON
import Foundation
import NavigationModel

/// Decodes the rows of a table. A path is a column; a longer path reads the JSON, or the pairs, in its cells.
final class TableDecoder: BlockDecoder {
  private let header: TableHeader
  /// The column of each requested value, or nil.
  private let valueColumns: [Int?]
  /// Columns with JSON cells, and their readers.
  private let embedded: [(column: Int, reader: JSONRecordReader)]
  /// Whether the map says where the fields are.
  private let isForeign: Bool
  private var assembler: RecordAssembler

  init(_ plan: FieldPlan, _ header: TableHeader, _ tables: LogTables, keepsRejected: Bool) {
    self.header = header
    let columns = header.columns
    valueColumns = plan.paths.map { path in path.flatMap { columns.firstIndex(of: $0.dotted) } }
    var paths: [Int: [RecordPath?]] = [:]
    for (index, path) in plan.paths.enumerated() where valueColumns[index] == nil {
      guard let path, path.steps.count > 1, case .member(let name) = path.steps[0],
        let column = columns.firstIndex(of: name)
      else { continue }
      paths[column, default: Array(repeating: nil, count: plan.paths.count)][index] = RecordPath(
        Array(path.steps.dropFirst()))
    }
    embedded = paths.sorted { $0.key < $1.key }.map { ($0.key, JSONRecordReader(paths: $0.value)) }
    isForeign = plan.namesUsers
    assembler = RecordAssembler(plan, tables, readsNumbersFromText: true, keepsRejected: keepsRejected)
  }

  func decode(_ block: borrowing Block, into decoded: inout DecodedBlock) {
    var row = TableRow(header, isForeign: isForeign)
    let isUTF8 = block.withBytes { isValidUTF8($0) }
    block.forEachRecord { record in
      if record.isBlank || record.line <= header.line { return }
      if header.isOfServer, record.bytes.first == LogHead.commentMark { return }
      guard isUTF8 || isValidUTF8(record.bytes) else { return assembler.reject(.notUTF8, record, &decoded) }
      guard row.parse(record) else { return assembler.reject(.quotes, record, &decoded) }
      guard row.isWhole else {
        if record.bytes.first == LogHead.commentMark { return }
        return assembler.reject(.cellCount, record, &decoded, cells: row.count, of: header.columns.count)
      }
      for (index, column) in valueColumns.enumerated() {
        assembler.values.values[index] = column.map { RecordValue(text: row[$0]) } ?? .absent
      }
      for (column, reader) in embedded where !row[column].isEmpty {
        let status = reader.fill(unpadded: row[column], into: assembler.values)
        if status == CSJ_OK { continue }
        if let json = CellMap.json(row[column]) {
          _ = reader.fill(unpadded: json, into: assembler.values)
        } else if status == CSJ_NOT_JSON {
          return assembler.reject(.notJSON, record, &decoded)
        }
      }
      if let reason = assembler.decode(record, into: &decoded, json: { json(of: row) }) {
        assembler.reject(reason, record, &decoded)
      }
    }
  }

  /// A row as a JSON object of its non-empty cells.
  private func json(of row: borrowing TableRow) -> [UInt8] {
    var members: [String: String] = [:]
    for (index, column) in header.columns.enumerated() where !row[index].isEmpty {
      members[column] = String(decoding: row[index], as: UTF8.self)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(members)).map(Array.init) ?? []
  }

  private func isValidUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool { csj_is_utf8(bytes.characters, bytes.count) != 0 }
}

/// The columns of a table, and how its rows are read.
package struct TableHeader: Sendable, Equatable {
  /// The names of the columns; a first column without a name has an empty one.
  var columns: [String]
  let delimiter: UInt8
  /// The line of the header, counted from 1; that before the first row, if there is none.
  var line: Int
  /// Whether cells may be quoted (RFC 4180); otherwise quotes are ordinary characters, and a row is a line.
  var hasQuotes = true
  /// The first row with another number of cells, if most rows have another one.
  var ragged: Ragged?

  struct Ragged: Sendable, Equatable {
    /// Counted from 1.
    let line: Int
    let cells: Int
  }

  /// Whether it is the log of a web server.
  var isOfServer: Bool { delimiter == LogHead.blank }
  var mode: RecordMode { hasQuotes ? .csv(delimiter: delimiter) : .lines }
  /// Whether it is one of a table: at least half of the next rows have as many cells.
  var isOfTable: Bool { columns.count > 1 && ragged == nil }
  /// Whether the table has none: the columns are only numbered.
  var isMissing: Bool { columns == Self.numbered(columns.count) }

  /// Whether a path is a column, or leads into the JSON of one.
  func holds(_ path: RecordPath) -> Bool {
    if case .member(let first)? = path.steps.first, path.steps.count > 1, columns.contains(first) { return true }
    return columns.contains(path.dotted)
  }

  /// The columns of a table without a header.
  static func numbered(_ count: Int) -> [String] { (0..<count).map { "c\($0 + 1)" } }
}

/// The cells of the rows of a table, one row after the other.
struct TableRow: ~Copyable {
  private let header: TableHeader
  /// Whether others wrote it, with marks where a value is missing.
  private let isForeign: Bool
  private var cells: CSVRecord

  init(_ header: TableHeader, isForeign: Bool) {
    self.header = header
    self.isForeign = isForeign
    cells = CSVRecord(delimiter: header.delimiter, hasQuotes: header.hasQuotes)
  }

  var count: Int { cells.count }
  /// Whether it has a cell for each column. In the log of a server, more may follow; in tables of others,
  /// empty ones.
  var isWhole: Bool {
    count == header.columns.count
      || (count > header.columns.count
        && (header.isOfServer || (isForeign && (header.columns.count..<count).allSatisfy { cells[$0].isEmpty })))
  }

  /// In the log of a server, the last column has the rest of the line.
  subscript(column: Int) -> UnsafeRawBufferPointer {
    let cell = cells[column]
    guard header.isOfServer else {
      if !isForeign { return cell }
      // Some databases fill their columns with blanks.
      var length = cell.count
      while length > 0, cell[length - 1] == LogHead.blank { length -= 1 }
      return UnsafeRawBufferPointer(rebasing: cell.prefix(cell.isPlaceholder ? 0 : length))
    }
    guard column == header.columns.count - 1, count > header.columns.count, let start = cell.baseAddress,
      let end = cells[count - 1].baseAddress
    else { return cell.ofAccessLog }
    return UnsafeRawBufferPointer(start: start, count: end - start + cells[count - 1].count).ofAccessLog
  }

  /// - Returns: false if quotes are broken.
  mutating func parse(_ record: Record) -> Bool { (try? cells.parse(record.bytes)) != nil }
}

extension LogHead {
  /// A line of a table that begins with it, and is not a row, is a comment.
  static let commentMark = UInt8(ascii: "#")

  /// The header row of a table: the first line that is neither blank nor a comment; nil if it is not a header.
  func header() -> TableHeader? {
    if let header = accessHeader() { return header }
    let all = lines(50)
    // A spreadsheet's first line may name the delimiter: `sep=;`.
    let comments = all.prefix { $0.first == Self.commentMark || $0.starts(with: "sep=".utf8) }.count
    // A column may be called #.
    let isNumbered =
      comments == 1 && all.count > 1 && all[0].first == Self.commentMark
      && Self.delimiter(of: all[1]).map { Self.delimiter(of: all[0])?.count == $0.count } ?? false
    let rows = withoutTitles(all.dropFirst(isNumbered ? 0 : comments))
    guard let first = rows.first, let (delimiter, _) = Self.delimiter(of: first) else { return nil }
    guard let columns = cells(of: first, delimiter: delimiter) else { return nil }
    let line = 1 + bytes[..<first.startIndex].count { $0 == 0x0A }
    var header = TableHeader(columns: columns, delimiter: delimiter, line: line)
    // Cells in quotes may hold line feeds: only whole rows are counted.
    let sizes = rows.dropFirst().prefix(20).compactMap { row in
      cells(of: row, delimiter: delimiter).map { (row: row, count: $0.count) }
    }
    if let second = rows.dropFirst().first.flatMap({ cells(of: $0, delimiter: delimiter) }),
      second.count == columns.count,
      zip(columns, second).contains(where: { Self.isTime($0) && Self.isTime($1) })
    {
      header.columns = TableHeader.numbered(columns.count)
      header.line = line - 1
    }
    let others = sizes.filter { $0.count != columns.count && $0.row.first != Self.commentMark }
    if others.count * 2 > sizes.count, let odd = others.first {
      // A data frame whose index has no name, or rows that all end with a delimiter.
      if sizes.allSatisfy({ $0.count == columns.count + 1 }) {
        let isAtEnd = sizes.allSatisfy { cells(of: $0.row, delimiter: delimiter)?.last?.isEmpty == true }
        header.columns.insert("", at: isAtEnd ? columns.count : 0)
      } else {
        header.ragged = .init(line: 1 + bytes[..<odd.row.startIndex].count { $0 == 0x0A }, cells: odd.count)
      }
    }
    return header
  }

  /// The rows from the header on. A report has a title and headings before it: lines with one cell or two, or with
  /// fewer than the header, which has as many as most of the rows, none of which begins with a digit.
  private func withoutTitles(_ rows: ArraySlice<ArraySlice<UInt8>>) -> ArraySlice<ArraySlice<UInt8>> {
    guard rows.count > 4 else { return rows }
    let delimiters = rows.compactMap { Self.delimiter(of: $0)?.byte }
    guard
      let delimiter = Set(delimiters).max(by: { a, b in delimiters.count { $0 == a } < delimiters.count { $0 == b } })
    else { return rows }
    func cells(_ row: ArraySlice<UInt8>) -> [String] { self.cells(of: row, delimiter: delimiter) ?? [] }
    let sizes = rows.map { cells($0).count }.sorted()
    let usual = sizes[sizes.count / 2]
    func isTitle(_ row: ArraySlice<UInt8>) -> Bool {
      let cells = cells(row)
      return cells.count + 1 < usual || cells.count { !$0.isEmpty } * 3 <= usual
    }
    let titles = rows.prefix(while: isTitle).count
    guard usual > 2, titles > 0, titles * 2 < rows.count else { return rows }
    let header = cells(rows[rows.startIndex + titles])
    // The first column of a list may have no name.
    let isHeader =
      header.count >= usual - 1 && header.dropFirst().dropLast().allSatisfy { !$0.isEmpty }
      && header.dropLast().allSatisfy { $0.first?.isNumber != true }
    return isHeader ? rows.dropFirst(titles) : rows
  }

  /// Whether a cell holds a moment, which no header names: a date with a time of day, or seconds or milliseconds since
  /// 1970 from 2001 on.
  private static func isTime(_ cell: String) -> Bool {
    if let number = Double(cell) { return (1e9..<1e10).contains(number) || (1e12..<1e13).contains(number) }
    return cell.contains(":")
      && TimeNotation.Order.allCases.contains { Timestamp.microseconds(of: cell, TimeNotation(order: $0)) != nil }
  }

  /// The most frequent delimiter of a line, and how often it occurs.
  private static func delimiter(of line: ArraySlice<UInt8>) -> (byte: UInt8, count: Int)? {
    let delimiters = [UInt8(ascii: ","), 0x09, UInt8(ascii: ";"), UInt8(ascii: "|")]
    let counts = delimiters.map { delimiter in line.count { $0 == delimiter } }
    guard let most = counts.max(), most > 0 else { return nil }
    return (delimiters[counts.firstIndex(of: most) ?? 0], most)
  }

  /// The cells of a line as text; nil if its quotes are broken.
  func cells(of line: ArraySlice<UInt8>, delimiter: UInt8) -> [String]? {
    var record = CSVRecord(delimiter: delimiter)
    return line.withUnsafeBytes { record.texts(of: $0) }
  }
}
