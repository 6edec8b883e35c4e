import Foundation

/// A descriptor that is closed with its last reader. System calls that signals interrupt are repeated.
package final class OpenFile: Sendable {
  let descriptor: Int32
  private let name: String
  private let isOwned: Bool

  /// - Parameter isOwned: whether the descriptor is closed at the end.
  package init(_ descriptor: Int32, name: String, isOwned: Bool) {
    self.descriptor = descriptor
    self.name = name
    self.isOwned = isOwned
  }

  /// Opens a file for reading, without waiting: a FIFO is silent until somebody writes to it.
  /// - Parameter isFile: whether it was found to be a regular file. If something else took its place, it is refused.
  init(opening location: FilePathBytes, name: String, isFile: Bool = true) throws(LogInputError) {
    self.name = name
    isOwned = true
    var opened: Int32
    repeat { opened = open(location.terminated, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } while opened < 0 && errno == EINTR
    descriptor = opened
    if opened < 0 { throw FileStatus.failure(name: name) }
    if isFile, status.st_mode & S_IFMT != S_IFREG { throw .unreadable(name: name, reason: "it is no longer a file") }
  }

  private var status: stat {
    var status = stat()
    fstat(descriptor, &status)
    return status
  }

  /// Bytes; 0 for what is no file.
  var size: Int { status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0 }

  deinit { if isOwned, descriptor >= 0 { close(descriptor) } }

  /// Reads sequentially.
  /// - Returns: the number of bytes; 0 at the end, nil if there are none at present.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int? {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno == EAGAIN { return nil }
      if errno != EINTR { throw FileStatus.failure(name: name) }
    }
  }

  /// Reads at an offset, in bytes, until the buffer is full or the file ends.
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

  /// The first bytes of a file, as many as there are; none if it cannot be read.
  static func beginning(of location: FilePathBytes, _ count: Int) -> [UInt8] {
    guard let file = try? OpenFile(opening: location, name: location.displayName) else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let room = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count)
      filled = (try? file.read(into: room, at: 0)) ?? 0
    }
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

/// The file system's information about a path.
struct FileStatus {
  enum Kind { case regular, folder, other }
  let kind: Kind
  let isLink: Bool
  let size: Int
  let identity: FileIdentity

  /// The status of the file at a path, following links; `nil` (and `errno`) if there is none.
  init?(of location: FilePathBytes) {
    var entry = stat()
    var status = stat()
    guard lstat(location.terminated, &entry) == 0, stat(location.terminated, &status) == 0 else { return nil }
    isLink = entry.st_mode & S_IFMT == S_IFLNK
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    size = Int(status.st_size)
    identity = FileIdentity(status)
  }

  /// The regular file that standard input comes from; nil for a terminal, a pipe or a device.
  static var identityOfStandardInput: FileIdentity? {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(status)
  }

  /// The error for the system call that just failed for `name`.
  static func failure(name: String, code: Int32 = errno) -> LogInputError {
    code == ENOENT || code == ENOTDIR
      ? .missing(name: name) : .unreadable(name: name, reason: String(cString: strerror(code)))
  }
}

/// The identity of a file: device and inode.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let number: UInt64

  package init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// A path in the bytes of the file system, which need not be UTF-8.
struct FilePathBytes: Sendable, Equatable {
  /// The bytes, ending in NUL.
  let terminated: [CChar]

  init(_ path: String) { terminated = Array(path.utf8CString) }

  init(cString: UnsafePointer<CChar>) {
    terminated = Array(UnsafeBufferPointer(start: cString, count: strlen(cString) + 1))
  }

  private init(terminated: [CChar]) { self.terminated = terminated }

  /// The bytes without the NUL, for sorting.
  var bytes: [UInt8] { terminated.dropLast().map { UInt8(bitPattern: $0) } }

  /// The path as text; bytes that are not UTF-8 become replacement characters.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func appending(_ name: FilePathBytes) -> FilePathBytes {
    let slash = CChar(UInt8(ascii: "/"))
    var path = Array(terminated.dropLast())
    if path.last != slash { path.append(slash) }
    return FilePathBytes(terminated: path + name.terminated)
  }

  /// The path as text for a one-line message: control and bidirectional characters become `?`.
  var displayName: String {
    var name = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: name.append("?")
      default: name.append(scalar)
      }
    }
    return String(name)
  }
}
