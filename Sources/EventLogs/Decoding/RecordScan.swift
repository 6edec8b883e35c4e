import CSimdJSON
import NavigationModel
import Synchronization

/// Reads records with all of their fields, whatever their names, for the draft of an app map.
package struct RecordScan: Sendable {
  /// The kind of records in a source.
  package enum Shape: Sendable, Equatable {
    /// An export of an analytics product.
    case export(Export)
    /// JSON objects with other fields.
    case json
    /// A table with a header row.
    case table(columns: [String], delimiter: UInt8, headerLine: Int)
    /// A format that needs no map.
    case closed
  }

  /// Where an export keeps the common fields: keys of ``RecordFlattener``; the first with a value wins.
  package struct Export: Sendable, Equatable {
    package let name: String
    package let time: [String]
    package let user: [String]
    package let event: [String]
    package let screen: [String]
    /// The prefix of the keys of the event's own properties.
    package let properties: String
    /// The kinds of events that the format defines.
    package let kinds: [String: EventKind]
  }

  package typealias Fields = [(key: String, text: String)]

  /// The beginning of a source.
  package struct Head: Sendable {
    package let name: String
    package let shape: Shape
    package let records: [Fields]
    /// The number of bytes of these records.
    package let bytes: Int
    /// Whether the source is compressed, so its size says little.
    package let isPacked: Bool
  }

  private let inputs: [LogInput]
  private let plan: FieldPlan
  private let format: String?
  /// Whether each element of a record's list of objects is a record.
  package var splitsLists = false
  private let options = ReadingOptions()

  package init(_ inputs: [LogInput], plan: FieldPlan = .native, format: String? = nil) {
    self.inputs = inputs.compactMap { $0.kind == .file ? $0 : $0.head == nil ? nil : $0.headOnly }
    self.plan = plan
    self.format = format
  }

  /// Records from the beginning, the middle and the end of each source; of streams, compressed logs and lists in objects, of the first bytes.
  /// - Parameter onlyFirst: leaves out the middle and the end.
  package func heads(onlyFirst: Bool = false) throws -> [Head] {
    try inputs.map { input in
      let source = try ByteSource(opening: input, limits: options.decompression)
      let bytes = try source.peek(options.headLength)
      let shape = try shape(LogHead(name: input.name, bytes: bytes, plan: plan))
      let isPacked = source.container != .plain || input.member != nil
      if shape == .closed { return Head(name: input.name, shape: shape, records: [], bytes: bytes.count, isPacked: isPacked) }
      let first = Self.lines(bytes[...], at: 0, isLast: bytes.count < options.headLength)
      let pieces = onlyFirst ? [first] : try pieces(of: input, source, size: isPacked || source.countsRecords ? nil : input.size)
      let reader = FieldsReader(shape, mode: mode(shape), splitsLists: splitsLists)
      var records: [Fields] = []
      for piece in pieces {
        piece.withUnsafeBytes { bytes in
          var cursor = RecordCursor(bytes, mode: mode(shape), firstLine: piece.startIndex == 0 ? 1 : .max / 2)
          while let record = cursor.next() { records += reader.records(in: record) }
        }
      }
      return Head(name: input.name, shape: shape, records: records, bytes: pieces.reduce(0) { $0 + $1.count }, isPacked: isPacked)
    }
  }

  /// The number of bytes in a piece of the sample.
  private static let pieceLength = 96 << 10

  /// Whole lines from the beginning of a source, from its middle, and from its end. The start index of the first piece is 0, that of the others is not.
  /// - Parameter size: of a file whose lines can be read at any place; nil for another source, of which the first bytes are read.
  private func pieces(of input: LogInput, _ source: ByteSource, size: Int?) throws -> [ArraySlice<UInt8>] {
    if input.kind == .file, let size, size > 4 * Self.pieceLength {
      let file = try OpenFile(opening: input.location, name: input.name)
      let starts = [0, size / 2, size - Self.pieceLength]
      return try starts.compactMap { start in try file.bytes(Self.pieceLength, at: start).map { Self.lines($0[...], at: start, isLast: start == starts[2]) } }
    }
    var bytes: [UInt8] = []
    var pieces: [ArraySlice<UInt8>] = []
    var offset = 0
    // Pieces of the sample are as far apart as what is before them is long.
    var next = Self.pieceLength
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 8)
    defer { room.deallocate() }
    while offset < StreamHead.length {
      let count = try source.read(into: room)
      if offset <= Self.pieceLength || (next..<next + Self.pieceLength).contains(offset) {
        bytes.append(contentsOf: room[..<count])
      } else if !bytes.isEmpty {
        pieces.append(Self.lines(bytes[...], at: offset - bytes.count, isLast: false))
        bytes = []
        next = 2 * offset
      }
      if count == 0 { break }
      offset += count
    }
    if !bytes.isEmpty { pieces.append(Self.lines(bytes[...], at: pieces.isEmpty ? 0 : offset, isLast: true)) }
    return pieces
  }

  /// The whole lines of a piece of a log.
  private static func lines(_ bytes: ArraySlice<UInt8>, at offset: Int, isLast: Bool) -> ArraySlice<UInt8> {
    var lines = bytes
    if offset > 0 { lines = lines.drop { $0 != ByteScan.lineFeed }.dropFirst() }
    if !isLast { lines = lines.prefix((lines.lastIndex(of: ByteScan.lineFeed) ?? lines.endIndex - 1) + 1 - lines.startIndex) }
    return lines
  }

  /// Reads all records of the users whose hash ends in this number of zeros.
  /// - Parameter users: the keys of the user, for each source.
  package func records(users: [String: [String]], zeros: Int, workers: Int) async throws -> [(source: String, fields: Fields)] {
    let files = inputs
    let shapes = ShapeTable()
    let reader = BlockReader(files, options: options) { head in
      let shape = try shape(LogHead(name: head.input.name, bytes: head.bytes, plan: plan))
      shapes[head.sourceIndex] = shape
      return mode(shape)
    }
    let mask = (UInt64(1) << UInt64(zeros)) - 1
    typealias Found = (sequence: Int, source: Int, fields: Fields)
    let all = try await withThrowingTaskGroup(of: [Found].self) { group in
      for _ in 0..<max(workers, 1) {
        group.addTask {
          var found: [Found] = []
          var readers: (source: Int, reader: FieldsReader)?
          while let block = try await reader.next() {
            try Task.checkCancellation()
            let source = block.sourceIndex
            if readers?.source != source, let shape = shapes[source] {
              readers = (source, FieldsReader(shape, mode: mode(shape), users: users[files[source].name] ?? [], splitsLists: splitsLists))
            }
            let sequence = block.sequence
            block.forEachRecord { record in
              guard let reader = readers?.reader, reader.isOfUser(record.bytes, mask) else { return }
              for fields in reader.records(in: record) { found.append((sequence, source, fields)) }
            }
          }
          return found
        }
      }
      var all: [Found] = []
      for try await part in group { all += part }
      return all.enumerated().sorted { ($0.element.sequence, $0.offset) < ($1.element.sequence, $1.offset) }.map(\.element)
    }
    return all.map { (files[$0.source].name, $0.fields) }
  }

  private func mode(_ shape: Shape) -> RecordMode {
    if case .table(_, let delimiter, _) = shape { return .csv(delimiter: delimiter) }
    return .lines
  }

  private func shape(_ head: LogHead) throws -> Shape {
    try head.refuseStrangers()
    let exports = LogFormat.all.filter { $0.signature != nil && $0.name != LogFormat.ndjson.name && (format == nil || $0.name == format) }
    let votes = SignatureReader(exports).votes(of: head.lines(20))
    if let most = votes.max(by: { $0.count < $1.count }), !plan.isComplete {
      guard let fields = most.format.fields?(head) else { return .closed }
      return .export(Export(most.format.name, fields))
    }
    if head.holdsObject { return .json }
    for format in LogFormat.all where format.signature == nil && format.name != LogFormat.csv.name {
      if (try? format.recognise(head)) ?? nil != nil { return .closed }
    }
    guard let header = head.header(), head.isTable(header) else { return .closed }
    return .table(columns: header.columns, delimiter: header.delimiter, headerLine: header.line)
  }
}

