import NavigationModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory for packed events, with larger pages if available: these cost an eighth to allocate, and a user's events,
/// which may be anywhere in the log, are found faster.
///
/// It is written by one thread; afterwards any number of threads read it. Who uses ``words`` keeps the object alive.
final class PackedMemory: Sendable {
  nonisolated(unsafe) let words: UnsafeMutableBufferPointer<UInt32>

  init(words count: Int) {
    words = .allocate(capacity: count)
    Self.preferHugePages(for: UnsafeMutableRawBufferPointer(words))
  }

  convenience init(_ words: some Collection<UInt32>) {
    self.init(words: words.count)
    _ = self.words.initialize(from: words)
  }

  deinit { words.deallocate() }

  /// Requests huge pages, before the memory is touched. It is only a hint to the system (Linux: unless
  /// `/sys/kernel/mm/transparent_hugepage/enabled` says `never`).
  static func preferHugePages(for memory: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
      guard let base = memory.baseAddress else { return }
      let page = Int(sysconf(Int32(_SC_PAGESIZE)))
      let start = (Int(bitPattern: base) + page - 1) / page * page
      let end = (Int(bitPattern: base) + memory.count) / page * page
      if start < end { madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE) }
    #endif
  }
}

/// Events in a compact form, in the order of the log: absent fields take no space. 64 bytes become 46 on average in a
/// log with ids and sessions.
///
/// An event in memory is sixteen 32-bit words. The first eight hold what nearly every event has. Packed, it is a word
/// that says which of the other eight follow and how long the event is; these, as the difference from a blank event;
/// and the first eight.
struct PackedEvents: Sendable {
  /// A packed event, as the place of its first word. Valid as long as the memory of its ``PackedEvents``.
  typealias Place = UnsafePointer<UInt32>

  let memory: PackedMemory
  let range: Range<Int>

  init(_ memory: PackedMemory, _ range: Range<Int>) { (self.memory, self.range) = (memory, range) }

  static let blank = Event(time: 0, user: 0, kind: .other)

  /// Half of the words of an event in memory.
  private static let half = MemoryLayout<Event>.stride / 8
  static let longest = 1 + 2 * half
  /// The distance of the user's word from the end.
  private static let wordOfUser = half - (MemoryLayout<Event>.offset(of: \.user) ?? 0) / 4

  /// Packs events for the duration of `body`.
  static func pack<Result>(_ events: [Event], _ body: (UnsafeBufferPointer<UInt32>) throws -> Result) rethrows -> Result
  {
    try withUnsafeTemporaryAllocation(of: UInt32.self, capacity: events.count * longest) { words in
      var count = 0
      withUnsafeBytes(of: blank) { blank in
        for event in events { count += pack(event, blank, into: UnsafeMutableBufferPointer(rebasing: words[count...])) }
      }
      return try body(UnsafeBufferPointer(rebasing: words[..<count]))
    }
  }

  /// - Returns: the number of words of the event.
  @inline(__always)
  private static func pack(
    _ event: Event, _ blank: UnsafeRawBufferPointer, into words: UnsafeMutableBufferPointer<UInt32>
  ) -> Int {
    withUnsafeBytes(of: event) { event in
      var present: UInt32 = 0
      var count = 1
      for word in 0..<half {
        let difference = event.word(half + word) ^ blank.word(half + word)
        words[count] = difference
        // Branch-free: the branch would often be mispredicted.
        let isPresent: UInt32 = difference == 0 ? 0 : 1
        present |= isPresent << word
        count += Int(isPresent)
      }
      for word in 0..<half { words[count + word] = event.word(word) }
      count += half
      words[0] = present | UInt32(count) << 8
      return count
    }
  }

  @inline(__always)
  func forEach(_ body: (_ event: Place, _ user: Int) throws -> Void) rethrows {
    try withExtendedLifetime(memory) {
      guard var place = memory.words.baseAddress.map({ UnsafePointer($0) + range.lowerBound }) else { return }
      let end = place + range.count
      while place < end {
        try body(place, Int(Self.user(at: place)))
        place += Self.length(at: place)
      }
    }
  }

  /// Puts the events into the opposite order, before anybody else reads them.
  func reverse() {
    let own = UnsafeMutableBufferPointer(rebasing: memory.words[range])
    let words = Array(own)
    var start = 0
    while start < words.count {
      let count = Int(words[start] >> 8)
      let end = words.count - start
      for word in 0..<count { own[end - count + word] = words[start + word] }
      start += count
    }
  }

  @inline(__always)
  static func length(at place: Place) -> Int { Int(place.pointee >> 8) }

  @inline(__always)
  static func user(at place: Place) -> UInt32 { place[length(at: place) - wordOfUser] }

  /// Fills a blank event from a packed one.
  @inline(__always)
  static func unpack(_ place: Place, to event: inout Event) {
    withUnsafeMutableBytes(of: &event) { bytes in
      let firstHalf = place + (length(at: place) - half)
      for word in 0..<half { bytes.storeBytes(of: firstHalf[word], toByteOffset: 4 * word, as: UInt32.self) }
      var present = place.pointee & 0xFF
      var next = place + 1
      while present != 0 {
        let offset = 4 * (half + present.trailingZeroBitCount)
        bytes.storeBytes(
          of: bytes.load(fromByteOffset: offset, as: UInt32.self) ^ next.pointee, toByteOffset: offset, as: UInt32.self)
        next += 1
        present &= present - 1
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate func word(_ index: Int) -> UInt32 {
    load(fromByteOffset: index * MemoryLayout<UInt32>.stride, as: UInt32.self)
  }
}
