/// A whole number of each session that can be added up: its steps, its taps on tabs, 1 if it goes below level 5.
///
/// Figures are made of quantities: a share is one over another. `daily.csv` has a column for each of ``daily``, so that the figures of any
/// range of days can be computed from it. To add one, define it beside its figures.
package struct Quantity: Sendable {
  /// Its name as a column.
  package let name: String
  let meaning: String
  /// It requires known structure (Reconstruction.md).
  let needsStructure: Bool
  let amount: @Sendable (SessionCounts) -> Int

  init(_ name: String, _ meaning: String, structural needsStructure: Bool = false, _ amount: @escaping @Sendable (SessionCounts) -> Int) {
    self.name = name
    self.meaning = meaning
    self.needsStructure = needsStructure
    self.amount = amount
  }

  /// The sum over days is a column of `daily.csv`.
  package var isDaily: Bool { Self.daily.contains { $0.name == name } }

  /// The quantities of `daily.csv`, in its order, then those that only figures are made of: each once.
  static let all: [Quantity] = {
    var names = Set<String>()
    return (daily + Figure.all.flatMap(\.quantities)).filter { names.insert($0.name).inserted }
  }()

  private static let indices = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

  /// Its index in ``all``.
  var index: Int {
    guard let index = Self.indices[name] else { preconditionFailure("no figure and no table has the quantity \(name)") }
    return index
  }
}
