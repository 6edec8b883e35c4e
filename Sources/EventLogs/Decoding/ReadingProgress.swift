import Synchronization

/// The reading progress of a run.
package final class ReadingProgress: Sendable {
  private let read = Atomic<Int>(0)
  private let decoded = Atomic<Int>(0)
  private let total = Atomic<Int>(-1)

  package init() {}

  /// Sets the inputs that will be read.
  func expect(_ inputs: [LogInput]) {
    let sizes = inputs.compactMap(\.size)
    total.store(sizes.count == inputs.count ? sizes.reduce(0, +) : -1, ordering: .relaxed)
  }

  func report(bytes: Int, events: Int) {
    read.store(bytes, ordering: .relaxed)
    decoded.add(events, ordering: .relaxed)
  }

  /// Bytes of the files read, compressed if they are.
  package var bytes: Int { read.load(ordering: .relaxed) }
  /// All bytes to read; nil if the length of a log is unknown.
  package var totalBytes: Int? {
    let total = total.load(ordering: .relaxed)
    return total < 0 ? nil : total
  }
  package var events: Int { decoded.load(ordering: .relaxed) }
}
