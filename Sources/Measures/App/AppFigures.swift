import NavigationModel
import Statistics

/// The sums of the figures that sessions contribute to.
package struct AppFigures: Measure, Summed {
  /// One for each of ``Figure/summed``.
  private var sums = [FigureSums](repeating: FigureSums(), count: Figure.summed.count)
  private var pending = FigureTally()
  private var user: UInt64 = 0

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    pending.observe(counts)
    user = session.pseudonym.rawValue
  }

  mutating func finishUser() {
    guard pending.sessions > 0 else { return }
    let units = Figure.summedUnits
    for index in units.indices { sums[index].add(pending.rows[index], units[index], user) }
    pending.removeAll()
  }

  static let fields = Fields<Self>(\.sums)
  var isValid: Bool { sums.count == Figure.summed.count }

  package func share(_ figure: Figure) -> RatioSums { sums(of: figure).ratio }

  func count(_ figure: Figure) -> Int { sums(of: figure).y }

  private func sums(of figure: Figure) -> FigureSums {
    Figure.summedIndex[figure.name].map { sums[$0] } ?? FigureSums()
  }

  func value(of figure: Figure, _ scope: MeasureScope) -> Figure.Value {
    let sums = sums(of: figure)
    return switch figure.unit {
    case _ where figure.part == nil: Figure.Value()
    case .count: Figure.Value(Double(sums.y))
    case .share: figure.isOfUsers ? Figure.Value(users: sums.y, of: scope.users) : Figure.Value(sums.ratio)
    case .mean: Figure.Value(sums.n > 0 ? Double(sums.y) / Double(sums.n) / figure.scale : nil, n: sums.n)
    case .quantile: Figure.Value()
    }
  }
}

/// The sums of one figure over users.
private struct FigureSums: Summed {
  /// Of a share.
  var ratio = RatioSums()
  var y = 0
  var n = 0

  mutating func add(_ rows: FigureTally.Rows, _ unit: Figure.Unit, _ user: UInt64) {
    y += rows.y
    n += rows.n
    if unit == .share { ratio.add(y: rows.y, n: rows.n, user: user) }
  }

  static let fields = Fields<Self>(\.ratio, \.y, \.n)
}

extension Figure {
  static let summed: [Figure] = all.filter { $0.part != nil }
  static let summedIndex = Dictionary(uniqueKeysWithValues: summed.enumerated().map { ($1.name, $0) })
  /// The unit of each, separately: this is read for every user.
  static let summedUnits: [Unit] = summed.map(\.unit)
  /// The quantities of each, by their indices in ``Quantity/all``: this is read for every session.
  fileprivate static let summedParts = summed.compactMap { figure in
    figure.part.map {
      (part: $0.index, whole: figure.whole?.index, isMean: figure.unit == .mean, isOfUsers: figure.isOfUsers)
    }
  }
}

/// What one user contributes to each of ``Figure/summed``.
struct FigureTally: Sendable {
  typealias Rows = (y: Int, n: Int)

  private(set) var sessions = 0
  private(set) var rows = [Rows](repeating: (0, 0), count: Figure.summed.count)

  mutating func observe(_ counts: SessionCounts) {
    sessions += 1
    let parts = Figure.summedParts
    let amounts = counts.amounts
    for index in parts.indices {
      let (part, whole, isMean, isOfUsers) = parts[index]
      if isMean, !counts.hasSteps { continue }
      if let whole {
        rows[index].y += amounts[part]
        rows[index].n += amounts[whole]
      } else if isOfUsers {
        if amounts[part] > 0 { rows[index].y = 1 }
        rows[index].n = 1
      } else {
        rows[index].y += amounts[part]
      }
    }
  }

  mutating func removeAll() {
    sessions = 0
    for index in rows.indices { rows[index] = (0, 0) }
  }
}
