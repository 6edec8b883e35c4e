import EventLogs
import Synchronization

/// The file of rejected lines, for fixing them: file, line, reason and text, tab-separated, in the order of the log.
///
/// Lines are written as they are found, so they need no memory, next to the file's final path until all are written.
final class RejectedLines: Sendable {
  private struct State {
    /// Text of blocks that follow one that is not decoded yet.
    var waiting: [Int: String] = [:]
    var next = 0
  }

  private let file: PendingFile
  /// The names of the sources.
  private let sources: [String]
  private let state = Mutex(State())

  init(file path: String, sources: [String]) throws {
    self.sources = sources
    file = try PendingFile(path, "file\tline\treason\ttext\n")
  }

  /// Takes the rejected lines of a block.
  func take(_ block: inout DecodedBlock) throws {
    var text = ""
    for rejection in block.tally.takeRejections() {
      // A row of a table may span several lines.
      let line = String((rejection.text ?? "").unicodeScalars.map { "\t\n\r".unicodeScalars.contains($0) ? " " : Character($0) })
      text += "\(sources[block.sourceIndex])\t\(rejection.line)\t\(rejection.reason.rawValue)\t\(line)\n"
    }
    try state.withLock { state in
      state.waiting[block.sequence] = text
      while let text = state.waiting.removeValue(forKey: state.next) {
        state.next += 1
        if !text.isEmpty { try file.write(text) }
      }
    }
  }

  /// Moves the file to its final path.
  func finish() throws { try file.finish() }

  /// Removes the unfinished file.
  func discard() { file.discard() }
}
