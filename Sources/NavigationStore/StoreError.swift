import Foundation
import GRDB
import Synchronization

/// Why a store cannot be used: what happened, where, and what to do, in one line.
package enum StoreError: Error, Equatable, CustomStringConvertible {
  case missing(path: String)
  case notAStore(path: String)
  case otherVersion(path: String, found: Int, expected: Int)
  case busy(path: String)
  case replaced(path: String)
  case damaged(path: String, detail: String)
  case failed(path: String, detail: String)
  /// It may not be read, replaced or changed so.
  case refused(path: String, why: String)

  package var description: String {
    switch self {
    case .missing(let path): "\(path): no such store; `navaudit ingest` creates one from logs"
    case .notAStore(let path):
      "\(path): not a navaudit store; name a navigation.sqlite, or run `navaudit analyze \(path)` if this is a log"
    case .otherVersion(let path, let found, let expected) where found > expected:
      "\(path): store version \(found) is newer than this navaudit supports (\(expected)); use a newer navaudit"
    case .otherVersion(let path, let found, let expected):
      """
      \(path): store version \(found) is older than this navaudit supports (\(expected)); move it away, and ingest the \
      logs again
      """
    case .busy(let path): "\(path): another process is writing to the store; try again when it is done"
    case .replaced(let path): "\(path): another process replaced the store; run the command again"
    case .damaged(let path, let detail):
      "\(path): the store is damaged (\(detail)); move it away, and ingest the logs again"
    case .failed(let path, let detail):
      "\(path): the store cannot be used (\(detail)); check the disk and the permissions"
    case .refused(let path, let why): "\(path): \(why)"
    }
  }

  init(_ error: DatabaseError, path: String) {
    let detail = (error.message ?? error.description).prefix { !$0.isNewline }.prefix(160)
    if error.extendedResultCode == .SQLITE_READONLY_DBMOVED {
      self = .replaced(path: path)
      return
    }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
    case .SQLITE_NOTADB: self = .notAStore(path: path)
    // Errors of functions and of constraints, too, come from rows that navaudit did not write.
    case .SQLITE_CORRUPT, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_ERROR:
      self = .damaged(path: path, detail: String(detail))
    default:
      let isOfLimit = error.resultCode == .SQLITE_IOERR && Self.limitsFiles
      self = .failed(path: path, detail: String(detail) + (isOfLimit ? ": `ulimit -f` is set" : ""))
    }
  }

  /// Whether the process may only write files of some size: SQLite does not say so.
  private static var limitsFiles: Bool {
    var limit = rlimit()
    #if os(Linux)
      let size = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let size = RLIMIT_FSIZE
    #endif
    return getrlimit(size, &limit) == 0 && limit.rlim_cur < .max >> 1
  }
}

/// Waits while another process holds a store, for any time, unless the run is canceled.
package final class StoreWaiting: Sendable {
  private let state = Mutex<(path: String, since: ContinuousClock.Instant)?>(nil)

  package init() {}

  /// The store that the run has been waiting for, after a second.
  package var path: String? {
    state.withLock { state in
      guard let state, ContinuousClock.now - state.since >= .seconds(1) else { return nil }
      return state.path
    }
  }

  /// Waits a little.
  /// - Returns: whether to try again.
  func wait(for path: String) -> Bool {
    state.withLock { state in if state?.path != path { state = (path, .now) } }
    usleep(10_000)
    return !Task.isCancelled
  }

  func end() { state.withLock { $0 = nil } }
}
