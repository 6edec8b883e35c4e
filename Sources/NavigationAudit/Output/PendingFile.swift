import Foundation
import NavigationStore

/// A file that is complete or untouched: it is written next to its final path and moved there at the end. A device or a
/// pipe is written directly.
package final class PendingFile: Sendable {
  package let path: String
  private let finalPath: String
  /// Nil for a device or a pipe.
  private let part: Unfinished?
  private let descriptor: Int32

  package init(_ path: String) throws(AuditError) {
    self.path = path
    var status = stat()
    let isThere = stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if isThere, kind == S_IFDIR { throw AuditError("\(path): is a folder; name a file") }
    if !isThere { try Self.expectNoDeadLink(path) }
    finalPath = Self.resolved(path)
    do throws(POSIXError) {
      if isThere, kind != S_IFREG {
        part = nil
        // Opening a pipe would wait for somebody to read it.
        descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { throw POSIXError.last }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
      } else {
        let part = try Unfinished(.file, in: finalPath.parentFolder)
        Unfinished.removeLeftovers(in: finalPath.parentFolder)
        self.part = part
        descriptor = part.descriptor
      }
    } catch {
      throw Self.error(path, error)
    }
  }

  package init(standardOutput: Void) {
    path = "standard output"
    finalPath = ""
    part = nil
    descriptor = dup(STDOUT_FILENO)
  }

  package convenience init(_ path: String, _ text: String) throws(AuditError) {
    try self.init(path)
    do {
      try write(text)
    } catch {
      discard()
      throw error
    }
  }

  deinit { if part == nil { close(descriptor) } }

  private static func error(_ path: String, _ error: POSIXError) -> AuditError {
    error.code == .ENXIO
      ? AuditError("\(path): nobody reads this pipe; start what reads it before, or name a file")
      : AuditError(
        "\(path): cannot be written (\(error.reason)); check the folder and the permissions, or name another file")
  }

  /// - Throws: ``AuditError`` for a link that leads to nothing, or to itself: a file would take its place.
  static func expectNoDeadLink(_ path: String) throws(AuditError) {
    guard EarlierFiles.kind(of: path) == S_IFLNK, access(path, F_OK) != 0 else { return }
    throw AuditError("\(path): is a link that leads nowhere, so it is not replaced; remove it, or name another file")
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(AuditError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = Foundation.write(descriptor, piece.baseAddress, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.error(path, .last) }
      rest = rest.dropFirst(count)
    }
  }

  package func write(_ text: String) throws(AuditError) {
    // `withUnsafeBytes` of arrays rethrows untyped errors, hence the result.
    let result = Array(text.utf8).withUnsafeBytes { bytes -> Result<Void, AuditError> in
      do throws(AuditError) { return .success(try write(bytes)) } catch { return .failure(error) }
    }
    try result.get()
  }

  /// Whether a file of that name is there already, or what is written is no file.
  package var replaces: Bool { part == nil || access(finalPath, F_OK) == 0 }

  /// Removes the finished file.
  package func remove() { unlink(finalPath) }

  package func finish() throws(AuditError) {
    guard let part, rename(part.path, finalPath) != 0 else { return }
    let error = POSIXError.last
    discard()
    throw Self.error(path, error)
  }

  package func discard() { part?.discard() }
}

/// A new store that is complete or not there: it is written next to its final path and moved there at the end, in place
/// of one that `map` or `analyze` made.
final class PendingStore: Sendable {
  let path: String
  let store: Store
  private let work: Unfinished
  private let waiting: StoreWaiting

  /// - Throws: ``StoreError`` if something else is at the path, ``AuditError`` if it cannot be written.
  init(_ path: String, cache: Int, waiting: StoreWaiting) throws {
    self.path = path
    self.waiting = waiting
    try Store.expectReplaceable(path, waiting: waiting)
    let folder = path.parentFolder
    do throws(POSIXError) {
      work = try Unfinished(.folder, in: folder)
    } catch {
      throw AuditError(
        "\(path): cannot be written (\(error.reason)); check the folder and the permissions, or name another file")
    }
    Unfinished.removeLeftovers(in: folder)
    do {
      store = try Store.create(at: work.path + "/" + Audit.storeName, for: path, cache: cache)
    } catch {
      work.discard()
      throw error
    }
  }

  func finish() throws {
    try store.close()
    try Store.replacing(path, waiting: waiting) {
      guard rename(work.path + "/" + Audit.storeName, path) == 0 else {
        throw AuditError(
          "\(path): cannot be written (\(POSIXError.last.reason)); check the permissions, or name another file")
      }
    }
    work.discard()
  }

  func discard() { work.discard() }
}
