import EventLogs
import Measures
import NavigationModel
import Synchronization

struct PackedBlock: Sendable {
  let sequence: Int
  let sourceIndex: Int
  let count: Int
  /// Their range among the words in memory or in the file.
  var words: Range<Int>

  /// Bytes, including the index that finds events by user.
  var memory: Int { words.count * MemoryLayout<UInt32>.stride + count * EventsByUser.bytesOfPosition }

  /// The block, moved back by this many words.
  func moved(by count: Int) -> PackedBlock {
    var moved = self
    moved.words = words.lowerBound + count..<words.upperBound + count
    return moved
  }
}

/// How the times of a part of a log go on from row to row.
private struct TimeCourse {
  let sequence: Int
  let sourceIndex: Int
  let first: Int64
  var last: Int64
  var count: Int
  var rises = false
  var falls = 0
  /// Whether rows that follow each other have the same time.
  var hasTies = false

  /// - Parameter events: at least one.
  init(_ decoded: DecodedBlock) {
    sequence = decoded.sequence
    sourceIndex = decoded.sourceIndex
    first = decoded.events[0].time
    last = first
    count = decoded.events.count
    for event in decoded.events.dropFirst() {
      step(to: event.time)
      // Most logs rise.
      if rises { break }
    }
    last = decoded.events[count - 1].time
  }

  private mutating func step(to time: Int64) {
    if time > last { rises = true }
    if time < last { falls += 1 }
    if time == last { hasTies = true }
    last = time
  }

  /// Appends the next part of the same source, or of another one.
  mutating func append(_ next: TimeCourse, of isSameSource: Bool) {
    if isSameSource { step(to: next.first) }
    last = next.last
    count += next.count
    rises = rises || next.rises
    falls += next.falls
    hasTies = hasTies || next.hasTies
  }

  /// Whether times only fall: then events of the same time are in the opposite order, too.
  var isNewestFirst: Bool { !rises && falls >= 3 && count >= Self.fewestFalling }

  /// Fewer events may be late by chance.
  private static let fewestFalling = 8
}

/// The packed events of a log as they are decoded: in memory, and from the memory limit on in a file.
package final class EventSpool: Sendable {
  private struct HeldBlocks {
    /// Words in all allocations but the first: 128 MB less the header of the allocation, so that they fit huge pages
    /// exactly.
    static let defaultRoom = 32 << 20 - 16

    let memory: PackedMemory
    private(set) var count = 0
    private(set) var blocks: [PackedBlock] = []

    init(room: Int) { memory = PackedMemory(words: room) }

    func hasRoom(for words: Int) -> Bool { memory.words.count - count >= words }

    mutating func append(_ block: PackedBlock, _ words: UnsafeBufferPointer<UInt32>) {
      blocks.append(block.moved(by: count))
      withExtendedLifetime(memory) { _ = memory.words[count...].initialize(fromContentsOf: words) }
      count += words.count
    }
  }

  private struct State {
    /// Blocks in memory that no thread is adding to.
    var held: [HeldBlocks] = []
    /// The contents of all blocks in memory: words, and bytes including the index.
    var heldWords = 0
    var heldMemory = 0
    var spilled: [PackedBlock] = []
    var file: SpillFile?

    /// Blocks with room for one more, for the exclusive use of one thread.
    mutating func takeHeld(for block: PackedBlock) -> HeldBlocks {
      defer {
        heldWords += block.words.count
        heldMemory += block.memory
      }
      let ready = held.lastIndex { $0.hasRoom(for: block.words.count) }
      return ready.map { held.remove(at: $0) }
        ?? HeldBlocks(room: max(block.words.count, min(heldWords, HeldBlocks.defaultRoom)))
    }
  }

  private let tables: LogTables
  private let budget: MemoryBudget
  private let folder: String
  private let state = Mutex(State())
  /// Of each block, in any order.
  private let courses = Mutex<[TimeCourse]>([])
  /// Event times by user, to find out which sessions are recent.
  package let times = EventTimes()

  package init(budget: MemoryBudget, tables: LogTables, folder: String) {
    self.budget = budget
    self.tables = tables
    self.folder = folder
  }

  /// Takes the events of a block, leaving its array empty.
  package func take(_ decoded: inout DecodedBlock) throws {
    if decoded.events.isEmpty { return }
    times.take(decoded.events)
    let course = TimeCourse(decoded)
    courses.withLock { $0.append(course) }
    try PackedEvents.pack(decoded.events) { words in
      let block = PackedBlock(
        sequence: decoded.sequence, sourceIndex: decoded.sourceIndex, count: decoded.events.count,
        words: 0..<words.count)
      try take(block, words)
    }
    decoded.events.removeAll(keepingCapacity: true)
  }

  private func take(_ block: PackedBlock, _ words: UnsafeBufferPointer<UInt32>) throws {
    // The figures of the names come when all events are read.
    let figures = MemoryBudget.memory(ofNames: tables.names.count)
    let limit = budget.heldMemory(beside: tables.users.memory + tables.names.memory + figures)
    var held = try state.withLock { state -> HeldBlocks? in
      if state.file == nil, state.heldMemory + block.memory > limit { state.file = try SpillFile(in: folder) }
      return state.file == nil ? state.takeHeld(for: block) : nil
    }
    let isWritten = held == nil
    held?.append(block, words)
    let spilled = state.withLock { state -> (held: [HeldBlocks], file: SpillFile)? in
      if let held = held.take() { state.held.append(held) }
      // Another thread may have created the file meanwhile.
      guard let file = state.file else { return nil }
      defer { state.held = [] }
      return (state.held, file)
    }
    guard let spilled else { return }
    for held in spilled.held {
      try withExtendedLifetime(held.memory) {
        try write(held.blocks, UnsafeBufferPointer(rebasing: held.memory.words[..<held.count]), to: spilled.file)
      }
    }
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
    let taken = takeBlocks(where: isWanted)
    return try await EventPartitions(
      taken, users: UserDirectory(users: users, key: key), budget: budget, workers: workers, folder: folder)
  }

  /// How the times of the sources for which `isWanted` holds go on; nil without events.
  private func course(where isWanted: (_ sourceIndex: Int) -> Bool) -> TimeCourse? {
    let parts = courses.withLock { $0.filter { isWanted($0.sourceIndex) } }.sorted { $0.sequence < $1.sequence }
    guard var whole = parts.first else { return nil }
    for (part, next) in zip(parts, parts.dropFirst()) {
      whole.append(next, of: part.sourceIndex == next.sourceIndex)
    }
    return whole
  }

  /// Whether the newest row comes first in all sources, and rows have the same time.
  var readsFromTheEnd: Bool { course { _ in true }.map { $0.isNewestFirst && $0.hasTies } ?? false }

  /// Blocks in the order of the log, or from its end if the newest row comes first: their events if they are in memory,
  /// otherwise the file that holds them, where they are still to be turned around.
  typealias Taken = (blocks: [PackedBlock], held: [PackedEvents], file: SpillFile?, isNewestFirst: Bool)

  /// The blocks of the sources for which `isWanted` holds. Empties the spool.
  func takeBlocks(where isWanted: (_ sourceIndex: Int) -> Bool) -> Taken {
    let isNewestFirst = course(where: isWanted)?.isNewestFirst ?? false
    func precedes(_ a: PackedBlock, _ b: PackedBlock) -> Bool {
      isNewestFirst ? b.sequence < a.sequence : a.sequence < b.sequence
    }
    return state.withLock { state in
      defer { state = State() }
      let held = state.held.flatMap { held in held.blocks.map { ($0, PackedEvents(held.memory, $0.words)) } }
        .filter { isWanted($0.0.sourceIndex) }.sorted { precedes($0.0, $1.0) }
      if isNewestFirst { for (_, events) in held { events.reverse() } }
      let spilled = state.spilled.filter { isWanted($0.sourceIndex) }.sorted(by: precedes)
      return (state.file == nil ? held.map(\.0) : spilled, held.map(\.1), state.file, isNewestFirst)
    }
  }
}

