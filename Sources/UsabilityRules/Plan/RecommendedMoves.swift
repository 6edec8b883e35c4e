import NavigationModel

/// What the recommended plan does with hidden entries, for `tabs.more-outranks` and `menu.promote`.
package struct RecommendedMoves: Sendable {
  /// An entry that the plan moves into the tab bar.
  package struct Promotion: Sendable, Equatable {
    /// `More`, or the menu that holds it today.
    let container: String
    let entry: String
    /// The tab that makes room for it; nil if there is a free slot.
    var demoted: String?
    /// Whether hardly anybody uses that tab.
    var isRareTab = false
    /// Taps that the move saves over the entire log, net.
    var tapsSaved: Int
    /// The platforms whose plan makes the move, if others keep the entry where it is; empty: all.
    var platforms: [String] = []
    /// What people of these platforms do with the entry and the tab.
    var entryUse = EntryUse()
    var tabUse = EntryUse()

    var part: PlatformPart { platforms.isEmpty ? .all : .only(platforms) }
    /// ` on iOS`, unless it is made on all platforms.
    var onPlatforms: Text { part.words }
  }

  /// Who chooses an entry, on the platforms whose plan moves it.
  struct EntryUse: Sendable, Equatable {
    var users = 0
    var eligibleUsers = 0
    var choices = 0

    fileprivate mutating func add(_ row: Advice.EntryRow?) {
      users += row?.sums.users ?? 0
      eligibleUsers += row?.eligibleUsers ?? 0
      choices += row?.sums.choices ?? 0
    }
  }

  var promotions: [Promotion]
  /// The moves of all plans.
  package private(set) var moves: [Plan.Move] = []
  /// Screens on which fewer users start for an entry are not recommended for a link.
  var leastUsers = Evidence.leastUsers

  func promotion(of entry: String, in container: String) -> Promotion? {
    promotions.first { $0.entry.isSame(as: entry) && $0.container.isSame(as: container) }
  }
}

extension RecommendedMoves {
  /// What the recommended plans of all platforms promote, and which tab makes room for each entry; nil if no platform
  /// has plans, so the saving of a swap is unknown.
  /// - Parameter least: smaller groups are hidden.
  package init?(_ advice: Advice, hidingFewerThan least: Int? = nil) {
    guard advice.platforms.contains(where: { !$0.plans.isEmpty }) else { return nil }
    self.init(promotions: [], leastUsers: max(least ?? 0, Evidence.leastUsers))
    for platform in advice.platforms {
      guard let plan = platform.plan else { continue }
      moves += plan.moves
      for (move, demotion) in plan.slots {
        let earlier = promotions.firstIndex {
          $0.container.isSame(as: move.entry.container) && $0.entry.isSame(as: move.entry.name)
        }
        var promotion =
          earlier.map { promotions.remove(at: $0) }
          ?? Promotion(container: move.entry.container, entry: move.entry.name, tapsSaved: 0)
        promotion.demoted = promotion.demoted ?? demotion?.entry.name
        promotion.isRareTab = promotion.isRareTab || demotion?.isRare == true
        promotion.tapsSaved += move.taps + (demotion?.taps ?? 0)
        promotion.platforms.append(platform.name)
        promotion.entryUse.add(platform.entries.first { $0.entry == move.entry.entry })
        promotion.tabUse.add(platform.entries.first { $0.entry == demotion?.entry.entry })
        promotions.append(promotion)
      }
    }
    promotions.removeAll { $0.tapsSaved <= 0 }
    for index in promotions.indices where promotions[index].platforms.count == advice.platforms.count {
      promotions[index].platforms = []
    }
  }
}
