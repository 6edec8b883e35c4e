import Foundation
import NavigationStore

/// A new store that is complete or not there: it is written next to its final path and moved there at the end, in place of one that `map` or `analyze` made.
final class PendingStore: Sendable {
  let path: String
  let store: Store
  private let work: Unfinished
  private let waiting: StoreWaiting

  /// - Throws: ``StoreError`` if something else is at the path, ``AuditError`` if it cannot be written.
  init(_ path: String, cache: Int, waiting: StoreWaiting) throws {
    (self.path, self.waiting) = (path, waiting)
    try Store.expectReplaceable(path, waiting: waiting)
    let folder = path.parentFolder
    do throws(POSIXError) {
      work = try Unfinished(.folder, in: folder)
    } catch {
      throw AuditError("\(path): cannot be written (\(error.reason)); check the folder and the permissions, or name another file")
    }
    Unfinished.removeLeftovers(in: folder)
    do {
      store = try Store.create(at: work.path + "/" + Audit.storeName, cache: cache)
    } catch {
      work.discard()
      throw error
    }
  }

  /// Moves the store to its final path.
  func finish() throws {
    try store.close()
    try Store.replacing(path, waiting: waiting) {
      guard rename(work.path + "/" + Audit.storeName, path) == 0 else {
        throw AuditError("\(path): cannot be written (\(POSIXError.last.reason)); check the permissions, or name another file")
      }
    }
    work.discard()
  }

  func discard() { work.discard() }
}
