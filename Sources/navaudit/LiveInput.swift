import Foundation
import Synchronization

/// Standard input that comes piece by piece, until it ends or somebody presses Ctrl-C.
final class LiveInput {
  private(set) var bytes: [UInt8] = []
  private var isOver = false
  /// How much of it was told.
  private var told = 0
  private let interruption: Int32

  /// How long the input pauses before it is looked at, milliseconds.
  private static let pause: Int32 = 300
  /// The end of a pipe to which the signal handler writes.
  private static let pipe = Atomic<Int32>(-1)
  /// What is longer is looked at only when it ends.
  private static let longest = 4 << 20

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw CommandError("open files: there are no more; raise the limit with `ulimit -n`") }
    interruption = ends[0]
    Self.pipe.store(ends[1], ordering: .sequentiallyConsistent)
    signal(SIGINT) { _ in
      let before = errno
      var byte: UInt8 = 1
      write(LiveInput.pipe.load(ordering: .sequentiallyConsistent), &byte, 1)
      errno = before
    }
  }

  /// The lines that have ended.
  var completeLines: [UInt8] { Array(bytes.prefix((bytes.lastIndex(of: 0x0A) ?? -1) + 1)) }

  /// Reads until the input pauses with something new to look at.
  /// - Returns: false at the end.
  /// - Throws: if it cannot be read.
  func read() throws -> Bool {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while !isOver {
      let isNew = bytes.count > told && bytes.count < Self.longest
      var requests = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), pollfd(fd: interruption, events: Int16(POLLIN), revents: 0)]
      let ready = poll(&requests, 2, isNew ? Self.pause : -1)
      if ready < 0, errno == EINTR { continue }
      if ready == 0 {
        told = bytes.count
        return true
      }
      if requests[1].revents != 0 { break }
      let count = Foundation.read(STDIN_FILENO, &room, room.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count < 0 { throw CommandError("standard input: cannot be read (\(String(cString: strerror(errno)))); check the permissions, or name a file") }
      if count == 0 { break }
      bytes += room[..<count]
    }
    isOver = true
    return false
  }

  /// From now on, Ctrl-C ends the process.
  func close() {
    signal(SIGINT, SIG_DFL)
    Foundation.close(interruption)
    Foundation.close(Self.pipe.exchange(-1, ordering: .sequentiallyConsistent))
  }
}
