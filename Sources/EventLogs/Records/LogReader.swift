import NavigationModel
import Synchronization

/// Reads all sources of a run, in several tasks.
package struct LogReader: Sendable {
  package typealias Taking = @Sendable (inout DecodedBlock) throws -> Void

  package let inputs: [LogInput]
  private let plan: FieldPlan
  private let format: String?
  private let keepsRejected: Bool
  private let workers: Int
  private let options: ReadingOptions

  /// - Parameters:
  ///   - format: of all sources (default: detected for each source).
  ///   - keepsRejected: whether rejected lines are kept with their text.
  package init(
    inputs: [LogInput], plan: FieldPlan = .native, format: String? = nil, keepsRejected: Bool = false, workers: Int = 2,
    blockSize: Int = ReadingOptions().blockSize
  ) {
    self.inputs = inputs
    self.plan = plan
    self.format = format
    self.keepsRejected = keepsRejected
    self.workers = workers
    var options = ReadingOptions()
    options.blockSize = blockSize
    self.options = options
  }

  /// Reads everything.
  /// - Parameters:
  ///   - known: digests of sources that were read before.
  ///   - take: takes data from each block as soon as it is decoded, in the decoding tasks, unordered; the rest stays in
  ///     the ``EventLog``.
  /// - Throws: ``LogInputError`` or ``LogFormatError`` if a source cannot be read.
  package func read(
    into tables: LogTables, besides known: [String] = [], progress: ReadingProgress? = nil, take: Taking? = nil
  ) async throws -> EventLog {
    progress?.expect(inputs)
    // What was found out about each source opened so far.
    let decodings = Mutex<[Int: SourceDecoding]>([:])
    let named = try format.map { try LogFormat.all(named: $0) }
    let isRecord: JSONShape.RecordTest = { [plan] in LogFormat.isRecord($0, plan, among: named) }
    let reader = BlockReader(inputs, options: options, isRecord: isRecord) { [inputs, plan, format] source, head in
      let head = LogHead(name: inputs[source].name, bytes: head, plan: plan)
      let decoding = try LogFormat.decoding(head, format: format, among: named)
      decodings.withLock { $0[source] = decoding }
      return decoding.mode
    }
    let blocks = try await reader.results(workers: workers, startingWith: { Decoding() }) {
      [keepsRejected] block, decoding in
      if decoding.source != block.sourceIndex, let source = decodings.withLock({ $0[block.sourceIndex] }) {
        decoding.source = block.sourceIndex
        decoding.decoder = source.makeDecoder(tables, keepsRejected)
      }
      var decoded = decoding.decode(block)
      try take?(&decoded)
      if decoded.events.isEmpty { swap(&decoding.room, &decoded.events) }
      progress?.report(bytes: reader.compressedBytes, events: decoded.tally.events)
      return decoded
    }
    let formats = decodings.withLock { $0.mapValues(\.format) }
    return EventLog(blocks: blocks, summaries: reader.summaries, formats: formats, besides: known)
  }

  private struct Decoding {
    var source: Int?
    var decoder: (any BlockDecoder)?
    /// The memory of the previous block's events, after they were taken.
    var room: [Event] = []

    mutating func decode(_ block: borrowing Block) -> DecodedBlock {
      var decoded = DecodedBlock(sequence: block.sequence, sourceIndex: block.sourceIndex)
      swap(&decoded.events, &room)
      for skipped in block.skipped { decoded.tally.reject(.lineTooLong, line: skipped.line, text: nil) }
      decoder?.decode(block, into: &decoded)
      return decoded
    }
  }
}

/// All events of a run, in the order of the log, and the tallies of its sources.
package struct EventLog: Sendable {
  package struct Source: Sendable {
    package let summary: SourceSummary
    package let format: String
    /// Whether its bytes were read before, as those of another file or of an earlier run: then it does not count.
    package let isCopy: Bool
    package var tally = LineTally()
  }

  package private(set) var blocks: [DecodedBlock]
  package private(set) var sources: [Source]

  init(blocks: [DecodedBlock], summaries: [SourceSummary], formats: [Int: String], besides known: [String]) {
    self.blocks = blocks
    var digests = Set(known)
    sources = summaries.enumerated().map { index, summary in
      let isCopy = !digests.insert(summary.digest).inserted
      return Source(summary: summary, format: formats[index] ?? "empty", isCopy: isCopy)
    }
    for block in blocks { sources[block.sourceIndex].tally.append(block.tally) }
  }

  /// The tally of all sources that count.
  package var tally: LineTally {
    sources.reduce(into: LineTally()) { if !$1.isCopy { $0.append($1.tally) } }
  }
}

/// The tables that all threads of a run fill, and what the app map says about the texts in them.
package struct LogTables: Sendable {
  package let names: NameTable
  package let users = NameTable()
  package let segments: SegmentTable
  /// Masks each new name once, before it is stored anywhere; nil if names are kept as they are.
  let mask: ScreenNameRules?
  /// Users whose events are left out.
  let excludedUsers: [Pattern]
  /// The names of entries that have another one in the log.
  let entryNames: [NameText: String]
  /// The ids of sessions as logged; nil if nothing links to them.
  package let sessionNames: SessionNames?

  package init(
    for map: AppMap = AppMap(), names: NameTable = NameTable(), segments: SegmentTable = SegmentTable(),
    keepsSessionNames: Bool = false
  ) {
    self.names = names
    self.segments = segments
    sessionNames = keepsSessionNames ? SessionNames() : nil
    mask = map.masksNames ? ScreenNameRules(map) : nil
    excludedUsers = map.excludedUsers.compactMap { try? Pattern($0) }
    entryNames = Dictionary(map.entryNames.map { (NameText($0.logged), $0.name) }) { first, _ in first }
  }
}

/// The ids of sessions as logged, by their hashes. Some hundred bytes for each session, so it is made only where links
/// need them.
package final class SessionNames: Sendable {
  private let names = Mutex<[UInt64: String]>([:])

  package init() {}

  package subscript(id: UInt64) -> String? { names.withLock { $0[id] } }

  func add(_ id: UInt64, _ text: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: text, as: UTF8.self)
    names.withLock { $0[id] = text }
  }
}

/// The reading progress of a run.
package final class ReadingProgress: Sendable {
  private let read = Atomic<Int>(0)
  private let decoded = Atomic<Int>(0)
  private let total = Atomic<Int>(-1)

  package init() {}

  func expect(_ inputs: [LogInput]) {
    let sizes = inputs.compactMap(\.size)
    total.store(sizes.count == inputs.count ? sizes.reduce(0, +) : -1, ordering: .relaxed)
  }

  func report(bytes: Int, events: Int) {
    read.store(bytes, ordering: .relaxed)
    decoded.add(events, ordering: .relaxed)
  }

  /// Bytes of the files read, compressed if they are.
  package var bytes: Int { read.load(ordering: .relaxed) }
  /// All bytes to read; nil if the length of a log is unknown.
  package var totalBytes: Int? {
    let total = total.load(ordering: .relaxed)
    return total < 0 ? nil : total
  }
  package var events: Int { decoded.load(ordering: .relaxed) }
}