/// The time of the first event of a log, and of the last event of each user: enough to find the last session start
/// without cutting all sessions (``SessionSpan``). And how many events tell of the app's structure, and how many each
/// user has.
package final class EventTimes: Sendable {
  private struct State {
    var first = Int64.max
    /// By number of the user: the time of the last event, the smallest integer without one, and the number of events.
    var last: [Int64] = []
    var counts: [UInt32] = []
    var events = 0
    var telling = 0
  }

  private let state = Mutex(State())

  func take(_ events: [Event]) {
    let telling = events.count { $0.isEvidenceOfStructure }
    state.withLock { state in
      state.events += events.count
      state.telling += telling
      for event in events {
        let user = Int(event.user)
        if user >= state.last.count {
          let more = max(64, user + 1 - state.last.count, state.last.count)
          state.last.append(contentsOf: repeatElement(.min, count: more))
          state.counts.append(contentsOf: repeatElement(0, count: more))
        }
        state.first = min(state.first, event.time)
        state.last[user] = max(state.last[user], event.time)
        state.counts[user] &+= 1
      }
    }
  }

  /// Whether the structure is known, as far as events tell: one in fifty shows it. Sessions decide
  /// (``Totals/showsStructure``).
  var seemStructured: Bool { state.withLock { $0.telling * 50 >= $0.events } }

  /// The numbers of events of the users who have the most, at most so many, the highest first.
  func most(of users: Int) -> [Int] {
    state.withLock { state in
      var most: [UInt32] = []
      for count in state.counts where most.count < users || count > most[most.count - 1] {
        most.insert(count, at: most.firstIndex { $0 < count } ?? most.count)
        if most.count > users { most.removeLast() }
      }
      return most.map(Int.init)
    }
  }

  package var first: Int64? { state.withLock { $0.first == .max ? nil : $0.first } }

  /// Users with events, those with the latest last event first.
  package var usersByLast: [(user: UInt32, last: Int64)] {
    state.withLock { state in
      state.last.enumerated().filter { $0.element != .min }.map { (user: UInt32($0.offset), last: $0.element) }
        .sorted { ($1.last, $0.user) < ($0.last, $1.user) }
    }
  }
}
