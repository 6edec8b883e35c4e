/// What the recommended plan does with hidden entries, as far as `tabs.more-outranks` and `menu.promote` have to know it.
public struct PlannedMoves: Sendable, Equatable {
  /// An entry that the plan puts into the tab bar.
  public struct Promotion: Sendable, Equatable {
    /// `More`, or the menu that it is in today.
    public let container: String
    public let entry: String
    /// The tab that makes room for it; nil where there is a free place.
    public let demoted: String?
    /// Taps that the move saves over the whole log, net.
    public let tapsSaved: Int

    public init(container: String, entry: String, demoted: String?, tapsSaved: Int) {
      self.container = container
      self.entry = entry
      self.demoted = demoted
      self.tapsSaved = tapsSaved
    }
  }

  public let promotions: [Promotion]

  public init(promotions: [Promotion]) { self.promotions = promotions }

  func promotion(of entry: String, in container: String) -> Promotion? {
    promotions.first { $0.entry == entry && $0.container == container }
  }
}
