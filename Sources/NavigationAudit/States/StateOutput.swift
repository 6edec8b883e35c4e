import Foundation

/// The destination of a state or a survey.
public struct StateOutput: Sendable {
  /// `-` for standard output.
  public let path: String
  /// Whether it is written as one line of base64.
  public let isText: Bool

  public init(_ path: String, isText: Bool = false) { (self.path, self.isText) = (path, isText) }

  /// The folder for temporary files.
  var spillFolder: String { path == "-" ? FileManager.default.temporaryDirectory.path : path.parentFolder.nearestFolder }

  /// - Throws: if it would replace something other than a state.
  func expectReplaceable() throws(AuditError) {
    guard path != "-", EarlierFiles.kind(of: path) == S_IFREG else { return }
    let source = try StateSource(path)
    if !source.isEmpty, !source.isOfStates { throw AuditError("\(path): is not a state, so it is not replaced; name another file with --output") }
  }

  /// - Returns: the number of bytes written.
  func write(_ frame: StateFrame) throws -> Int {
    var bytes = try frame.bytes()
    if isText { bytes = bytes.base64EncodedData() + Data("\n".utf8) }
    let file = path == "-" ? PendingFile(standardOutput: ()) : try PendingFile(path)
    do {
      try bytes.withUnsafeBytes { try file.write($0) }
      try file.finish()
    } catch {
      file.discard()
      throw error
    }
    return bytes.count
  }
}
