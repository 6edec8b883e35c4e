/// How people go between two places, A and B: whether A B A B comes more often than the ways from each would have it.
package struct ToAndFro: Sendable {
  /// Of one of them: its visits, those that lead to the other one, those that lead elsewhere, and those that lead back
  /// to the other one, from which they came.
  package struct Place: Sendable {
    package var visits = 0
    package var across = 0
    package var elsewhere = 0
    package var back = 0

    package init(visits: Int, across: Int, elsewhere: Int, back: Int) {
      self.visits = visits
      self.across = across
      self.elsewhere = elsewhere
      self.back = back
    }

    /// The share of its visits that lead to the other one, by those that do not come from there: going to and fro does
    /// not make itself likely. With few of these, the share of all.
    /// - Parameter coming: those that come from there.
    fileprivate func shareAcross(coming: Int) -> Double {
      let others = visits - coming
      if others >= ToAndFro.fewestVisits { return Double(across - back) / Double(others) }
      return visits > 0 ? Double(across) / Double(visits) : 0
    }
    /// With fewer of the ways on elsewhere, one of the two is a detail of the other.
    fileprivate var leadsElsewhere: Bool { elsewhere > 0 && elsewhere * 10 >= elsewhere + across }
  }

  private let a: Place
  private let b: Place
  /// How often A B A B or B A B A comes, whatever the stays.
  private let runs: Int

  package init(_ a: Place, _ b: Place, runs: Int) { (self.a, self.b, self.runs) = (a, b, runs) }

  private static let fewestVisits = 30

  /// So many times what chance gives is more than chance.
  package static let leastRatio = 1.25

  /// Whether both lead elsewhere, and the low bound (95 %, of a Poisson count) of the runs over those that the ways
  /// alone would give is above ``leastRatio``.
  package var isAboveChance: Bool {
    guard a.leadsElsewhere, b.leadsElsewhere else { return false }
    let byChance =
      Double(a.across + b.across) * a.shareAcross(coming: b.across) * b.shareAcross(coming: a.across)
    return Double(runs) - 1.96 * Double(runs).squareRoot() > Self.leastRatio * byChance
  }
}
