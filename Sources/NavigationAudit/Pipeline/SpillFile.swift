import EventLogs
import Foundation
import Synchronization

/// A temporary file of 32-bit words that do not fit into memory. It has no name, so it disappears with the process.
///
/// Several threads may write and read at once.
final class SpillFile: Sendable {
  private let file: Unfinished
  private let opened: OpenFile
  private let folder: String
  /// The number of words.
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

  private static func error(_ folder: String, _ error: POSIXError = .last) -> FoldingError {
    FoldingError("\(folder): cannot spill events to disk (\(error.reason)); free some space, or raise --memory")
  }

  /// Appends words.
  /// - Returns: their range in the file.
  func append(_ words: UnsafeBufferPointer<UInt32>) throws -> Range<Int> {
    let start = end.add(words.count, ordering: .relaxed).oldValue
    var rest = UnsafeRawBufferPointer(words)[...]
    while !rest.isEmpty {
      let bytes = UnsafeRawBufferPointer(rebasing: rest)
      let count = pwrite(file.descriptor, bytes.baseAddress, bytes.count, off_t(start * Self.bytesOfWord + rest.startIndex))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.error(folder) }
      rest.removeFirst(count)
    }
    return start..<start + words.count
  }

  /// The words in a range.
  func read(_ range: Range<Int>) throws -> [UInt32] {
    try [UInt32](unsafeUninitializedCapacity: range.count) { words, initialized in
      let bytes = UnsafeMutableRawBufferPointer(start: words.baseAddress, count: range.count * Self.bytesOfWord)
      guard try opened.read(into: bytes, at: range.lowerBound * Self.bytesOfWord) == bytes.count else {
        throw FoldingError("\(folder): the events spilled to disk are cut off; do not change its files during a run")
      }
      initialized = range.count
    }
  }
}
