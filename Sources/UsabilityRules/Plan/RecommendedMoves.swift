/// What the recommended plan does with hidden entries, for `tabs.more-outranks` and `menu.promote`.
package struct RecommendedMoves: Sendable, Equatable {
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

    /// ` on iOS`, unless it is made on all platforms.
    package var onPlatforms: String { platforms.isEmpty ? "" : " on \(Wording.list(platforms.map { Wording.platform($0) }))" }

    package init(container: String, entry: String, demoted: String?, tapsSaved: Int, platforms: [String] = []) {
      self.container = container
      self.entry = entry
      self.demoted = demoted
      self.tapsSaved = tapsSaved
      self.platforms = platforms
    }
  }

  package let promotions: [Promotion]
  /// Screens on which fewer users start for an entry are not recommended for a link.
  package let leastUsers: Int

  package init(promotions: [Promotion], leastUsers: Int = Evidence.leastUsers) { (self.promotions, self.leastUsers) = (promotions, leastUsers) }

  package func promotion(of entry: String, in container: String) -> Promotion? {
    promotions.first { $0.entry == entry && $0.container == container }
  }
}

extension RecommendedMoves {
  /// What the recommended plans of all platforms promote, and which tab makes room for each entry; nil if no platform has plans, so the saving
  /// of a swap is unknown.
  /// - Parameter least: smaller groups are hidden.
  package init?(_ advice: Advice, hidingFewerThan least: Int? = nil) {
    guard advice.platforms.contains(where: { !$0.plans.isEmpty }) else { return nil }
    var promotions: [Promotion] = []
    for (platform, plan) in advice.platforms.compactMap({ platform in platform.plan.map { (platform, $0) } }) {
      for (index, move) in plan.promotions.enumerated() {
        let demotion = index < plan.demotions.count ? plan.demotions[index] : nil
        let saved = move.taps + (demotion?.taps ?? 0)
        let earlier = promotions.firstIndex { $0.container == move.entry.container && $0.entry == move.entry.name }
        let before = earlier.map { promotions.remove(at: $0) }
        promotions.append(
          Promotion(
            container: move.entry.container, entry: move.entry.name, demoted: before?.demoted ?? demotion?.entry.name,
            tapsSaved: saved + (before?.tapsSaved ?? 0), platforms: (before?.platforms ?? []) + [platform.name]))
      }
    }
    self.init(
      promotions: promotions.filter { $0.tapsSaved > 0 }.map { move in
        let isEverywhere = move.platforms.count == advice.platforms.count
        return Promotion(
          container: move.container, entry: move.entry, demoted: move.demoted, tapsSaved: move.tapsSaved, platforms: isEverywhere ? [] : move.platforms)
      }, leastUsers: max(least ?? 0, Evidence.leastUsers))
  }
}
