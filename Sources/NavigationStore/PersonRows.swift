import NavigationModel

/// A session, as written to the store; `appSession` is the hash of the app's session id, 0 if it has none. The ranges
/// are those in the bytes of the person's rows, whose times have the unit.
typealias SessionRow = (
  session: Session, appSession: UInt64, figures: SessionFigures, events: Range<Int>, steps: Range<Int>,
  occurrences: Range<Int>, unit: TimeUnit
)

/// The rows of one person to write.
package struct PersonRows: Sendable {
  package let person: Pseudonym
  let half: UserHalf
  /// The user as logged, if users are revealed.
  let name: String?
  private(set) var sessions: [SessionRow] = []
  /// For each session: events (in the format of ``EventCoding``, with a checksum), steps and occurrences (as JSON).
  private(set) var bytes: [UInt8] = []
  /// The low halves of the ids of the person's new events.
  package var eventIDs: [UInt32] = []
  /// The person's existing sessions that are dropped; nil: all of them.
  package var dropped: [Int64]? = []
  /// Sessions that stay, with new numbers.
  package var renumbered: [(id: Int64, number: Int)] = []

  package init(_ person: Pseudonym, half: UserHalf, name: String? = nil) {
    self.person = person
    self.half = half
    self.name = name
  }

  /// Adds a session.
  package mutating func append(
    _ session: Session, _ events: UnsafeBufferPointer<Event>, _ path: Reconstruction, ids: NameIDs, segments: [Segment]
  ) {
    let start = bytes.count
    let unit = TimeUnit(of: events)
    EventCoding.encode(events, ids, segments, unit: unit, to: &bytes)
    Checksum.append(to: &bytes, from: start)
    let steps = bytes.count
    append(path.steps, after: session.start, unit, ids)
    let occurrences = bytes.count
    append(path.occurrences, after: session.start, unit, ids)
    sessions.append(
      (
        session, events.first?.session ?? 0, path.figures, events: start..<steps, steps: steps..<occurrences,
        occurrences: occurrences..<bytes.count, unit
      ))
  }

  /// Which numbers of the rows below are ids of names.
  static let namesOfStep: Set = [4, 5, 6, 7, 10]
  static let namesOfOccurrence: Set = [3, 4, 5, 6]

  /// A JSON array of `[offset, dwell, manner, depth, screen, section name, section item, item, part, latency, modal]`,
  /// without trailing default values in a row. The manner is the kind, and above it the kind of the section (from bit
  /// 4) and flags (from bit 7).
  private mutating func append(_ steps: [Step], after start: Int64, _ unit: TimeUnit, _ ids: NameIDs) {
    CellWriter.appendJSON(of: steps, columns: 11, to: &bytes) { step, row in
      let flags = (step.isInferred ? 1 : 0) | (step.isByGesture ? 2 : 0) | (step.isTabBarHidden ? 4 : 0)
      row.put(decimal: unit.count(step.time - start))
      row.put(decimal: step.dwell < 0 ? -1 : unit.count(step.dwell))
      row.put(decimal: Int64(step.kind.rawValue) | Int64(step.section.kind.rawValue) << 4 | Int64(flags) << 7)
      row.put(decimal: Int64(step.depth))
      row.put(decimal: ids[step.screen])
      row.put(decimal: ids[step.section.name])
      let hasLatency = step.latency >= 0 || step.modal.isKnown
      let hasPart = hasLatency || step.part != 0
      let hasItem = hasPart || step.item.isKnown
      if hasItem || step.section.item.isKnown { row.put(decimal: ids[step.section.item]) }
      if hasItem { row.put(decimal: ids[step.item]) }
      if hasPart { row.put(decimal: Int64(step.part)) }
      if hasLatency { row.put(decimal: step.latency < 0 ? -1 : unit.count(step.latency)) }
      if step.modal.isKnown { row.put(decimal: ids[step.modal]) }
    }
  }

  /// A JSON array of `[offset, manner, steps before, subject, screen, container, value, part, duration]`, without
  /// trailing default values in a row. The manner is the kind, and above it the flag (bit 5) and the outcome (from bit
  /// 6).
  private mutating func append(_ occurrences: [Occurrence], after start: Int64, _ unit: TimeUnit, _ ids: NameIDs) {
    CellWriter.appendJSON(of: occurrences, columns: 9, to: &bytes) { occurrence, row in
      row.put(decimal: unit.count(occurrence.time - start))
      row.put(
        decimal: Int64(occurrence.kind.rawValue) | (occurrence.flag ? 1 << 5 : 0) | Int64(occurrence.outcome.rawValue)
          << 6)
      row.put(decimal: Int64(occurrence.stepsBefore))
      row.put(decimal: ids[occurrence.subject])
      let hasDuration = occurrence.duration >= 0
      let hasPart = hasDuration || occurrence.part != 0
      let hasValue = hasPart || occurrence.value.isKnown
      let hasContainer = hasValue || occurrence.container.isKnown
      if hasContainer || occurrence.screen.isKnown { row.put(decimal: ids[occurrence.screen]) }
      if hasContainer { row.put(decimal: ids[occurrence.container]) }
      if hasValue { row.put(decimal: ids[occurrence.value]) }
      if hasPart { row.put(decimal: Int64(occurrence.part)) }
      if hasDuration { row.put(decimal: unit.count(occurrence.duration)) }
    }
  }
}

