import NavigationModel

/// Events in a compact form, in the order of the log: absent fields take no space. 64 bytes become 46 on average in a log with ids and sessions.
///
/// An event in memory is sixteen 32-bit words. The first eight hold what nearly every event has. Packed, it is a word that says which
/// of the other eight follow and how long the event is; these, as the difference from a blank event; and the first eight.
struct PackedEvents: Sendable {
  let words: ArraySlice<UInt32>

  /// An event without any values.
  static let blank = Event(time: 0, user: 0, kind: .other)

  /// Half of the words of an event in memory.
  private static let half = MemoryLayout<Event>.stride / 8
  /// The maximum number of words of an event.
  static let longest = 1 + 2 * half
  /// The distance of the user's word from the end.
  private static let wordOfUser = half - (MemoryLayout<Event>.offset(of: \.user) ?? 0) / 4

  /// Packs events for the duration of `body`.
  static func pack<Result>(_ events: [Event], _ body: (UnsafeBufferPointer<UInt32>) throws -> Result) rethrows -> Result {
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
  private static func pack(_ event: Event, _ blank: UnsafeRawBufferPointer, into words: UnsafeMutableBufferPointer<UInt32>) -> Int {
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

  /// Enumerates the events: the index of each event's first word, and its user.
  @inline(__always)
  func forEach(_ body: (_ index: Int, _ user: Int) throws -> Void) rethrows {
    var index = words.startIndex
    while index < words.endIndex {
      try body(index, Int(user(at: index)))
      index += length(at: index)
    }
  }

  /// The number of words of the event at an index.
  @inline(__always)
  func length(at index: Int) -> Int { Int(words[index] >> 8) }

  /// The user of the event at an index.
  @inline(__always)
  func user(at index: Int) -> UInt32 { words[index + length(at: index) - Self.wordOfUser] }

  /// Fills a blank event from the packed one at an index.
  @inline(__always)
  func unpack(at index: Int, to event: inout Event) {
    withUnsafeMutableBytes(of: &event) { bytes in
      let firstHalf = index + length(at: index) - Self.half
      for word in 0..<Self.half { bytes.storeBytes(of: words[firstHalf + word], toByteOffset: 4 * word, as: UInt32.self) }
      var present = words[index] & 0xFF
      var next = index + 1
      while present != 0 {
        let offset = 4 * (Self.half + present.trailingZeroBitCount)
        bytes.storeBytes(of: bytes.load(fromByteOffset: offset, as: UInt32.self) ^ words[next], toByteOffset: offset, as: UInt32.self)
        next += 1
        present &= present - 1
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate func word(_ index: Int) -> UInt32 { load(fromByteOffset: index * MemoryLayout<UInt32>.stride, as: UInt32.self) }
}
