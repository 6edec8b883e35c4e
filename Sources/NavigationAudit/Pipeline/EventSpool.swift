import EventLogs
import Measures
import NavigationModel
import Synchronization

/// The packed events of a log as they are decoded: in memory, and from the memory limit on in a file.
package final class EventSpool: Sendable {
  private struct State {
    /// Blocks in memory that no thread is adding to.
    var held: [PackedBlocks] = []
    /// The contents of all blocks in memory: words, and bytes including the index.
    var heldWords = 0
    var heldMemory = 0
    /// The contents of the file.
    var spilled: [PackedBlock] = []
    var file: SpillFile?

    /// Blocks with room for one more, for the exclusive use of one thread.
    mutating func takeHeld(for block: PackedBlock) -> PackedBlocks {
      defer {
        heldWords += block.words.count
        heldMemory += block.memory
      }
      let ready = held.lastIndex { $0.hasRoom(for: block.words.count) }
      return ready.map { held.remove(at: $0) } ?? PackedBlocks(room: max(block.words.count, min(heldWords, PackedBlocks.usualRoom)))
    }
  }

  private let tables: LogTables
  private let budget: MemoryBudget
  private let folder: String
  private let state = Mutex(State())
  /// Event times by user, to find out which sessions are recent.
  package let times = EventTimes()

  /// - Parameter folder: for the file.
  package init(budget: MemoryBudget, tables: LogTables, folder: String) {
    self.budget = budget
    self.tables = tables
    self.folder = folder
  }

  /// Takes the events of a block, leaving its array empty.
  package func take(_ decoded: inout DecodedBlock) throws {
    if decoded.events.isEmpty { return }
    times.take(decoded.events)
    try PackedEvents.pack(decoded.events) { words in
      let block = PackedBlock(
        sequence: decoded.sequence, sourceIndex: decoded.sourceIndex, count: decoded.events.count, words: 0..<words.count)
      try take(block, words)
    }
    decoded.events.removeAll(keepingCapacity: true)
  }

  private func take(_ block: PackedBlock, _ words: UnsafeBufferPointer<UInt32>) throws {
    let limit = budget.heldMemory(beside: tables.users.memory + tables.names.memory)
    var held = try state.withLock { state -> PackedBlocks? in
      if state.file == nil, state.heldMemory + block.memory > limit { state.file = try SpillFile(in: folder) }
      return state.file == nil ? state.takeHeld(for: block) : nil
    }
    let isWritten = held == nil
    held?.append(block, words)
    let spilled = state.withLock { state -> (held: [PackedBlocks], file: SpillFile)? in
      // Removed from the state: the thread that adds to blocks must hold the only reference, or their memory would be copied.
      if let held = held.take() { state.held.append(held) }
      // Another thread may have created the file meanwhile.
      guard let file = state.file else { return nil }
      defer { state.held = [] }
      return (state.held, file)
    }
    guard let spilled else { return }
    for held in spilled.held { try held.words.withUnsafeBufferPointer { try write(held.blocks, $0, to: spilled.file) } }
    if isWritten { try write([block], words, to: spilled.file) }
  }

  private func write(_ blocks: [PackedBlock], _ words: UnsafeBufferPointer<UInt32>, to file: SpillFile) throws {
    let start = try file.append(words).lowerBound
    state.withLock { $0.spilled += blocks.map { $0.moved(by: start) } }
  }

  /// The events of the sources for which `isWanted` holds, in partitions that fit into memory. Empties the spool.
  /// - Parameter users: the users of the log; ``LogTables/users`` may be empty by now.
  package func takePartitions(
    where isWanted: (_ sourceIndex: Int) -> Bool, users: ByteInterner, key: PseudonymKey, workers: Int
  ) async throws -> EventPartitions {
    let (blocks, file) = takeBlocks(where: isWanted)
    return try await EventPartitions(blocks, in: file, users: UserDirectory(users: users, key: key), budget: budget, workers: workers, folder: folder)
  }

  /// The blocks of the sources for which `isWanted` holds, in the order of the log, and the file that holds some of them. Empties the spool.
  func takeBlocks(where isWanted: (_ sourceIndex: Int) -> Bool) -> (blocks: [PackedBlock], file: SpillFile?) {
    state.withLock { state in
      defer { state = State() }
      let blocks = state.spilled + state.held.flatMap(\.heldBlocks)
      return (blocks.filter { isWanted($0.sourceIndex) }.sorted { $0.sequence < $1.sequence }, state.file)
    }
  }
}
