/// Buffered lines of a log that will be sorted by time and written.
struct LogBatch: ~Copyable {
  /// A line within the bytes.
  struct Line {
    var time: Int64
    var start: Int
    var length: Int32
    var kind: Kind
    /// The first event of a session, of a person.
    var beginsSession = false
    var beginsPerson = false
  }

  enum Kind: UInt8 { case event, duplicate, broken }

  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int
  private(set) var lines: [Line] = []

  init() {
    capacity = 1 << 20
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// Reserves space for a line.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  private mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = moved
    capacity = larger
  }

  /// Appends bytes to reserved space.
  @inline(__always)
  mutating func append(_ source: UnsafePointer<UInt8>, _ length: Int) {
    (bytes + count).update(from: source, count: length)
    count += length
  }

  @inline(__always)
  mutating func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

  @inline(__always)
  mutating func append(byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  /// Appends a number in decimal digits.
  @inline(__always)
  mutating func append(number: Int) {
    if number < 10 {
      append(byte: 48 + UInt8(truncatingIfNeeded: number))
      return
    }
    var digits = 1
    var bound = 10
    while bound <= number {
      bound *= 10
      digits += 1
    }
    append(number: number, digits: digits)
  }

  /// Appends a number with leading zeros.
  @inline(__always)
  mutating func append(number: Int, digits: Int) {
    var rest = number
    var index = count + digits
    count = index
    for _ in 0..<digits {
      index -= 1
      bytes[index] = 48 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Records a finished line that starts at `start`.
  @inline(__always)
  mutating func end(from start: Int, time: Int64, kind: Kind, beginsSession: Bool = false, beginsPerson: Bool = false) {
    lines.append(
      Line(
        time: time, start: start, length: Int32(count - start), kind: kind, beginsSession: beginsSession,
        beginsPerson: beginsPerson))
  }

  /// Records that the last line is repeated at a later time.
  mutating func repeatLast(at time: Int64) {
    guard var line = lines.last else { return }
    line.time = time
    line.kind = .duplicate
    line.beginsSession = false
    line.beginsPerson = false
    lines.append(line)
  }

  /// Adds a line with only the first bytes of the last line.
  mutating func truncateLast() {
    guard let line = lines.last else { return }
    reserve(Int(line.length))
    let start = count
    append(bytes + line.start, Int(line.length) * 2 / 5)
    append(byte: 10)
    end(from: start, time: line.time, kind: .broken)
  }

  /// Removes the written lines and closes the gaps.
  mutating func keep(_ indices: [Int]) {
    var kept: [Line] = []
    var room = 0
    for index in indices { room += Int(lines[index].length) }
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: max(room, capacity))
    var end = 0
    for index in indices {
      var line = lines[index]
      (moved + end).update(from: bytes + line.start, count: Int(line.length))
      line.start = end
      end += Int(line.length)
      kept.append(line)
    }
    capacity = max(room, capacity)
    bytes.deallocate()
    bytes = moved
    count = end
    lines.removeAll(keepingCapacity: true)
    lines.append(contentsOf: kept)
  }

  /// The lines in order of time; ties keep their order.
  func order() -> [Int] {
    guard var earliest = lines.first?.time, var latest = lines.first?.time else { return [] }
    for line in lines {
      earliest = min(earliest, line.time)
      latest = max(latest, line.time)
    }
    var order = [Int32](unsafeUninitializedCapacity: lines.count) { buffer, count in
      for i in 0..<lines.count { buffer[i] = Int32(i) }
      count = lines.count
    }
    var other = order
    var shift: Int64 = 0
    while (latest - earliest) >> shift > 0 {
      var starts = [Int32](repeating: 0, count: 2049)
      for index in order { starts[Int((lines[Int(index)].time - earliest) >> shift & 2047) + 1] += 1 }
      for digit in 0..<2048 { starts[digit + 1] += starts[digit] }
      for index in order {
        let digit = Int((lines[Int(index)].time - earliest) >> shift & 2047)
        other[Int(starts[digit])] = index
        starts[digit] += 1
      }
      swap(&order, &other)
      shift += 11
    }
    return order.map { Int($0) }
  }
}