extension RecordScan.Export {
  fileprivate init(_ name: String, _ fields: ExportFields) {
    func keys(_ field: NativeField) -> [String] { fields[field].map { $0.path.key } }
    self.name = name
    time = keys(.time)
    user = keys(.user)
    event = keys(.event)
    screen = keys(.screen)
    properties =
      switch fields.parameters {
      case .members(let path), .entries(let path): path.key + RecordFlattener.separator
      }
    kinds = fields.kinds
  }
}

extension RecordPath {
  /// The key in ``RecordFlattener``.
  fileprivate var key: String {
    steps.compactMap { step in
      switch step {
      case .member(let name), .entry(let name), .schema(let name): name
      case .first, .each, .whole: nil
      }
    }.joined(separator: RecordFlattener.separator)
  }
}

/// Reads the fields of single records of one source.
private struct FieldsReader {
  private let shape: RecordScan.Shape
  private var row: CSVBox
  private let userColumns: [Int]
  private let userReader: JSONRecordReader?
  private let userValues: ValuesBox
  private let splitsLists: Bool

  init(_ shape: RecordScan.Shape, mode: RecordMode, users: [String] = [], splitsLists: Bool = false) {
    self.shape = shape
    self.splitsLists = splitsLists
    if case .table(let columns, let delimiter, _) = shape {
      row = CSVBox(delimiter)
      userColumns = users.compactMap { columns.firstIndex(of: $0) }
      userReader = nil
    } else {
      row = CSVBox(UInt8(ascii: ","))
      userColumns = []
      userReader = JSONRecordReader(paths: users.map { RecordPath(members: $0.components(RecordFlattener.separator)) })
    }
    userValues = ValuesBox(max(1, users.count))
  }

