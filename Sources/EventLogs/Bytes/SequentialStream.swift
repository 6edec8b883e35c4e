#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The bytes of a FIFO, a device or standard input, which may be silent for long.
///
/// ``isReady(for:)`` reads ahead without waiting, so that whoever needs many bytes can let others run until they are there.
/// Not for several threads at once.
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
    (ahead, file, isOver) = (head.bytes, head.file, head.isOver)
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

  /// Whether so many bytes, or all until the end, can be read without waiting for them. May take some milliseconds, if bytes are arriving.
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
      ? OpenFile(STDIN_FILENO, name: input.name, isOwned: false) : try OpenFile(opening: input.location, name: input.name, waitsForWriter: false)
  }
}
