import NavigationModel
import Statistics

/// The sums of the figures that sessions contribute to (``Figure/Fold``).
package struct AppFigures: Measure {
  /// One for each of ``Figure/folded``.
  private var sums = [FigureSums](repeating: FigureSums(), count: Figure.folded.count)
  private var pending = FigureTally()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    pending.observe(counts)
  }

  package mutating func finishUser() {
    guard pending.sessions > 0 else { return }
    let units = Figure.foldedUnits
    for index in units.indices { sums[index].add(pending.rows[index], units[index]) }
    pending.removeAll()
  }

  package mutating func merge(_ other: AppFigures) {
    for index in sums.indices { sums[index].merge(other.sums[index]) }
  }

  /// The sums of a share. Empty if the figure is not a share.
  package func share(_ figure: Figure) -> RatioSums { sums(of: figure).ratio }

  /// How often something happened.
  func count(_ figure: Figure) -> Int { sums(of: figure).y }

  private func sums(of figure: Figure) -> FigureSums { Figure.foldedIndex[figure.name].map { sums[$0] } ?? FigureSums() }

  func value(of figure: Figure, _ scope: MeasureScope) -> Figure.Value {
    let sums = sums(of: figure)
    switch figure.fold {
    case .count: return Figure.Value(Double(sums.y))
    case .share: return Figure.Value(sums.ratio.share, interval: sums.ratio.interval(), n: sums.ratio.sumN)
    case .users:
      let share = ShareWithInterval(users: sums.y, of: scope.users)
      return Figure.Value(share.share, interval: share.interval, n: scope.users)
    case .mean(_, let scale): return Figure.Value(sums.n > 0 ? Double(sums.y) / Double(sums.n) / Double(scale) : nil, n: sums.n)
    case nil: return Figure.Value()
    }
  }
}

/// Encodes only finished sums.
extension AppFigures: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    sums = try container.decode([FigureSums].self)
    guard sums.count == Figure.folded.count else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "the sums are of other figures")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(sums)
  }
}

/// The sums of one figure over users.
private struct FigureSums: Sendable, Codable {
  /// Of a share.
  var ratio = RatioSums()
  var y = 0
  var n = 0

  mutating func add(_ rows: FigureTally.Rows, _ unit: Figure.Unit) {
    y += rows.y
    n += rows.n
    if unit == .share { ratio.add(y: rows.y, n: rows.n) }
  }

  mutating func merge(_ other: FigureSums) {
    ratio.merge(other.ratio)
    y += other.y
    n += other.n
  }
}

extension Figure {
  /// The figures that sessions contribute to.
  static let folded: [Figure] = all.filter { $0.fold != nil }
  static let foldedIndex = Dictionary(uniqueKeysWithValues: folded.enumerated().map { ($1.name, $0) })
  /// The unit of each, separately: this is read for every user.
  static let foldedUnits: [Unit] = folded.map(\.unit)
}

extension Measures {
  package var figures: AppFigures { self[AppFigures.self] }
}
