import NavigationModel
import Statistics

/// The sums of the figures that sessions contribute to (``Figure/Formula``).
package struct AppFigures: Measure, Summed {
  /// One for each of ``Figure/summed``.
  private var sums = [FigureSums](repeating: FigureSums(), count: Figure.summed.count)
  private var pending = FigureTally()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    pending.observe(counts)
  }

  package mutating func finishUser() {
    guard pending.sessions > 0 else { return }
    let units = Figure.summedUnits
    for index in units.indices { sums[index].add(pending.rows[index], units[index]) }
    pending.removeAll()
  }

  package static let fields = Fields<Self>(\.sums)
  package var isValid: Bool { sums.count == Figure.summed.count }

  /// The sums of a share. Empty if the figure is not a share.
  package func share(_ figure: Figure) -> RatioSums { sums(of: figure).ratio }

  /// How often something happened.
  func count(_ figure: Figure) -> Int { sums(of: figure).y }

  private func sums(of figure: Figure) -> FigureSums { Figure.summedIndex[figure.name].map { sums[$0] } ?? FigureSums() }

  func value(of figure: Figure, _ scope: MeasureScope) -> Figure.Value {
    let sums = sums(of: figure)
    switch figure.formula {
    case .count: return Figure.Value(Double(sums.y))
    case .share: return Figure.Value(sums.ratio)
    case .users: return Figure.Value(users: sums.y, of: scope.users)
    case .mean(_, let scale): return Figure.Value(sums.n > 0 ? Double(sums.y) / Double(sums.n) / Double(scale) : nil, n: sums.n)
    case nil: return Figure.Value()
    }
  }
}

/// The sums of one figure over users.
private struct FigureSums: Summed {
  /// Of a share.
  var ratio = RatioSums()
  var y = 0
  var n = 0

  mutating func add(_ rows: FigureTally.Rows, _ unit: Figure.Unit) {
    y += rows.y
    n += rows.n
    if unit == .share { ratio.add(y: rows.y, n: rows.n) }
  }

  static let fields = Fields<Self>(\.ratio, \.y, \.n)
}

extension Figure {
  /// The figures that sessions contribute to.
  static let summed: [Figure] = all.filter { $0.formula != nil }
  static let summedIndex = Dictionary(uniqueKeysWithValues: summed.enumerated().map { ($1.name, $0) })
  /// The unit of each, separately: this is read for every user.
  static let summedUnits: [Unit] = summed.map(\.unit)
}

/// What one user contributes to each of ``Figure/summed``.
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
  private(set) var rows = [Rows](repeating: Rows(), count: Figure.summed.count)

  mutating func observe(_ counts: SessionCounts) {
    sessions += 1
    let (quantities, amounts) = (Figure.formulaQuantities, counts.amounts)
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
  fileprivate static let formulaQuantities: [FormulaQuantities] = summed.compactMap(\.formula).map { formula in
    switch formula {
    case .count(let quantity): .sum(quantity.index)
    case .share(let part, of: let whole): .share(part.index, of: whole.index)
    case .users(let quantity): .any(quantity.index)
    case .mean(let quantity, _): .mean(quantity.index)
    }
  }
}

/// The quantities of a ``Figure/Formula`` by their indices in ``Quantity/all``.
private enum FormulaQuantities {
  case sum(Int)
  case share(Int, of: Int)
  case any(Int)
  case mean(Int)
}
