import Foundation

/// A file that is complete or untouched: it is written beside its place, and moved there when all else is done.
struct PendingFile {
  let path: String
  private let part: String

  /// - Throws: ``AuditError`` where it cannot be written.
  init(_ path: String, _ text: String) throws(AuditError) {
    self.path = path
    part = "\(path).\(ProcessInfo.processInfo.processIdentifier).part"
    let files = FileManager.default
    if files.fileExists(atPath: path + "/") { throw AuditError("\(path): is a folder; name a file") }
    guard files.createFile(atPath: part, contents: Data(text.utf8)) else {
      discard()
      throw AuditError("\(path): cannot be written; check the folder and the permissions, or name another file")
    }
  }

  /// Moves the file to its place.
  func finish() throws(AuditError) {
    guard rename(part, path) == 0 else {
      discard()
      throw AuditError("\(path): cannot be written (\(String(cString: strerror(errno)))); check the folder and the permissions")
    }
  }

  func discard() { unlink(part) }
}
