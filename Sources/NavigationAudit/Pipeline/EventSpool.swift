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
    case memory([Event])
    /// Where they begin in the file.
    case file(Int)
  }

  private struct State {
    var blocks: [Block] = []
    var held = 0
    var file: SpillFile?
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

  /// Takes the events of a block.
  func take(_ decoded: inout DecodedBlock) throws {
    let events = decoded.takeEvents()
    if events.isEmpty { return }
    let block = Block(sequence: decoded.sequence, sourceIndex: decoded.sourceIndex, count: events.count, place: .memory(events))
    let limit = budget.heldEvents(beside: tables.users.memory + tables.names.memory)
    let spilled = try state.withLock { state -> (blocks: [Block], file: SpillFile)? in
      if let file = state.file { return ([block], file) }
      state.blocks.append(block)
      state.held += events.capacity
      if state.held <= limit { return nil }
      let file = try SpillFile(in: folder)
      state.file = file
      defer { state.blocks = [] }
      return (state.blocks, file)
    }
    guard let (blocks, file) = spilled else { return }
    for block in blocks {
      guard case .memory(let events) = block.place else { continue }
      let written = Block(
        sequence: block.sequence, sourceIndex: block.sourceIndex, count: block.count, place: .file(try file.append(events)))
      state.withLock { $0.blocks.append(written) }
    }
  }

  /// The blocks of the sources that `isWanted`, in the order of the log, and the file that some are in. The spool is empty then.
  func takeBlocks(where isWanted: (_ sourceIndex: Int) -> Bool) -> (blocks: [Block], file: SpillFile?) {
    state.withLock { state in
      defer { state = State() }
      return (state.blocks.filter { isWanted($0.sourceIndex) }.sorted { $0.sequence < $1.sequence }, state.file)
    }
  }
}
