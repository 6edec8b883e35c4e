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
    var opened: Int32
    repeat {
      opened = open(input.location.terminated, O_RDONLY | O_CLOEXEC)
    } while opened < 0 && errno == EINTR
    descriptor = opened
    isOwned = opened >= 0
    guard opened >= 0 else { throw FileStatus.failure(name: input.name) }
    #if canImport(Glibc)
      _ = posix_fadvise(opened, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

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
      if Task.isCancelled { throw .unreadable(name: name, reason: "the run was stopped") }
    }
  }
}

/// `read(2)`, under a name that does not clash with the method's.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
