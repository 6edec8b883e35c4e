import Foundation

/// A person: everything that stays the same from session to session, derived only from the seed and the number.
struct SimulatedPerson: Sendable {
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

/// Decides which people have a trait, so that the shares are right in small crowds, too.
///
/// People are grouped in blocks of 64. Within each block, a trait assigns the 64 ranks in its own order,
/// so a share of 10% gives 6 or 7 people and not 2 or 13. A person's rank depends only on the seed,
/// the trait and the person: crowds of any size agree on everyone in them.
struct Quota: Sendable {
  var seed: UInt64

  /// A person's rank in a trait, in 0..<1, evenly distributed.
  func rank(of user: Int, in trait: Trait) -> Double {
    let block = SplitMix64.mixed(SplitMix64.mixed(seed, UInt64(trait.rawValue)), UInt64(user >> 6))
    let index = (UInt64(user & 63) ^ (block >> 40 & 63)) &* (block | 1) &+ (block >> 20)
    // Within its slot the rank advances by the golden section from block to block, so the slots fill evenly, too.
    let slot = index & 63
    let within = SplitMix64.mixed(SplitMix64.mixed(seed, UInt64(trait.rawValue)), slot &+ 1000) &+ UInt64(user >> 6) &* 0x9E37_79B9_7F4A_7C15
    return (Double(slot) + Double(within >> 11) * 0x1p-53) / 64
  }

  /// Whether a person is among the share that has the trait.
  func has(_ trait: Trait, user: Int, share: Double) -> Bool {
    share >= 1 || (share > 0 && rank(of: user, in: trait) < share)
  }
}

/// A permanent difference between people.
struct Trait: Sendable {
  var rawValue: Int

  static let platform = Trait(rawValue: 1)
  static let system = Trait(rawValue: 2)
  static let locale = Trait(rawValue: 3)
  static let updates = Trait(rawValue: 4)
  static let sessions = Trait(rawValue: 5)
  static let arrival = Trait(rawValue: 6)
  static let unstableTabs = Trait(rawValue: 7)
  static let reorder = Trait(rawValue: 8)

  static func tab(_ index: Int) -> Trait { Trait(rawValue: 1_000 + index) }
  static func item(_ index: Int) -> Trait { Trait(rawValue: 10_000 + index) }
  static func itemDiscovery(_ index: Int) -> Trait { Trait(rawValue: 20_000 + index) }
  static func gesture(_ index: Int) -> Trait { Trait(rawValue: 50_000 + index) }
  static func journey(_ index: Int) -> Trait { Trait(rawValue: 60_000 + index) }
  static func rage(_ index: Int) -> Trait { Trait(rawValue: 70_000 + index) }
}

/// When a person uses the app.
struct PlannedSession: Sendable {
  /// Milliseconds since 1970.
  var start: Int64
  var user: Int
  /// The number among the person's sessions, from 1.
  var number: Int
  /// The person's last one in the log.
  var isLast = false
}

/// Spreads the sessions of people over the simulated days.
struct Schedule: Sendable {
  static let day: Int64 = 86_400_000
  static let hour: Int64 = 3_600_000

  let seed: UInt64
  let quota: Quota
  let firstDay: Int64
  let days: Int
  /// Cumulative share of people with at most 1, 2, 3… sessions (geometric).
  private let cumulative: [Double]
  /// Cumulative share of sessions that start before the end of each hour of the day.
  private static let hours: [Double] = {
    let weights = [1.0, 0.5, 0.3, 0.2, 0.2, 0.5, 2, 5, 6, 5, 4, 4, 6, 6, 5, 4, 4, 6, 8, 9, 10, 9, 6, 3]
    let total = weights.reduce(0, +)
    var sum = 0.0
    return weights.map {
      sum += $0 / total
      return sum
    }
  }()

  init(seed: UInt64, firstDay: Int64, days: Int, meanSessions: Double) {
    self.seed = seed
    quota = Quota(seed: seed)
    self.firstDay = firstDay
    self.days = days
    var cumulative: [Double] = []
    var left = 1.0
    while left > 0.001, cumulative.count < 1000 {
      left *= 1 - 1 / meanSessions
      cumulative.append(1 - left)
    }
    self.cumulative = cumulative
  }

  /// Adds the sessions of a person, in order, at least three hours apart.
  func add(_ user: Int, to sessions: inout [PlannedSession]) {
    var random = SplitMix64(seed: seed, user, -1)
    let rank = quota.rank(of: user, in: .sessions)
    let wanted = 1 + (cumulative.firstIndex { rank < $0 } ?? cumulative.count)
    // Most people used the app before the log begins; the others arrive in its first two thirds.
    let arrival = max(0, quota.rank(of: user, in: .arrival) - 0.4) * Double(days) * 0.66 / 0.6
    let room = Double(days) - arrival
    let gap = min(4.0, max(0.15, 0.75 * room / Double(wanted)))
    var index = arrival + (arrival == 0 ? random.fraction() * min(2, room / 2) : 0)
    var last = Int64.min / 2
    let end = firstDay + Int64(days) * Self.day
    let before = sessions.count
    defer { if sessions.count > before { sessions[sessions.count - 1].isLast = true } }
    for number in 1...wanted {
      var start = firstDay + Int64(index) * Self.day + timeOfDay(&random)
      if start < last + 3 * Self.hour { start = last + 3 * Self.hour + Int64(random.below(Int(2 * Self.hour))) }
      guard start < end else { return }
      sessions.append(PlannedSession(start: start, user: user, number: number))
      last = start
      index += gap * (0.25 + 1.5 * random.fraction())
    }
  }

  private func timeOfDay(_ random: inout SplitMix64) -> Int64 {
    let rank = random.fraction()
    let hour = Self.hours.firstIndex { rank < $0 } ?? 23
    return Int64(hour) * Self.hour + Int64(random.below(Int(Self.hour)))
  }
}

/// Lognormal stays on screens, by table: drawing one costs one random word.
struct Lognormal: Sendable {
  /// Factors of the median at 1024 evenly spaced quantiles, in 1/1024.
  private let factors: [Int32]

  /// - Parameter sigma: Spread of the logarithm.
  init(sigma: Double) {
    factors = (0..<1024).map { i in
      Int32((exp(sigma * Self.normalQuantile((Double(i) + 0.5) / 1024)) * 1024).rounded())
    }
  }

  /// A time with this median, in the median's unit.
  @inline(__always)
  func draw(median: Int, _ random: inout SplitMix64) -> Int {
    (median * Int(factors[Int(random.next() >> 54)])) >> 10
  }

  /// The inverse of the normal distribution (Acklam's rational approximation, relative error below 1.2·10⁻⁹).
  private static func normalQuantile(_ p: Double) -> Double {
    let a = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.3577518672690, -30.66479806614716, 2.506628277459239]
    let b = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572]
    let c = [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783]
    let d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416]
    func tail(_ q: Double) -> Double {
      (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) / ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1)
    }
    if p < 0.02425 { return tail((-2 * log(p)).squareRoot()) }
    if p > 1 - 0.02425 { return -tail((-2 * log(1 - p)).squareRoot()) }
    let q = p - 0.5
    let r = q * q
    return (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q
      / (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1)
  }
}
