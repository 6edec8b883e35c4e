import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The bytes of a file, a FIFO or standard input.
final class FileStream: ByteStream {
  private let name: String
  private let file: OpenFile
  /// For a file, the offset of what was not read or claimed; nil for sequential input such as a pipe, which may be slow.
  private var position: Int?
  /// The length of the file when it was found.
  private let size: Int
  /// Claimed pieces that are not consumed, in order.
  private var pieces: [FilePiece] = []
  private(set) var consumed = 0
  /// Whether the file ended before its original length.
  private(set) var isCutShort = false

  /// Opens an input.
  init(_ input: LogInput) throws(LogInputError) {
    name = input.name
    position = input.kind == .file ? 0 : nil
    size = input.size ?? 0
    if input.kind == .standardInput {
      file = OpenFile(STDIN_FILENO, name: name, isOwned: false)
      return
    }
    let (opened, code) = input.kind == .file ? Self.open(input.location) : PatientOpening().open(input.location)
    guard opened >= 0 else {
      throw code == ECANCELED ? Self.stopped(input.name) : FileStatus.failure(name: input.name, code: code)
    }
    file = OpenFile(opened, name: name, isOwned: true)
    #if canImport(Glibc)
      _ = posix_fadvise(opened, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  /// - Returns: the descriptor, or -1 and the error code.
  fileprivate static func open(_ location: FilePathBytes) -> (descriptor: Int32, code: Int32) {
    while true {
      let descriptor = systemOpen(location.terminated, O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 || errno != EINTR { return (descriptor, errno) }
    }
  }

  private static func stopped(_ name: String) -> LogInputError { .unreadable(name: name, reason: "the run was stopped") }

  /// Moves to another offset of a file; false if that is not possible.
  func seek(to place: Int) -> Bool {
    guard position != nil, place >= 0 else { return false }
    position = place
    return true
  }

  /// The number of claimed pieces that are not consumed.
  var piecesWaiting: Int { pieces.count }

  /// Claims a piece of a file, which any thread may read, and which is consumed in order.
  /// - Parameter room: the number of bytes to reserve before it.
  /// - Returns: nil if fewer bytes are left, or the input is not a file.
  func claimPiece(of count: Int, room: Int, pool: BlockBufferPool) -> FilePiece? {
    guard let start = position, count <= size - start else { return nil }
    let piece = FilePiece(file, start..<start + count, room: room, pool: pool)
    pieces.append(piece)
    position = start + count
    return piece
  }

  /// Consumes the next claimed piece without copying it, if there is one and it is wanted.
  func takePiece(where isWanted: (borrowing FilePiece.Bytes) -> Bool) -> FilePiece.Bytes? {
    guard let bytes = pieces.first?.take(where: isWanted) else { return nil }
    consumed += bytes.places.count
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
      } else if let place = position {
        count = try file.read(into: buffer, at: place)
        position = place + count
      } else {
        try waitForBytes()
        guard let some = try file.read(into: buffer) else { continue }
        count = some
      }
      consumed += count
      if count == 0, position != nil { isCutShort = consumed < size }
      return count
    }
  }

  /// Waits for input: another process may have set standard input to non-blocking, and a pipe may stay
  /// silent forever, unless the run is stopped.
  private func waitForBytes() throws(LogInputError) {
    var request = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 100) == 0 {
      if Task.isCancelled { throw Self.stopped(name) }
    }
  }
}

/// A descriptor that is closed with its last reader.
final class OpenFile: Sendable {
  let descriptor: Int32
  private let name: String
  private let isOwned: Bool

  init(_ descriptor: Int32, name: String, isOwned: Bool) {
    self.descriptor = descriptor
    self.name = name
    self.isOwned = isOwned
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Reads sequentially.
  /// - Returns: the number of bytes; 0 at the end, nil if there are none at present.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int? {
    while true {
      let count = systemRead(descriptor, buffer)
      if count >= 0 { return count }
      if errno == EAGAIN { return nil }
      if errno != EINTR { throw FileStatus.failure(name: name) }
    }
  }

  /// Reads at an offset of a file.
  /// - Returns: the number of bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at place: Int) throws(LogInputError) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(place))
      if count >= 0 { return count }
      if errno != EINTR { throw FileStatus.failure(name: name) }
    }
  }
}

/// `read(2)`, under a name that does not clash with the methods'.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

/// `open(2)`, in the same way.
private func systemOpen(_ path: [CChar], _ flags: Int32) -> Int32 { open(path, flags) }

/// Opens what may block, as a FIFO does until somebody writes to it: on a separate thread, so that a stopped run
/// need not wait for it.
private final class PatientOpening: Sendable {
  private let result = Mutex<(descriptor: Int32, code: Int32)>((-1, ECANCELED))
  private let isOver = DispatchSemaphore(value: 0)

  /// - Returns: the descriptor, or -1 and the error code.
  func open(_ location: FilePathBytes) -> (descriptor: Int32, code: Int32) {
    DispatchQueue.global().async { [self] in
      let opened = FileStream.open(location)
      result.withLock { $0 = opened }
      isOver.signal()
    }
    while isOver.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      guard Task.isCancelled else { continue }
      // A writer that unblocks the other thread.
      let writer = systemOpen(location.terminated, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if writer < 0 { continue }
      isOver.wait()
      close(writer)
      close(result.withLock(\.descriptor))
      return (-1, ECANCELED)
    }
    return result.withLock { $0 }
  }
}
