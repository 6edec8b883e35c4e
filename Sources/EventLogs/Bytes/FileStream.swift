import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The bytes of a file, a FIFO or standard input as they are.
final class FileStream: ByteStream {
  private let name: String
  private let descriptor: Int32
  private let isOwned: Bool
  /// Whether bytes may be long in coming, as from a pipe.
  private let isWaitedFor: Bool
  private(set) var consumed = 0

  /// Opens an input.
  init(_ input: LogInput) throws(LogInputError) {
    name = input.name
    isWaitedFor = input.kind != .file
    if input.kind == .standardInput {
      descriptor = STDIN_FILENO
      isOwned = false
      return
    }
    let (opened, code) = input.kind == .file ? Self.open(input.location) : PatientOpening().open(input.location)
    descriptor = opened
    isOwned = opened >= 0
    guard opened >= 0 else {
      throw code == ECANCELED ? Self.stopped(input.name) : FileStatus.failure(name: input.name, code: code)
    }
    #if canImport(Glibc)
      _ = posix_fadvise(opened, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  /// - Returns: the descriptor, or -1 and why there is none.
  fileprivate static func open(_ location: FilePathBytes) -> (descriptor: Int32, code: Int32) {
    while true {
      let descriptor = systemOpen(location.terminated, O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 || errno != EINTR { return (descriptor, errno) }
    }
  }

  private static func stopped(_ name: String) -> LogInputError { .unreadable(name: name, reason: "the run was stopped") }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Goes on at another place of a file; false where that cannot be.
  func seek(to place: Int) -> Bool { lseek(descriptor, off_t(place), SEEK_SET) == off_t(place) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    while true {
      if isWaitedFor { try waitForBytes() }
      let count = systemRead(descriptor, buffer)
      if count >= 0 {
        consumed += count
        return count
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: try waitForBytes()
      default: throw FileStatus.failure(name: name)
      }
    }
  }

  /// Waits until there is something to read: standard input may have been opened by another process not to block, and a pipe may stay
  /// silent for ever, but for who stops the run.
  private func waitForBytes() throws(LogInputError) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 100) == 0 {
      if Task.isCancelled { throw Self.stopped(name) }
    }
  }
}

/// `read(2)`, under a name that does not clash with the method's.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

/// `open(2)`, likewise.
private func systemOpen(_ path: [CChar], _ flags: Int32) -> Int32 { open(path, flags) }

/// The opening of what may keep its reader waiting, as a FIFO does until somebody writes to it: on a thread of its own, so that a run that is
/// stopped need not wait for it.
private final class PatientOpening: Sendable {
  private let result = Mutex<(descriptor: Int32, code: Int32)>((-1, ECANCELED))
  private let isOver = DispatchSemaphore(value: 0)

  /// - Returns: the descriptor, or -1 and why there is none.
  func open(_ location: FilePathBytes) -> (descriptor: Int32, code: Int32) {
    DispatchQueue.global().async { [self] in
      let opened = FileStream.open(location)
      result.withLock { $0 = opened }
      isOver.signal()
    }
    while isOver.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      guard Task.isCancelled else { continue }
      // A writer that lets the other thread go on.
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
