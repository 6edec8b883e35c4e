import Synchronization

/// All combinations of dimensions of a run, shared by the threads that read the log.
package final class SegmentTable: Sendable {
  private struct State {
    var segments = [Segment()]
    var ids = [Segment(): SegmentID.none]
  }

  private let state = Mutex(State())

  package init() {}

  package func id(_ segment: Segment) -> SegmentID {
    state.withLock { state in
      if let id = state.ids[segment] { return id }
      let id = SegmentID(rawValue: UInt32(state.segments.count))
      state.segments.append(segment)
      state.ids[segment] = id
      return id
    }
  }

  package var count: Int { state.withLock { $0.segments.count } }

  /// All current segments, by number.
  package func snapshot() -> [Segment] { state.withLock { $0.segments } }
}
