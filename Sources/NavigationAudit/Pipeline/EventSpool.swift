import EventLogs
import NavigationModel
import Synchronization

/// The events of a log as they are decoded: in memory, and in a file from the moment on when they get too many for that.
final class EventSpool: Sendable {
  /// The events of one block of the log.
  struct Block: Sendable {
    let sequence: Int
    let sourceIndex: Int
    let count: Int
    let place: Place
  }

  enum Place: Sendable {
    case memory(ArraySlice<Event>)
    /// Where they begin in the file.
    case file(Int)
  }

  private struct State {
    /// Those that no thread is filling.
    var slabs: [EventSlab] = []
    /// How many events are in slabs.
    var held = 0
    /// What is in the file.
    var blocks: [Block] = []
    var file: SpillFile?

    /// A slab with room for so many events, for one thread.
    mutating func takeSlab(for count: Int) -> EventSlab {
      defer { held += count }
      let ready = slabs.lastIndex { $0.hasRoom(for: count) }
      return ready.map { slabs.remove(at: $0) } ?? EventSlab(room: max(count, min(held, EventSlab.usualRoom)))
    }
  }

  private let tables: LogTables
  private let budget: MemoryBudget
  private let folder: String
  private let state = Mutex(State())

  /// - Parameter folder: where the file goes.
  init(budget: MemoryBudget, tables: LogTables, folder: String) {
    self.budget = budget
    self.tables = tables
    self.folder = folder
  }

  /// Takes the events of a block; their array is empty then.
  func take(_ decoded: inout DecodedBlock) throws {
    let count = decoded.events.count
    if count == 0 { return }
    let limit = budget.heldEvents(beside: tables.users.memory + tables.names.memory)
    var slab = try state.withLock { state -> EventSlab in
      if state.file == nil, state.held + count > limit { state.file = try SpillFile(in: folder) }
      return state.file == nil ? state.takeSlab(for: count) : EventSlab(room: count)
    }
    slab.append(&decoded)
    let spilled = state.withLock { state -> (slabs: [EventSlab], file: SpillFile)? in
      state.slabs.append(slab)
      // Another thread may have begun the file meanwhile.
      guard let file = state.file else { return nil }
      defer { state.slabs = [] }
      return (state.slabs, file)
    }
    if let spilled { for slab in spilled.slabs { try write(slab, to: spilled.file) } }
  }

  private func write(_ slab: EventSlab, to file: SpillFile) throws {
    let start = try file.append(slab.events)
    state.withLock { state in
      state.blocks += slab.blocks.map { sequence, sourceIndex, range in
        Block(
          sequence: sequence, sourceIndex: sourceIndex, count: range.count,
          place: .file(start + range.lowerBound * MemoryLayout<Event>.stride))
      }
    }
  }

  /// The blocks of the sources that `isWanted`, in the order of the log, and the file that some are in. The spool is empty then.
  func takeBlocks(where isWanted: (_ sourceIndex: Int) -> Bool) -> (blocks: [Block], file: SpillFile?) {
    state.withLock { state in
      defer { state = State() }
      let held = state.slabs.flatMap { slab in
        slab.blocks.map { Block(sequence: $0, sourceIndex: $1, count: $2.count, place: .memory(slab.events[$2])) }
      }
      return ((state.blocks + held).filter { isWanted($0.sourceIndex) }.sorted { $0.sequence < $1.sequence }, state.file)
    }
  }
}

/// The events of some blocks of a log in one piece of memory, of huge pages where the system has them: these are taken at an eighth of the cost, and
/// the events of a user, who may be anywhere in the log, are found faster in them.
private struct EventSlab: Sendable {
  /// Of all but the first slabs: 128 MB with what an array and an allocation begin with, so that the slab is made of whole huge pages.
  static let usualRoom = 2 << 20 - 1

  private(set) var events: [Event] = []
  private(set) var blocks: [(sequence: Int, sourceIndex: Int, range: Range<Int>)] = []

  /// - Parameter room: for so many events.
  init(room: Int) {
    events.reserveCapacity(room)
    events.withUnsafeMutableBufferPointer { HugePages.prefer(for: UnsafeMutableRawPointer($0.baseAddress), count: room * MemoryLayout<Event>.stride) }
  }

  func hasRoom(for count: Int) -> Bool { events.capacity - events.count >= count }

  mutating func append(_ decoded: inout DecodedBlock) {
    let start = events.count
    events += decoded.events
    decoded.events.removeAll(keepingCapacity: true)
    blocks.append((decoded.sequence, decoded.sourceIndex, start..<events.count))
  }
}
