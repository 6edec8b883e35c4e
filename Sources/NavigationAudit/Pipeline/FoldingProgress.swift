import NavigationModel
import Synchronization

/// How far the fold has come. Pseudonyms are evenly distributed and folded in order, so the last one gives the progress.
package final class FoldingProgress: Sendable {
  /// Each step is 2^54 pseudonyms.
  private static let whole = 1024
  /// The steps reached; negative before the fold begins.
  private let reached = Atomic<Int>(-1)

  package init() {}

  package func begin() { reached.store(0, ordering: .relaxed) }

  /// Everybody up to this person was folded, except people on other threads.
  package func reach(_ person: Pseudonym) {
    _ = reached.max(min(Int(person.rawValue >> 54), Self.whole - 1), ordering: .relaxed)
  }

  package func finish() { reached.store(Self.whole, ordering: .relaxed) }

  /// Nil before the fold begins.
  package var share: Double? {
    let reached = reached.load(ordering: .relaxed)
    return reached < 0 ? nil : Double(reached) / Double(Self.whole)
  }
}
