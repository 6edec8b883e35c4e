import NavigationModel

/// How often people return to screens that they have already seen in the session.
package struct Revisits: Measure {
  package static var isForRules: Bool { false }

  /// Sessions by number of steps and of different screens.
  private var sessions = KeyedCells<Steps, Amount>()

  private struct Steps: MixedHash, Codable {
    let steps: Int
    let screens: Int

    var bits: UInt64 { UInt64(truncatingIfNeeded: steps) << 32 ^ UInt64(truncatingIfNeeded: screens) }
  }

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if counts.hasSteps { sessions[adding: Steps(steps: counts.figures.steps, screens: counts.screens)].count += 1 }
  }

  package mutating func merge(_ other: Revisits) { sessions.merge(other.sessions) }

  /// Mean over the sessions with steps of (S − N) / S, with S steps and N different screens; nil without such sessions.
  package var mean: Double? {
    var sum = 0.0
    var count = 0
    for (key, amount) in sessions.pairs.sorted(by: { ($0.0.steps, $0.0.screens) < ($1.0.steps, $1.0.screens) }) {
      sum += Double(amount.count) * Double(key.steps - key.screens) / Double(key.steps)
      count += amount.count
    }
    return count > 0 ? sum / Double(count) : nil
  }
}

extension Measures {
  package var revisits: Revisits { self[Revisits.self] }
}
