import NavigationModel

/// The events of one block of the log.
struct PackedBlock: Sendable {
  let sequence: Int
  let sourceIndex: Int
  let count: Int
  /// Their range among the words in memory or in the file.
  private(set) var words: Range<Int>
  /// Nil if they are in the file.
  private(set) var events: PackedEvents?

  /// Bytes, including the index that finds events by user.
  var memory: Int { words.count * MemoryLayout<UInt32>.stride + count * EventsByUser.bytesOfPosition }

  /// The block with its events in memory.
  func holding(_ events: PackedEvents) -> PackedBlock {
    var held = self
    held.events = events
    return held
  }

  /// The block, moved back by this many words.
  func moved(by count: Int) -> PackedBlock {
    var moved = self
    moved.words = words.lowerBound + count..<words.upperBound + count
    return moved
  }
}
