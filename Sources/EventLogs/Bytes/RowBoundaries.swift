/// Finds the ends of CSV rows (RFC 4180), in bytes that arrive piecewise.
///
/// - A quote opens a quoted cell only at its start: after the delimiter, after a line feed, at the start of the row.
/// - Inside a quoted cell the next quote closes it, and one right after that reopens it (the escape `""`).
/// - Any other quote is an ordinary character. So `5" screen` in an unquoted cell does no harm.
/// - A line feed outside of quoted cells ends the row.
///
/// A row that continues for more than `maximumQuotedSpan` bytes after the first line feed that it swallowed holds a stray
/// quote, not a long text: see `runaway`.
struct RowBoundaries {
  /// The start of the current row.
  private(set) var rowStart: Int
  /// Set when a row did not end in time: rows up to this index are split at every line feed.
  /// Nothing beyond it is scanned, and `rowStart` is the start of the broken row.
  private(set) var runaway: Int?
  /// Whether the current position is inside a quoted cell.
  private var isQuoted = false
  private let delimiter: UInt8
  private let maximumQuotedSpan: Int
  /// The end of the scanned bytes.
  private var scanned: Int
  /// The first line feed inside a quoted cell of the current row.
  private var firstSwallowed: Int?
  /// The index of the last closing quote.
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

  /// Scans the bytes up to `end` that have not been scanned.
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
    let quotes = WordPattern(ByteScan.quote)
    let lineFeeds = WordPattern(ByteScan.lineFeed)
    while end - scanned >= 8 {
      let word = base.loadUnaligned(fromByteOffset: scanned, as: UInt64.self).littleEndian
      var marks = quotes.marks(in: word) | lineFeeds.marks(in: word)
      while marks != 0 {
        let index = scanned + marks.trailingZeroBitCount / 8
        marks &= marks &- 1
        if take(base, index) && stoppingAtFirst { return true }
        if runaway != nil { return false }
      }
      scanned += 8
    }
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
