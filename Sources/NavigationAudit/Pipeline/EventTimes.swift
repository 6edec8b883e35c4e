import NavigationModel
import Synchronization

/// The time of the first event of a log, and of the last event of each user: enough to find the last session start without cutting
/// all sessions (``SessionSpan``).
package final class EventTimes: Sendable {
  private struct State {
    package var first = Int64.max
    /// By user number; the smallest integer if the user has no event.
    var last: [Int64] = []
  }

  private let state = Mutex(State())

  func take(_ events: [Event]) {
    state.withLock { state in
      for event in events {
        let user = Int(event.user)
        if user >= state.last.count { state.last.append(contentsOf: repeatElement(.min, count: max(64, user + 1 - state.last.count, state.last.count))) }
        state.first = min(state.first, event.time)
        state.last[user] = max(state.last[user], event.time)
      }
    }
  }

  /// The time of the first event; nil without events.
  package var first: Int64? { state.withLock { $0.first == .max ? nil : $0.first } }

  /// Users with events, those with the latest last event first.
  package var usersByLast: [(user: UInt32, last: Int64)] {
    state.withLock { state in
      state.last.enumerated().filter { $0.element != .min }.map { (user: UInt32($0.offset), last: $0.element) }
        .sorted { ($1.last, $0.user) < ($0.last, $1.user) }
    }
  }
}
