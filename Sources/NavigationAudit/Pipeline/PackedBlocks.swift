import NavigationModel

/// The events of several blocks of a log in one allocation, with huge pages if available: these cost an eighth to allocate, and a
/// user's events, which may be anywhere in the log, are found faster.
struct PackedBlocks: Sendable {
  /// Words in all allocations but the first: 128 MB less the header of the array and the allocation, so that they fit huge pages exactly.
  static let usualRoom = 32 << 20 - 16

  private(set) var words: [UInt32] = []
  private(set) var blocks: [PackedBlock] = []

  /// - Parameter room: the number of words.
  init(room: Int) {
    words.reserveCapacity(room)
    words.withUnsafeMutableBufferPointer { HugePages.prefer(for: UnsafeMutableRawPointer($0.baseAddress), count: room * MemoryLayout<UInt32>.stride) }
  }

  func hasRoom(for count: Int) -> Bool { words.capacity - words.count >= count }

  mutating func append(_ block: PackedBlock, _ words: UnsafeBufferPointer<UInt32>) {
    blocks.append(block.moved(by: self.words.count))
    self.words.append(contentsOf: words)
  }

  /// The blocks, with their events.
  var heldBlocks: [PackedBlock] {
    blocks.map { $0.holding(PackedEvents(words: words[$0.words])) }
  }
}
