import Foundation

/// Bytes that are read once, from start to end: a file, or the output of a decompressor.
///
/// Streams are stacked (file, member of a ZIP archive, decompressor); a call moves many KiB, so dynamic dispatch costs
/// nothing.
protocol ByteStream: AnyObject {
  /// Reads at least one byte into `buffer`, and as many as are available.
  ///
  /// - Returns: the number of bytes read; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int

  /// Consumed bytes of the file.
  var consumed: Int { get }
}

/// A stream whose next bytes can be read without consuming them.
final class PeekableStream: ByteStream {
  private let base: any ByteStream
  /// Bytes read from `base`; those from `position` to `filled` are not consumed. Nil if there are none.
  private var head: BlockBuffer?
  private var position = 0
  private var filled = 0

  init(_ base: any ByteStream) { self.base = base }
  var consumed: Int { base.consumed - (filled - position) }
  /// Whether peeked bytes are buffered.
  var hasHead: Bool { position < filled }

  /// The next `count` bytes, fewer at the end of the stream, without consuming them.
  func peek(_ count: Int) throws(LogInputError) -> ArraySlice<UInt8> {
    let memory = room(for: count)
    while filled - position < count {
      let size = try base.read(
        into: UnsafeMutableRawBufferPointer(start: memory + filled, count: count - (filled - position)))
      if size == 0 { break }
      filled += size
    }
    return [UInt8](UnsafeRawBufferPointer(start: memory + position, count: min(count, filled - position)))[...]
  }

  private func room(for count: Int) -> UnsafeMutableRawPointer {
    if let old = head.take() {
      if old.capacity >= position + count {
        let base = old.base
        head = consume old
        return base
      }
      let larger = BlockBufferPool.scratch(position + count)
      larger.base.copyMemory(from: old.base, byteCount: filled)
      let base = larger.base
      head = consume larger
      return base
    }
    let new = BlockBufferPool.scratch(count)
    let base = new.base
    head = consume new
    return base
  }

  func skip(_ count: Int) { advance(by: min(count, filled - position)) }

  private func advance(by count: Int) {
    position += count
    guard position == filled else { return }
    head = nil
    position = 0
    filled = 0
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    guard let base = memory else { return try self.base.read(into: buffer) }
    let count = min(filled - position, buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(start: base + position, count: count))
    advance(by: count)
    return count
  }

  private var memory: UnsafeMutableRawPointer? {
    guard hasHead, let held = head.take() else { return nil }
    let base = held.base
    head = consume held
    return base
  }
}

/// The bytes of a file.
final class FileStream: ByteStream {
  private let file: OpenFile
  /// The offset of what was not read or claimed.
  private var position = 0
  /// The length of the file when it was found.
  private let size: Int
  /// Claimed pieces that are not consumed, in order.
  private var pieces: [FilePiece] = []
  private(set) var consumed = 0
  /// Whether the file ended before its original length.
  private(set) var isCutShort = false

