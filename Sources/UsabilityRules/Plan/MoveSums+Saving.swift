import Measures
import Statistics

extension MoveSums {
  /// The taps that some moves combined would have saved, over the sessions with steps.
  /// - Parameter moves: entries, each with weight 1, or −1 to subtract its effect, as in the difference of two plans.
  func saving(_ moves: [(entry: UInt32, weight: Int)]) -> MeanSums {
    var sumY = Int128(0)
    var sumYY = Int128(0)
    var sumYN = Int128(0)
    for (index, move) in moves.enumerated() {
      guard let sums = entries[move.entry] else { continue }
      let weight = Int128(move.weight)
      sumY += weight * Int128(sums.taps)
      sumYN += weight * Int128(sums.tapsTimesSessions)
      sumYY += weight * weight * Int128(sums.squaredTaps)
      for other in moves[..<index] {
        guard let pair = pairs[.unordered(move.entry, other.entry)] else { continue }
        sumYY += 2 * weight * Int128(other.weight) * Int128(pair.product)
      }
    }
    return MeanSums(
      users: users, sumY: sumY, sumN: Int128(sessions), sumYY: sumYY, sumYN: sumYN, sumNN: Int128(squaredSessions), maxN: mostSessions)
  }
}
