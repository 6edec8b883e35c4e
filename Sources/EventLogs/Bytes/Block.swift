/// Some MiB of complete records of one source.
///
/// A block owns its bytes; they are valid inside `withBytes` and `forEachRecord`. At least `padding` readable zeros
/// follow the last byte. Blocks come from `BlockReader.next()`; when a block is dropped, its memory returns to the reader.
struct Block: ~Copyable, Sendable {
  /// The number of readable bytes after the end.
  static let padding = BlockBuffer.padding

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

  private let buffer: BlockBuffer
  /// The offset of the bytes.
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
