import EventLogs
import NavigationModel
import Privacy
import Synchronization

/// The packed events of a log as they are decoded: in memory, and from the memory limit on in a file.
package final class EventSpool: Sendable {
  /// The events of one block of the log.
  struct Block: Sendable {
    let sequence: Int
    let sourceIndex: Int
    let count: Int
    /// Their range among the words in memory or in the file.
    fileprivate(set) var words: Range<Int>
    /// Nil if they are in the file.
    fileprivate(set) var events: PackedEvents?

    /// Bytes, including the index that finds events by user.
    var memory: Int { words.count * MemoryLayout<UInt32>.stride + count * EventsByUser.bytesOfPlace }

    /// The block, moved back by this many words.
    fileprivate func moved(by count: Int) -> Block {
      var moved = self
      moved.words = words.lowerBound + count..<words.upperBound + count
      return moved
    }
  }

  private struct State {
    /// Slabs that no thread is filling.
    var slabs: [EventSlab] = []
    /// The contents of the slabs: words, and bytes including the index.
    var heldWords = 0
    var heldMemory = 0
    /// The contents of the file.
    var blocks: [Block] = []
    var file: SpillFile?

    /// A slab with room for a block, for the exclusive use of one thread.
    mutating func takeSlab(for block: Block) -> EventSlab {
      defer {
        heldWords += block.words.count
        heldMemory += block.memory
      }
      let ready = slabs.lastIndex { $0.hasRoom(for: block.words.count) }
      return ready.map { slabs.remove(at: $0) } ?? EventSlab(room: max(block.words.count, min(heldWords, EventSlab.usualRoom)))
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
      let block = Block(sequence: decoded.sequence, sourceIndex: decoded.sourceIndex, count: decoded.events.count, words: 0..<words.count)
      try take(block, words)
    }
    decoded.events.removeAll(keepingCapacity: true)
  }

  private func take(_ block: Block, _ words: UnsafeBufferPointer<UInt32>) throws {
    let limit = budget.heldMemory(beside: tables.users.memory + tables.names.memory)
    var slab = try state.withLock { state -> EventSlab? in
      if state.file == nil, state.heldMemory + block.memory > limit { state.file = try SpillFile(in: folder) }
      return state.file == nil ? state.takeSlab(for: block) : nil
    }
    let isWritten = slab == nil
    slab?.append(block, words)
    let spilled = state.withLock { state -> (slabs: [EventSlab], file: SpillFile)? in
      // Removed from the state: the thread that fills a slab must hold the only reference, or its memory would be copied.
      if let slab = slab.take() { state.slabs.append(slab) }
      // Another thread may have created the file meanwhile.
      guard let file = state.file else { return nil }
      defer { state.slabs = [] }
      return (state.slabs, file)
    }
    guard let spilled else { return }
    for slab in spilled.slabs { try slab.words.withUnsafeBufferPointer { try write(slab.blocks, $0, to: spilled.file) } }
    if isWritten { try write([block], words, to: spilled.file) }
  }

  private func write(_ blocks: [Block], _ words: UnsafeBufferPointer<UInt32>, to file: SpillFile) throws {
    let start = try file.append(words).lowerBound
    state.withLock { $0.blocks += blocks.map { $0.moved(by: start) } }
  }

  /// The events of the sources for which `isWanted` holds, in parts that fit into memory. Empties the spool.
  /// - Parameter users: the users of the log; ``LogTables/users`` may be empty by now.
  package func takeParts(
    where isWanted: (_ sourceIndex: Int) -> Bool, users: ByteInterner, key: PseudonymKey, workers: Int
  ) async throws -> EventParts {
    let (blocks, file) = takeBlocks(where: isWanted)
    return try await EventParts(blocks, in: file, users: UserDirectory(users: users, key: key), budget: budget, workers: workers, folder: folder)
  }

  /// The blocks of the sources for which `isWanted` holds, in the order of the log, and the file that holds some of them. Empties the spool.
  func takeBlocks(where isWanted: (_ sourceIndex: Int) -> Bool) -> (blocks: [Block], file: SpillFile?) {
    state.withLock { state in
      defer { state = State() }
      let blocks = state.blocks + state.slabs.flatMap(\.heldBlocks)
      return (blocks.filter { isWanted($0.sourceIndex) }.sorted { $0.sequence < $1.sequence }, state.file)
    }
  }
}

/// The events of several blocks of a log in one allocation, with huge pages if available: these cost an eighth to allocate, and a
/// user's events, which may be anywhere in the log, are found faster.
private struct EventSlab: Sendable {
  /// Words in all slabs but the first: 128 MB less the header of the array and the allocation, so that the slab fits huge pages exactly.
  static let usualRoom = 32 << 20 - 16

  private(set) var words: [UInt32] = []
  private(set) var blocks: [EventSpool.Block] = []

  /// - Parameter room: the number of words.
  init(room: Int) {
    words.reserveCapacity(room)
    words.withUnsafeMutableBufferPointer { HugePages.prefer(for: UnsafeMutableRawPointer($0.baseAddress), count: room * MemoryLayout<UInt32>.stride) }
  }

  func hasRoom(for count: Int) -> Bool { words.capacity - words.count >= count }

  mutating func append(_ block: EventSpool.Block, _ words: UnsafeBufferPointer<UInt32>) {
    blocks.append(block.moved(by: self.words.count))
    self.words.append(contentsOf: words)
  }

  /// The blocks, with their events.
  var heldBlocks: [EventSpool.Block] {
    blocks.map { block in
      var block = block
      block.events = PackedEvents(words: words[block.words])
      return block
    }
  }
}
