import NavigationModel
import NavigationStore

/// Events found by user in the order of pseudonyms; those of one user keep the order of the log.
///
/// The events stay where they were packed. Sorted are their places, each stretch of the log by a thread of its own.
struct EventsByUser: Sendable {
  /// What it takes to find an event, bytes.
  static let bytesOfPlace = MemoryLayout<UInt64>.stride

  /// In the order of the log.
  private let stretches: [Stretch]
  let users: UserDirectory
  /// The places in the order of users that the events are of.
  let people: Range<Int>

  /// - Parameters:
  ///   - blocks: the events, in the order of the log.
  ///   - people: the places in the order of users that they are of.
  init(_ blocks: [PackedEvents], users: UserDirectory, places people: Range<Int>, workers: Int) async {
    self.users = users
    self.people = people
    // Each stretch has a table of all people, which together should not be longer than what they are of.
    let words = blocks.reduce(0) { $0 + $1.words.count }
    let count = min(max(workers, 1), max(1, words / (PackedEvents.longest * max(people.count, 1))))
    let length = max(1, (blocks.count + count - 1) / count)
    stretches = await withTaskGroup(of: (Int, Stretch).self) { group in
      for start in stride(from: 0, to: blocks.count, by: length) {
        let own = Array(blocks[start...].prefix(length))
        group.addTask { (start, Stretch(own, users: users, people: people)) }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Places in the order of users, cut into chunks of about so many events.
  func chunks(ofEvents size: Int) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var first = people.lowerBound
    var events = 0
    for place in people {
      events += stretches.reduce(0) { $0 + $1.range(of: place - people.lowerBound).count }
      if events < size { continue }
      chunks.append(first..<place + 1)
      (first, events) = (place + 1, 0)
    }
    if first < people.upperBound { chunks.append(first..<people.upperBound) }
    return chunks
  }

  /// The events of the user at a place in the order, put into `buffer`.
  func copy(place: Int, into buffer: inout [Event]) {
    buffer.removeAll(keepingCapacity: true)
    for stretch in stretches { stretch.append(index: place - people.lowerBound, to: &buffer) }
  }
}

/// The events of neighbouring blocks of the log, found by user.
private struct Stretch: Sendable {
  private let blocks: [PackedEvents]
  /// The events by user: the number of the block in the upper half, the place in the block in the lower.
  private let places: [UInt64]
  /// Where those of each user begin, and the end of the last, twice.
  private let starts: [Int]

  /// A counting sort: O(events + users).
  init(_ blocks: [PackedEvents], users: UserDirectory, people: Range<Int>) {
    // While places are put down, one after that of a user is where the user's next one goes: in the end, where those of the user after that begin.
    var starts = [Int](repeating: 0, count: people.count + 2)
    for block in blocks {
      block.forEach { _, user in starts[Int(users.ranks[user]) - people.lowerBound + 2] += 1 }
    }
    for index in 2..<starts.count { starts[index] += starts[index - 1] }
    let count = starts[starts.count - 1]
    places = [UInt64](unsafeUninitializedCapacity: count) { places, initialized in
      HugePages.prefer(for: UnsafeMutableRawPointer(places.baseAddress), count: count * EventsByUser.bytesOfPlace)
      for (number, block) in blocks.enumerated() {
        block.forEach { place, user in
          let next = Int(users.ranks[user]) - people.lowerBound + 1
          places.initializeElement(at: starts[next], to: UInt64(number) << 32 | UInt64(place))
          starts[next] += 1
        }
      }
      initialized = count
    }
    self.blocks = blocks
    self.starts = starts
  }

  /// Where the events of a user are among the places.
  @inline(__always)
  func range(of index: Int) -> Range<Int> { starts[index]..<starts[index + 1] }

  /// Puts the events of a user at the end of `buffer`.
  func append(index: Int, to buffer: inout [Event]) {
    let own = places[range(of: index)]
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(PackedEvents.blank, count: own.count))
    buffer.withUnsafeMutableBufferPointer { buffer in
      let events = buffer[start...]
      // They are anywhere in memory: whose they are is read of all before the rest is of the first, so that one wait for memory is enough for many.
      for (index, place) in zip(events.indices, own) { buffer[index].user = blocks[Int(place >> 32)].user(at: Int(place & 0xFFFF_FFFF)) }
      for (index, place) in zip(events.indices, own) { blocks[Int(place >> 32)].unpack(at: Int(place & 0xFFFF_FFFF), to: &buffer[index]) }
    }
  }
}
