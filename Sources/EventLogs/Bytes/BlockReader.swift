import Foundation
import Synchronization

/// Reads all inputs of a run, in order, as numbered blocks of complete records.
///
/// Several tasks may call `next()`; each gets the next block. Blocks are read and decompressed under a lock, and
/// decoded outside of it. While a pipe is silent, other tasks run.
final class BlockReader: Sendable {
  /// Decides how a source is split into records, by its index and its head: the first decompressed bytes without a byte
  /// order mark, up to `ReadingOptions.headLength`, whose last line may be cut off. Called once for each non-empty
  /// source, in order.
  typealias Detection = @Sendable (_ sourceIndex: Int, _ head: [UInt8]) throws -> RecordMode

  let inputs: [LogInput]
  private let options: ReadingOptions
  private let isRecord: JSONShape.RecordTest
  private let detect: Detection
  private let pool: BlockBufferPool
  private let state: Mutex<State>
  private let progress = Atomic<Int>(0)

  private struct State {
    var cutter: SourceCutter?
    /// The current source, if it is not a file.
    var stream: SequentialStream?
    var sourceIndex = 0
    var sequence = 0
    var finishedBytes = 0
    var summaries: [SourceSummary] = []
    var failure: (any Error)?

    mutating func finish(_ cutter: SourceCutter) {
      let summary = cutter.summary
      summaries.append(summary)
      finishedBytes += summary.bytes
      sourceIndex += 1
      self.cutter = nil
      stream = nil
    }
  }

  private enum Turn: ~Copyable, Sendable {
    case block(Block)
    /// Nothing: a pipe is silent.
    case waiting
    case end
  }

  init(
    _ inputs: [LogInput], options: ReadingOptions = ReadingOptions(),
    isRecord: @escaping JSONShape.RecordTest = { _ in false }, detect: @escaping Detection
  ) {
    self.inputs = inputs
    self.options = options
    self.isRecord = isRecord
    self.detect = detect
    pool = BlockBufferPool(largestKept: max(options.blockSize, 1))
    state = Mutex(State())
  }

  /// The next block; `nil` when all sources have ended. Blocks are numbered in the order in which they are returned.
  ///
  /// - Throws: `LogInputError`, or what `detect` throws. A failure is final: every later call throws it again.
  func next() async throws -> Block? {
    while true {
      switch try takeTurn() {
      case .block(let block): return block
      case .waiting:
        do { try await Task.sleep(for: .milliseconds(10)) } catch {
          throw LogInputError.unreadable(
            name: state.withLock { inputs[$0.sourceIndex].name }, reason: "the run was stopped")
        }
      case .end: return nil
      }
    }
  }

  /// The same outside of tasks: waits for a silent pipe.
  @available(*, noasync)
  func next() throws -> Block? {
    while true {
      switch try takeTurn() {
      case .block(let block): return block
      case .waiting: _ = poll(nil, 0, 10)
      case .end: return nil
      }
    }
  }

  /// Handles all blocks in several tasks side by side.
  /// - Parameter handle: called for each block, in any order.
  /// - Returns: the results in the order of the blocks.
  func results<State, Result: Sendable>(
    workers: Int, startingWith start: @escaping @Sendable () -> State,
    _ handle: @escaping @Sendable (borrowing Block, inout State) throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: [(sequence: Int, result: Result)].self) { group in
      for _ in 0..<max(workers, 1) {
        group.addTask {
          var state = start()
          var results: [(sequence: Int, result: Result)] = []
          while let block = try await self.next() {
            try Task.checkCancellation()
            results.append((block.sequence, try handle(block, &state)))
          }
          return results
        }
      }
      var all: [(sequence: Int, result: Result)] = []
      for try await part in group { all += part }
      return all.sorted { $0.sequence < $1.sequence }.map(\.result)
    }
  }

  private func takeTurn() throws -> Turn {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      do {
        return try advance(&state)
      } catch {
        state.failure = error
        state.cutter = nil
        state.stream = nil
        throw error
      }
    }
  }

  /// The summaries of the sources that were read to their end, in order.
  var summaries: [SourceSummary] { state.withLock { $0.summaries } }

  /// Bytes of the files consumed so far, compressed if they are. Lock-free, for progress.
  var compressedBytes: Int { progress.load(ordering: .relaxed) }

  private func advance(_ state: inout State) throws -> Turn {
    while state.sourceIndex < inputs.count {
      if let stream = stream(&state) {
        let count = state.cutter == nil ? options.headLength : options.blockSize
        guard try stream.isReady(for: count) else { return .waiting }
      }
      if let cutter = state.cutter {
        if let block = try cutter.next(sequence: state.sequence) {
          state.sequence += 1
          progress.store(state.finishedBytes + cutter.compressedBytes, ordering: .relaxed)
          return .block(block)
        }
        state.finish(cutter)
      } else {
        state.cutter = try open(state.sourceIndex, stream: state.stream)
      }
    }
    return .end
  }

  /// The current source, if it is not a file: for a block at a time, while the next one arrives.
  private func stream(_ state: inout State) -> SequentialStream? {
    let input = inputs[state.sourceIndex]
    if state.stream == nil, input.kind != .file { state.stream = SequentialStream(input) }
    return state.stream
  }

  private func open(_ sourceIndex: Int, stream: SequentialStream?) throws -> SourceCutter {
    let input = inputs[sourceIndex]
    let source = try ByteSource(
      opening: input, limits: options.decompression, stream: stream, isRecord: isRecord)
    let head = try source.head(options)
    let mode = head.isEmpty ? .lines : try detect(sourceIndex, head)
    return SourceCutter(source, sourceIndex: sourceIndex, mode: mode, options: options, pool: pool)
  }
}

/// Sizes for reading. They do not change which records there are, except where stated.
package struct ReadingOptions: Sendable, Equatable {
  /// Bytes in a block; more if a record is longer.
  package var blockSize = 4 << 20
  /// Longer records are skipped and reported (16 MiB).
  package var maximumRecordLength = 16 << 20
  /// How far a CSV row may continue after the first line feed inside a quoted cell. Beyond that, the quote counts
  /// as a stray one, and the rows that it swallowed are split at every line feed (1 MiB).
  package var maximumQuotedSpan = 1 << 20
  /// A longer line ends the run: the input is not a log (1 GiB).
  package var endlessLineLength = 1 << 30
  package var headLength = 64 << 10
  /// How far the first line is read to recognize the format.
  package var longestHead = 4 << 20
  package var decompression = DecompressionLimits()

  package init() {}
}

/// The summary of an input that was read to its end.
package struct SourceSummary: Sendable, Equatable {
  /// The name in messages and reports.
  package let name: String
  /// Its absolute path; `-` for standard input.
  package let path: String
  /// XXH3 (128 bits, 32 hexadecimal digits) of the decompressed bytes: the same whether the log is compressed or not.
  package let digest: String
  /// Bytes of the file, compressed if it is.
  package let bytes: Int
  package let decompressedBytes: Int
  /// Lines of text, including an unterminated last one; for a JSON array, its elements.
  package let lines: Int
  /// The unit of ``lines``: `line`, or `record` for a JSON array.
  package let unit: String
  /// Whether the log is truncated: the file became shorter while it was read, or a JSON array is not closed.
  package let isCutShort: Bool
}
