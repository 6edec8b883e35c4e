import Synchronization

/// A piece of a file, read in parallel with others: once, by whichever thread needs it first.
final class FilePiece: Sendable {
  /// The bytes of a piece in a buffer, with some room before them.
  struct Bytes: ~Copyable, Sendable {
    let buffer: BlockBuffer
    /// Their range in the buffer.
    fileprivate(set) var range: Range<Int>
    /// The number of line feeds.
    fileprivate(set) var lineFeeds = 0

    /// The indices of the first and of the last line feed.
    var firstLineFeed: Int? { ByteScan.first(ByteScan.lineFeed, in: buffer.base, from: range.lowerBound, to: range.upperBound) }
    var lastLineFeed: Int? { ByteScan.last(ByteScan.lineFeed, in: buffer.base, from: range.lowerBound, to: range.upperBound) }
  }

  private struct State: ~Copyable {
    var bytes: Bytes?
    var isRead = false
    /// The file became shorter and ends in this piece.
    var isShort = false
    var failure: LogInputError?
  }

  private let file: OpenFile
  /// The start offset in the file.
  private let start: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - range: the bytes of the file to read; not beyond its end.
  ///   - room: the number of bytes to reserve before them.
  init(_ file: OpenFile, _ range: Range<Int>, room: Int, pool: BlockBufferPool) {
    self.file = file
    start = range.lowerBound
    state = Mutex(State(bytes: Bytes(buffer: pool.buffer(capacity: room + range.count), range: room..<room + range.count)))
  }

  /// Reads the piece, unless another thread has done so.
  func read() { state.withLock { read(&$0) } }

  private func read(_ state: inout State) {
    guard !state.isRead, var bytes = state.bytes.take() else { return }
    state.isRead = true
    let room = bytes.range.lowerBound
    var end = room
    do throws(LogInputError) {
      end += try file.read(into: UnsafeMutableRawBufferPointer(start: bytes.buffer.base + room, count: bytes.range.count), at: start)
      state.isShort = end < bytes.range.upperBound
    } catch {
      state.failure = error
    }
    bytes.range = room..<end
    bytes.lineFeeds = ByteScan.count(ByteScan.lineFeed, in: bytes.buffer.base, from: room, to: end)
    state.bytes = consume bytes
  }

  /// Copies what is left, as far as there is room.
  /// - Returns: the number of bytes; 0 at the end of the file, nil if it continues after the piece.
  func copy(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int? {
    let result = state.withLock { state -> Result<Int?, LogInputError> in
      read(&state)
      guard var bytes = state.bytes.take() else { return .success(nil) }
      let (from, count) = (bytes.range.lowerBound, min(bytes.range.count, buffer.count))
      if count > 0 {
        buffer.copyMemory(from: UnsafeRawBufferPointer(start: bytes.buffer.base + from, count: count))
        bytes.range = from + count..<bytes.range.upperBound
        bytes.lineFeeds -= ByteScan.count(ByteScan.lineFeed, in: bytes.buffer.base, from: from, to: from + count)
      }
      state.bytes = consume bytes
      if count > 0 { return .success(count) }
      return state.failure.map { .failure($0) } ?? .success(state.isShort ? 0 : nil)
    }
    return try result.get()
  }

  /// Takes what is left without copying it, if that is the entire piece and it is wanted.
  func take(where isWanted: (borrowing Bytes) -> Bool) -> Bytes? {
    state.withLock { state in
      read(&state)
      guard state.failure == nil, !state.isShort, let bytes = state.bytes.take() else { return nil }
      if isWanted(bytes) { return bytes }
      state.bytes = consume bytes
      return nil
    }
  }
}
