/// What the recommended plan does with hidden entries, for `tabs.more-outranks` and `menu.promote`.
public struct PlannedMoves: Sendable, Equatable {
  /// An entry that the plan moves into the tab bar.
  public struct Promotion: Sendable, Equatable {
    /// `More`, or the menu that holds it today.
    public let container: String
    public let entry: String
    /// The tab that makes room for it; nil if there is a free slot.
    public let demoted: String?
    /// Taps that the move saves over the entire log, net.
    public let tapsSaved: Int
    /// The platforms whose plan makes the move, if others keep the entry where it is; empty: all.
    public let platforms: [String]

    /// ` on ios`, unless it is made on all platforms.
    package var place: String { platforms.isEmpty ? "" : " on \(Wording.list(platforms.map { $0.isEmpty ? "a platform that is not known" : $0 }))" }

    public init(container: String, entry: String, demoted: String?, tapsSaved: Int, platforms: [String] = []) {
      self.container = container
      self.entry = entry
      self.demoted = demoted
      self.tapsSaved = tapsSaved
      self.platforms = platforms
    }
  }

  public let promotions: [Promotion]

  public init(promotions: [Promotion]) { self.promotions = promotions }

  package func promotion(of entry: String, in container: String) -> Promotion? {
    promotions.first { $0.entry == entry && $0.container == container }
  }
}
