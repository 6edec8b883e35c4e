import CXXHash
import GRDB
import GRDBSQLite
import NavigationModel

/// The compact format of a session's events in the store, from which everything can be recomputed.
///
/// Integers are LEB128; signed ones are zigzag-encoded. After the version, the session id and the unit of times, each
/// event is: a byte that says which fields follow, its kind with a mark if a sequence follows, the time since the
/// previous event; then, as far as present, sequence, id, screen, target, container, value, dimensions (seven names),
/// the rest (via, outcome, depth, marks) and the point of a tap.
enum EventCoding {
  static let version: UInt8 = 4
  /// Of the byte of the kind: a sequence follows.
  private static let sequenceMark: UInt8 = 0x80

  private struct Fields: OptionSet {
    let rawValue: UInt8
    static let id = Fields(rawValue: 1)
    static let screen = Fields(rawValue: 2)
    static let target = Fields(rawValue: 4)
    static let container = Fields(rawValue: 8)
    static let value = Fields(rawValue: 16)
    static let segment = Fields(rawValue: 32)
    static let manner = Fields(rawValue: 64)
    static let point = Fields(rawValue: 128)
  }

  /// The maximum length of an event: two bytes, the time, the sequence, the id, four names, a segment of seven, four
  /// bytes, the point.
  private static let longest = 2 + 10 + 5 + 8 + (4 + 7) * 10 + 4 + 8
  /// The maximum length of a session with its head and checksum.
  static let longestSession = 19 + SessionLimits.mostEvents * longest + 4

  /// Appends events to `bytes`.
  /// - Parameter unit: divides all times.
  static func encode(
    _ events: UnsafeBufferPointer<Event>, _ ids: NameIDs, _ segments: [Segment], unit: TimeUnit, to bytes: inout [UInt8]
  ) {
    CellWriter.append(to: &bytes, room: 19) { out in
      out.put(version)
      out.put(fixed: events.first?.session ?? 0)
      out.put(number: UInt64(unit.rawValue))
    }
    var time: Int64 = 0
    var segment = SegmentID.none
    CellWriter.append(each: events, longest: longest, to: &bytes) { some, out in
      encode(some, after: &time, &segment, ids, segments, unit, into: &out)
    }
  }

  /// - Parameters:
  ///   - time: of the event before.
  ///   - segment: the same.
  private static func encode(
    _ events: UnsafeBufferPointer<Event>, after time: inout Int64, _ segment: inout SegmentID, _ ids: NameIDs,
    _ segments: [Segment], _ unit: TimeUnit, into out: inout CellWriter
  ) {
    for event in events {
      var fields: Fields = []
      if event.id != 0 { fields.insert(.id) }
      if event.screen.isKnown { fields.insert(.screen) }
      if event.target.isKnown { fields.insert(.target) }
      if event.container.isKnown { fields.insert(.container) }
      if event.value.isKnown { fields.insert(.value) }
      if event.segment != segment { fields.insert(.segment) }
      if event.via != .unknown || event.outcome != .ok || event.depth != 0 || !event.marks.isEmpty {
        fields.insert(.manner)
      }
      // A coordinate too large for its type counts as missing: the store refuses infinity.
      let x = event.x.isInfinite ? Float.nan : event.x
      let y = event.y.isInfinite ? Float.nan : event.y
      if !x.isNaN || !y.isNaN { fields.insert(.point) }
      out.put(fields.rawValue)
      out.put(event.sequence == 0 ? event.kind.rawValue : event.kind.rawValue | sequenceMark)
      out.put(signed: unit.count(event.time - time))
      time = event.time
      if event.sequence != 0 { out.put(number: UInt64(event.sequence)) }
      if fields.contains(.id) { out.put(fixed: event.id) }
      if fields.contains(.screen) { out.put(number: UInt64(ids[event.screen])) }
      if fields.contains(.target) { out.put(number: UInt64(ids[event.target])) }
      if fields.contains(.container) { out.put(number: UInt64(ids[event.container])) }
      if fields.contains(.value) { out.put(number: UInt64(ids[event.value])) }
      if fields.contains(.segment) {
        segment = event.segment
        segments[Int(segment.rawValue)].forEach { out.put(number: UInt64(ids[$0])) }
      }
      if fields.contains(.manner) {
        out.put(event.via.rawValue)
        out.put(event.outcome.rawValue)
        out.put(event.depth)
        out.put(event.marks.rawValue)
      }
      if fields.contains(.point) {
        out.put(fixed: UInt64(x.bitPattern) << 32 | UInt64(y.bitPattern))
      }
    }
  }

