import NavigationModel

/// Screens from which people drill down and come straight back: for each hub, the visits pushed from it and those left by `back` within five
/// seconds.
public struct Glances: Measure {
  /// Of each hub, the quick backs over the visits pushed from it.
  public private(set) var cells = NameCells<ShareCell>()
  /// Quick backs by hub (`from`) and the screen that was left (`to`).
  public private(set) var details = KeyedCells<Transitions.Pair, Amount>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    let steps = path.steps
    for index in steps.indices.dropFirst() where steps[index].kind == .push && steps[index - 1].part == steps[index].part {
      let isQuickBack = index + 1 < steps.count && steps[index].isQuickBack(next: steps[index + 1])
      cells[adding: steps[index - 1].screen].add(isQuickBack, session)
      if isQuickBack { details[adding: .init(from: steps[index - 1].screen, to: steps[index].screen)].count += 1 }
    }
  }

  public mutating func merge(_ other: Glances) {
    cells.merge(other.cells)
    details.merge(other.details)
  }
}
