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
  /// Bytes read from `base` that are not consumed.
  private var head: ArraySlice<UInt8> = []

  init(_ base: any ByteStream) { self.base = base }
  var consumed: Int { base.consumed - head.count }

  /// The next `count` bytes, fewer at the end of the stream, without consuming them.
  func peek(_ count: Int) throws(LogInputError) -> ArraySlice<UInt8> {
    let room = BlockBufferPool.scratch(count)
    while head.count < count {
      let size = try base.read(into: UnsafeMutableRawBufferPointer(rebasing: room.bytes[..<(count - head.count)]))
      if size == 0 { break }
      head += room.bytes[..<size]
    }
    return head.prefix(count)
  }

  func skip(_ count: Int) { head = head.count > count ? head.dropFirst(count) : [] }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    if head.isEmpty { return try base.read(into: buffer) }
    let count = min(head.count, buffer.count)
    buffer.copyBytes(from: head.prefix(count))
    skip(count)
    return count
  }
}

/// The bytes of a file.
final class FileStream: ByteStream {
  private let file: OpenFile
  private var position = 0
  /// The length of the file when it was found.
  private let size: Int
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

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    let count = try file.read(into: buffer, at: position)
    position += count
    consumed += count
    if count == 0 { isCutShort = consumed < size }
    return count
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
      : try OpenFile(opening: input.location, name: input.name, isFile: false)
  }
}
