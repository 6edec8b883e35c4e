import NavigationModel

/// The events of a run in parts that fit into memory, each with the events of some users, in the order of pseudonyms.
///
/// If all events are in memory, they are one part. Otherwise they are sorted into parts through a second file: each event is written and read
/// twice, whatever the number of parts.
package struct EventParts: Sendable {
  /// Consecutive words of one part in the file: runs of the events of one block, each preceded by the number of the block and the number of words in the run.
  private struct Extent: Sendable {
    let part: Int
    let words: Range<Int>
  }

  let users: UserDirectory
  private let workers: Int
  private let held: [PackedEvents]
  private let file: SpillFile?
  /// By part.
  private let extents: [[Extent]]

  /// The number of parts.
  package let count: Int

  /// - Parameters:
  ///   - blocks: in the order of the log.
  ///   - file: holds their events, if they are not in memory.
  ///   - folder: for the file of parts.
  init(
    _ blocks: [EventSpool.Block], in file: SpillFile?, users: UserDirectory, budget: MemoryBudget, workers: Int, folder: String
  ) async throws {
    self.users = users
    self.workers = max(workers, 1)
    guard let file else {
      held = blocks.compactMap(\.events)
      self.file = nil
      extents = []
      count = 1
      return
    }
    held = []
    let all = blocks.reduce(0) { $0 + $1.memory }
    let partMemory = budget.partMemory(beside: users.memory)
    let count = max(1, (all + partMemory - 1) / partMemory)
    self.count = count
    let parts = try SpillFile(in: folder)
    self.file = parts
    let limit = budget.scatteredMemory(parts: count, workers: self.workers) / MemoryLayout<UInt32>.stride
    let scatters = (0..<self.workers).map { _ in Scatter(users: users, parts: count, limit: limit, file: parts) }
    extents = try await Self.scatter(blocks, of: file, with: scatters, parts: count)
  }

  private static func scatter(_ blocks: [EventSpool.Block], of file: SpillFile, with scatters: [Scatter], parts: Int) async throws -> [[Extent]] {
    let work = WorkCounter()
    return try await withThrowingTaskGroup(of: [Extent].self) { group in
      for scatter in scatters {
        group.addTask {
          var scatter = scatter
          while let number = work.take(below: blocks.count) {
            try Task.checkCancellation()
            try scatter.take(PackedEvents(words: file.read(blocks[number].words)[...]), block: UInt32(number))
          }
          return try scatter.finish()
        }
      }
      var extents = [[Extent]](repeating: [], count: parts)
      for try await some in group {
        for extent in some { extents[extent.part].append(extent) }
      }
      return extents
    }
  }

  /// Sorts the events of blocks into parts. Used by a single thread.
  private struct Scatter: Sendable {
    /// The buffered runs of a part.
    private struct Buffer {
      private(set) var words: [UInt32] = []
      /// The start of the last run.
      private var run = 0

      mutating func append(_ event: ArraySlice<UInt32>, of block: UInt32) {
        if words.isEmpty || words[run] != block {
          run = words.count
          words += [block, 0]
        }
        words += event
        words[run + 1] += UInt32(event.count)
      }

      mutating func removeAll() { words.removeAll(keepingCapacity: true) }
    }

    let users: UserDirectory
    let file: SpillFile
    private let limit: Int
    private var buffers: [Buffer]
    private var extents: [Extent] = []

    /// - Parameter limit: the number of words to buffer for each part.
    init(users: UserDirectory, parts: Int, limit: Int, file: SpillFile) {
      self.users = users
      self.file = file
      self.limit = limit
      buffers = [Buffer](repeating: Buffer(), count: parts)
    }

    mutating func take(_ events: PackedEvents, block: UInt32) throws {
      let (parts, people) = (buffers.count, users.count)
      try events.forEach { place, user in
        let part = Int(users.ranks[user]) * parts / people
        buffers[part].append(events.words[place..<place + events.length(at: place)], of: block)
        if buffers[part].words.count >= limit { try write(part) }
      }
    }

    private mutating func write(_ part: Int) throws {
      if buffers[part].words.isEmpty { return }
      extents.append(Extent(part: part, words: try buffers[part].words.withUnsafeBufferPointer(file.append)))
      buffers[part].removeAll()
    }

    mutating func finish() throws -> [Extent] {
      for part in buffers.indices { try write(part) }
      return extents
    }
  }

  /// The part with the user at an index in the order of pseudonyms.
  package func part(of place: Int) -> Int { place * count / max(users.count, 1) }

  /// The events of a part.
  package func load(_ part: Int) async throws -> EventsByUser {
    guard let file else { return await EventsByUser(held, users: users, places: 0..<users.count, workers: workers) }
    let extents = extents[part]
    let work = WorkCounter()
    // All events of a block were written by one thread, in order: sorting by block, then extent restores the order of the log.
    typealias Run = (block: UInt32, extent: Int, events: PackedEvents)
    let runs = try await withThrowingTaskGroup(of: [Run].self) { group in
      for _ in 0..<workers {
        group.addTask {
          var runs: [Run] = []
          while let number = work.take(below: extents.count) {
            try Task.checkCancellation()
            let words = try file.read(extents[number].words)
            var run = 0
            while run < words.count {
              let events = run + 2..<run + 2 + Int(words[run + 1])
              runs.append((words[run], number, PackedEvents(words: words[events])))
              run = events.upperBound
            }
          }
          return runs
        }
      }
      var all: [Run] = []
      for try await some in group { all += some }
      return all.sorted { ($0.block, $0.extent) < ($1.block, $1.extent) }
    }
    let places = (part * users.count + count - 1) / count..<((part + 1) * users.count + count - 1) / count
    return await EventsByUser(runs.map(\.events), users: users, places: places, workers: workers)
  }
}
