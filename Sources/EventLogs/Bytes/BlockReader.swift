import Synchronization

/// Reads all inputs of a run, one after the other, as numbered blocks of whole records.
///
/// Several threads may call `next()`; each gets the next block. Files of lines are read by all of them at once; other reading
/// and decompressing happens under a lock, decoding the block does not.
///
/// ```swift
/// let reader = BlockReader(inputs) { head in try detectFormat(head).recordMode }
/// while let block = try reader.next() {
///   block.forEachRecord { record in … }
/// }
/// ```
final class BlockReader: Sendable {
  /// The beginning of a source, shown before anything of it is read.
  struct SourceHead: Sendable {
    /// Which input it is.
    let sourceIndex: Int
    let input: LogInput
    /// The first decompressed bytes without a byte order mark, up to `ReadingOptions.headLength`: fewer only if
    /// there are no more. The last line may be cut.
    let bytes: [UInt8]
  }

  /// Says how a source is cut into records, from its head. Called once for each source that is not empty, in order.
  typealias Detection = @Sendable (SourceHead) throws -> RecordMode

  /// What is read, in order.
  let inputs: [LogInput]
  private let options: ReadingOptions
  private let detect: Detection
  private let pool: BlockBufferPool
  private let state: Mutex<State>
  private let progress = Atomic<Int>(0)

  private struct State {
    var cutter: SourceCutter?
    var sourceIndex = 0
    var sequence = 0
    var finishedBytes = 0
    var summaries: [SourceSummary] = []
    var failure: (any Error)?
    /// How many calls want a block at present.
    var callers = 0

    /// Notes that the present source has ended.
    mutating func finish(_ cutter: SourceCutter) {
      let summary = cutter.summary
      summaries.append(summary)
      finishedBytes += summary.bytes
      sourceIndex += 1
      self.cutter = nil
    }
  }

  /// - Parameters:
  ///   - inputs: what to read, in order.
  ///   - options: sizes and limits.
  ///   - detect: says how each source is cut into records.
  init(_ inputs: [LogInput], options: ReadingOptions = ReadingOptions(), detect: @escaping Detection) {
    self.inputs = inputs
    self.options = options
    self.detect = detect
    let size = max(options.blockSize, 1)
    pool = BlockBufferPool(largestKept: size + SourceCutter.room(before: size))
    state = Mutex(State())
  }

  /// The next block; `nil` when all sources have ended. Blocks are numbered in the order in which they are handed out.
  ///
  /// - Throws: `LogInputError`, or what `detect` throws. A failure is final: every later call throws it again.
  func next() throws -> Block? {
    // Each call reads a piece and then takes the next one in turn, which may be another's: that is waited for, or read if nobody has begun to.
    let piece = state.withLock { state in
      state.callers += 1
      return state.cutter?.claimPiece(beside: state.callers - 1)
    }
    piece?.read()
    return try state.withLock { state in
      state.callers -= 1
      if let failure = state.failure { throw failure }
      do {
        return try advance(&state)
      } catch {
        state.failure = error
        state.cutter = nil
        throw error
      }
    }
  }

  /// What is known of the sources that have been read to their end, in order.
  var summaries: [SourceSummary] { state.withLock { $0.summaries } }

  /// Bytes of the files used up so far, packed as they are. May be asked at any time without waiting, for progress.
  var compressedBytes: Int { progress.load(ordering: .relaxed) }

  private func advance(_ state: inout State) throws -> Block? {
    while state.sourceIndex < inputs.count {
      if let cutter = state.cutter {
        if let block = try cutter.next(sequence: state.sequence) {
          state.sequence += 1
          progress.store(state.finishedBytes + cutter.compressedBytes, ordering: .relaxed)
          return block
        }
        state.finish(cutter)
      } else {
        state.cutter = try open(state.sourceIndex)
      }
    }
    return nil
  }

  private func open(_ sourceIndex: Int) throws -> SourceCutter {
    let input = inputs[sourceIndex]
    let source = try ByteSource(opening: input, limits: options.decompression)
    let head = try source.peek(options.headLength)
    let mode =
      head.isEmpty ? .lines : try detect(SourceHead(sourceIndex: sourceIndex, input: input, bytes: head))
    return SourceCutter(source, sourceIndex: sourceIndex, mode: mode, options: options, pool: pool)
  }
}
