import NavigationModel

/// Sessions in which a screen was visited far down, by screen: what a reader looks up.
public struct DeepVisits: Measure {
  /// Visits from this depth on.
  public static let leastDepth = 4

  /// The earliest such sessions of each screen.
  public private(set) var examples = NameCells<Examples>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    for step in path.steps where step.depth >= Self.leastDepth && step.kind.isForward {
      examples[adding: step.screen].add(session)
    }
  }

  public mutating func merge(_ other: DeepVisits) { examples.merge(other.examples) }
}
