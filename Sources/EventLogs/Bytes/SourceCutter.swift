/// Splits the bytes of one source into blocks of complete records.
///
/// Bytes are read directly into the block's buffer, up to the block size; the cut is after the last record that ends in
/// it, and the rest is copied to the start of the next buffer. A record that does not fit makes the buffer grow, up to
/// `ReadingOptions.maximumRecordLength`; a longer one is skipped without being kept.
///
/// The cuts depend on the block size, but never on the number of bytes per read; the records depend on neither.
final class SourceCutter {
  /// The end of a block, and how it is split into records.
  private typealias Cut = (end: Int, mode: RecordMode)

  /// The number of bytes per read: few enough to stay in the processor's cache while they are digested and counted.
  private static let mostReadAtOnce = 256 << 10

  private let source: ByteSource
  private let sourceIndex: Int
  private let mode: RecordMode
  private let options: ReadingOptions
  private let pool: BlockBufferPool

  /// The bytes read and not delivered are the first `filled` of this buffer.
  private var buffer: BlockBuffer
  private var filled = 0
  /// The number of line feeds among them.
  private var lineFeeds = 0
  private var isAtEnd = false
  /// The line of the first of these bytes, from 1.
  private var line = 1
  /// For a CSV: the ends of rows among these bytes.
  private var rows: RowBoundaries?
  /// For a CSV after a stray quote: lines that begin before this index are rows, whatever quotes they contain.
  private var linesUpTo: Int?
  /// Skipped records that no block has reported yet.
  private var skipped: [SkippedRecord] = []

  init(_ source: ByteSource, sourceIndex: Int, mode: RecordMode, options: ReadingOptions, pool: BlockBufferPool) {
    self.source = source
    self.sourceIndex = sourceIndex
    self.mode = mode
    self.options = options
    self.pool = pool
    buffer = pool.buffer(capacity: SourceCutter.firstLimit(options))
    rows = freshRows()
  }

  /// Consumed bytes of the file.
  var compressedBytes: Int { source.compressedBytes }

  /// The summary of the source; complete once `next(sequence:)` has returned `nil`.
  var summary: SourceSummary {
    SourceSummary(
      name: source.input.name, path: source.input.path, digest: source.digest, bytes: source.compressedBytes,
      decompressedBytes: source.decompressedBytes, lines: line - 1, unit: source.countsRecords ? "record" : "line",
      isCutShort: source.isCutShort)
  }

  /// The next block; `nil` at the end.
  func next(sequence: Int) throws(LogInputError) -> Block? {
    // One more byte than a record may have: room for its line feed, or proof that it is too long.
    let largest = options.maximumRecordLength + 1
    var limit = Self.firstLimit(options)
    while true {
      try fill(to: limit)
      if let cut = findCut() { return block(cut, sequence: sequence) }
      if filled == 0 && isAtEnd {
        if skipped.isEmpty { return nil }
        return block((0, mode), sequence: sequence)
      }
      if filled < largest {
        limit = min(max(limit, filled) * 2, largest)
      } else if let open = rows, open.hasSwallowedLine, linesUpTo == nil {
        linesUpTo = filled
      } else {
        try skipLine()
        limit = Self.firstLimit(options)
      }
    }
  }

  private static func firstLimit(_ options: ReadingOptions) -> Int {
    max(1, min(options.blockSize, options.maximumRecordLength + 1))
  }

  private func freshRows() -> RowBoundaries? {
    guard case .csv(let delimiter) = mode else { return nil }
    return RowBoundaries(delimiter: delimiter, maximumQuotedSpan: options.maximumQuotedSpan)
  }

  // MARK: Reading

  /// Reads until the buffer holds `limit` bytes or the source has ended.
  private func fill(to limit: Int) throws(LogInputError) {
    if buffer.capacity < limit { moveToBuffer(of: limit) }
    while filled < limit && !isAtEnd {
      let count = try readSome(at: filled, room: limit - filled)
      lineFeeds += ByteScan.count(ByteScan.lineFeed, in: buffer.base, from: filled, to: filled + count)
      filled += count
    }
  }

  private func moveToBuffer(of capacity: Int) {
    var other = pool.buffer(capacity: capacity)
    other.base.copyMemory(from: buffer.base, byteCount: filled)
    swap(&buffer, &other)
  }

