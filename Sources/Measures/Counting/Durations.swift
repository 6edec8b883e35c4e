import NavigationModel
import Statistics

/// A time, as counted for quantiles: milliseconds, rounded down to three significant digits.
///
/// So there are at most some ten thousand distinct values, whose counts merge. Codes sort like times.
package struct CountedTime: RawRepresentable, Sendable, Hashable, Comparable {
  /// The milliseconds below 1,000, then 900 codes for each power of ten.
  package let rawValue: UInt16

  static let largest = CountedTime(microseconds: .max)

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// - Parameter microseconds: not negative.
  @inline(__always)
  package init(microseconds: Int64) {
    var digits = UInt64(max(microseconds, 0)) / 1000
    var code: UInt64 = 0
    while digits >= 1000 {
      digits /= 10
      code += 900
    }
    rawValue = UInt16(truncatingIfNeeded: code + digits)
  }

  package var milliseconds: Int {
    var digits = Int(rawValue)
    var factor = 1
    while digits >= 1000 {
      digits -= 900
      factor *= 10
    }
    return digits * factor
  }

  package var seconds: Double { Double(milliseconds) / 1000 }

  package static func < (a: CountedTime, b: CountedTime) -> Bool { a.rawValue < b.rawValue }
}

/// Times for quantiles (``CountedTime``), in bounded memory.
///
/// New times are buffered, two bytes each. When the buffer is full, they are sorted into ``SortedTimes``.
package struct Durations: Mergeable {
  static let limit = 1 << 12

  private var waiting: [UInt16] = []
  private var sorted = SortedTimes()

  package var count: Int { waiting.count + sorted.count }

  /// - Parameter microseconds: not negative.
  @inline(__always)
  package mutating func add(_ microseconds: Int64) {
    waiting.append(CountedTime(microseconds: microseconds).rawValue)
    if waiting.count >= Self.limit { sortIn() }
  }

  package mutating func merge(_ other: Durations) {
    waiting.append(contentsOf: other.waiting)
    if other.sorted.count > 0 { sorted.merge(other.sorted) }
    if waiting.count >= Self.limit { sortIn() }
  }

  package mutating func finish() { sortIn() }

  /// Sorts in the buffered times: few of them by comparing, many by counting.
  private mutating func sortIn() {
    guard let largest = waiting.max() else { return }
    var times = SortedTimes()
    if waiting.count < Int(largest) / 16 {
      waiting.sort()
      for code in waiting { times.append(UInt64(code)) }
    } else {
      var counts = [UInt32](repeating: 0, count: Int(largest) + 1)
      for code in waiting { counts[Int(code)] += 1 }
      for (code, count) in counts.enumerated() where count > 0 { times.append(UInt64(code), times: Int(count)) }
    }
    sorted.merge(times)
    waiting.removeAll(keepingCapacity: true)
  }

  /// The nearest-rank quantile; nil without values.
  package func quantile(_ quantile: Quantile) -> CountedTime? {
    guard let index = quantile.rank(among: count) else { return nil }
    var all = self
    all.sortIn()
    return all.sorted.time(at: index).map { CountedTime(rawValue: UInt16(truncatingIfNeeded: $0)) }
  }

  /// The nearest-rank quantile in seconds; nil without values.
  package func seconds(_ quantile: Quantile) -> Double? { self.quantile(quantile)?.seconds }
}

extension Durations: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws { sorted = try SortedTimes(from: decoder) }

  package func encode(to encoder: BinaryEncoder) throws {
    var all = self
    all.sortIn()
    try all.sorted.encode(to: encoder)
  }
}

/// Codes of times, ascending, compressed: each distinct one as its distance from the previous one, with its count if
/// greater than one. Both are LEB128; the lowest bit of the distance says whether a count follows.
struct SortedTimes: Sendable {
  private var bytes: [UInt8] = []
  /// The number of times, and of distinct ones.
  private(set) var count = 0
  private(set) var different = 0
  /// The last entry, not in the bytes yet, and the time before it.
  private var last: UInt64 = 0
  private var lastCount = 0
  private var before: UInt64 = 0

  /// - Parameter time: not less than the previous ones.
  mutating func append(_ time: UInt64, times: Int = 1) {
    count += times
    if lastCount > 0, time == last {
      lastCount += times
      return
    }
    if lastCount > 0 {
      write((last - before) << 1 | (lastCount > 1 ? 1 : 0))
      if lastCount > 1 { write(UInt64(lastCount)) }
      before = last
    }
    different += 1
    last = time
    lastCount = times
  }

  private mutating func write(_ number: UInt64) { LEB128.write(number) { bytes.append($0) } }

  mutating func merge(_ other: SortedTimes) {
    if count == 0 {
      self = other
      return
    }
    var merged = SortedTimes()
    merged.bytes.reserveCapacity(bytes.count + other.bytes.count)
    var a = Cursor(self)
    var b = Cursor(other)
    var first = a.next()
    var second = b.next()
    while let x = first, let y = second {
      if x.time <= y.time {
        merged.append(x.time, times: x.times)
        first = a.next()
      } else {
        merged.append(y.time, times: y.times)
        second = b.next()
      }
    }
    while let x = first {
      merged.append(x.time, times: x.times)
      first = a.next()
    }
    while let y = second {
      merged.append(y.time, times: y.times)
      second = b.next()
    }
    self = merged
  }

  /// The time at a rank, from 1; nil past the end.
  func time(at index: Int) -> UInt64? {
    var cursor = Cursor(self)
    var passed = 0
    while let entry = cursor.next() {
      passed += entry.times
      if passed >= index { return entry.time }
    }
    return nil
  }

  private struct Cursor {
    private let times: SortedTimes
    private var position = 0
    private var time: UInt64 = 0
    private var isAtLast = false

    init(_ times: SortedTimes) { self.times = times }

    mutating func next() -> (time: UInt64, times: Int)? {
      if position == times.bytes.count {
        if isAtLast || times.lastCount == 0 { return nil }
        isAtLast = true
        return (times.last, times.lastCount)
      }
      let entry = read()
      time += entry >> 1
      return (time, entry & 1 == 1 ? Int(read()) : 1)
    }

    /// The next number; the bytes are those of ``SortedTimes/write(_:)``.
    private mutating func read() -> UInt64 {
      let number = LEB128.read {
        defer { position += 1 }
        return times.bytes[position]
      }
      guard let number else { preconditionFailure("the bytes hold numbers of 64 bits") }
      return number
    }
  }
}

/// Encoded as the distinct times, each as its distance from the previous one, with its count.
extension SortedTimes: BinaryCodable {
  init(from decoder: BinaryDecoder) throws {
    var time: UInt64 = 0
    for _ in 0..<(try decoder.readCount()) {
      let (next, isTooLarge) = time.addingReportingOverflow(try decoder.readNumber())
      let times = try decoder.readCounted()
      guard !isTooLarge, next <= UInt64(CountedTime.largest.rawValue), times > 0 else { throw BinaryError.invalid }
      time = next
      append(time, times: times)
    }
  }

  func encode(to encoder: BinaryEncoder) throws {
    encoder.write(UInt64(different))
    var cursor = Cursor(self)
    var before: UInt64 = 0
    while let entry = cursor.next() {
      encoder.write(entry.time - before)
      encoder.write(Int64(entry.times))
      before = entry.time
    }
  }
}
