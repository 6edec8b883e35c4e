import GRDB

/// Why a store cannot be used: what happened, where, and what to do, in one line.
package enum StoreError: Error, Equatable, CustomStringConvertible {
  case missing(path: String)
  case notAStore(path: String)
  case otherVersion(path: String, found: Int, expected: Int)
  case busy(path: String)
  case replaced(path: String)
  case damaged(path: String, detail: String)
  case failed(path: String, detail: String)

  package var description: String {
    switch self {
    case .missing(let path): "\(path): there is no such store; make one with `navaudit ingest`"
    case .notAStore(let path): "\(path): not a navaudit store; name a navigation.sqlite that navaudit made"
    case .otherVersion(let path, let found, let expected) where found > expected:
      "\(path): a store of a newer version (\(found), this navaudit knows \(expected)); use a newer navaudit"
    case .otherVersion(let path, let found, let expected):
      "\(path): a store of an older version (\(found), this navaudit writes \(expected)); ingest the logs again"
    case .busy(let path): "\(path): another process is writing to the store; try again when it is done"
    case .replaced(let path): "\(path): another process has put a new store in its place; run the command again"
    case .damaged(let path, let detail): "\(path): the store is damaged (\(detail)); ingest the logs again"
    case .failed(let path, let detail): "\(path): the store cannot be used (\(detail)); check the disk and the permissions"
    }
  }

  init(_ error: DatabaseError, path: String) {
    let detail = error.message ?? error.description
    if error.extendedResultCode == .SQLITE_READONLY_DBMOVED {
      self = .replaced(path: path)
      return
    }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
    case .SQLITE_NOTADB: self = .notAStore(path: path)
    case .SQLITE_CORRUPT: self = .damaged(path: path, detail: detail)
    default: self = .failed(path: path, detail: detail)
    }
  }
}
