/// Sorts finished lines, counts them, and passes them on in large pieces.
struct LogOutput: ~Copyable {
  private(set) var summary = SimulationSummary()
  private let limit: Int?
  private var buffer: [UInt8] = []
  private static let pieceSize = 1 << 20

  init(limit: Int?) {
    self.limit = limit
    buffer.reserveCapacity(Self.pieceSize + (1 << 16))
  }

  /// Whether the requested number of events was written.
  var isFull: Bool { limit.map { summary.events >= $0 } ?? false }

  /// Writes the lines before a time, sorted by time, and keeps the rest.
  mutating func flush(_ batch: inout LogBatch, before end: Int64, _ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    let order = batch.order()
    var later = order.count
    while later > 0, batch.lines[order[later - 1]].time >= end { later -= 1 }
    try send(batch, order[..<later], write)
    batch.keep(Array(order[later...]))
  }

  /// Writes all lines in random order.
  mutating func flushShuffled(
    _ batch: inout LogBatch, _ random: SplitMix64, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var random = random
    var order = batch.order()
    if order.count > 1 {
      for index in stride(from: order.count - 1, to: 0, by: -1) { order.swapAt(index, random.below(index + 1)) }
    }
    try send(batch, order[...], write)
    batch.keep([])
  }

  private mutating func send(
    _ batch: borrowing LogBatch, _ order: ArraySlice<Int>, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    for index in order {
      if isFull { break }
      let line = batch.lines[index]
      switch line.kind {
      case .event: summary.events += 1
      case .duplicate: summary.duplicates += 1
      case .broken: summary.brokenLines += 1
      }
      if line.beginsSession { summary.sessions += 1 }
      if line.beginsPerson { summary.users += 1 }
      summary.bytes += Int(line.length)
      buffer.append(contentsOf: UnsafeBufferPointer(start: batch.bytes + line.start, count: Int(line.length)))
      if buffer.count >= Self.pieceSize { try drain(write) }
    }
    try drain(write)
  }

  private mutating func drain(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard !buffer.isEmpty else { return }
    try buffer.withUnsafeBytes(write)
    buffer.removeAll(keepingCapacity: true)
  }
}
