import Measures
import NavigationModel

/// The events of a run in partitions that fit into memory, each with the events of some users, in the order of
/// pseudonyms.
///
/// If all events are in memory, they are one partition. Otherwise they are sorted into partitions through a second
/// file: each event is written and read twice, whatever the number of partitions.
package struct EventPartitions: Sendable {
  /// A block of the second file, with events of one partition. The events that come from one packed block are preceded
  /// by its number and the number of their words.
  private typealias SortedBlock = (partition: Int, words: Range<Int>)

  let users: UserDirectory
  let workers: Int
  private let held: [PackedEvents]
  private let file: SpillFile?
  private let sorted: [[SortedBlock]]

  package let count: Int

  init(_ taken: EventSpool.Taken, users: UserDirectory, budget: MemoryBudget, workers: Int, folder: String) async throws
  {
    self.users = users
    self.workers = max(workers, 1)
    guard let file = taken.file else {
      held = taken.held
      self.file = nil
      sorted = []
      count = 1
      return
    }
    held = []
    let all = taken.blocks.reduce(0) { $0 + $1.memory }
    let partitionMemory = budget.partitionMemory(beside: users.memory)
    let count = max(1, (all + partitionMemory - 1) / partitionMemory)
    self.count = count
    let partitions = try SpillFile(in: folder)
    self.file = partitions
    let limit = budget.sortedMemory(partitions: count, workers: self.workers) / MemoryLayout<UInt32>.stride
    let sorters = (0..<self.workers).map { _ in Sorter(users: users, partitions: count, limit: limit, file: partitions)
    }
    let done = try await WorkCounter.deal(taken.blocks.count, to: sorters, finish: { try $0.finish() }) {
      sorter, number in
      let events = try file.read(taken.blocks[number].words)
      if taken.isNewestFirst { events.reverse() }
      try sorter.take(events, block: UInt32(number))
    }
    sorted = done.reduce(into: Array(repeating: [], count: count)) { sorted, sorter in
      for block in sorter.sorted { sorted[block.partition].append(block) }
    }
  }

  /// Sorts the events of packed blocks into partitions. Used by a single thread.
  private struct Sorter: Sendable {
    private struct Buffer {
      private(set) var words: [UInt32] = []
      /// The index of the last number of a packed block.
      private var last = 0

      mutating func append(_ event: UnsafeBufferPointer<UInt32>, of block: UInt32) {
        if words.isEmpty || words[last] != block {
          last = words.count
          words += [block, 0]
        }
        words += event
        words[last + 1] += UInt32(event.count)
      }

      mutating func removeAll() { words.removeAll(keepingCapacity: true) }
    }

    let users: UserDirectory
    let file: SpillFile
    private let limit: Int
    private var buffers: [Buffer]
    private(set) var sorted: [SortedBlock] = []

    init(users: UserDirectory, partitions: Int, limit: Int, file: SpillFile) {
      self.users = users
      self.file = file
      self.limit = limit
      buffers = [Buffer](repeating: Buffer(), count: partitions)
    }

    mutating func take(_ events: PackedEvents, block: UInt32) throws {
      let partitions = buffers.count
      let people = users.count
      try events.forEach { event, user in
        let partition = Int(users.ranks[user]) * partitions / people
        buffers[partition].append(UnsafeBufferPointer(start: event, count: PackedEvents.length(at: event)), of: block)
        if buffers[partition].words.count >= limit { try write(partition) }
      }
    }

    private mutating func write(_ partition: Int) throws {
      if buffers[partition].words.isEmpty { return }
      sorted.append((partition, try buffers[partition].words.withUnsafeBufferPointer(file.append)))
      buffers[partition].removeAll()
    }

    mutating func finish() throws { for partition in buffers.indices { try write(partition) } }
  }

  /// The partition with the user at an index in the order of pseudonyms.
  package func partition(of index: Int) -> Int { index * count / max(users.count, 1) }

  package func load(_ partition: Int) async throws -> EventsByUser {
    guard let file else { return await EventsByUser(held, users: users, ranks: 0..<users.count, workers: workers) }
    let blocks = sorted[partition]
    typealias Found = (packed: UInt32, sorted: Int, events: PackedEvents)
    let parts = try await WorkCounter.deal(blocks.count, to: [[Found]](repeating: [], count: workers)) {
      found, number in
      let memory = try file.read(blocks[number].words).memory
      withExtendedLifetime(memory) {
        var next = 0
        while next < memory.words.count {
          let events = next + 2..<next + 2 + Int(memory.words[next + 1])
          found.append((memory.words[next], number, PackedEvents(memory, events)))
          next = events.upperBound
        }
      }
    }
    // All events of a packed block were written by one thread, in order: sorting by packed block, then sorted block
    // restores the order of the log.
    let found = parts.flatMap(\.self).sorted { ($0.packed, $0.sorted) < ($1.packed, $1.sorted) }
    let ranks = (partition * users.count + count - 1) / count..<((partition + 1) * users.count + count - 1) / count
    return await EventsByUser(found.map(\.events), users: users, ranks: ranks, workers: workers)
  }
}

