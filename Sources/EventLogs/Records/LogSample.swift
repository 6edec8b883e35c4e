import CSimdJSON
import NavigationModel
import Synchronization

/// Reads records with all of their fields, whatever their names, for the draft of an app map.
package struct RecordScan: Sendable {
  /// The kind of records in a source.
  package enum Shape: Sendable, Equatable {
    case export(Export)
    /// JSON objects with other fields.
    case json
    case table(columns: [String], delimiter: UInt8, headerLine: Int)
    /// A format that needs no map.
    case closed
    /// Whether it is a table whose columns are only numbered.
    package var lacksHeader: Bool {
      if case .table(let columns, _, _) = self { return columns == LogHead.Header.numbered(columns.count) }
      return false
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

  /// Records from all over each source; of streams, compressed logs and lists in objects, of the first bytes. A record
  /// that comes again is left out: a log that was delivered twice is the log.
  package func heads(onlyFirst: Bool = false) throws -> [Head] {
    var seen: Set<UInt64> = []
    let vendors = try vendors()
    return try inputs.map { input in
      let source = try ByteSource(opening: input, limits: options.decompression)
      let bytes = try source.head(options)
      let shape = try shape(LogHead(name: input.name, bytes: bytes, plan: plan), vendors)
      let isPacked = source.container != .plain || input.member != nil
      if shape == .closed {
        return Head(name: input.name, shape: shape, records: [], bytes: bytes.count, isPacked: isPacked)
      }
      let first = Self.lines(bytes[...], at: 0, isLast: bytes.count < options.headLength)
      let pieces = onlyFirst ? [first] : try pieces(of: input, source, size: source.plainFile == nil ? nil : input.size)
      let reader = FieldsReader(shape, splitsLists: splitsLists)
      var records: [Fields] = []
      for piece in pieces {
        piece.withUnsafeBytes { bytes in
          var cursor = RecordCursor(bytes, mode: mode(shape), firstLine: piece.startIndex == 0 ? 1 : .max / 2)
          while let record = cursor.next() {
            if seen.insert(record.hash).inserted { records += reader.records(in: record) }
          }
        }
      }
      return Head(
        name: input.name, shape: shape, records: records, bytes: pieces.reduce(0) { $0 + $1.count }, isPacked: isPacked)
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
    let reader = BlockReader(files, options: options) { source, head in
      let shape = try shape(LogHead(name: files[source].name, bytes: head, plan: plan), vendors)
      shapes.withLock { $0[source] = shape }
      return mode(shape)
    }
    let mask = (UInt64(1) << UInt64(zeros)) - 1
    typealias Found = (hash: UInt64, records: [Fields], source: String)
    let start = { @Sendable in nil as (source: Int, reader: FieldsReader)? }
    let found = try await reader.results(workers: workers, startingWith: start) { block, current in
      let source = block.sourceIndex
      if current?.source != source, let shape = shapes.withLock({ $0[source] }) {
        current = (
          source, FieldsReader(shape, users: users[NameText(files[source].name)] ?? [], splitsLists: splitsLists)
        )
      }
      var found: [Found] = []
      guard let reader = current?.reader else { return found }
      block.forEachRecord { record in
        guard reader.isOfUser(record.bytes, mask) else { return }
        found.append((record.hash, reader.records(in: record), files[source].name))
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

  private func mode(_ shape: Shape) -> RecordMode {
    if case .table(_, let delimiter, _) = shape, delimiter != LogHead.blank { return .csv(delimiter: delimiter) }
    return .lines
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
      if (try? format.recognize(head)) ?? nil != nil { return .closed }
    }
    guard let header = head.header(), head.isTable(header) else { return .closed }
    return .table(columns: header.columns, delimiter: header.delimiter, headerLine: header.line)
  }
}

extension Record {
  /// A hash of its text.
  fileprivate var hash: UInt64 { ByteInterner.hash(bytes.assumingMemoryBound(to: UInt8.self)) }
}

/// Reads the fields of single records of one source. For one thread.
private final class FieldsReader {
  private let shape: RecordScan.Shape
  private let splitsLists: Bool
  private let flattener = RecordFlattener()
  /// The cells of a table, and the columns of the user.
  private var row: CSVRecord
  private let userColumns: [Int]
  private let userReader: JSONRecordReader
  private let userValues: RecordValues

  init(_ shape: RecordScan.Shape, users: [String] = [], splitsLists: Bool = false) {
    self.shape = shape
    self.splitsLists = splitsLists
    var delimiter = UInt8(ascii: ",")
    var userColumns: [Int] = []
    if case .table(let columns, let found, _) = shape {
      delimiter = found
      userColumns = users.compactMap { columns.firstIndex(of: $0) }
    }
    self.userColumns = userColumns
    row = CSVRecord(delimiter: delimiter, hasQuotes: delimiter != LogHead.blank)
    userReader = JSONRecordReader(
      paths: users.map { RecordPath(members: $0.split(separator: RecordFlattener.separator).map(String.init)) })
    userValues = RecordValues(count: max(1, users.count))
  }

  private func parse(_ record: UnsafeRawBufferPointer) -> Bool { (try? row.parse(record)) != nil }

  /// Whether the record belongs to a user in the sample. If all users are in it, nothing has to be read.
  func isOfUser(_ record: UnsafeRawBufferPointer, _ mask: UInt64) -> Bool {
    if mask == 0 { return true }
    if case .table = shape {
      guard parse(record) else { return false }
      for column in userColumns where column < row.count && !row[column].isEmpty {
        return ByteInterner.hash(row[column].assumingMemoryBound(to: UInt8.self)) & mask == 0
      }
      return false
    }
    guard userReader.read(unpadded: record, into: userValues) else { return false }
    for value in userValues.values where !value.textBytes.isEmpty {
      return ByteInterner.hash(value.textBytes) & mask == 0
    }
    return false
  }

  /// The records of a line: one, unless lists are split.
  func records(in record: Record) -> [RecordScan.Fields] {
    switch shape {
    case .closed: return []
    case .json where splitsLists: return flattener.elements(of: record.bytes)
    case .export, .json: return flattener.fields(of: record.bytes).map { [$0] } ?? []
    case .table(let columns, _, let headerLine):
      guard record.line > headerLine || record.line == 0, parse(record.bytes),
        row.count == columns.count || (row.delimiter == LogHead.blank && row.count > columns.count)
      else { return [] }
      var fields: RecordScan.Fields = []
      var isHeader = true
      for (index, column) in columns.enumerated() {
        let cell = row.delimiter == LogHead.blank ? row[index].ofAccessLog : row[index]
        let text = String(decoding: cell, as: UTF8.self)
        isHeader = isHeader && text == column
        if text.isEmpty { continue }
        if let members = flattener.fields(in: text, at: column) {
          fields += members
        } else {
          fields.append((column, text))
        }
      }
      return isHeader ? [] : [fields]
    }
  }
}

/// Lists all fields of JSON objects: the path and the text of each value. For the few records of a draft.
package final class RecordFlattener {
  /// The separator of the members of a path in a key.
  package static let separator = "\u{1}"
  /// Limits for the depth and the number of fields of a record.
  private static let deepest = 24
  fileprivate static let most = 200

  package typealias Fields = [(key: String, text: String)]

  private let lister = JSONLister()
  /// For JSON in texts.
  private lazy var inner = RecordFlattener()

  package init() {}

  /// - Returns: nil if the text is not a JSON object.
  package func fields(of record: UnsafeRawBufferPointer) -> Fields? { flattened(record, splitsLists: false)?.fields }

  /// The fields of each element of the record's list of objects, with those around it: of an SDK's batch, or a recorded
  /// request.
  func elements(of record: UnsafeRawBufferPointer) -> [Fields] {
    guard let found = flattened(record, splitsLists: true) else { return [] }
    return (found.elements ?? []).map { found.fields + $0 }
  }

  /// The fields of an object in a text, such as the cell of a table, with the path to it.
  func fields(in text: String, at path: String) -> Fields? {
    guard text.utf8.first == UInt8(ascii: "{") else { return nil }
    return text.withUTF8Bytes { fields(of: UnsafeRawBufferPointer($0)) }.map { $0.placed(at: path) }
  }

  /// The fields of an object and, if they are kept apart, the elements of its first list of objects.
  private typealias Found = (fields: Fields, elements: [Fields]?)

  private func flattened(_ record: UnsafeRawBufferPointer, splitsLists: Bool) -> Found? {
    guard let parts = lister.parts(of: record), parts.first?.kind == CSJ_OBJECT else { return nil }
    var found: Found = ([], splitsLists ? [] : nil)
    var next = 0
    return add(parts, &next, at: "", depth: 0, to: &found) ? found : nil
  }

  /// Adds the fields of the next value.
  /// - Returns: false if it is nested too deep.
  private func add(
    _ parts: UnsafeBufferPointer<RecordValue>, _ next: inout Int, at path: String, depth: Int, to found: inout Found
  ) -> Bool {
    guard depth <= Self.deepest else { return false }
    let part = parts[next]
    next += 1
    switch part.kind {
    case CSJ_OBJECT:
      while parts[next].kind == CSJ_KEY {
        let key = parts[next].listedText
        next += 1
        guard add(parts, &next, at: path.isEmpty ? key : path + Self.separator + key, depth: depth + 1, to: &found)
        else { return false }
      }
      next += 1
    case CSJ_ARRAY:
      guard addList(parts, &next, at: path, depth: depth, to: &found) else { return false }
      next += 1
    case CSJ_ABSENT: break
    default: add(part.listedText, at: path, to: &found)
    }
    return true
  }

  /// A list of texts is one text; `[{"key": …, "value": {…}}]` are members (GA4, OpenTelemetry).
  private func addList(
    _ parts: UnsafeBufferPointer<RecordValue>, _ next: inout Int, at path: String, depth: Int, to found: inout Found
  ) -> Bool {
    var texts: [String] = []
    while parts[next].kind != CSJ_END {
      let before = found.fields.count
      guard add(parts, &next, at: "", depth: depth + 1, to: &found) else { return false }
      let element = Array(found.fields[before...])
      found.fields.removeSubrange(before...)
      if found.elements != nil, element.count > 1, !element.contains(where: { $0.key == "key" }) {
        found.elements?.append(element.placed(at: path + "[]"))
      } else if element.count == 1, element[0].key.isEmpty {
        texts.append(element[0].text)
      } else if let key = element.first(where: { $0.key == "key" }),
        let value = element.first(where: { $0.key.hasPrefix("value") })
      {
        add(value.text, at: path + Self.separator + key.text, to: &found)
      }
    }
    if !texts.isEmpty { add(texts.joined(separator: "|"), at: path, to: &found) }
    return true
  }

  private func add(_ text: String, at path: String, to found: inout Found) {
    // JSON in a text, as the log is read.
    if text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}"),
      let nested = text.withUTF8Bytes({
        inner.flattened(UnsafeRawBufferPointer($0), splitsLists: found.elements != nil)
      })
    {
      found.fields += nested.fields.placed(at: path).prefix(max(0, Self.most - found.fields.count))
      if found.elements?.isEmpty == true, let elements = nested.elements {
        found.elements = elements.map { $0.placed(at: path) }
      }
    } else if found.fields.count < Self.most {
      found.fields.append((path, text))
    }
  }
}

extension RecordFlattener.Fields {
  fileprivate func placed(at path: String) -> Self { map { (path + RecordFlattener.separator + $0.key, $0.text) } }
}

extension RecordValue {
  /// The text of a key, a text, a number or a truth value.
  fileprivate var listedText: String { String(decoding: raw, as: UTF8.self) }
}

extension JSONLister {
  /// The keys of an object, without those of nested ones.
  func keys(of object: some Collection<UInt8>) -> [String] {
    Array(object).withUnsafeBytes { bytes in
      var depth = 0
      var keys: [String] = []
      for part in parts(of: bytes) ?? .init(start: nil, count: 0) {
        switch part.kind {
        case CSJ_OBJECT, CSJ_ARRAY: depth += 1
        case CSJ_END: depth -= 1
        case CSJ_KEY where depth == 1: keys.append(part.listedText)
        default: break
        }
      }
      return keys
    }
  }
}
