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

  /// Does jobs in `workers` tasks side by side. The first ones begin first.
  package static func run(_ jobs: [@Sendable () throws -> Void], workers: Int) async throws {
    let work = WorkCounter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, min(workers, jobs.count)) {
        group.addTask {
          while let number = work.take(below: jobs.count) {
            try Task.checkCancellation()
            try jobs[number]()
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