  /// Decodes events.
  /// - Parameter list: the name of a list of names (``ListText``); by default as other names.
  /// - Returns: false if the bytes are damaged.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, user: UInt32, name: (UInt64) -> Name?, list: ((UInt64) -> Name?)? = nil,
    segment segmentID: (Segment) -> SegmentID,
    into events: inout [Event]
  ) -> Bool {
    do throws(DamagedBytes) {
      var reader = ByteReader(bytes)
      guard try reader.byte() == version else { return false }
      let session = try reader.fixed()
      guard let unit = Int64(exactly: try reader.number()) else { return false }
      var time: Int64 = 0
      var segment = SegmentID.none
      let most = events.count + SessionLimits.mostEvents
      while !reader.isAtEnd {
        if events.count == most { return false }
        let fields = Fields(rawValue: try reader.byte())
        let kindAndMark = try reader.byte()
        guard let kind = EventKind(rawValue: kindAndMark & ~sequenceMark) else { return false }
        let (product, isTooLong) = try reader.signed().multipliedReportingOverflow(by: unit)
        let (sum, overflow) = time.addingReportingOverflow(product)
        if isTooLong || overflow || !(Store.times ~= sum) { return false }
        time = sum
        var event = Event(time: time, user: user, kind: kind)
        event.session = session
        if kindAndMark & sequenceMark != 0 {
          guard let sequence = UInt32(exactly: try reader.number()) else { return false }
          event.sequence = sequence
        }
        func readName(isList: Bool = false) throws(DamagedBytes) -> Name {
          let id = try reader.number()
          let found = if isList, let list { list(id) } else { name(id) }
          guard let name = found else { throw DamagedBytes() }
          return name
        }
        if fields.contains(.id) { event.id = try reader.fixed() }
        if fields.contains(.screen) { event.screen = try readName() }
        if fields.contains(.target) { event.target = try readName() }
        if fields.contains(.container) { event.container = try readName() }
        if fields.contains(.value) { event.value = try readName(isList: kind.holdsList) }
        if fields.contains(.segment) {
          var dimensions = Segment()
          for dimension in Segment.dimensions { dimensions[keyPath: dimension.path] = try readName() }
          segment = segmentID(dimensions)
        }
        event.segment = segment
        if fields.contains(.manner) {
          event.via = try reader.value()
          event.outcome = try reader.value()
          event.depth = try reader.byte()
          event.marks = Event.Marks(rawValue: try reader.byte())
        }
        if fields.contains(.point) {
          let point = try reader.fixed()
          event.x = Float(bitPattern: UInt32(truncatingIfNeeded: point >> 32))
          event.y = Float(bitPattern: UInt32(truncatingIfNeeded: point))
          if event.x.isInfinite || event.y.isInfinite { return false }
        }
        events.append(event)
      }
      return true
    } catch {
      return false
    }
  }
}

private struct DamagedBytes: Error {}

private struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() throws(DamagedBytes) -> UInt8 {
    guard position < bytes.count else { throw DamagedBytes() }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func value<Value: RawRepresentable<UInt8>>() throws(DamagedBytes) -> Value {
    guard let value = Value(rawValue: try byte()) else { throw DamagedBytes() }
    return value
  }

  mutating func number() throws(DamagedBytes) -> UInt64 {
    guard let number = try LEB128.read({ () throws(DamagedBytes) in try byte() }) else { throw DamagedBytes() }
    return number
  }

  mutating func signed() throws(DamagedBytes) -> Int64 { LEB128.signed(try number()) }

  mutating func fixed() throws(DamagedBytes) -> UInt64 {
    guard position + 8 <= bytes.count else { throw DamagedBytes() }
    defer { position += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }
}

/// The unit of a session's stored times: the largest one that divides all of them. Most logs have milliseconds or
/// seconds.
enum TimeUnit: Int64, CaseIterable {
  case second = 1_000_000
  case millisecond = 1000
  case microsecond = 1

  init(of events: UnsafeBufferPointer<Event>) {
    self = Self.allCases.first { unit in events.allSatisfy { unit.divides($0.time) } } ?? .microsecond
  }

  @inline(__always)
  private func divides(_ time: Int64) -> Bool {
    switch self {
    case .second: time % 1_000_000 == 0
    case .millisecond: time % 1000 == 0
    case .microsecond: true
    }
  }

  @inline(__always)
  func count(_ microseconds: Int64) -> Int64 {
    // Division by constants compiles to a multiplication.
    switch self {
    case .second: microseconds / 1_000_000
    case .millisecond: microseconds / 1000
    case .microsecond: microseconds
    }
  }
}

/// Verifies that the events of a session are unchanged. SQLite checks its own structure, but not the contents.
enum Checksum {
  private static let length = 4

  private static func value(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: XXH3_64bits(bytes.baseAddress, bytes.count)).littleEndian
  }

  /// Appends the checksum of the bytes from `start` on.
  static func append(to bytes: inout [UInt8], from start: Int) {
    let value = bytes.withUnsafeBytes { Self.value(of: UnsafeRawBufferPointer(rebasing: $0[start...])) }
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  /// The bytes without their checksum; nil if it does not match.
  static func checked(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard bytes.count >= length else { return nil }
    let content = UnsafeRawBufferPointer(rebasing: bytes.dropLast(length))
    return value(of: content) == bytes.loadUnaligned(fromByteOffset: content.count, as: UInt32.self) ? content : nil
  }
}

/// What the row of a session says of its events, so that those of another session are not taken for them.
struct SessionEvents: Equatable {
  let appSession: Int64
  let start: Int64
  let end: Int64
  let count: Int64

  init(_ events: ArraySlice<Event>) {
    appSession = events.first.map { Int64(bitPattern: $0.session) } ?? 0
    start = events.first?.time ?? 0
    end = events.last?.time ?? 0
    count = Int64(events.count)
  }

  /// - Parameter column: the first of ``columns``.
  init(_ row: StatementRow, at column: Int32) {
    appSession = row.number(column)
    start = row.number(column + 1)
    end = row.number(column + 2)
    count = row.number(column + 3)
  }

  /// The columns of a session `s` with its path `p`; the bytes of the events are the last one.
  static let columns = "s.app_session, s.start_us, s.end_us, s.events, \(bytes)"
  /// Bytes that are too many for any session are not loaded.
  static let bytes = "CASE WHEN length(p.events) <= \(EventCoding.longestSession) THEN p.events END"
}

extension Store {
  /// Whether there is such a row: `rest` is a table, and possibly a condition.
  func exists(_ rest: String, _ arguments: StatementArguments = []) throws -> Bool {
    try access { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM \(rest))", arguments: arguments) ?? false }
  }

  package func hasPeople() throws -> Bool { try exists("user") }

  package func countUsers() throws -> Int { try access { try Int.fetchOne($0, sql: "SELECT count(*) FROM user") ?? 0 } }

  package func pseudonyms() throws -> [Pseudonym] {
    try access {
      try Int64.fetchAll($0, sql: "SELECT id FROM user").map { Pseudonym(rawValue: UInt64(bitPattern: $0)) }
    }
  }

  /// Whether it holds users as logged.
  package func namesUsers() throws -> Bool { try exists("user WHERE name IS NOT NULL") }

  func damaged(_ detail: String) -> StoreError { StoreError.damaged(path: path, detail: detail) }

  func decode(
    _ bytes: UnsafeRawBufferPointer, of session: SessionEvents, user: UInt32, names: StoredNames,
    segments: SegmentTable, into events: inout [Event]
  ) throws {
    let first = events.count
    guard let bytes = Checksum.checked(bytes),
      EventCoding.decode(
        bytes, user: user, name: { names[$0] }, list: { names[list: $0] }, segment: segments.id, into: &events),
      session == SessionEvents(events[first...])
    else {
      throw damaged("the events of a session cannot be read")
    }
  }
}

extension Statement {
  /// Iterates over the rows for some integers, without making a value of each cell, until `body` returns false.
  func forEachRow(_ numbers: [Int64] = [], body: (StatementRow) throws -> Bool) throws {
    let statement = sqliteStatement
    sqlite3_reset(statement)
    defer { sqlite3_reset(statement) }
    for (index, number) in numbers.enumerated() { sqlite3_bind_int64(statement, Int32(index + 1), number) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: if try !body(StatementRow(statement: statement)) { return }
      case SQLITE_DONE: return
      case let code:
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(sqlite3_db_handle(statement)))
        )
      }
    }
  }
}

struct StatementRow {
  fileprivate let statement: SQLiteStatement

  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The bytes of a cell, valid until the next row.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
  }
}
