import Synchronization

/// Some MiB of complete records of one source.
///
/// A block owns its bytes; they are valid inside `withBytes` and `forEachRecord`. At least `BlockBuffer.padding`
/// readable zeros follow the last byte. Blocks come from `BlockReader.next()`; when a block is dropped, its memory
/// returns to the reader.
struct Block: ~Copyable, Sendable {
  /// The index of the records' source among the reader's inputs.
  let sourceIndex: Int
  /// The index of this block among all blocks of the run, over all sources.
  let sequence: Int
  /// The line of the source, from 1, on which the first record begins.
  let firstLine: Int
  /// The number of bytes. 0 only if records were skipped.
  let count: Int
  /// How the bytes are split into records. Also `lines` for the part of a CSV in which a stray quote is ignored.
  let mode: RecordMode
  /// Records that were skipped just before this block or, at the end of a source, after the last one.
  let skipped: [SkippedRecord]

  let buffer: BlockBuffer

  @inline(__always)
  borrowing func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: buffer.base, count: count))
  }

  /// The address after the last byte: a record that ends there has no line end.
  var end: UnsafeRawPointer { UnsafeRawPointer(buffer.base + count) }

  @inline(__always)
  borrowing func forEachRecord<Failure: Error>(
    _ body: (Record) throws(Failure) -> Void
  ) throws(Failure) {
    let bytes = UnsafeRawBufferPointer(start: buffer.base, count: count)
    var cursor = RecordCursor(bytes, mode: mode, firstLine: firstLine)
    while let record = cursor.next() { try body(record) }
  }
}

struct Record {
  /// The bytes, without the line end.
  let bytes: UnsafeRawBufferPointer
  /// The line of the source on which it begins, from 1.
  let line: Int
}

/// How a log is split into records.
package enum RecordMode: Sendable, Equatable {
  case lines
  /// A record is a row of comma-separated values (RFC 4180): a line feed inside a quoted cell does not end it.
  case csv(delimiter: UInt8)
}

struct RecordCursor {
  private let base: UnsafeRawPointer?
  private let end: Int
  private let delimiter: UInt8?
  private var position = 0
  private var line: Int

  init(_ bytes: UnsafeRawBufferPointer, mode: RecordMode, firstLine: Int) {
    base = bytes.baseAddress
    end = bytes.count
    line = firstLine
    switch mode {
    case .lines: delimiter = nil
    case .csv(let byte): delimiter = byte
    }
  }

  @inline(__always)
  mutating func next() -> Record? {
    guard let base, position < end else { return nil }
    // Files that were joined may each begin with a byte order mark.
    let hasMark =
      end - position >= 3 && base.load(fromByteOffset: position, as: UInt8.self) == 0xEF
      && base.load(fromByteOffset: position + 1, as: UInt8.self) == 0xBB
      && base.load(fromByteOffset: position + 2, as: UInt8.self) == 0xBF
    let start = hasMark ? position + 3 : position
    var stop = ByteScan.first(ByteScan.lineFeed, in: base, from: start, to: end) ?? end
    let record = line
    if let delimiter, ByteScan.first(ByteScan.quote, in: base, from: start, to: stop) != nil {
      let lineEnd = stop
      stop = RowBoundaries.endOfRow(base, start: start, end: end, delimiter: delimiter)
      if stop > lineEnd { line += ByteScan.count(ByteScan.lineFeed, in: base, from: start, to: stop) }
    }
    position = stop + 1
    line += 1
    if stop > start && base.load(fromByteOffset: stop - 1, as: UInt8.self) == ByteScan.carriageReturn { stop -= 1 }
    return Record(bytes: UnsafeRawBufferPointer(start: base + start, count: stop - start), line: record)
  }
}

/// A record that was skipped, because it is longer than `ReadingOptions.maximumRecordLength`.
package struct SkippedRecord: Sendable, Equatable {
  /// The line on which it begins, from 1.
  package let line: Int
  package let length: Int
}

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

  fileprivate let memory: Memory
  fileprivate let pool: BlockBufferPool
  deinit { pool.takeBack(memory) }

  /// The first byte. Valid as long as this value.
  var base: UnsafeMutableRawPointer { memory.base }
  /// The number of bytes, without the padding.
  var capacity: Int { memory.capacity }
  /// All bytes, without the padding.
  var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: base, count: capacity) }

  /// One allocation.
  ///
  /// The only `@unchecked Sendable` of this module. It is sound because a `Memory` is never shared: it is either in one
  /// `BlockBuffer`, which cannot be copied, or in the pool, behind a lock. The type checker cannot see that: pointers
  /// are never `Sendable`, and collections cannot hold noncopyable values.
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

  /// Memory for compressed data and for the beginnings of inputs: all of the same size, so that thousands of small
  /// inputs, one after the other, take no more than one does.
  static let scratch = BlockBufferPool(largestKept: scratchSize)
  static let scratchSize = 256 << 10

  /// A buffer of ``scratchSize`` bytes, or larger if needed.
  static func scratch(_ count: Int = scratchSize) -> BlockBuffer { scratch.buffer(capacity: max(count, scratchSize)) }

  init(largestKept: Int) { self.largestKept = largestKept }

  deinit {
    free.withLock { memories in
      for memory in memories { memory.base.deallocate() }
      memories = []
    }
  }

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