/// Writes the bytes of a cell into scratch memory, which is then appended to an array.
struct CellWriter: ~Copyable {
  /// The most bytes of any number below, with a sign and a comma.
  static let longest = 21

  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0

  private init(_ bytes: UnsafeMutablePointer<UInt8>) { self.bytes = bytes }

  @inline(__always)
  static func append(to array: inout [UInt8], room: Int, _ write: (inout CellWriter) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(room, 1)) { scratch in
      guard let start = scratch.baseAddress else { return }
      var cell = CellWriter(start)
      write(&cell)
      array.append(contentsOf: UnsafeBufferPointer(start: start, count: cell.count))
    }
  }

  /// The number of values for which there is scratch memory at a time: a long session needs no more than a short one.
  private static let valuesAtOnce = 1024

  /// Writes values, some at a time.
  /// - Parameter longest: the most bytes of one.
  @inline(__always)
  static func append<Value>(
    each values: UnsafeBufferPointer<Value>, longest: Int, to array: inout [UInt8],
    _ write: (UnsafeBufferPointer<Value>, inout CellWriter) -> Void
  ) {
    for start in stride(from: 0, to: values.count, by: valuesAtOnce) {
      let some = UnsafeBufferPointer(rebasing: values[start..<min(start + valuesAtOnce, values.count)])
      append(to: &array, room: some.count * longest) { write(some, &$0) }
    }
  }

  // MARK: - Binary

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  /// An integer as LEB128.
  @inline(__always)
  mutating func put(number: UInt64) { LEB128.write(number) { put($0) } }

  /// The same, zigzag-encoded.
  @inline(__always)
  mutating func put(signed number: Int64) { put(number: LEB128.zigzag(number)) }

  /// Eight bytes, little-endian.
  @inline(__always)
  mutating func put(fixed number: UInt64) {
    UnsafeMutableRawPointer(bytes + count).storeBytes(of: number.littleEndian, as: UInt64.self)
    count += 8
  }

  // MARK: - JSON

  /// An array of arrays of integers.
  /// - Parameter columns: the maximum number of numbers in a row.
  static func appendJSON<Row>(
    of rows: [Row], columns: Int, to array: inout [UInt8], _ row: (Row, inout CellWriter) -> Void
  ) {
    array.append(UInt8(ascii: "["))
    rows.withUnsafeBufferPointer { rows in
      append(each: rows, longest: columns * longest + 3, to: &array) { some, cell in
        for each in some {
          cell.put(UInt8(ascii: "["))
          row(each, &cell)
          cell.bytes[cell.count - 1] = UInt8(ascii: "]")
          cell.put(UInt8(ascii: ","))
        }
      }
    }
    // The comma after the last row, if there is one.
    if !rows.isEmpty { array.removeLast() }
    array.append(UInt8(ascii: "]"))
  }

  /// The decimal digits of a number, and a comma.
  @inline(__always)
  mutating func put(decimal number: Int64) {
    if number < 0 { put(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let end = count + Self.digits(of: rest)
    var place = end
    // Two digits at a time.
    while rest >= 10 {
      let (quotient, two) = rest.quotientAndRemainder(dividingBy: 100)
      let tens = two / 10
      place -= 2
      bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: tens)
      bytes[place + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: two - 10 * tens)
      rest = quotient
    }
    if place > count { bytes[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest) }
    count = end
    put(UInt8(ascii: ","))
  }

  @inline(__always)
  private static func digits(of number: UInt64) -> Int {
    var digits = 1
    var power: UInt64 = 10
    while digits < 20, number >= power {
      digits += 1
      (power, _) = power.multipliedReportingOverflow(by: 10)
    }
    return digits
  }
}

/// The store's ids of a run's names, by the number of the name; 0 stays 0.
package typealias NameIDs = [Int64]

extension NameIDs {
  @inline(__always)
  subscript(name: Name) -> Int64 { self[Int(name.rawValue)] }
}