  /// Whether the record belongs to a user in the sample. If all users are in it, nothing has to be read.
  func isOfUser(_ record: UnsafeRawBufferPointer, _ mask: UInt64) -> Bool {
    if mask == 0 { return true }
    if case .table = shape {
      guard row.parse(record) else { return false }
      for column in userColumns where column < row.count && !row.cell(column).isEmpty {
        return ByteInterner.hash(row.cell(column).assumingMemoryBound(to: UInt8.self)) & mask == 0
      }
      return false
    }
    guard let userReader, userReader.read(unpadded: record, into: userValues.values) else { return false }
    for value in userValues.values.values where !value.textBytes.isEmpty { return ByteInterner.hash(value.textBytes) & mask == 0 }
    return false
  }

  /// The records of a line: one, unless lists are split.
  func records(in record: Record) -> [RecordScan.Fields] {
    switch shape {
    case .closed: return []
    case .export: return RecordFlattener.fields(of: record.bytes).map { [$0] } ?? []
    case .json:
      if splitsLists { return RecordFlattener.elements(of: record.bytes) }
      return RecordFlattener.fields(of: record.bytes).map { [$0] } ?? []
    case .table(let columns, _, let headerLine):
      guard record.line > headerLine || record.line == 0, row.parse(record.bytes), row.count == columns.count else { return [] }
      var fields: RecordScan.Fields = []
      var isHeader = true
      for (index, column) in columns.enumerated() {
        let text = String(decoding: row.cell(index), as: UTF8.self)
        isHeader = isHeader && text == column
        if text.isEmpty { continue }
        if let members = RecordFlattener.fields(in: text, at: column) { fields += members } else { fields.append((column, text)) }
      }
      return isHeader ? [] : [fields]
    }
  }
}

/// Holds a noncopyable value by reference.
private final class CSVBox {
  private var row: CSVRecord
  init(_ delimiter: UInt8) { row = CSVRecord(delimiter: delimiter) }
  func parse(_ record: UnsafeRawBufferPointer) -> Bool { (try? row.parse(record)) != nil }
  var count: Int { row.count }
  func cell(_ index: Int) -> UnsafeRawBufferPointer { row[index] }
}

private final class ValuesBox {
  let values: RecordValues
  init(_ count: Int) { values = RecordValues(count: count) }
}

private final class ShapeTable: Sendable {
  private let table = Mutex<[Int: RecordScan.Shape]>([:])
  subscript(source: Int) -> RecordScan.Shape? {
    get { table.withLock { $0[source] } }
    set { table.withLock { $0[source] = newValue } }
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] { split(separator: separator).map(String.init) }
}
