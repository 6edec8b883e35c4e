import Foundation
import Synchronization

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
