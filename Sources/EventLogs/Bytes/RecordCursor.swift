/// Iterates over the records of a block.
struct RecordCursor {
  private let base: UnsafeRawPointer?
  private let end: Int
  private let delimiter: UInt8?
  private var position = 0
  private var line: Int

  /// - Parameters:
  ///   - bytes: complete records; the last may lack its line end.
  ///   - mode: how they are split.
  ///   - firstLine: the line on which the first begins.
  init(_ bytes: UnsafeRawBufferPointer, mode: RecordMode, firstLine: Int) {
    base = bytes.baseAddress
    end = bytes.count
    line = firstLine
    switch mode {
    case .lines: delimiter = nil
    case .csv(let byte): delimiter = byte
    }
  }

  /// The next record; `nil` after the last.
  @inline(__always)
  mutating func next() -> Record? {
    guard let base, position < end else { return nil }
    let start = position
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
