import Synchronization

/// The memory of a block: aligned, with readable padding, owned by exactly one value.
///
/// ```
/// base                     base + capacity      + 64
/// |  bytes                       |  padding      |
/// ```
///
/// When the owner is destroyed, the memory returns to its pool.
struct BlockBuffer: ~Copyable, Sendable {
  /// Readable bytes after the capacity: JSON parsers read a little beyond the end.
  static let padding = 64

  private let memory: Memory
  private let pool: BlockBufferPool

  fileprivate init(memory: Memory, pool: BlockBufferPool) {
    self.memory = memory
    self.pool = pool
  }

  deinit {
    pool.takeBack(memory)
  }

  /// The first byte. Valid as long as this value.
  var base: UnsafeMutableRawPointer { memory.base }
  /// The number of bytes, without the padding.
  var capacity: Int { memory.capacity }
  /// All bytes, without the padding.
  var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: base, count: capacity) }

  /// One allocation.
  ///
  /// The only `@unchecked Sendable` of this room. It is sound because a `Memory` is never shared: it is private to this
  /// file, where it is either in one `BlockBuffer`, which cannot be copied, or in the pool, behind a lock. The type
  /// checker cannot see that: pointers are never `Sendable`, and collections cannot hold noncopyable values.
  fileprivate struct Memory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let capacity: Int
  }
}

/// Keeps the memory of returned blocks for reuse, so that reading causes no allocations and page faults.
final class BlockBufferPool: Sendable {
  /// Buffers larger than this are not kept (they held an exceptionally long record).
  private let largestKept: Int
  /// The most buffers that are kept: more than the number of concurrent blocks on any machine.
  private let mostKept = 64
  private let free = Mutex<[BlockBuffer.Memory]>([])

  /// Memory for compressed data and for the beginnings of inputs: all of the same size, so that thousands of small inputs, one after the other, take no
  /// more than one does.
  static let scratch = BlockBufferPool(largestKept: scratchSize)
  static let scratchSize = 256 << 10

  /// A buffer of ``scratchSize`` bytes, or larger if needed.
  static func scratch(_ count: Int = scratchSize) -> BlockBuffer { scratch.buffer(capacity: max(count, scratchSize)) }

  init(largestKept: Int) {
    self.largestKept = largestKept
  }

  deinit {
    free.withLock { memories in
      for memory in memories { memory.base.deallocate() }
      memories = []
    }
  }

  /// A buffer with room for `capacity` bytes.
  func buffer(capacity: Int) -> BlockBuffer {
    let kept = free.withLock { memories -> BlockBuffer.Memory? in
      guard let index = memories.lastIndex(where: { $0.capacity >= capacity }) else { return nil }
      return memories.remove(at: index)
    }
    return BlockBuffer(memory: kept ?? Self.allocate(capacity), pool: self)
  }

  fileprivate func takeBack(_ memory: BlockBuffer.Memory) {
    let isKept = free.withLock { memories in
      guard memory.capacity <= largestKept && memories.count < mostKept else { return false }
      memories.append(memory)
      return true
    }
    if !isKept { memory.base.deallocate() }
  }

  private static func allocate(_ capacity: Int) -> BlockBuffer.Memory {
    let base = UnsafeMutableRawPointer.allocate(byteCount: capacity + BlockBuffer.padding, alignment: 64)
    return BlockBuffer.Memory(base: base, capacity: capacity)
  }
}
