import NavigationModel
import Synchronization

/// Reads all sources of a run, in several tasks.
package struct LogReader: Sendable {
  /// What is read of the sources, and how.
  package struct Options: Sendable {
    /// The fields to read, and their sources.
    package var plan: FieldPlan
    /// The format of all sources (default: detected for each source).
    package var format: String?
    /// Whether rejected lines are kept with their text.
    package var keepsRejected: Bool
    /// How many tasks decode side by side.
    package var workers: Int
    /// The number of bytes in a block; more if a record is longer.
    package var blockSize: Int

    package init(
      plan: FieldPlan = .native, format: String? = nil, keepsRejected: Bool = false, workers: Int = 2, blockSize: Int = ReadingOptions().blockSize
    ) {
      self.plan = plan
      self.format = format
      self.keepsRejected = keepsRejected
      self.workers = workers
      self.blockSize = blockSize
    }
  }

  /// What is taken from a block.
  package typealias Taking = @Sendable (inout DecodedBlock) throws -> Void

  package private(set) var inputs: [LogInput]
  private let options: Options
  private let reading: ReadingOptions

  /// The contents of context tables, once they are set aside.
  private var contexts = SnowplowContexts()
  private var hasContextsAside = false

  package init(inputs: [LogInput], options: Options = Options()) {
    self.inputs = inputs
    self.options = options
    var reading = ReadingOptions()
    reading.blockSize = options.blockSize
    self.reading = reading
  }

  /// Sets aside the inputs that are context tables and not logs. Otherwise ``read(into:progress:take:)`` does it.
  /// - Returns: the context tables.
  @discardableResult
  package mutating func setContextsAside() throws -> [PassedOver] {
    if hasContextsAside { return [] }
    hasContextsAside = true
    let all = inputs
    inputs = try contexts.take(from: all, options: reading)
    let logs = Set(inputs.map(\.path))
    return all.filter { !logs.contains($0.path) }.map { PassedOver(name: $0.name, reason: .contexts) }
  }

  /// Reads everything.
  /// - Parameter take: takes data from each block as soon as it is decoded, in the decoding tasks, unordered; the rest stays in the ``EventLog``.
  /// - Throws: ``LogInputError`` or ``LogFormatError`` if a source cannot be read.
  package func read(into tables: LogTables, progress: ReadingProgress? = nil, take: Taking? = nil) async throws -> EventLog {
    progress?.expect(inputs)
    let decodings = SourceDecodings()
    var logs = self
    try logs.setContextsAside()
    let (inputs, contexts) = (logs.inputs, logs.contexts)
    let reader = BlockReader(inputs, options: reading) { [options, contexts] head in
      let decoding = try LogFormat.decoding(
        LogHead(name: head.input.name, bytes: head.bytes, plan: options.plan, contexts: contexts), format: options.format)
      decodings[head.sourceIndex] = decoding
      return decoding.mode
    }
    let blocks = try await withThrowingTaskGroup(of: [DecodedBlock].self) { group in
      for _ in 0..<max(options.workers, 1) {
        group.addTask {
          var decoders: (source: Int, decoder: any BlockDecoder)?
          var decoded: [DecodedBlock] = []
          // Reuses the memory of the previous block's events after they were taken.
          var room: [Event] = []
          while let block = try await reader.next() {
            try Task.checkCancellation()
            if decoders?.source != block.sourceIndex, let decoding = decodings[block.sourceIndex] {
              decoders = (block.sourceIndex, decoding.makeDecoder(tables, options.keepsRejected))
            }
            var ready = decode(block, &decoders, room: &room)
            try take?(&ready)
            if ready.events.isEmpty { room = ready.takeEvents() }
            progress?.report(bytes: reader.compressedBytes, events: ready.tally.events)
            decoded.append(ready)
          }
          return decoded
        }
      }
      var all: [DecodedBlock] = []
      for try await part in group { all += part }
      return all.sorted { $0.sequence < $1.sequence }
    }
    return EventLog(blocks: blocks, summaries: reader.summaries, formats: decodings.formats)
  }

  private func decode(
    _ block: borrowing Block, _ decoders: inout (source: Int, decoder: any BlockDecoder)?, room: inout [Event]
  ) -> DecodedBlock {
    var decoded = DecodedBlock(sequence: block.sequence, sourceIndex: block.sourceIndex)
    swap(&decoded.events, &room)
    for skipped in block.skipped { decoded.tally.reject(.lineTooLong, line: skipped.line, text: nil) }
    decoders?.decoder.decode(block, into: &decoded)
    return decoded
  }
}

/// The decoding of each source opened so far.
private final class SourceDecodings: Sendable {
  private let table = Mutex<[Int: SourceDecoding]>([:])

  subscript(source: Int) -> SourceDecoding? {
    get { table.withLock { $0[source] } }
    set { table.withLock { $0[source] = newValue } }
  }

  var formats: [Int: String] { table.withLock { $0.mapValues(\.format) } }
}
