import Foundation
import Synchronization

/// How a run waits while another process holds a store: as long as that takes, unless the run is canceled.
package final class StoreWaiting: Sendable {
  private let state = Mutex<(path: String, since: ContinuousClock.Instant)?>(nil)

  package init() {}

  /// The store that has been waited for since a second or longer.
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

  /// The store is there for this run.
  func end() { state.withLock { $0 = nil } }
}