/// An index of events by user, in the order of pseudonyms; the events of a user keep the order of the log.
///
/// The packed events are not moved. Only their positions are sorted, some consecutive blocks of the log per thread.
package struct EventsByUser: Sendable {
  /// Bytes of the index per event.
  static let bytesOfPosition = MemoryLayout<PackedEvents.Place>.stride

  private let indexed: [IndexedBlocks]
  let users: UserDirectory
  let people: Range<Int>

  /// - Parameters:
  ///   - blocks: the events, in the order of the log.
  ///   - people: their users, as indices in the order of pseudonyms.
  init(_ blocks: [PackedEvents], users: UserDirectory, ranks people: Range<Int>, workers: Int) async {
    self.users = users
    self.people = people
    // Each thread makes a table of all people; all tables together should not be longer than the events.
    let words = blocks.reduce(0) { $0 + $1.range.count }
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

  /// Hands out the people in blocks.
  /// - Parameter blockEvents: the approximate number of events in a block.
  package func people(blockEvents: Int) -> PeopleBlocks {
    let blocks = blocks(ofEvents: blockEvents)
    let work = WorkCounter()
    return {
      work.take(below: blocks.count).map { number in
        let people = blocks[number]
        return PeopleBlock(index: number, count: people.count) { index, events in
          let user = users.order[people.lowerBound + index]
          copy(rank: people.lowerBound + index, into: &events[0])
          return events[0].isEmpty
            ? nil : Person(user: user, pseudonym: users.pseudonyms[Int(user)], half: users.halves[Int(user)])
        }
      }
    }
  }

  /// Ranges of users, each with about this many events.
  private func blocks(ofEvents size: Int) -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    var first = people.lowerBound
    var events = 0
    for index in people {
      events += indexed.reduce(0) { $0 + $1.range(of: index - people.lowerBound).count }
      if events < size { continue }
      blocks.append(first..<index + 1)
      first = index + 1
      events = 0
    }
    if first < people.upperBound { blocks.append(first..<people.upperBound) }
    return blocks
  }

  func copy(rank: Int, into buffer: inout [Event]) {
    buffer.removeAll(keepingCapacity: true)
    for blocks in indexed { blocks.append(index: rank - people.lowerBound, to: &buffer) }
  }
}

/// The events of consecutive blocks of the log, indexed by user.
private final class IndexedBlocks: Sendable {
  /// They own the memory of the events.
  private let blocks: [PackedEvents]
  nonisolated(unsafe) private let places: UnsafeMutableBufferPointer<PackedEvents.Place>
  /// The start of each user's places, and the end of the last, twice.
  private let starts: [Int]

