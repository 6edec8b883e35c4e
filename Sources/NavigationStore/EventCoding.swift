import NavigationModel

/// The compact form of a session's events in the store, from which everything can be worked out again.
///
/// Whole numbers are written in seven-bit groups, low first (LEB128); signed ones in zigzag. After the version and the session's own id, each event
/// is: a byte of the fields that follow, its kind, the time since the event before; then, where the byte says so, id, screen, target, container,
/// value, dimensions (seven names), the rest (via, outcome, depth, marks) and the point of a tap.
enum EventCoding {
  static let version: UInt8 = 2

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

  static func encode(_ events: UnsafeBufferPointer<Event>, _ ids: NameIDs, _ segments: [Segment]) -> [UInt8] {
    var out = ByteWriter(capacity: events.count * 20 + 16)
    out.append(version)
    out.append(fixed: events.first?.session ?? 0)
    var time: Int64 = 0
    var segment = SegmentID.none
    for event in events {
      var fields: Fields = []
      if event.id != 0 { fields.insert(.id) }
      if event.screen.isKnown { fields.insert(.screen) }
      if event.target.isKnown { fields.insert(.target) }
      if event.container.isKnown { fields.insert(.container) }
      if event.value.isKnown { fields.insert(.value) }
      if event.segment != segment { fields.insert(.segment) }
      if event.via != .unknown || event.outcome != .ok || event.depth != 0 || !event.marks.isEmpty { fields.insert(.manner) }
      if !event.x.isNaN || !event.y.isNaN { fields.insert(.point) }
      out.append(fields.rawValue)
      out.append(event.kind.rawValue)
      out.append(signed: event.time - time)
      time = event.time
      if fields.contains(.id) { out.append(fixed: event.id) }
      if fields.contains(.screen) { out.append(UInt64(ids[event.screen])) }
      if fields.contains(.target) { out.append(UInt64(ids[event.target])) }
      if fields.contains(.container) { out.append(UInt64(ids[event.container])) }
      if fields.contains(.value) { out.append(UInt64(ids[event.value])) }
      if fields.contains(.segment) {
        segment = event.segment
        for dimension in Segment.dimensions {
          out.append(UInt64(ids[segments[Int(segment.rawValue)][keyPath: dimension.path]]))
        }
      }
      if fields.contains(.manner) {
        out.append(event.via.rawValue)
        out.append(event.outcome.rawValue)
        out.append(event.depth)
        out.append(event.marks.rawValue)
      }
      if fields.contains(.point) {
        out.append(fixed: UInt64(event.x.bitPattern) << 32 | UInt64(event.y.bitPattern))
      }
    }
    return out.bytes
  }

  /// Reads events back; nil where the bytes are damaged.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, user: UInt32, name: (UInt64) -> Name?, segment segmentID: (Segment) -> SegmentID,
    into events: inout [Event]
  ) -> Bool {
    var reader = ByteReader(bytes)
    guard reader.byte() == version, let session = reader.fixed() else { return false }
    var time: Int64 = 0
    var segment = SegmentID.none
    while !reader.isAtEnd {
      guard let bits = reader.byte(), let kind = reader.byte().flatMap(EventKind.init(rawValue:)), let elapsed = reader.signed()
      else { return false }
      let fields = Fields(rawValue: bits)
      let (sum, overflow) = time.addingReportingOverflow(elapsed)
      if overflow { return false }
      time = sum
      var event = Event(time: time, user: user, kind: kind)
      event.session = session
      func readName() -> Name? { reader.number().flatMap(name) }
      if fields.contains(.id) {
        guard let id = reader.fixed() else { return false }
        event.id = id
      }
      if fields.contains(.screen) {
        guard let screen = readName() else { return false }
        event.screen = screen
      }
      if fields.contains(.target) {
        guard let target = readName() else { return false }
        event.target = target
      }
      if fields.contains(.container) {
        guard let container = readName() else { return false }
        event.container = container
      }
      if fields.contains(.value) {
        guard let value = readName() else { return false }
        event.value = value
      }
      if fields.contains(.segment) {
        var dimensions = Segment()
        for dimension in Segment.dimensions {
          guard let name = readName() else { return false }
          dimensions[keyPath: dimension.path] = name
        }
        segment = segmentID(dimensions)
      }
      event.segment = segment
      if fields.contains(.manner) {
        guard let via = reader.byte().flatMap(Via.init(rawValue:)), let outcome = reader.byte().flatMap(Outcome.init(rawValue:)),
          let depth = reader.byte(), let marks = reader.byte()
        else { return false }
        event.via = via
        event.outcome = outcome
        event.depth = depth
        event.marks = Event.Marks(rawValue: marks)
      }
      if fields.contains(.point) {
        guard let point = reader.fixed() else { return false }
        event.x = Float(bitPattern: UInt32(truncatingIfNeeded: point >> 32))
        event.y = Float(bitPattern: UInt32(truncatingIfNeeded: point))
      }
      events.append(event)
    }
    return true
  }
}

private struct ByteWriter {
  var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(signed number: Int64) { append(UInt64(bitPattern: number << 1 ^ number >> 63)) }

  mutating func append(fixed number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

private struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = byte(), shift < 64 {
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  mutating func signed() -> Int64? {
    number().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }

  mutating func fixed() -> UInt64? {
    guard position + 8 <= bytes.count else { return nil }
    defer { position += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }
}
