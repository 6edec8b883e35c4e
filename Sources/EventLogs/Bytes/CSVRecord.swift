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
  enum Failure: String, Error, Equatable {
    case unclosedQuote = "quote not closed"
    case textAfterQuote = "text after a closing quote"
  }

  let delimiter: UInt8
  /// The number of cells. A row without bytes has one empty cell.
  private(set) var count = 0

  private var cells = UnsafeMutableBufferPointer<UnsafeRawBufferPointer>.allocate(capacity: 64)
  /// Unescaped cells of the current row, concatenated.
  private var scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 1)
  private var scratchUsed = 0

  /// Whether cells may be quoted; otherwise quotes are ordinary characters.
  private let hasQuotes: Bool

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

  /// Parses a row, without its line end.
  /// - Throws: if quotes are invalid; the cells are then undefined.
  mutating func parse(_ row: UnsafeRawBufferPointer) throws(Failure) {
    count = 0
    scratchUsed = 0
    guard let base = row.baseAddress, row.count > 0 else { return append(UnsafeRawBufferPointer(start: nil, count: 0)) }
    let end = row.count
    var start = 0
    while start <= end {
      if hasQuotes && start < end && base.load(fromByteOffset: start, as: UInt8.self) == ByteScan.quote {
        start = try parseQuoted(base, start: start, end: end)
        continue
      }
      var stop = start
      while stop < end && base.load(fromByteOffset: stop, as: UInt8.self) != delimiter { stop += 1 }
      append(UnsafeRawBufferPointer(start: base + start, count: stop - start))
      start = stop + 1
    }
  }

  /// The cells of a row as text; nil if quotes are invalid.
  mutating func texts(of row: UnsafeRawBufferPointer) -> [String]? {
    guard (try? parse(row)) != nil else { return nil }
    return (0..<count).map { String(decoding: self[$0], as: UTF8.self) }
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

/// Finds the ends of CSV rows (RFC 4180), in bytes that arrive piecewise.
///
/// - A quote opens a quoted cell only at its start: after the delimiter, after a line feed, at the start of the row.
/// - Inside a quoted cell the next quote closes it, and one right after that reopens it (the escape `""`).
/// - Any other quote is an ordinary character. So `5" screen` in an unquoted cell does no harm.
/// - A line feed outside of quoted cells ends the row.
///
/// A row that continues for more than `maximumQuotedSpan` bytes after the first line feed that it swallowed holds a
/// stray quote, not a long text: see `runaway`.
struct RowBoundaries {
  /// The start of the current row.
  private(set) var rowStart: Int
  /// Set when a row did not end in time: rows up to this index are split at every line feed.
  /// Nothing beyond it is scanned, and `rowStart` is the start of the broken row.
  private(set) var runaway: Int?
  private var isQuoted = false
  private let delimiter: UInt8
  private let maximumQuotedSpan: Int
  private var scanned: Int
  /// The first line feed inside a quoted cell of the current row.
  private var firstSwallowed: Int?
  private var lastClosing = -2

  init(delimiter: UInt8, maximumQuotedSpan: Int, start: Int = 0) {
    self.delimiter = delimiter
    self.maximumQuotedSpan = maximumQuotedSpan
    rowStart = start
    scanned = start
  }

  /// Whether the current row has swallowed a line feed.
  var hasSwallowedLine: Bool { firstSwallowed != nil }

  /// Whether the current row is inside a quoted cell that has swallowed a line feed.
  var isOpenAcrossLines: Bool { isQuoted && firstSwallowed != nil }

  /// Moves all indices forward by `count`, because bytes before them were removed.
  mutating func shift(by count: Int) {
    rowStart -= count
    scanned -= count
    lastClosing -= count
    firstSwallowed = firstSwallowed.map { $0 - count }
    runaway = runaway.map { $0 - count }
  }

  mutating func scan(_ base: UnsafeRawPointer, to end: Int) {
    while scanned < end && runaway == nil {
      let pieceEnd = min(scanned + 4096, end)
      let isPlain = !isQuoted && firstSwallowed == nil
      if isPlain && ByteScan.first(ByteScan.quote, in: base, from: scanned, to: pieceEnd) == nil {
        if let last = ByteScan.last(ByteScan.lineFeed, in: base, from: scanned, to: pieceEnd) { rowStart = last + 1 }
        scanned = pieceEnd
      } else {
        _ = scanMarks(base, to: pieceEnd, stoppingAtFirst: false)
      }
    }
    if runaway == nil, let firstSwallowed, end - firstSwallowed > maximumQuotedSpan {
      runaway = firstSwallowed + maximumQuotedSpan
    }
  }

  /// The index of the line feed that ends the row at `start`, or `end`.
  static func endOfRow(_ base: UnsafeRawPointer, start: Int, end: Int, delimiter: UInt8) -> Int {
    var rows = RowBoundaries(delimiter: delimiter, maximumQuotedSpan: .max, start: start)
    return rows.scanMarks(base, to: end, stoppingAtFirst: true) ? rows.rowStart - 1 : end
  }

  /// Processes all quotes and line feeds up to `end`, or up to the first that ends a row. `true` if it stopped there.
  @inline(__always)
  private mutating func scanMarks(_ base: UnsafeRawPointer, to end: Int, stoppingAtFirst: Bool) -> Bool {
    while scanned < end {
      let byte = base.load(fromByteOffset: scanned, as: UInt8.self)
      if byte == ByteScan.quote || byte == ByteScan.lineFeed {
        if take(base, scanned) && stoppingAtFirst { return true }
        if runaway != nil { return false }
      }
      scanned += 1
    }
    return false
  }

  /// Processes the quote or line feed at `index`. `true` if it ends a row.
  @inline(__always)
  private mutating func take(_ base: UnsafeRawPointer, _ index: Int) -> Bool {
    if let firstSwallowed, index - firstSwallowed > maximumQuotedSpan {
      runaway = firstSwallowed + maximumQuotedSpan
      return false
    }
    let isLineFeed = base.load(fromByteOffset: index, as: UInt8.self) == ByteScan.lineFeed
    if isLineFeed {
      if isQuoted {
        if firstSwallowed == nil { firstSwallowed = index }
        return false
      }
      rowStart = index + 1
      firstSwallowed = nil
      return true
    }
    if isQuoted {
      isQuoted = false
      lastClosing = index
    } else if index == rowStart || index == lastClosing + 1 {
      isQuoted = true
    } else {
      isQuoted = base.load(fromByteOffset: index - 1, as: UInt8.self) == delimiter
    }
    return false
  }
}

/// The cells of a small CSV file (RFC 4180).
/// - Returns: the rows with their cells; nil if quotes are invalid.
package func csvRows(of bytes: [UInt8]) -> [[String]]? {
  var record = CSVRecord(delimiter: UInt8(ascii: ","))
  var rows: [[String]] = []
  let isRead = bytes.withUnsafeBytes { bytes -> Bool in
    guard let base = bytes.baseAddress else { return true }
    var start = 0
    while start < bytes.count {
      let end = RowBoundaries.endOfRow(base, start: start, end: bytes.count, delimiter: record.delimiter)
      guard let cells = record.texts(of: UnsafeRawBufferPointer(rebasing: bytes[start..<end])) else { return false }
      rows.append(cells)
      start = end + 1
    }
    return true
  }
  return isRead ? rows : nil
}
