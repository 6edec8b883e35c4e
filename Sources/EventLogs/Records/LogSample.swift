import NavigationModel
import Synchronization

/// Reads records with all of their fields, whatever their names, for the draft of an app map.
package struct RecordScan: Sendable {
  /// The kind of records in a source.
  package enum Shape: Sendable, Equatable {
    case export(Export, TableHeader? = nil)
    /// JSON objects with other fields.
    case json
    case table(TableHeader)
    /// A format that needs no map.
    case closed

    /// Whether it is a table whose columns are only numbered.
    package var lacksHeader: Bool {
      if case .table(let header) = self { header.isMissing } else { false }
    }
    var mode: RecordMode { header?.mode ?? .lines }
    /// The header of a table.
    fileprivate var header: TableHeader? {
      switch self {
      case .table(let header): header
      case .export(_, let header): header
      case .json, .closed: nil
      }
    }
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

    fileprivate init(_ name: String, _ format: VendorFormat) {
      func key(_ path: RecordPath) -> String { path.joined(by: RecordFlattener.separator) }
      func keys(_ field: NativeField) -> [String] {
        let sources = format.columns + format.events.flatMap(\.mapping.assignments)
        return sources.filter { $0.field == field.word }.flatMap(\.paths).flatMap(format.paths).map(key)
      }
      self.name = name
      time = keys(.time)
      user = keys(.user)
      event = keys(.event)
      screen = keys(.screen)
      properties = key(format.propertiesPath) + RecordFlattener.separator
      kinds = format.kinds
    }
  }

  package typealias Fields = RecordFlattener.Fields

  package struct Head: Sendable {
    package let name: String
    package let shape: Shape
    package let records: [Fields]
    /// The number of bytes of these records.
    package let bytes: Int
    package let isPacked: Bool
    /// The encoding of its text, where it is guessed.
    package var encoding: String?
    /// The paths of lists of objects in the records, with their number of elements, the most first.
    package var lists: [(path: String, count: Int)] = []
  }

  private let inputs: [LogInput]
  private let plan: FieldPlan
  private let format: String?
  /// The path of a list in each record whose elements are the records; nil if these are the log's.
  package var list: String?
  private let options = ReadingOptions()

  package init(_ inputs: [LogInput], plan: FieldPlan = .native, format: String? = nil) {
    self.inputs = inputs.compactMap { $0.kind == .file ? $0 : $0.head == nil ? nil : $0.headOnly }
    self.plan = plan
    self.format = format
  }

  /// Records from all over each source; of streams, compressed logs and lists in objects, of the first bytes. A record
  /// that comes again is left out: a log that was delivered twice is the log.
  package func heads(onlyFirst: Bool = false) throws -> [Head] {
    var seen: Set<UInt64> = []
    let vendors = try vendors()
    return try inputs.map { input in
      let source = try ByteSource(opening: input, limits: options.decompression, isRecord: isRecord(among: vendors))
      let bytes = try source.head(options)
      let shape = try shape(LogHead(name: input.name, bytes: bytes, plan: plan), vendors)
      let isPacked = source.container != .plain || input.member != nil
      if shape == .closed {
        return Head(name: input.name, shape: shape, records: [], bytes: bytes.count, isPacked: isPacked)
      }
      let first = Self.lines(bytes[...], at: 0, isLast: bytes.count < options.headLength)
      let pieces = onlyFirst ? [first] : try pieces(of: input, source, size: source.isPlain ? input.size : nil)
      let reader = FieldsReader(shape, list: list, findsLists: !onlyFirst)
      var records: [Fields] = []
      var lists: [String: Int] = [:]
      for piece in pieces {
        piece.withUnsafeBytes { bytes in
          var cursor = RecordCursor(bytes, mode: shape.mode, firstLine: piece.startIndex == 0 ? 1 : .max / 2)
          while let record = cursor.next() {
            guard seen.insert(record.hash).inserted else { continue }
            let found = reader.read(record)
            records += found.records
            for path in found.lists { lists[path, default: 0] += 1 }
          }
        }
      }
      return Head(
        name: input.name, shape: shape, records: records, bytes: pieces.reduce(0) { $0 + $1.count }, isPacked: isPacked,
        encoding: source.encoding,
        lists: lists.map { (path: $0.key, count: $0.value) }.sorted { ($1.count, $0.path) < ($0.count, $1.path) })
    }
  }

  private static let pieceLength = 96 << 10
  /// Where a file can be read anywhere, so many smaller pieces are.
  private static let pieces = 12
  private static let smallPiece = 32 << 10

  /// Whole lines from the beginning of a source and from places all over it that a hash gives; the start index of the
  /// first piece alone is 0.
  /// - Parameter size: of a file whose lines can be read at any place; nil for another source, of which the first bytes
  ///   are read.
  private func pieces(of input: LogInput, _ source: ByteSource, size: Int?) throws -> [ArraySlice<UInt8>] {
    if input.kind == .file, let size, size > 4 * Self.pieceLength {
      let file = try OpenFile(opening: input.location, name: input.name)
      let room = size / Self.pieces
      return try (0..<Self.pieces).compactMap { number in
        let jitter = ByteInterner.mix(UInt64(number + 1), UInt64(size)) % UInt64(max(1, room - Self.smallPiece))
        let start = number == 0 ? 0 : number * room + Int(jitter)
        return try file.bytes(Self.smallPiece, at: start).map { Self.lines($0[...], at: start, isLast: false) }
      }
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
    if !isLast {
      lines = lines.prefix((lines.lastIndex(of: ByteScan.lineFeed) ?? lines.endIndex - 1) + 1 - lines.startIndex)
    }
    return lines
  }

  /// Reads all records of the users whose hash ends in this number of zeros, each once.
  /// - Parameter users: the keys of the user, for each source.
  package func records(users: [NameText: [String]], zeros: Int, workers: Int) async throws -> [(
    source: String, fields: Fields
  )] {
    let files = inputs
    let vendors = try vendors()
    let shapes = Mutex<[Int: Shape]>([:])
    let reader = BlockReader(files, options: options, isRecord: isRecord(among: vendors)) { source, head in
      let shape = try shape(LogHead(name: files[source].name, bytes: head, plan: plan), vendors)
      shapes.withLock { $0[source] = shape }
      return shape.mode
    }
    let mask = (UInt64(1) << UInt64(zeros)) - 1
    typealias Found = (hash: UInt64, records: [Fields], source: String)
    let start = { @Sendable in nil as (source: Int, reader: FieldsReader)? }
    let found = try await reader.results(workers: workers, startingWith: start) { block, current in
      let source = block.sourceIndex
      if current?.source != source, let shape = shapes.withLock({ $0[source] }) {
        current = (
          source, FieldsReader(shape, users: users[NameText(files[source].name)] ?? [], list: list)
        )
      }
      var found: [Found] = []
      guard let reader = current?.reader else { return found }
      block.forEachRecord { record in
        guard reader.isOfUser(record, mask) else { return }
        found.append((record.hash, reader.read(record).records, files[source].name))
      }
      return found
    }
    var seen: Set<UInt64> = []
    return found.joined().filter { seen.insert($0.hash).inserted }.flatMap { found in
      found.records.map { (source: found.source, fields: $0) }
    }
  }

  /// The formats among which a source may be.
  private func vendors() throws -> [LogFormat] { try format.map { try LogFormat.all(named: $0) } ?? LogFormat.all }

  private func isRecord(among formats: [LogFormat]) -> JSONShape.RecordTest {
    { [plan] in LogFormat.isRecord($0, plan, among: formats) }
  }

  /// - Parameter vendors: the formats among which it may be.
  private func shape(_ head: LogHead, _ vendors: [LogFormat]) throws -> Shape {
    try head.refuseStrangers()
    let votes = SignatureReader(vendors.filter { $0.name != LogFormat.ndjson.name }).votes(of: head.lines(20))
    if let most = votes.max(by: { $0.count < $1.count }), !plan.isComplete {
      guard let vendor = most.format.vendor else { return .closed }
      return .export(Export(most.format.name, vendor.format))
    }
    if head.holdsObject { return .json }
    for format in LogFormat.all where format.signature.isEmpty && format.name != LogFormat.csv.name {
      guard let decoding = (try? format.recognize(head)) ?? nil else { continue }
      guard let vendor = format.vendor, let header = decoding.header else { return .closed }
      return .export(Export(format.name, vendor.format), header)
    }
    guard let header = head.header(), header.isOfTable else { return .closed }
    return .table(header)
  }
}

extension Record {
  /// A hash of its text.
  fileprivate var hash: UInt64 { ByteInterner.hash(bytes.assumingMemoryBound(to: UInt8.self)) }
}

/// Reads the fields of single records of one source. For one thread.
private final class FieldsReader {
  private let shape: RecordScan.Shape
  private let list: String?
  /// Whether the lists of objects in a record are of interest.
  private let findsLists: Bool
  private let flattener = RecordFlattener()
  /// The row of a table, and the columns of the user.
  private var row: TableRow
  private let userColumns: [Int]
  private let userReader: JSONRecordReader
  private let userValues: RecordValues

  init(_ shape: RecordScan.Shape, users: [String] = [], list: String? = nil, findsLists: Bool = false) {
    self.shape = shape
    self.list = list
    self.findsLists = findsLists && list == nil && shape == .json
    let header = shape.header ?? TableHeader(columns: [], delimiter: UInt8(ascii: ","), line: 0)
    row = TableRow(header, isForeign: true)
    userColumns = users.compactMap { header.columns.firstIndex(of: $0) }
    userReader = JSONRecordReader(
      paths: users.map { RecordPath(members: $0.split(separator: RecordFlattener.separator).map(String.init)) })
    userValues = RecordValues(count: max(1, users.count))
  }

  /// Whether the record belongs to a user in the sample. If all users are in it, nothing has to be read.
  func isOfUser(_ record: Record, _ mask: UInt64) -> Bool {
    if mask == 0 { return true }
    if shape.header != nil {
      guard row.parse(record) else { return false }
      for column in userColumns where column < row.count && !row[column].isEmpty {
        return ByteInterner.hash(row[column].assumingMemoryBound(to: UInt8.self)) & mask == 0
      }
      return false
    }
    guard userReader.read(unpadded: record.bytes, into: userValues) else { return false }
    for value in userValues.values where !value.textBytes.isEmpty {
      return ByteInterner.hash(value.textBytes) & mask == 0
    }
    return false
  }

  /// The records of a line: one, or the elements of a list; and the path of the list around each element of its lists
  /// of objects.
  func read(_ record: Record) -> (records: [RecordScan.Fields], lists: [String]) {
    if let header = shape.header { return (row(record, header).map { [$0] } ?? [], []) }
    if shape == .closed { return ([], []) }
    guard list != nil || findsLists else { return (flattener.fields(of: record.bytes).map { [$0] } ?? [], []) }
    guard let found = flattener.split(record.bytes) else { return ([], []) }
    return list == nil
      ? ([found.fields], found.elements.map(\.list))
      : (found.elements.filter { $0.list == list }.map { found.fields + $0.fields }, [])
  }

  private func row(_ record: Record, _ header: TableHeader) -> RecordScan.Fields? {
    guard record.line > header.line, row.parse(record), row.isWhole else { return nil }
    var fields: RecordScan.Fields = []
    var isHeader = true
    for (index, column) in header.columns.enumerated() {
      let text = String(decoding: row[index], as: UTF8.self)
      isHeader = isHeader && text == column
      if text.isEmpty { continue }
      // The query of a request is no list of properties.
      if !header.isOfServer, let members = flattener.fields(in: text, at: column) {
        fields += members
      } else {
        fields.append((column, text))
      }
    }
    return isHeader ? nil : fields
  }
}
