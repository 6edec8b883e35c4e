import Foundation

@testable import EventLogs

/// A file that holds the bytes of one input at a time.
struct ScratchFile: Sendable {
  let path: String
  private let descriptor: Int32

  /// One per process: targets try one input at a time.
  static let shared = ScratchFile()

  private init() {
    path =
      FileManager.default.temporaryDirectory.path + "/navaudit-fuzzing-\(ProcessInfo.processInfo.processIdentifier)"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "\(path) cannot be made")
    atexit { unlink(ScratchFile.shared.path) }
  }

  /// - Returns: the file, with exactly these bytes.
  func holding(_ bytes: UnsafeRawBufferPointer) -> LogInput {
    let isWritten =
      ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count
    precondition(isWritten, "\(path) cannot be written")
    return LogInput(name: "log", path: path, kind: .file, size: bytes.count, location: FilePathBytes(path))
  }
}
