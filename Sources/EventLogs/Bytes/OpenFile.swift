#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A descriptor that is closed with its last reader. System calls that signals interrupt are repeated.
package final class OpenFile: Sendable {
  let descriptor: Int32
  private let name: String
  private let isOwned: Bool

  /// - Parameters:
  ///   - name: the file's name, for messages.
  ///   - isOwned: whether the descriptor is closed at the end.
  package init(_ descriptor: Int32, name: String, isOwned: Bool) {
    self.descriptor = descriptor
    self.name = name
    self.isOwned = isOwned
  }

  /// Opens a file for reading; a FIFO only once somebody writes to it.
  init(opening location: FilePathBytes, name: String) throws(LogInputError) {
    while true {
      let opened = open(location.terminated, O_RDONLY | O_CLOEXEC)
      if opened < 0 && errno == EINTR { continue }
      if opened < 0 { throw FileStatus.failure(name: name) }
      (descriptor, self.name, isOwned) = (opened, name, true)
      return
    }
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

  /// Reads at an offset, in bytes, until the buffer is full or the file ends.
  /// - Returns: the number of bytes.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(LogInputError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw FileStatus.failure(name: name) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// `count` bytes at an offset; nil if the file ends before.
  func bytes(_ count: Int, at offset: Int) throws(LogInputError) -> [UInt8]? {
    guard offset >= 0, count >= 0 else { return nil }
    var failure: LogInputError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(LogInputError) {
        filled = try read(into: UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count), at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes.count == count ? bytes : nil
  }
}

/// `read(2)`, under a name that does not clash with the methods'.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
