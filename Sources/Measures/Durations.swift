import Statistics

/// Times of which exact quantiles are asked at the end, in little memory however many there are.
///
/// The latest wait in a buffer, four bytes each (eight where they are above an hour and a bit). When it is full, they go into ``SortedTimes``,
/// where a time costs a byte or two, and less the more there are.
public struct Durations: MergeableCell {
  /// So many times wait at least; more where many are sorted already, so that sorting them in costs the same per time at any number.
  static let usualLimit = 1 << 15

  private var short: [UInt32] = []
  private var long: [UInt64] = []
  private var sorted = SortedTimes()
  private var limit = Durations.usualLimit

  public init() {}

  public var count: Int { short.count + long.count + sorted.count }

  /// - Parameter microseconds: not negative.
  @inline(__always)
  public mutating func add(_ microseconds: Int64) {
    if microseconds <= Int64(UInt32.max) {
      short.append(UInt32(truncatingIfNeeded: microseconds))
    } else {
      long.append(UInt64(microseconds))
    }
    if short.count + long.count >= limit { sortIn() }
  }

  public mutating func merge(_ other: Durations) {
    short.append(contentsOf: other.short)
    long.append(contentsOf: other.long)
    if other.sorted.count > 0 { sorted.merge(other.sorted) }
    if short.count + long.count >= limit { sortIn() }
  }

  /// Sorts in what waits, so that each thread does it for its own times.
  mutating func sortIn() {
    if short.isEmpty && long.isEmpty { return }
    short.sortByDigits()
    long.sort()
    var times = SortedTimes()
    for time in short { times.append(UInt64(time)) }
    for time in long { times.append(time) }
    sorted.merge(times)
    short.removeAll(keepingCapacity: true)
    long.removeAll(keepingCapacity: true)
    limit = max(Self.usualLimit, sorted.different / 4)
  }

  /// The nearest-rank quantile in seconds, or nil without values. O(n).
  public func seconds(_ quantile: Quantile) -> Double? {
    guard let place = quantile.place(among: count) else { return nil }
    if sorted.count == 0, place <= short.count {
      var values = short
      return Double(selected(place, in: &values)) / 1e6
    }
    var all = self
    all.sortIn()
    return all.sorted.time(at: place).map { Double($0) / 1e6 }
  }
}

extension Durations: Codable {
  public init(from decoder: any Decoder) throws {
    sorted = try SortedTimes(from: decoder)
    limit = max(Self.usualLimit, sorted.different / 4)
  }

  public func encode(to encoder: any Encoder) throws {
    var all = self
    all.sortIn()
    try all.sorted.encode(to: encoder)
  }
}

/// Times in ascending order in few bytes: each different one as its distance from the one before, with how often it occurs where that is more
/// than once; both in seven-bit groups, low first (LEB128), the distance above a bit that tells whether a number of times follows.
struct SortedTimes: Sendable, Codable {
  @Packed private var bytes: [UInt8] = []
  /// All times, and the different ones among them.
  private(set) var count = 0
  private(set) var different = 0
  /// The last entry, which is not among the bytes yet, and the time before it.
  private var last: UInt64 = 0
  private var lastCount = 0
  private var before: UInt64 = 0

  /// - Parameter time: not less than any before.
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

  private mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func merge(_ other: SortedTimes) {
    if count == 0 {
      self = other
      return
    }
    var merged = SortedTimes()
    merged.bytes.reserveCapacity(bytes.count + other.bytes.count)
    var (a, b) = (Cursor(self), Cursor(other))
    var (first, second) = (a.next(), b.next())
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

  /// The time at a place, 1 being the first; nil behind the last.
  func time(at place: Int) -> UInt64? {
    var cursor = Cursor(self)
    var passed = 0
    while let entry = cursor.next() {
      passed += entry.times
      if passed >= place { return entry.time }
    }
    return nil
  }

  /// Reads the entries one after the other.
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

    private mutating func read() -> UInt64 {
      var number: UInt64 = 0
      var shift: UInt64 = 0
      while true {
        let byte = times.bytes[position]
        position += 1
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
    }
  }
}

extension [UInt32] {
  /// A radix sort from the lowest digit of 11 bits to the highest: three passes, some four times as fast as `sort()` for what waits here.
  fileprivate mutating func sortByDigits() {
    let mask: UInt32 = 1 << 11 - 1
    for shift: UInt32 in [0, 11, 22] {
      var places = [Int](repeating: 0, count: Int(mask) + 1)
      for number in self { places[Int(number >> shift & mask)] += 1 }
      var start = 0
      for digit in places.indices { (places[digit], start) = (start, start + places[digit]) }
      self = [UInt32](unsafeUninitializedCapacity: count) { sorted, initialized in
        for number in self {
          let digit = Int(number >> shift & mask)
          sorted.initializeElement(at: places[digit], to: number)
          places[digit] += 1
        }
        initialized = count
      }
    }
  }
}
