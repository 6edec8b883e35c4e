/// Some MiB of whole records of one source.
///
/// A block owns its bytes; they are valid inside `withBytes` and `forEachRecord`. After the last byte follow at least
/// `padding` zeros that may be read. Blocks come from `BlockReader.next()`, and their memory goes back to the reader by
/// itself when they are dropped.
struct Block: ~Copyable, Sendable {
  /// Bytes after the end that may be read.
  static let padding = BlockBuffer.padding

  /// Which of the reader's inputs the records are of.
  let sourceIndex: Int
  /// The place of this block among all blocks of the run: 0, 1, 2 … over all sources.
  let sequence: Int
  /// The line of the source, counted from 1, on which the first record begins.
  let firstLine: Int
  /// How many bytes there are. 0 only if there are skipped records.
  let count: Int
  /// How the bytes are cut into records. `lines` also for that part of a CSV in which a stray quote had to be ignored.
  let mode: RecordMode
  /// Records that were left out just before this block or, at the end of a source, after the last one.
  let skipped: [SkippedRecord]

  private let buffer: BlockBuffer
  /// Where the bytes begin in it.
  private let start: Int

  init(
    sourceIndex: Int, sequence: Int, firstLine: Int, count: Int, mode: RecordMode, skipped: [SkippedRecord],
    buffer: consuming BlockBuffer, start: Int = 0
  ) {
    self.sourceIndex = sourceIndex
    self.sequence = sequence
    self.firstLine = firstLine
    self.count = count
    self.mode = mode
    self.skipped = skipped
    self.buffer = buffer
    self.start = start
  }

  /// Calls `body` with all bytes.
  @inline(__always)
  borrowing func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: buffer.base + start, count: count))
  }

  /// Calls `body` with each record, in order, without its line end.
  @inline(__always)
  borrowing func forEachRecord<Failure: Error>(
    _ body: (Record) throws(Failure) -> Void
  ) throws(Failure) {
    var cursor = RecordCursor(
      UnsafeRawBufferPointer(start: buffer.base + start, count: count), mode: mode, firstLine: firstLine)
    while let record = cursor.next() { try body(record) }
  }
}
