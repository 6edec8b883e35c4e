import NavigationModel

/// How often people return to screens that they have already seen in the session.
public struct Revisits: Measure {
  /// Sessions by number of steps and of different screens.
  private var sessions = KeyedCells<Steps, Amount>()
  private var seen = NameSlots()

  private struct Steps: Hashable, Codable {
    let steps: Int
    let screens: Int
  }

  private struct Amount: MergeableCell {
    var sessions = 0
    mutating func merge(_ other: Amount) { sessions += other.sessions }
  }

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    guard !path.steps.isEmpty else { return }
    for step in path.steps { _ = seen.slot(of: step.screen) }
    sessions[adding: Steps(steps: path.steps.count, screens: seen.names.count)].sessions += 1
    seen.removeAll()
  }

  public mutating func finish() { seen = NameSlots() }

  public mutating func merge(_ other: Revisits) { sessions.merge(other.sessions) }

  /// Mean over the sessions with steps of (S − N) / S, with S steps and N different screens; nil without such sessions.
  public var mean: Double? {
    var sum = 0.0
    var count = 0
    for (key, amount) in sessions.pairs.sorted(by: { ($0.0.steps, $0.0.screens) < ($1.0.steps, $1.0.screens) }) {
      sum += Double(amount.sessions) * Double(key.steps - key.screens) / Double(key.steps)
      count += amount.sessions
    }
    return count > 0 ? sum / Double(count) : nil
  }
}