  /// A counting sort: O(events + users).
  init(_ blocks: [PackedEvents], users: UserDirectory, people: Range<Int>) {
    // While places are written, `starts[user + 1]` is the user's next one; at the end it is the start of the following
    // user.
    var starts = [Int](repeating: 0, count: people.count + 2)
    users.ranks.withUnsafeBufferPointer { ranks in
      for block in blocks { block.forEach { _, user in starts[Int(ranks[user]) - people.lowerBound + 2] += 1 } }
    }
    for index in 2..<starts.count { starts[index] += starts[index - 1] }
    let places = UnsafeMutableBufferPointer<PackedEvents.Place>.allocate(capacity: starts[starts.count - 1])
    PackedMemory.preferHugePages(for: UnsafeMutableRawBufferPointer(places))
    users.ranks.withUnsafeBufferPointer { ranks in
      for block in blocks {
        block.forEach { event, user in
          let next = Int(ranks[user]) - people.lowerBound + 1
          places.initializeElement(at: starts[next], to: event)
          starts[next] += 1
        }
      }
    }
    self.blocks = blocks
    self.places = places
    self.starts = starts
  }

  deinit { places.deallocate() }

  /// The range of a user's places.
  @inline(__always)
  func range(of index: Int) -> Range<Int> { starts[index]..<starts[index + 1] }

  func append(index: Int, to buffer: inout [Event]) {
    withExtendedLifetime(self) {
      let own = UnsafeMutableBufferPointer(rebasing: places[range(of: index)])
      let start = buffer.count
      buffer.append(contentsOf: repeatElement(PackedEvents.blank, count: own.count))
      buffer.withUnsafeMutableBufferPointer { buffer in
        let events = UnsafeMutableBufferPointer(rebasing: buffer[start...])
        // Events are scattered in memory: reading the user of all of them first lets the cache misses overlap.
        for index in own.indices { events[index].user = PackedEvents.user(at: own[index]) }
        for index in own.indices { PackedEvents.unpack(own[index], to: &events[index]) }
      }
    }
  }
}

/// The users of a run: their numbers in the events, and the pseudonyms by which everything is ordered and written.
struct UserDirectory: Sendable {
  let pseudonyms: [Pseudonym]
  let halves: [UserHalf]
  let order: [UInt32]
  let ranks: [UInt32]

  var count: Int { pseudonyms.count }

  var memory: Int { 17 * count }

  /// - Parameter users: the log's users; entry 0 is no user.
  init(users: ByteInterner, key: PseudonymKey) {
    pseudonyms = (0..<users.count).map { number in users.withBytes(of: number) { key.pseudonym(of: $0) } }
    halves = (0..<users.count).map { number in users.withBytes(of: number) { UserHalf(ofUser: $0) } }
    order = Self.order(pseudonyms)
    var ranks = [UInt32](repeating: 0, count: pseudonyms.count)
    for (rank, user) in order.enumerated() { ranks[Int(user)] = UInt32(rank) }
    self.ranks = ranks
  }

  /// Sorts users by pseudonym. Pseudonyms are evenly distributed: a bucket sort by the first bits, with about as many
  /// buckets as users. O(users).
  private static func order(_ pseudonyms: [Pseudonym]) -> [UInt32] {
    let bits = max(1, Int.bitWidth - pseudonyms.count.leadingZeroBitCount)
    func bucket(_ pseudonym: Pseudonym) -> Int { Int(pseudonym.rawValue >> UInt64(64 - bits)) }
    var starts = [UInt32](repeating: 0, count: 1 << bits + 1)
    for pseudonym in pseudonyms { starts[bucket(pseudonym) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var order = [UInt32](repeating: 0, count: pseudonyms.count)
    var next = starts
    for (user, pseudonym) in pseudonyms.enumerated() {
      let bucket = bucket(pseudonym)
      order[Int(next[bucket])] = UInt32(user)
      next[bucket] += 1
    }
    for index in 1..<starts.count where starts[index] - starts[index - 1] > 1 {
      order[Int(starts[index - 1])..<Int(starts[index])].sort {
        (pseudonyms[Int($0)], $0) < (pseudonyms[Int($1)], $1)
      }
    }
    return order
  }
}
