import Foundation
import GRDB
import Synchronization

/// Why a store cannot be used: what happened, where, and what to do, in one line.
package enum StoreError: Error, Equatable, CustomStringConvertible {
  case missing(path: String)
  case folder(path: String)
  case notAStore(path: String)
  case otherVersion(path: String, found: Int, expected: Int)
  /// A store of an earlier version that cannot be written to.
  case notMigratable(path: String)
  case busy(path: String)
  case replaced(path: String)
  case damaged(path: String, detail: String)
  /// `analyze` or `map` would replace something other than a store that one of them made.
  case notReplaceable(path: String, why: String)
  /// `analyze` or `map` would replace a store that `ingest` filled.
  case ingested(path: String)
  /// The tables were changed, or something harmful was added.
  case foreignSchema(path: String, name: String)
  /// Something was added that may hold copies of a person's data.
  case notForgettable(path: String, name: String)
  case failed(path: String, detail: String)

  package var description: String {
    switch self {
    case .missing(let path): "\(path): no such store; `navaudit ingest` creates one from logs"
    case .folder(let path): "\(path): a folder, not a store; to read the logs in it, run `navaudit analyze \(path)`"
    case .notAStore(let path): "\(path): not a navaudit store; name a navigation.sqlite, or run `navaudit analyze \(path)` if this is a log"
    case .otherVersion(let path, let found, let expected) where found > expected:
      "\(path): store version \(found) is newer than this navaudit supports (\(expected)); use a newer navaudit"
    case .otherVersion(let path, let found, let expected):
      "\(path): store version \(found) is older than this navaudit supports (\(expected)); ingest the logs again"
    case .notMigratable(let path): "\(path): is a read-only store of an earlier version; copy it, and use the copy"
    case .busy(let path): "\(path): another process is writing to the store; try again when it is done"
    case .replaced(let path): "\(path): another process replaced the store; run the command again"
    case .damaged(let path, let detail): "\(path): the store is damaged (\(detail)); ingest the logs again"
    case .notReplaceable(let path, let why):
      "\(path): \(why), so it is not replaced; move it away, or name another place"
    case .ingested(let path):
      "\(path): a store filled by `navaudit ingest`, so it is not replaced; name another place, or ingest the logs and run "
        + "`navaudit report \(path)`"
    case .foreignSchema(let path, let name):
      "\(path): `\(name)` was added or changed since navaudit wrote the store; undo that, or ingest the logs again"
    case .notForgettable(let path, let name):
      "\(path): contains `\(name)`, which navaudit did not create and which may hold copies of people's data; nobody was removed; drop it first"
    case .failed(let path, let detail): "\(path): the store cannot be used (\(detail)); check the disk and the permissions"
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
    case .SQLITE_CORRUPT: self = .damaged(path: path, detail: String(detail))
    default: self = .failed(path: path, detail: String(detail))
    }
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

  /// The store is available.
  func end() { state.withLock { $0 = nil } }
}
