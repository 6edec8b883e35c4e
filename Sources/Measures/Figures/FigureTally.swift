import NavigationModel
import Statistics

/// What one user contributes to each of ``Figure/folded``.
struct FigureTally: Sendable {
  struct Rows: Sendable {
    var y = 0
    var n = 0

    mutating func add(y: Int, n: Int) {
      self.y += y
      self.n += n
    }
  }

  private(set) var sessions = 0
  private(set) var rows = [Rows](repeating: Rows(), count: Figure.folded.count)

  mutating func observe(_ counts: SessionCounts) {
    sessions += 1
    let (quantities, amounts) = (Figure.foldedQuantities, counts.amounts)
    for index in quantities.indices {
      switch quantities[index] {
      case .sum(let quantity): rows[index].y += amounts[quantity]
      case .share(let part, of: let whole):
        rows[index].y += amounts[part]
        rows[index].n += amounts[whole]
      case .any(let quantity):
        if amounts[quantity] > 0 { rows[index].y = 1 }
        rows[index].n = 1
      case .mean(let quantity) where counts.hasSteps:
        rows[index].y += amounts[quantity]
        rows[index].n += 1
      case .mean: break
      }
    }
  }

  mutating func removeAll() {
    sessions = 0
    for index in rows.indices { rows[index] = Rows() }
  }
}

extension Figure {
  /// The quantities of each, by index.
  fileprivate static let foldedQuantities: [FoldedQuantities] = folded.compactMap(\.fold).map { fold in
    switch fold {
    case .count(let quantity): .sum(quantity.index)
    case .share(let part, of: let whole): .share(part.index, of: whole.index)
    case .users(let quantity): .any(quantity.index)
    case .mean(let quantity, _): .mean(quantity.index)
    }
  }
}

/// The quantities of a ``Figure/Fold`` by their indices in ``Quantity/all``.
private enum FoldedQuantities {
  case sum(Int)
  case share(Int, of: Int)
  case any(Int)
  case mean(Int)
}
