/// Lines that wait to be sorted by time, counted, and passed on in large pieces.
struct LogOutput: ~Copyable {
  enum Kind { case event, duplicate, broken }

  private struct Line {
    var time: Int64
    var bytes: Range<Int>
    var kind: Kind
    /// The first event of a session, of a person.
    var beginsSession = false
    var beginsPerson = false
  }

  private(set) var summary = SimulationSummary()
  /// Where lines are written before they end.
  var buffer = LineBuffer()
  private var lines: [Line] = []
  private let limit: Int?

  init(limit: Int?) { self.limit = limit }

  /// Whether the requested number of events was written.
  var isFull: Bool { limit.map { summary.events >= $0 } ?? false }

  /// Ends the line that begins at an offset of the buffer.
  mutating func end(from start: Int, time: Int64, kind: Kind, beginsSession: Bool = false, beginsPerson: Bool = false) {
    buffer.append("\n")
    lines.append(Line(time: time, bytes: start..<buffer.bytes.count, kind: kind, beginsSession: beginsSession, beginsPerson: beginsPerson))
  }

  /// Repeats the last line at a later time.
  mutating func repeatLast(at time: Int64) {
    guard let last = lines.last else { return }
    lines.append(Line(time: time, bytes: last.bytes, kind: .duplicate))
  }

  /// Adds a line with only the first bytes of the last line.
  mutating func truncateLast() {
    guard let last = lines.last else { return }
    let start = buffer.bytes.count
    buffer.bytes += buffer.bytes[last.bytes.prefix(last.bytes.count * 2 / 5)]
    end(from: start, time: last.time, kind: .broken)
  }

  /// Writes the lines before a time, by time or in random order, and keeps the rest.
  mutating func flush(before end: Int64 = .max, shuffledBy random: SplitMix64? = nil, _ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    var order = lines.indices.sorted { (lines[$0].time, $0) < (lines[$1].time, $1) }
    if var random, order.count > 1 {
      for index in stride(from: order.count - 1, to: 0, by: -1) { order.swapAt(index, random.below(index + 1)) }
    }
    let due = order.prefix { lines[$0].time < end }
    var piece: [UInt8] = []
    for index in due {
      if isFull { break }
      let line = lines[index]
      switch line.kind {
      case .event: summary.events += 1
      case .duplicate: summary.duplicates += 1
      case .broken: summary.brokenLines += 1
      }
      if line.beginsSession { summary.sessions += 1 }
      if line.beginsPerson { summary.users += 1 }
      summary.bytes += line.bytes.count
      piece += buffer.bytes[line.bytes]
      if piece.count >= 1 << 20 {
        try piece.withUnsafeBytes(write)
        piece.removeAll(keepingCapacity: true)
      }
    }
    if !piece.isEmpty { try piece.withUnsafeBytes(write) }
    let kept = order.dropFirst(due.count).map { lines[$0] }
    let old = buffer.bytes
    buffer.bytes = []
    lines.removeAll(keepingCapacity: true)
    for line in kept {
      var line = line
      let start = buffer.bytes.count
      buffer.bytes += old[line.bytes]
      line.bytes = start..<buffer.bytes.count
      lines.append(line)
    }
  }
}

/// Lines of newline-delimited JSON, as bytes.
package struct LineBuffer: Sendable {
  package var bytes: [UInt8] = []
  /// The day of the last time, and its text.
  private var day = Int64.min
  private var date: [UInt8] = []

  package init() {}

  package mutating func append(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

  /// Appends text unchanged.
  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a JSON string, quotes included.
  package mutating func append(json text: String) { JSONText.append(text, to: &bytes) }

  /// Appends a number in decimal digits, with zeros in front if it has fewer than these.
  package mutating func append(number: Int64, digits: Int = 1) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0 || bytes.count - start < digits
    bytes[start...].reverse()
  }

  /// Appends milliseconds since 1970, such as `2026-03-02T10:00:00.000`.
  package mutating func append(time: Int64) {
    let today = time >= 0 ? time / 86_400_000 : (time + 1) / 86_400_000 - 1
    if today != day {
      day = today
      date = Array("\(CalendarDate(day: Int(today)))".utf8)
    }
    bytes += date
    let rest = time - today * 86_400_000
    append("T")
    append(number: rest / 3_600_000, digits: 2)
    append(":")
    append(number: rest / 60_000 % 60, digits: 2)
    append(":")
    append(number: rest / 1000 % 60, digits: 2)
    append(".")
    append(number: rest % 1000, digits: 3)
  }

  /// Appends a field after others, if there is a value.
  package mutating func field(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    append(json: text)
  }

  package mutating func field(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    key(name)
    append(number: Int64(number))
  }

  package mutating func field(_ name: StaticString, _ texts: [String]?) {
    guard let texts else { return }
    key(name)
    append("[" + texts.map(JSONText.string).joined(separator: ",") + "]")
  }

  private mutating func key(_ name: StaticString) {
    append(",\"")
    append(name)
    append("\":")
  }
}
