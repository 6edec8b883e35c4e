import NavigationModel

/// The events of a run in parts that fit into memory, each those of some users, in the order of pseudonyms.
///
/// Where all of them are in memory, they are one part. Otherwise they are sorted into parts through a second file: each event is written and read
/// twice, whatever the number of parts.
struct EventParts: Sendable {
  /// An event in the file of parts.
  private struct ScatteredEvent: BitwiseCopyable {
    var event: Event
    var block: UInt32
  }

  /// Neighbouring events of one part in the file.
  private struct Extent: Sendable {
    let part: Int
    let start: Int
    let count: Int
  }

  let users: UserDirectory
  private let workers: Int
  private let held: [ArraySlice<Event>]
  private let file: SpillFile?
  /// By part.
  private let extents: [[Extent]]

  /// How many parts there are.
  let count: Int

  /// - Parameters:
  ///   - blocks: in the order of the log.
  ///   - file: where their events are, if not in memory.
  ///   - folder: where the file of parts goes.
  init(
    _ blocks: [EventSpool.Block], in file: SpillFile?, users: UserDirectory, budget: MemoryBudget, workers: Int, folder: String
  ) async throws {
    self.users = users
    self.workers = max(workers, 1)
    guard let file else {
      held = blocks.compactMap { if case .memory(let events) = $0.place { events } else { nil } }
      self.file = nil
      extents = []
      count = 1
      return
    }
    held = []
    let all = blocks.reduce(0) { $0 + $1.count }
    let partEvents = budget.partEvents(beside: users.memory)
    let count = max(1, (all + partEvents - 1) / partEvents)
    self.count = count
    let parts = try SpillFile(in: folder)
    self.file = parts
    let limit = budget.scatteredEvents(parts: count, workers: self.workers)
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
            guard case .file(let start) = blocks[number].place else { continue }
            try scatter.take(file.read(blocks[number].count, at: start), block: UInt32(number))
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

  /// Sorts the events of blocks into parts. For one thread.
  private struct Scatter: Sendable {
    let users: UserDirectory
    let file: SpillFile
    private let limit: Int
    private var buffers: [[ScatteredEvent]]
    private var extents: [Extent] = []

    init(users: UserDirectory, parts: Int, limit: Int, file: SpillFile) {
      self.users = users
      self.file = file
      self.limit = limit
      buffers = [[ScatteredEvent]](repeating: [], count: parts)
    }

    mutating func take(_ events: [Event], block: UInt32) throws {
      let (parts, people) = (buffers.count, users.count)
      for event in events {
        let part = Int(users.ranks[Int(event.user)]) * parts / people
        buffers[part].append(ScatteredEvent(event: event, block: block))
        if buffers[part].count == limit { try write(part) }
      }
    }

    private mutating func write(_ part: Int) throws {
      if buffers[part].isEmpty { return }
      extents.append(Extent(part: part, start: try file.append(buffers[part]), count: buffers[part].count))
      buffers[part].removeAll(keepingCapacity: true)
    }

    mutating func finish() throws -> [Extent] {
      for part in buffers.indices { try write(part) }
      return extents
    }
  }

  /// The events of a part.
  func load(_ part: Int) async throws -> EventsByUser {
    guard let file else { return EventsByUser(held, users: users, places: 0..<users.count) }
    let extents = extents[part]
    let work = WorkCounter()
    // One thread wrote all events of a block, in their order: blocks and then extents give the order of the log.
    typealias Run = (block: UInt32, extent: Int, events: [Event])
    let runs = try await withThrowingTaskGroup(of: [Run].self) { group in
      for _ in 0..<workers {
        group.addTask {
          var runs: [Run] = []
          while let number = work.take(below: extents.count) {
            try Task.checkCancellation()
            let events = try file.read(extents[number].count, at: extents[number].start, as: ScatteredEvent.self)
            var start = 0
            for index in events.indices where index + 1 == events.count || events[index + 1].block != events[index].block {
              runs.append((events[index].block, number, events[start...index].map(\.event)))
              start = index + 1
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
    return EventsByUser(runs.map { $0.events[...] }, users: users, places: places)
  }
}
