import NavigationModel
import NavigationStore

/// An index of events by user, in the order of pseudonyms; the events of a user keep the order of the log.
///
/// The packed events are not moved. Only their positions are sorted, some consecutive blocks of the log per thread.
package struct EventsByUser: Sendable {
  /// Bytes of the index per event.
  static let bytesOfPosition = MemoryLayout<UInt64>.stride

  /// In the order of the log.
  private let indexed: [IndexedBlocks]
  let users: UserDirectory
  /// The range of users, as indices in the order of pseudonyms.
  let people: Range<Int>

  /// - Parameters:
  ///   - blocks: the events, in the order of the log.
  ///   - people: their users, as indices in the order of pseudonyms.
  init(_ blocks: [PackedEvents], users: UserDirectory, ranks people: Range<Int>, workers: Int) async {
    self.users = users
    self.people = people
    // Each thread makes a table of all people; all tables together should not be longer than the events.
    let words = blocks.reduce(0) { $0 + $1.words.count }
    let count = min(max(workers, 1), max(1, words / (PackedEvents.longest * max(people.count, 1))))
    let length = max(1, (blocks.count + count - 1) / count)
    indexed = await withTaskGroup(of: (Int, IndexedBlocks).self) { group in
      for start in stride(from: 0, to: blocks.count, by: length) {
        let own = Array(blocks[start...].prefix(length))
        group.addTask { (start, IndexedBlocks(own, users: users, people: people)) }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Ranges of users, each with about this many events.
  func blocks(ofEvents size: Int) -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    var first = people.lowerBound
    var events = 0
    for index in people {
      events += indexed.reduce(0) { $0 + $1.range(of: index - people.lowerBound).count }
      if events < size { continue }
      blocks.append(first..<index + 1)
      (first, events) = (index + 1, 0)
    }
    if first < people.upperBound { blocks.append(first..<people.upperBound) }
    return blocks
  }

  /// Copies the events of the user of a rank into `buffer`.
  func copy(rank: Int, into buffer: inout [Event]) {
    buffer.removeAll(keepingCapacity: true)
    for blocks in indexed { blocks.append(index: rank - people.lowerBound, to: &buffer) }
  }

  /// Copies the events of the user at an index into `buffer`.
  /// - Returns: nil if the user has no events.
  func load(_ index: Int, into buffer: inout [Event]) -> FoldedPerson? {
    copy(rank: index, into: &buffer)
    if buffer.isEmpty { return nil }
    let user = users.order[index]
    return FoldedPerson(user: user, pseudonym: users.pseudonyms[Int(user)], half: users.halves[Int(user)])
  }
}

/// The events of consecutive blocks of the log, indexed by user.
private struct IndexedBlocks: Sendable {
  private let blocks: [PackedEvents]
  /// The positions of events by user: the block number in the upper half, the offset in the block in the lower.
  private let positions: [UInt64]
  /// The start of each user's positions, and the end of the last, twice.
  private let starts: [Int]

  /// A counting sort: O(events + users).
  init(_ blocks: [PackedEvents], users: UserDirectory, people: Range<Int>) {
    // While positions are written, `starts[user + 1]` is the user's next slot; at the end it is the start of the following user.
    var starts = [Int](repeating: 0, count: people.count + 2)
    for block in blocks {
      block.forEach { _, user in starts[Int(users.ranks[user]) - people.lowerBound + 2] += 1 }
    }
    for index in 2..<starts.count { starts[index] += starts[index - 1] }
    let count = starts[starts.count - 1]
    positions = [UInt64](unsafeUninitializedCapacity: count) { buffer, initialized in
      HugePages.prefer(for: UnsafeMutableRawPointer(buffer.baseAddress), count: count * EventsByUser.bytesOfPosition)
      for (number, block) in blocks.enumerated() {
        block.forEach { offset, user in
          let next = Int(users.ranks[user]) - people.lowerBound + 1
          buffer.initializeElement(at: starts[next], to: UInt64(number) << 32 | UInt64(offset))
          starts[next] += 1
        }
      }
      initialized = count
    }
    self.blocks = blocks
    self.starts = starts
  }

  /// The range of a user's positions.
  @inline(__always)
  func range(of index: Int) -> Range<Int> { starts[index]..<starts[index + 1] }

  /// Appends the events of a user to `buffer`.
  func append(index: Int, to buffer: inout [Event]) {
    let own = positions[range(of: index)]
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(PackedEvents.blank, count: own.count))
    buffer.withUnsafeMutableBufferPointer { buffer in
      let events = buffer[start...]
      // Events are scattered in memory: reading the user of all of them first lets the cache misses overlap.
      for (index, position) in zip(events.indices, own) { buffer[index].user = blocks[Int(position >> 32)].user(at: Int(position & 0xFFFF_FFFF)) }
      for (index, position) in zip(events.indices, own) { blocks[Int(position >> 32)].unpack(at: Int(position & 0xFFFF_FFFF), to: &buffer[index]) }
    }
  }
}
