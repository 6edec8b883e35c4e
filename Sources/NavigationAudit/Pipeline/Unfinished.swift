import EventLogs
import Foundation
import NavigationModel
import Synchronization

/// A temporary file or folder, until it is complete and moved to its final path: `.navaudit-` and sixteen digits, in
/// the same folder.
///
/// It is locked (`flock`) until its process closes it or ends. So the next run can distinguish what a killed run left,
/// and remove it, from the files of a running one, even on a disk that containers share. On file systems without such
/// locks, nothing is removed.
package final class Unfinished: Sendable {
  package enum Kind { case file, folder }

  package let path: String
  /// For a file, open for writing and reading; for a folder, only to hold the lock.
  package let descriptor: Int32

  package init(_ kind: Kind, in folder: String) throws(POSIXError) {
    while true {
      let path = folder + "/.navaudit-" + UInt64.random(in: 0 ... .max).hexadecimal
      if kind == .folder, mkdir(path, 0o777) != 0 { throw POSIXError.last }
      let flags = kind == .folder ? O_RDONLY | O_DIRECTORY : O_RDWR | O_CREAT | O_EXCL
      let descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o666)
      guard descriptor >= 0 else {
        // A folder that is not locked yet may be removed as a leftover.
        if kind == .folder, errno == ENOENT { continue }
        throw POSIXError.last
      }
      Self.lock(descriptor)
      if Self.stands(descriptor, at: path) {
        self.path = path
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  deinit { close(descriptor) }

  package func discard() { try? FileManager.default.removeItem(atPath: path) }

  private static func lock(_ descriptor: Int32) { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }

  private static func stands(_ descriptor: Int32, at path: String) -> Bool {
    var opened = stat()
    var found = stat()
    return fstat(descriptor, &opened) == 0 && lstat(path, &found) == 0
      && (opened.st_dev, opened.st_ino) == (found.st_dev, found.st_ino)
  }

  private static let leftover: Pattern = #"\.navaudit-[0-9a-f]{16}"#

  /// Removes what unfinished runs left in a folder.
  package static func removeLeftovers(in folder: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where leftover.matches(name) {
      let path = folder + "/" + name
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: path) }
      close(descriptor)
    }
  }

  /// Runs `body` while no other run works on the folder.
  package static func alone<T>(in folder: String, _ body: () throws -> T) rethrows -> T {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 { lock(descriptor) }
    defer { if descriptor >= 0 { close(descriptor) } }
    return try body()
  }
}

extension POSIXError {
  /// The error of the last system call.
  package static var last: POSIXError { POSIXError(Code(rawValue: errno) ?? .EIO) }
}

extension Error {
  package var reason: String {
    if let error = self as? CocoaError, error.code == .fileWriteOutOfSpace { return POSIXError(.ENOSPC).reason }
    let whole = self as NSError
    let error = whole.userInfo[NSUnderlyingErrorKey] as? NSError ?? whole
    if error.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(error.code))) + (error.code == EFBIG ? ": `ulimit -f` is set" : "")
    }
    return whole.localizedDescription
  }
}

/// A temporary file of 32-bit words that do not fit into memory. It has no name, so it disappears with the process.
///
/// Several threads may write and read at once.
final class SpillFile: Sendable {
  private let file: Unfinished
  private let opened: OpenFile
  private let folder: String
  private let end = Atomic<Int>(0)
  private static let bytesOfWord = MemoryLayout<UInt32>.stride

  /// - Parameter folder: needs space for the log's events, packed.
  init(in folder: String) throws {
    self.folder = folder
    do {
      file = try Unfinished(.file, in: folder)
    } catch {
      throw Self.error(folder, error)
    }
    opened = OpenFile(file.descriptor, name: "\(folder): the file of spilled events", isOwned: false)
    file.discard()
    // Removes files of processes that were killed before they could unlink them.
    Unfinished.removeLeftovers(in: folder)
  }

  private static func error(_ folder: String, _ error: POSIXError = .last) -> AuditError {
    AuditError("\(folder): cannot spill events to disk (\(error.reason)); free some space, or raise --memory")
  }

  /// Appends words.
  /// - Returns: their range in the file.
  func append(_ words: UnsafeBufferPointer<UInt32>) throws -> Range<Int> {
    let start = end.add(words.count, ordering: .relaxed).oldValue
    var rest = UnsafeRawBufferPointer(words)[...]
    while !rest.isEmpty {
      let bytes = UnsafeRawBufferPointer(rebasing: rest)
      let count = pwrite(
        file.descriptor, bytes.baseAddress, bytes.count, off_t(start * Self.bytesOfWord + rest.startIndex))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.error(folder) }
      rest.removeFirst(count)
    }
    return start..<start + words.count
  }

  func read(_ range: Range<Int>) throws -> PackedEvents {
    let memory = PackedMemory(words: range.count)
    guard
      try opened.read(into: UnsafeMutableRawBufferPointer(memory.words), at: range.lowerBound * Self.bytesOfWord)
        == range.count * Self.bytesOfWord
    else { throw AuditError("\(folder): the events spilled to disk are cut off; do not change its files during a run") }
    return PackedEvents(memory, 0..<range.count)
  }
}
