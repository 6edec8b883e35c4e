/// What the recommended plan does with hidden entries, for `tabs.more-outranks` and `menu.promote`.
package struct PlannedMoves: Sendable, Equatable {
  /// An entry that the plan moves into the tab bar.
  package struct Promotion: Sendable, Equatable {
    /// `More`, or the menu that holds it today.
    package let container: String
    package let entry: String
    /// The tab that makes room for it; nil if there is a free slot.
    package let demoted: String?
    /// Taps that the move saves over the entire log, net.
    package let tapsSaved: Int
    /// The platforms whose plan makes the move, if others keep the entry where it is; empty: all.
    package let platforms: [String]

    /// ` on ios`, unless it is made on all platforms.
    package var onPlatforms: String { platforms.isEmpty ? "" : " on \(Wording.list(platforms.map { $0.isEmpty ? "a platform that is not known" : $0 }))" }

    package init(container: String, entry: String, demoted: String?, tapsSaved: Int, platforms: [String] = []) {
      self.container = container
      self.entry = entry
      self.demoted = demoted
      self.tapsSaved = tapsSaved
      self.platforms = platforms
    }
  }

  package let promotions: [Promotion]

  package init(promotions: [Promotion]) { self.promotions = promotions }

  package func promotion(of entry: String, in container: String) -> Promotion? {
    promotions.first { $0.entry == entry && $0.container == container }
  }
}
