/// A person: everything that stays the same from session to session, derived only from the seed and the number.
struct Person: Sendable {
  var index = -1
  var platform = 0
  var isWide = false
  /// The person's rank among those of the same platform, 0..<1.
  var rankOnPlatform = 0.0
  var system: String?
  var locale: String?
  /// How early the person updates, 0..<1.
  var updates = 0.0
  /// Which tabs the person ever uses.
  var usesTab: [Bool] = []
  /// The session in which an item is first used; 0: never.
  var discovery: [Int] = []
  /// The only item that the person uses, if the menu has favorites.
  var isFavorite: [Bool] = []
  var knowsGesture: [Bool] = []
  var walksJourney: [Bool] = []
  var rages: [Bool] = []
  var unstableTabs = false
  var reorders = false

  /// Becomes another person.
  mutating func become(_ user: Int, _ quota: Quota, _ plan: Plan) {
    guard user != index else { return }
    index = user
    let total = plan.platforms.reduce(0) { $0 + $1.settings.weight }
    var rank = quota.rank(of: user, in: .platform) * total
    platform = 0
    while platform < plan.platforms.count - 1, rank >= plan.platforms[platform].settings.weight {
      rank -= plan.platforms[platform].settings.weight
      platform += 1
    }
    let device = plan.platforms[platform]
    rankOnPlatform = device.settings.weight > 0 ? rank / device.settings.weight : 0
    isWide = device.settings.isWide
    system = pick(device.settings.systemVersions, quota.rank(of: user, in: .system))
    locale = pick(plan.app.locales, quota.rank(of: user, in: .locale))
    updates = quota.rank(of: user, in: .updates)
    usesTab.removeAll(keepingCapacity: true)
    for (tabIndex, tab) in plan.tabs.enumerated() {
      usesTab.append(
        tabIndex == 0
          || (!(tab.settings.compactOnly && isWide) && tab.weights[platform] > 0
            && quota.has(.tab(tabIndex), user: user, share: tab.settings.reach))
      )
    }
    discoverItems(quota, plan, device)
    knowsGesture.removeAll(keepingCapacity: true)
    for (gestureIndex, gesture) in plan.app.gestures.enumerated() {
      knowsGesture.append(quota.has(.gesture(gestureIndex), user: user, share: gesture.reach))
    }
    walksJourney.removeAll(keepingCapacity: true)
    for (journeyIndex, journey) in plan.journeys.enumerated() {
      walksJourney.append(quota.has(.journey(journeyIndex), user: user, share: journey.settings.reach))
    }
    rages.removeAll(keepingCapacity: true)
    for (controlIndex, control) in plan.controls.enumerated() {
      rages.append(quota.has(.rage(controlIndex), user: user, share: control.rage))
    }
    unstableTabs = quota.has(.unstableTabs, user: user, share: plan.app.habits.unstableTabs)
    reorders = quota.has(.reorder, user: user, share: plan.app.habits.reorder?.share ?? 0)
  }

  private mutating func discoverItems(_ quota: Quota, _ plan: Plan, _ device: Plan.Platform) {
    discovery.removeAll(keepingCapacity: true)
    isFavorite.removeAll(keepingCapacity: true)
    for (itemIndex, item) in plan.items.enumerated() {
      var session = 0
      var favorite = false
      if item.menu == nil {
        if plan.app.more?.wideOnly == isWide, discovers(item, itemIndex, quota) { session = 1 }
      } else if let menu = item.menu, device.menus[menu] {
        if let reach = plan.app.menus[menu].reach {
          // A menu that few people open: each of them for one item, which they know from the first day.
          let liked = plan.app.menus[menu].items.count
          let rank = rankOnPlatform(turnedBy: 0.5)
          favorite = rank < reach && item.settings.reach > 0 && Int(rank / reach * Double(liked)) == item.indexInList
          session = favorite ? 1 : 0
        } else if discovers(item, itemIndex, quota) {
          session = 1
        }
      }
      if session == 1, !favorite, !item.settings.atOnce {
        var luck = SplitMix64(seed: quota.seed, index, Trait.itemDiscovery(itemIndex).rawValue)
        while session < 12, luck.chance(0.35) { session += 1 }
      }
      if session > 0 { session += item.settings.firstSession - 1 }
      discovery.append(session)
      isFavorite.append(favorite)
    }
  }

  /// Whether the person ever discovers an item.
  ///
  /// Items that few people find are distributed evenly among the people of each platform, so that chance does not make them too few.
  private func discovers(_ item: Plan.Item, _ itemIndex: Int, _ quota: Quota) -> Bool {
    guard item.settings.atOnce, item.settings.reach < 0.6 else { return quota.has(.item(itemIndex), user: index, share: item.settings.reach) }
    return rankOnPlatform(turnedBy: Double(item.indexInList) / 3 + 0.1) < item.settings.reach
  }

  private func rankOnPlatform(turnedBy turn: Double) -> Double { (rankOnPlatform + turn).truncatingRemainder(dividingBy: 1) }

  private func pick(_ names: [String], _ rank: Double) -> String? {
    names.isEmpty ? nil : names[min(names.count - 1, Int(rank * Double(names.count)))]
  }
}
