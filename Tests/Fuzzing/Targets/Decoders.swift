import NavigationModel

@testable import EventLogs

extension FuzzTarget {
  /// One for each format: the entire path from the file to events.
  static let decoders = LogFormat.all.map { format in
    FuzzTarget(name: "decode-" + format.name, longest: 2048) { bytes in
      let file = ScratchFile.shared.holding(bytes)
      guard let whole = try? ReadLog(file, format: format.name, blockSize: 16 << 10) else { return }
      try whole.check(lines: bytes.count + 1)
      let pieces = try ReadLog(file, format: format.name, blockSize: 1 + (bytes.first.map(Int.init) ?? 0) % 64)
      try promise(pieces.isSame(as: whole), "events depend on the size of the blocks")
    }
  }
}

/// The result of reading a log on one thread.
private struct ReadLog {
  private var events: [Event] = []
  private var tally = LineTally()
  private var texts: [String] = []
  private var segments = 0

  init(_ file: LogInput, format: String, blockSize: Int) throws {
    var options = ReadingOptions()
    options.blockSize = blockSize
    options.headLength = 4096
    options.decompression = DecompressionLimits(harmlessBytes: 1 << 20, maximumRatio: 100)
    let tables = LogTables()
    var decoder: (any BlockDecoder)?
    // The reader requires a thread-safe function; here it is called on this thread.
    nonisolated(unsafe) var decoding: SourceDecoding?
    let reader = BlockReader([file], options: options) { _, head in
      let found = try LogFormat.decoding(
        LogHead(name: file.name, bytes: head, plan: .native), format: format, among: LogFormat.all(named: format))
      decoding = found
      return found.mode
    }
    while let block = try reader.next() {
      if decoder == nil { decoder = decoding?.makeDecoder(tables, true) }
      var decoded = DecodedBlock(sequence: block.sequence, sourceIndex: block.sourceIndex)
      decoder?.decode(block, into: &decoded)
      events += decoded.events
      tally.append(decoded.tally)
    }
    texts = tables.names.snapshot().texts + tables.users.snapshot().texts
    segments = tables.segments.count
  }

  /// - Parameter lines: the maximum number of lines.
  func check(lines: Int) throws {
    try promise(tally.events == events.count, "\(tally.events) events counted, \(events.count) made")
    try promise(
      tally.rejections.count == tally.rejectedLines,
      "\(tally.rejectedLines) lines rejected, \(tally.rejections.count) kept")
    try promise(
      tally.rejections.allSatisfy { (1...lines).contains($0.line) },
      "a rejected line is none of the log's \(lines) lines")
    for event in events {
      try promise(Timestamp.isInRange(event.time), "the time \(event.time) is out of range")
      try promise(event.depth <= 100, "the depth \(event.depth) is more than 100")
      try promise(event.segment.rawValue < segments, "no such segment")
      for name in [event.screen, event.target, event.container, event.value] {
        try promise(name.rawValue < texts.count, "no such name")
      }
    }
  }

  func isSame(as other: ReadLog) -> Bool {
    return tally == other.tally && texts == other.texts && segments == other.segments
      && events.elementsEqual(other.events) { a, b in
        var a = a
        var b = b
        // An unknown coordinate is NaN, which is not equal to itself.
        if a.x.isNaN && b.x.isNaN { (a.x, b.x) = (0, 0) }
        if a.y.isNaN && b.y.isNaN { (a.y, b.y) = (0, 0) }
        return a == b
      }
  }
}
