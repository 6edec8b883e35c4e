import Foundation

/// A person: what stays the same from session to session, derived only from the seed and the number.
struct SimulatedPerson: Sendable {
  let index: Int
  let platform: SimulatedApp.Platform
  /// The person's rank among those of the same platform, 0..<1.
  private let rankOnPlatform: Double
  let system: String?
  let locale: String?
  /// How early the person updates, 0..<1.
  let updates: Double

  init(_ user: Int, _ quota: Quota, _ app: SimulatedApp) {
    index = user
    var rank = quota.rank(of: user, in: .platform) * app.platforms.reduce(0) { $0 + $1.weight }
    var platform = 0
    while platform < app.platforms.count - 1, rank >= app.platforms[platform].weight {
      rank -= app.platforms[platform].weight
      platform += 1
    }
    self.platform = app.platforms[platform]
    rankOnPlatform = self.platform.weight > 0 ? rank / self.platform.weight : 0
    func pick(_ names: [String], _ rank: Double) -> String? { names.isEmpty ? nil : names[min(names.count - 1, Int(rank * Double(names.count)))] }
    system = pick(self.platform.systemVersions, quota.rank(of: user, in: .system))
    locale = pick(app.locales, quota.rank(of: user, in: .locale))
    updates = quota.rank(of: user, in: .updates)
  }

  fileprivate func rankOnPlatform(turnedBy turn: Double) -> Double { (rankOnPlatform + turn).truncatingRemainder(dividingBy: 1) }
}

extension SessionWalk {
  /// Whether the person has a trait.
  func has(_ trait: Trait, _ index: Int = 0, share: Double) -> Bool { quota.has(trait, index, user: person.index, share: share) }

  /// Whether the person ever uses a tab.
  func usesTab(_ tab: Int) -> Bool {
    let entry = app.tabs[tab]
    return tab == 0
      || (!(entry.compactOnly && person.platform.isWide) && entry.weight(on: person.platform) > 0 && has(.tab, tab, share: entry.reach))
  }

  /// The session in which the person first uses an item; 0: never.
  func firstUse(ofItem index: Int) -> Int {
    let item = plan.items[index]
    var session = item.entry.firstSession
    if let menu = item.menu.map({ app.menus[$0] }) {
      guard menu.isOn(person.platform.name) else { return 0 }
      if let reach = menu.reach {
        // A menu that few people open: each of them for one item, which they know from the first day.
        let rank = person.rankOnPlatform(turnedBy: 0.5)
        return rank < reach && item.entry.reach > 0 && Int(rank / reach * Double(menu.items.count)) == item.indexInList ? session : 0
      }
    } else if app.more?.wideOnly != person.platform.isWide {
      return 0
    }
    guard discovers(item, index) else { return 0 }
    var luck = Dice(mixing: quota.seed, person.index, Trait.itemDiscovery.rawValue + index)
    while !item.entry.atOnce, session < item.entry.firstSession + 11, luck.happens(0.35) { session += 1 }
    return session
  }

  /// Items that few people find are distributed evenly among the people of each platform, so that chance does not make them too few.
  private func discovers(_ item: Plan.Item, _ index: Int) -> Bool {
    guard item.entry.atOnce, item.entry.reach < 0.6 else { return has(.item, index, share: item.entry.reach) }
    return person.rankOnPlatform(turnedBy: Double(item.indexInList) / 3 + 0.1) < item.entry.reach
  }
}

/// Decides which people have a trait, so that the shares are right in small populations, too.
///
/// People are grouped in blocks of 64. Within each block, a trait assigns the 64 ranks in its own order,
/// so a share of 10% gives 6 or 7 people and not 2 or 13. A person's rank depends only on the seed,
/// the trait and the person: populations of any size agree on everyone in them.
struct Quota: Sendable {
  var seed: UInt64

