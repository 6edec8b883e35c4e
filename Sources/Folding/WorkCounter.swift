import Synchronization

/// Hands out the indices of pieces of work, each to one thread.
package final class WorkCounter: Sendable {
  private let taken = Atomic<Int>(0)

  package init() {}

  /// The next index, from 0; nil when all below `count` are taken.
  package func take(below count: Int) -> Int? {
    let index = taken.add(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }
}
