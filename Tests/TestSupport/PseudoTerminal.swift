import Foundation

/// A terminal for a process, and what the process wrote to it.
package final class PseudoTerminal: Sendable {
  private let main: Int32
  package let device: FileHandle

  package struct Unavailable: Error {}

  package init() throws {
    var (main, opened): (Int32, Int32) = (-1, -1)
    guard openpty(&main, &opened, nil, nil, nil) == 0 else { throw Unavailable() }
    self.main = main
    device = FileHandle(fileDescriptor: opened, closeOnDealloc: true)
    _ = fcntl(main, F_SETFL, O_NONBLOCK)
  }

  deinit { close(main) }

  /// What was written and not yet read, without waiting.
  package func read() -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Foundation.read(main, &piece, piece.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece.prefix(count)
    }
  }
}
