/// The cells of one row of comma-separated values (RFC 4180), as slices of the row's bytes.
///
/// Cells without quotes, and quoted cells without escapes, point into the row; quoted cells with `""` are unescaped
/// into this value's memory. One value is reused for many rows: once its memory is large enough, nothing is allocated.
///
/// ```swift
/// var row = CSVRecord(delimiter: UInt8(ascii: ","))
/// try row.parse(record.bytes)
/// let user = row[1]
/// ```
struct CSVRecord: ~Copyable {
  /// Why a row cannot be read.
  enum Failure: String, Error, Equatable {
    case unclosedQuote = "quote not closed"
    case textAfterQuote = "text after a closing quote"
  }

  /// The separator of cells.
  let delimiter: UInt8
  /// The number of cells. A row without bytes has one empty cell.
  private(set) var count = 0

  private var cells = UnsafeMutableBufferPointer<UnsafeRawBufferPointer>.allocate(capacity: 64)
  /// Unescaped cells of the current row, concatenated.
  private var scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 1)
  private var scratchUsed = 0

  /// Whether cells may be quoted; otherwise quotes are ordinary characters.
  private let hasQuotes: Bool

  /// - Parameters:
  ///   - delimiter: the separator of cells.
  ///   - hasQuotes: whether cells may be quoted.
  init(delimiter: UInt8, hasQuotes: Bool = true) {
    self.delimiter = delimiter
    self.hasQuotes = hasQuotes
  }

  deinit {
    cells.deallocate()
    scratch.deallocate()
  }

  /// The bytes of a cell. Valid as long as the row's bytes are, and until the next call of `parse(_:)`.
  subscript(index: Int) -> UnsafeRawBufferPointer {
    @inline(__always) get {
      precondition(index >= 0 && index < count, "no such cell")
      return cells[index]
    }
  }

  /// Parses a row.
  ///
  /// - Parameter row: the bytes without the line end.
  /// - Throws: if quotes are invalid; the cells are then undefined.
  mutating func parse(_ row: UnsafeRawBufferPointer) throws(Failure) {
    count = 0
    scratchUsed = 0
    guard let base = row.baseAddress, row.count > 0 else { return append(UnsafeRawBufferPointer(start: nil, count: 0)) }
    let end = row.count
    let delimiters = WordPattern(delimiter)
    var start = 0
    while true {
      if hasQuotes && start < end && base.load(fromByteOffset: start, as: UInt8.self) == ByteScan.quote {
        // A quoted cell; `start` moves past the delimiter after it, or to `end + 1` after the last cell.
        start = try parseQuoted(base, start: start, end: end)
        if start > end { return }
        continue
      }
      // Unquoted cells, up to one that begins with a quote.
      var position = start
      var reachedQuote = false
      while !reachedQuote && end - position >= 8 {
        var marks = delimiters.marks(in: base.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian)
        while marks != 0 {
          let index = position + marks.trailingZeroBitCount / 8
          marks &= marks &- 1
          append(UnsafeRawBufferPointer(start: base + start, count: index - start))
          start = index + 1
          if hasQuotes && start < end && base.load(fromByteOffset: start, as: UInt8.self) == ByteScan.quote {
            reachedQuote = true
            break
          }
        }
        position += 8
      }
      while !reachedQuote && position < end {
        if base.load(fromByteOffset: position, as: UInt8.self) == delimiter {
          append(UnsafeRawBufferPointer(start: base + start, count: position - start))
          start = position + 1
          reachedQuote = start < end && base.load(fromByteOffset: start, as: UInt8.self) == ByteScan.quote
        }
        position += 1
      }
      if reachedQuote { continue }
      append(UnsafeRawBufferPointer(start: base + start, count: end - start))
      return
    }
  }

  /// Parses the quoted cell at `start`.
  ///
  /// - Returns: the start of the next cell; `end + 1` if this was the last.
  private mutating func parseQuoted(_ base: UnsafeRawPointer, start: Int, end: Int) throws(Failure) -> Int {
    let content = start + 1
    guard var close = ByteScan.first(ByteScan.quote, in: base, from: content, to: end) else { throw .unclosedQuote }
    if close + 1 == end || base.load(fromByteOffset: close + 1, as: UInt8.self) == delimiter {
      append(UnsafeRawBufferPointer(start: base + content, count: close - content))
      return close + 2
    }
    // With escapes: copied piecewise, each piece with the first quote of the escape that follows.
    reserveScratch(end)
    let unescaped = scratchUsed
    var piece = content
    while close + 1 < end && base.load(fromByteOffset: close + 1, as: UInt8.self) == ByteScan.quote {
      copyToScratch(base + piece, count: close + 1 - piece)
      piece = close + 2
      guard let next = ByteScan.first(ByteScan.quote, in: base, from: piece, to: end) else { throw .unclosedQuote }
      close = next
    }
    guard close + 1 == end || base.load(fromByteOffset: close + 1, as: UInt8.self) == delimiter else {
      throw .textAfterQuote
    }
    copyToScratch(base + piece, count: close - piece)
    append(UnsafeRawBufferPointer(rebasing: scratch[unescaped..<scratchUsed]))
    return close + 2
  }

  @inline(__always)
  private mutating func append(_ cell: UnsafeRawBufferPointer) {
    if count == cells.count { growCells() }
    cells.initializeElement(at: count, to: cell)
    count += 1
  }

  private mutating func growCells() {
    let larger = UnsafeMutableBufferPointer<UnsafeRawBufferPointer>.allocate(capacity: cells.count * 2)
    _ = larger.moveInitialize(fromContentsOf: cells)
    cells.deallocate()
    cells = larger
  }

  /// Reserves memory for all unescaped cells of a row at the first one, so that none moves.
  private mutating func reserveScratch(_ rowLength: Int) {
    guard scratchUsed == 0 && scratch.count < rowLength else { return }
    scratch.deallocate()
    scratch = .allocate(byteCount: rowLength * 2, alignment: 1)
  }

  private mutating func copyToScratch(_ source: UnsafeRawPointer, count: Int) {
    guard count > 0, let base = scratch.baseAddress else { return }
    (base + scratchUsed).copyMemory(from: source, byteCount: count)
    scratchUsed += count
  }
}