  private func readSome(at index: Int, room: Int) throws(LogInputError) -> Int {
    let count = try source.read(
      into: UnsafeMutableRawBufferPointer(start: buffer.base + index, count: min(room, Self.mostReadAtOnce)))
    isAtEnd = count == 0
    return count
  }

  // MARK: Cutting

  /// The index after the last record that ends in the buffer; `nil` if none does.
  private func findCut() -> Cut? {
    if filled == 0 { return nil }
    if linesUpTo != nil || rows == nil { return findLineCut() }
    rows?.scan(buffer.base, to: filled)
    guard let rows else { return nil }
    if let runaway = rows.runaway {
      linesUpTo = runaway
    } else if isAtEnd && rows.isOpenAcrossLines {
      linesUpTo = .max
    } else if isAtEnd {
      return (filled, mode)
    }
    if rows.rowStart > 0 { return (rows.rowStart, mode) }
    return linesUpTo == nil ? nil : findLineCut()
  }

  private func findLineCut() -> Cut? {
    let base = UnsafeRawPointer(buffer.base)
    if let linesUpTo, linesUpTo <= filled,
      let last = ByteScan.first(ByteScan.lineFeed, in: base, from: max(linesUpTo - 1, 0), to: filled)
    {
      return (last + 1, .lines)
    }
    if isAtEnd { return (filled, .lines) }
    guard lineFeeds > 0, let last = ByteScan.last(ByteScan.lineFeed, in: base, from: 0, to: filled) else { return nil }
    return (last + 1, .lines)
  }

  /// The block up to a cut. The following bytes move to the start of a new buffer.
  private func block(_ cut: Cut, sequence: Int) -> Block {
    let rest = filled - cut.end
    let base = buffer.base
    let restLineFeeds = ByteScan.count(ByteScan.lineFeed, in: base, from: cut.end, to: filled)
    let blockLineFeeds = lineFeeds - restLineFeeds
    let endsInLineFeed = cut.end == 0 || base.load(fromByteOffset: cut.end - 1, as: UInt8.self) == ByteScan.lineFeed

    var other = pool.buffer(capacity: max(rest, Self.firstLimit(options)))
    other.base.copyMemory(from: base + cut.end, byteCount: rest)
    swap(&buffer, &other)
    (base + cut.end).initializeMemory(as: UInt8.self, repeating: 0, count: BlockBuffer.padding)

    let block = Block(
      sourceIndex: sourceIndex, sequence: sequence, firstLine: line, count: cut.end, mode: cut.mode, skipped: skipped,
      buffer: other)
    skipped = []
    filled = rest
    lineFeeds = restLineFeeds
    line += blockLineFeeds + (endsInLineFeed ? 0 : 1)
    moveMarks(by: cut.end)
    return block
  }

  /// Moves the indices of a CSV forward, because bytes before them were removed.
  private func moveMarks(by count: Int) {
    guard let index = linesUpTo else {
      rows?.shift(by: count)
      return
    }
    if index == .max { return }
    linesUpTo = index > count ? index - count : nil
    if linesUpTo == nil { rows = freshRows() }
  }

  // MARK: Skipping

  /// Skips the line at the start of the buffer, which is longer than the buffer.
  private func skipLine() throws(LogInputError) {
    var length = filled
    var end: Int?
    filled = 0
    while end == nil && !isAtEnd {
      let count = try readSome(at: 0, room: min(buffer.capacity, options.maximumRecordLength + 1))
      end = ByteScan.first(ByteScan.lineFeed, in: buffer.base, from: 0, to: count)
      length += end ?? count
      if let end {
        // The next lines move to the front. The ranges overlap, which `copyMemory` allows.
        filled = count - end - 1
        buffer.base.copyMemory(from: buffer.base + end + 1, byteCount: filled)
      }
      if length > options.endlessLineLength {
        throw .endlessLine(name: source.input.name, line: line, length: options.endlessLineLength)
      }
    }
    lineFeeds = ByteScan.count(ByteScan.lineFeed, in: buffer.base, from: 0, to: filled)
    if buffer.capacity > Self.firstLimit(options) { moveToBuffer(of: max(filled, Self.firstLimit(options))) }
    skipped.append(SkippedRecord(line: line, length: length))
    line += 1
    if linesUpTo == nil { rows = freshRows() } else { moveMarks(by: length + 1) }
  }
}
