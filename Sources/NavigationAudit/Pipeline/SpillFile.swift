import Foundation
import Synchronization

/// A temporary file for what does not fit into memory. It has no name, so it is gone when the process is, whatever happens.
///
/// Several threads may write and read at once.
final class SpillFile: Sendable {
  private let file: Unfinished
  private var descriptor: Int32 { file.descriptor }
  private let folder: String
  private let end = Atomic<Int>(0)

  /// - Parameter folder: where there is room: files of the size of the log's events, 64 bytes each.
  init(in folder: String) throws {
    self.folder = folder
    do {
      file = try Unfinished(.file, in: folder)
    } catch {
      throw Self.error(folder, error)
    }
    file.discard()
    // A process that was killed just now has left its name.
    Unfinished.removeLeftovers(in: folder)
  }

  private static func error(_ folder: String, _ error: POSIXError = .last) -> AuditError {
    AuditError("\(folder): events that do not fit into memory cannot be kept there (\(error.reason)); make room, or give more --memory")
  }

  /// Writes bytes at the end.
  /// - Returns: where they begin.
  func append(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    let start = end.add(bytes.count, ordering: .relaxed).oldValue
    var written = 0
    while written < bytes.count {
      let count = pwrite(descriptor, bytes.baseAddress! + written, bytes.count - written, off_t(start + written))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.error(folder) }
      written += count
    }
    return start
  }

  /// Fills `bytes` with what was written at a place.
  func read(into bytes: UnsafeMutableRawBufferPointer, at start: Int) throws {
    var filled = 0
    while filled < bytes.count {
      let count = pread(descriptor, bytes.baseAddress! + filled, bytes.count - filled, off_t(start + filled))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.error(folder) }
      filled += count
    }
  }

  func append<Value: BitwiseCopyable>(_ values: [Value]) throws -> Int { try values.withUnsafeBytes { try append($0) } }

  /// Values as they were written.
  func read<Value: BitwiseCopyable>(_ count: Int, at start: Int, as type: Value.Type = Value.self) throws -> [Value] {
    try [Value](unsafeUninitializedCapacity: count) { values, initialized in
      try read(into: UnsafeMutableRawBufferPointer(start: values.baseAddress, count: count * MemoryLayout<Value>.stride), at: start)
      initialized = count
    }
  }
}

extension String {
  /// The folder that a path lies in. (`NSString` traps on Linux for a name of one letter.)
  var parentFolder: String {
    let path = hasSuffix("/") ? String(dropLast()) : self
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folder itself or, where it does not exist yet, the nearest one above it that does.
  var nearestFolder: String {
    var path = isEmpty ? "." : self
    while path != ".", path != "/", !FileManager.default.fileExists(atPath: path + "/") { path = path.parentFolder }
    return path
  }
}