  /// A person's rank in a trait, in 0..<1, evenly distributed.
  func rank(of user: Int, in trait: Trait, _ index: Int = 0) -> Double {
    let own = Dice.mixed(seed, UInt64(trait.rawValue + index))
    let block = Dice.mixed(own, UInt64(user >> 6))
    let slot = ((UInt64(user & 63) ^ (block >> 40 & 63)) &* (block | 1) &+ (block >> 20)) & 63
    // Within its slot the rank advances by the golden section from block to block, so the slots fill evenly, too.
    let within = Dice.mixed(own, slot &+ 1000) &+ UInt64(user >> 6) &* 0x9E37_79B9_7F4A_7C15
    return (Double(slot) + Double(within >> 11) * 0x1p-53) / 64
  }

  /// Whether a person is among the share that has the trait.
  func has(_ trait: Trait, _ index: Int = 0, user: Int, share: Double) -> Bool {
    share >= 1 || (share > 0 && rank(of: user, in: trait, index) < share)
  }
}

/// A permanent difference between people; those of a tab, an item, a gesture or a journey are numbered from there.
enum Trait: Int {
  case platform = 1, system, locale, updates, sessions, arrival, unstableTabs, reorder, rage
  case tab = 1_000, item = 10_000, itemDiscovery = 20_000, gesture = 50_000, journey = 60_000
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

  let quota: Quota
  /// The midnight with which the log begins.
  let firstDay: Int64
  let days: Int
  /// Cumulative share of people with at most 1, 2, 3… sessions (geometric).
  private var cumulative: [Double] = []
  /// How many sessions start in each hour of the day, in relation to the others.
  private static let hours = [1.0, 0.5, 0.3, 0.2, 0.2, 0.5, 2, 5, 6, 5, 4, 4, 6, 6, 5, 4, 4, 6, 8, 9, 10, 9, 6, 3]
  private let hours: [Double]

  init(_ options: SimulationOptions, meanSessions: Double) {
    quota = Quota(seed: options.seed)
    firstDay = Int64(options.firstDay.day) * Self.day
    days = max(1, options.days)
    let total = Self.hours.reduce(0, +)
    var sum = 0.0
    hours = Self.hours.map {
      sum += $0 / total
      return sum
    }
    var left = 1.0
    while left > 0.001, cumulative.count < 1000 {
      left *= 1 - 1 / meanSessions
      cumulative.append(1 - left)
    }
  }

  /// The sessions of a person, in order, at least three hours apart.
  func sessions(of user: Int) -> [PlannedSession] {
    var dice = Dice(mixing: quota.seed, user, -1)
    let rank = quota.rank(of: user, in: .sessions)
    let wanted = 1 + (cumulative.firstIndex { rank < $0 } ?? cumulative.count)
    // Most people used the app before the log begins; the others arrive in its first two thirds.
    let arrival = max(0, quota.rank(of: user, in: .arrival) - 0.4) * Double(days) * 0.66 / 0.6
    let room = Double(days) - arrival
    let gap = min(4.0, max(0.15, 0.75 * room / Double(wanted)))
    var index = arrival + (arrival == 0 ? dice.unit() * min(2, room / 2) : 0)
    var last = Int64.min / 2
    var sessions: [PlannedSession] = []
    for number in 1...wanted {
      var start = firstDay + Int64(index) * Self.day + timeOfDay(&dice)
      if start < last + 3 * Self.hour { start = last + 3 * Self.hour + Int64(dice.below(Int(2 * Self.hour))) }
      guard start < firstDay + Int64(days) * Self.day else { break }
      sessions.append(PlannedSession(start: start, user: user, number: number))
      last = start
      index += gap * (0.25 + 1.5 * dice.unit())
    }
    if !sessions.isEmpty { sessions[sessions.count - 1].isLast = true }
    return sessions
  }

  private func timeOfDay(_ dice: inout Dice) -> Int64 {
    let rank = dice.unit()
    let hour = hours.firstIndex { rank < $0 } ?? 23
    return Int64(hour) * Self.hour + Int64(dice.below(Int(Self.hour)))
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
  func draw(median: Int, _ dice: inout Dice) -> Int { (median * Int(factors[Int(dice.bits() >> 54)])) >> 10 }

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
