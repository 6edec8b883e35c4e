import NavigationModel

/// Unmapped events, by their name in the log.
public struct OtherEvents: Measure {
  public private(set) var cells = NameCells<Frequency>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    for word in path.otherEvents { cells[adding: word].add(session) }
  }

  public mutating func merge(_ other: OtherEvents) { cells.merge(other.cells) }
}

extension Measures {
  public var otherEvents: OtherEvents { self[OtherEvents.self] }
}
