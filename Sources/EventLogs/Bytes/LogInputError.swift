/// Why a log cannot be read: what happened, where, and what to do, in one line.
package enum LogInputError: Error, Equatable, Sendable {
  /// Nothing is at the path.
  case missing(name: String)
  /// The folder holds no possible logs.
  case noLogs(name: String, passedOver: Int)
  /// The system refused to open or read it.
  case unreadable(name: String, reason: String)
  /// It is a file of another kind, recognized by its first bytes.
  case notALog(name: String, kind: String, advice: String)
  /// Truncated compressed data; `offset` counts bytes of the file.
  case cutOff(name: String, container: Container, offset: Int)
  /// Damaged compressed data; `offset` counts bytes of the file.
  case damaged(name: String, container: Container, offset: Int, detail: String)
  /// A decompression bomb.
  case decompressionBomb(name: String, compressed: Int, decompressed: Int)
  /// A line longer than in any log.
  case endlessLine(name: String, line: Int, length: Int)
}

extension LogInputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let name):
      "\(name): no such file or folder; check the path"
    case .noLogs(let name, let passedOver):
      "\(name): contains no logs (\(passedOver == 1 ? "1 other file" : "\(passedOver) other files") skipped); "
        + "name one with .ndjson, .jsonl, .csv or .tsv files, plain or compressed"
    case .unreadable(let name, let reason):
      "\(name): cannot be read (\(reason)); check the permissions, or name another file"
    case .notALog(let name, let kind, let advice):
      "\(name): is \(kind), not a log; \(advice)"
    case .cutOff(let name, let container, let offset):
      "\(name): the \(container) data is cut off at byte \(offset); copy or export the file again"
    case .damaged(let name, let container, let offset, let detail):
      "\(name): the \(container) data is broken at byte \(offset) (\(detail)); copy or export the file again"
    case .decompressionBomb(let name, let compressed, let decompressed):
      "\(name): \(compressed) bytes decompress to \(decompressed) or more, like a decompression bomb; "
        + "if this is a log, decompress it yourself and name the plain file"
    case .endlessLine(let name, let line, let length):
      "\(name): line \(line) is longer than \(length) bytes; name a log with one event per line"
    }
  }
}