  init(_ input: LogInput) throws(LogInputError) {
    size = input.size ?? 0
    file = try OpenFile(opening: input.location, name: input.name)
    #if canImport(Glibc)
      _ = posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  func seek(to offset: Int) { position = offset }

  /// The number of claimed pieces that are not consumed.
  var piecesWaiting: Int { pieces.count }

  /// Claims a piece, which any thread may read, and which is consumed in order.
  /// - Parameter room: the number of bytes to reserve before it.
  /// - Returns: nil if fewer bytes are left.
  func claimPiece(of count: Int, room: Int, pool: BlockBufferPool) -> FilePiece? {
    guard count <= size - position else { return nil }
    let piece = FilePiece(file, position..<position + count, room: room, pool: pool)
    pieces.append(piece)
    position += count
    return piece
  }

  /// Consumes the next claimed piece without copying it, if there is one and it is wanted.
  func takePiece(where isWanted: (borrowing FilePiece.Bytes) -> Bool) -> FilePiece.Bytes? {
    guard let bytes = pieces.first?.take(where: isWanted) else { return nil }
    consumed += bytes.range.count
    pieces.removeFirst()
    return bytes
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    while true {
      let count: Int
      if let piece = pieces.first {
        guard let some = try piece.copy(into: buffer) else {
          pieces.removeFirst()
          continue
        }
        // If the file became shorter, the piece stays, and the file ends in it.
        count = some
      } else {
        count = try file.read(into: buffer, at: position)
        position += count
      }
      consumed += count
      if count == 0 { isCutShort = consumed < size }
      return count
    }
  }
}

/// The bytes of a FIFO, a device or standard input, which may be silent for long.
///
/// ``isReady(for:)`` reads ahead without waiting, so that whoever needs many bytes can let others run until they are
/// there. Not for several threads at once.
final class SequentialStream: ByteStream {
  private let input: LogInput
  /// Nil until it is first read, and again at the end.
  private var file: OpenFile?
  private var isOver = false
  /// Bytes that were read ahead; those before `taken` are consumed.
  private var ahead: [UInt8] = []
  private var taken = 0
  private(set) var consumed = 0

  /// - Parameter input: not a file. It is opened when it is first read.
  init(_ input: LogInput) {
    self.input = input
    guard let head = input.head else { return }
    ahead = head.bytes
    file = head.file
    isOver = head.isOver
  }

  /// Reads ahead at most `count` bytes, for another stream of the same input.
  func head(_ count: Int) throws(LogInputError) -> StreamHead {
    while !isOver, ahead.count < count {
      _ = try readAhead(count - ahead.count, patience: 100)
      if Task.isCancelled { throw .unreadable(name: input.name, reason: "the run was stopped") }
    }
    return StreamHead(bytes: ahead, file: file, isOver: isOver)
  }

  /// Reads what is there; if nothing is, waits for it.
  /// - Throws: also if the task is cancelled meanwhile.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    if taken == ahead.count {
      if isOver { return 0 }
      while try !readAhead(buffer.count, patience: 100) {
        if Task.isCancelled { throw .unreadable(name: input.name, reason: "the run was stopped") }
      }
    }
    let count = min(ahead.count - taken, buffer.count)
    ahead[taken..<taken + count].withUnsafeBytes { buffer.copyMemory(from: $0) }
    taken += count
    consumed += count
    return count
  }

  /// Whether so many bytes, or all until the end, can be read without waiting for them. May take some milliseconds, if
  /// bytes are arriving.
  func isReady(for count: Int) throws(LogInputError) -> Bool {
    while !isOver && ahead.count - taken < count {
      guard try readAhead(count - (ahead.count - taken), patience: 2) else { return false }
    }
    return true
  }

  /// Reads once, at most `most` bytes.
  /// - Parameter patience: how long to wait for them, in milliseconds.
  /// - Returns: whether bytes came, or the end.
  private func readAhead(_ most: Int, patience: Int32) throws(LogInputError) -> Bool {
    if isOver { return true }
    if file == nil { file = try open() }
    guard let file else { return false }
    var request = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
    let found = poll(&request, 1, patience)
    // A signal is no news; a FIFO without a writer would look like its end.
    if found == 0 || (found < 0 && errno == EINTR) { return false }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: min(most, 1 << 18), alignment: 1)
    defer { room.deallocate() }
    guard let count = try file.read(into: room) else { return false }
    ahead.removeFirst(taken)
    taken = 0
    ahead.append(contentsOf: room[..<count])
    if count == 0 {
      isOver = true
      self.file = nil
    }
    return true
  }

  private func open() throws(LogInputError) -> OpenFile {
    input.kind == .standardInput
      ? OpenFile(STDIN_FILENO, name: input.name, isOwned: false)
      : try OpenFile(opening: input.location, name: input.name, waitsForWriter: false)
  }
}
