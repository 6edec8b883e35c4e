import NavigationModel

/// The events of a run in partitions that fit into memory, each with the events of some users, in the order of pseudonyms.
///
/// If all events are in memory, they are one partition. Otherwise they are sorted into partitions through a second file: each event is written and
/// read twice, whatever the number of partitions.
package struct EventPartitions: Sendable {
  /// A block of the second file, with events of one partition. The events that come from one packed block are preceded by its number and the number of
  /// their words.
  private struct SortedBlock: Sendable {
    let partition: Int
    let words: Range<Int>
  }

  let users: UserDirectory
  private let workers: Int
  private let held: [PackedEvents]
  private let file: SpillFile?
  /// By partition.
  private let sorted: [[SortedBlock]]

  /// The number of partitions.
  package let count: Int

  /// - Parameters:
  ///   - blocks: in the order of the log.
  ///   - file: holds their events, if they are not in memory.
  ///   - folder: for the file of partitions.
  init(
    _ blocks: [PackedBlock], in file: SpillFile?, users: UserDirectory, budget: MemoryBudget, workers: Int, folder: String
  ) async throws {
    self.users = users
    self.workers = max(workers, 1)
    guard let file else {
      held = blocks.compactMap(\.events)
      self.file = nil
      sorted = []
      count = 1
      return
    }
    held = []
    let all = blocks.reduce(0) { $0 + $1.memory }
    let partitionMemory = budget.partitionMemory(beside: users.memory)
    let count = max(1, (all + partitionMemory - 1) / partitionMemory)
    self.count = count
    let partitions = try SpillFile(in: folder)
    self.file = partitions
    let limit = budget.sortedMemory(partitions: count, workers: self.workers) / MemoryLayout<UInt32>.stride
    let sorters = (0..<self.workers).map { _ in Sorter(users: users, partitions: count, limit: limit, file: partitions) }
    sorted = try await Self.sort(blocks, of: file, with: sorters, partitions: count)
  }

  private static func sort(
    _ blocks: [PackedBlock], of file: SpillFile, with sorters: [Sorter], partitions: Int
  ) async throws -> [[SortedBlock]] {
    let work = WorkCounter()
    return try await withThrowingTaskGroup(of: [SortedBlock].self) { group in
      for sorter in sorters {
        group.addTask {
          var sorter = sorter
          while let number = work.take(below: blocks.count) {
            try Task.checkCancellation()
            try sorter.take(PackedEvents(words: file.read(blocks[number].words)[...]), block: UInt32(number))
          }
          return try sorter.finish()
        }
      }
      var sorted = [[SortedBlock]](repeating: [], count: partitions)
      for try await some in group {
        for block in some { sorted[block.partition].append(block) }
      }
      return sorted
    }
  }

  /// Sorts the events of packed blocks into partitions. Used by a single thread.
  private struct Sorter: Sendable {
    /// A block to be written.
    private struct Buffer {
      private(set) var words: [UInt32] = []
      /// The index of the last number of a packed block.
      private var last = 0

      mutating func append(_ event: ArraySlice<UInt32>, of block: UInt32) {
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
    private var sorted: [SortedBlock] = []

    /// - Parameter limit: the number of words to buffer for each partition.
    init(users: UserDirectory, partitions: Int, limit: Int, file: SpillFile) {
      self.users = users
      self.file = file
      self.limit = limit
      buffers = [Buffer](repeating: Buffer(), count: partitions)
    }

    mutating func take(_ events: PackedEvents, block: UInt32) throws {
      let (partitions, people) = (buffers.count, users.count)
      try events.forEach { index, user in
        let partition = Int(users.ranks[user]) * partitions / people
        buffers[partition].append(events.words[index..<index + events.length(at: index)], of: block)
        if buffers[partition].words.count >= limit { try write(partition) }
      }
    }

    private mutating func write(_ partition: Int) throws {
      if buffers[partition].words.isEmpty { return }
      sorted.append(SortedBlock(partition: partition, words: try buffers[partition].words.withUnsafeBufferPointer(file.append)))
      buffers[partition].removeAll()
    }

    mutating func finish() throws -> [SortedBlock] {
      for partition in buffers.indices { try write(partition) }
      return sorted
    }
  }

  /// The partition with the user at an index in the order of pseudonyms.
  package func partition(of index: Int) -> Int { index * count / max(users.count, 1) }

  /// The events of a partition.
  package func load(_ partition: Int) async throws -> EventsByUser {
    guard let file else { return await EventsByUser(held, users: users, ranks: 0..<users.count, workers: workers) }
    let blocks = sorted[partition]
    let work = WorkCounter()
    // All events of a packed block were written by one thread, in order: sorting by packed block, then sorted block restores the order of the log.
    typealias Found = (packed: UInt32, sorted: Int, events: PackedEvents)
    let found = try await withThrowingTaskGroup(of: [Found].self) { group in
      for _ in 0..<workers {
        group.addTask {
          var found: [Found] = []
          while let number = work.take(below: blocks.count) {
            try Task.checkCancellation()
            let words = try file.read(blocks[number].words)
            var next = 0
            while next < words.count {
              let events = next + 2..<next + 2 + Int(words[next + 1])
              found.append((words[next], number, PackedEvents(words: words[events])))
              next = events.upperBound
            }
          }
          return found
        }
      }
      var all: [Found] = []
      for try await some in group { all += some }
      return all.sorted { ($0.packed, $0.sorted) < ($1.packed, $1.sorted) }
    }
    let ranks = (partition * users.count + count - 1) / count..<((partition + 1) * users.count + count - 1) / count
    return await EventsByUser(found.map(\.events), users: users, ranks: ranks, workers: workers)
  }
}
