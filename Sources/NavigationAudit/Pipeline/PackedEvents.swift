import NavigationModel

/// Events in few bytes, in the order of the log, as they wait until all are read: what an event does not have takes no room. 64 bytes are 46 on average in a log with ids and sessions.
///
/// Of the sixteen words of 32 bits that an event is in memory, the first eight hold what nearly every event has. Packed, it is a word that tells which
/// of the other eight follow and how many words the event takes; these, as their difference from an event that has nothing; and the first eight.
struct PackedEvents: Sendable {
  let words: ArraySlice<UInt32>

  /// An event that has nothing.
  static let blank = Event(time: 0, user: 0, kind: .other)

  /// Half of the words of an event in memory.
  private static let half = MemoryLayout<Event>.stride / 8
  /// An event takes no more words.
  static let longest = 1 + 2 * half
  /// How many words from the end that of the user is.
  private static let wordOfUser = half - (MemoryLayout<Event>.offset(of: \.user) ?? 0) / 4

  /// Packs events for the time that `body` takes.
  static func pack<Result>(_ events: [Event], _ body: (UnsafeBufferPointer<UInt32>) throws -> Result) rethrows -> Result {
    try withUnsafeTemporaryAllocation(of: UInt32.self, capacity: events.count * longest) { words in
      var count = 0
      withUnsafeBytes(of: blank) { blank in
        for event in events { count += pack(event, blank, into: UnsafeMutableBufferPointer(rebasing: words[count...])) }
      }
      return try body(UnsafeBufferPointer(rebasing: words[..<count]))
    }
  }

  /// - Returns: how many words the event takes.
  @inline(__always)
  private static func pack(_ event: Event, _ blank: UnsafeRawBufferPointer, into words: UnsafeMutableBufferPointer<UInt32>) -> Int {
    withUnsafeBytes(of: event) { event in
      var present: UInt32 = 0
      var count = 1
      for word in 0..<half {
        let difference = event.word(half + word) ^ blank.word(half + word)
        words[count] = difference
        // Without a branch, which would often be guessed wrongly.
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

  /// Goes over the events: where each begins among the words, and whose it is.
  @inline(__always)
  func forEach(_ body: (_ place: Int, _ user: Int) throws -> Void) rethrows {
    var place = words.startIndex
    while place < words.endIndex {
      try body(place, Int(user(at: place)))
      place += length(at: place)
    }
  }

  /// How many words the event takes that begins at a place.
  @inline(__always)
  func length(at place: Int) -> Int { Int(words[place] >> 8) }

  /// Whose the event is that begins at a place.
  @inline(__always)
  func user(at place: Int) -> UInt32 { words[place + length(at: place) - Self.wordOfUser] }

  /// Completes a blank event to the one that begins at a place.
  @inline(__always)
  func unpack(at place: Int, to event: inout Event) {
    withUnsafeMutableBytes(of: &event) { bytes in
      let firstHalf = place + length(at: place) - Self.half
      for word in 0..<Self.half { bytes.storeBytes(of: words[firstHalf + word], toByteOffset: 4 * word, as: UInt32.self) }
      var present = words[place] & 0xFF
      var next = place + 1
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
