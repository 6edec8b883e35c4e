import Foundation

/// A person: what stays the same from session to session, derived only from the seed and the number.
struct SimulatedPerson: Sendable {
  let index: Int
  let platform: SimulatedApp.Platform
  /// The person's rank among those of the same platform, 0..<1.
  private let rankOnPlatform: Double
  /// How early the person updates, 0..<1.
  let updates: Double
  /// What all events of the person have in common.
  let common: LoggedEvent

  init(_ user: Int, _ quota: Quota, _ app: SimulatedApp) {
    index = user
    var rank = quota.rank(of: user, in: .platform) * app.platforms.reduce(0) { $0 + $1.weight }
    var platforms = app.platforms[...]
    while platforms.count > 1, rank >= platforms[platforms.startIndex].weight { rank -= platforms.removeFirst().weight }
    platform = platforms[platforms.startIndex]
    rankOnPlatform = platform.weight > 0 ? rank / platform.weight : 0
    func pick(_ names: [String], _ rank: Double) -> String? {
      names.isEmpty ? nil : names[min(names.count - 1, Int(rank * Double(names.count)))]
    }
    common = LoggedEvent(
      user: Self.pseudonym(user, seed: quota.seed), event: "",
      segment: .init(
        platform: platform.name, systemVersion: pick(platform.systemVersions, quota.rank(of: user, in: .system)),
        device: platform.device,
        width: platform.width, locale: pick(app.locales, quota.rank(of: user, in: .locale))))
    updates = quota.rank(of: user, in: .updates)
  }

  /// A pseudonym of 32 bits, different for each of 2³² people.
  private static func pseudonym(_ user: Int, seed: UInt64) -> String {
    var id = UInt32(truncatingIfNeeded: user) ^ UInt32(truncatingIfNeeded: Dice.mixed(seed, 77))
    id = (id ^ (id >> 16)) &* 0x85EB_CA6B
    id = (id ^ (id >> 13)) &* 0xC2B2_AE35
    return String(format: "u%08x", id ^ (id >> 16))
  }

  fileprivate func rankOnPlatform(turnedBy turn: Double) -> Double {
    (rankOnPlatform + turn).truncatingRemainder(dividingBy: 1)
  }
}

extension SessionWalk {
  func has(_ trait: Trait, _ index: Int = 0, share: Double) -> Bool {
    share >= 1 || (share > 0 && quota.rank(of: person.index, in: trait, index) < share)
  }

  func usesTab(_ tab: Int) -> Bool {
    let entry = app.tabs[tab]
    return tab == 0
      || (!(entry.compactOnly && person.platform.isWide) && entry.weight(on: person.platform) > 0
        && has(.tab, tab, share: entry.reach))
  }

  /// The session in which the person first uses an item; 0: never.
  func firstUse(ofItem index: Int) -> Int {
    let (entry, menu, indexInList) = entries[index]
    let number = index - app.tabs.count
    var session = entry.firstSession
    if let menu {
      guard menu.isOn(person.platform.name) else { return 0 }
      if let reach = menu.reach {
        // A menu that few people open: each of them for one item, which they know from the first day.
        let rank = person.rankOnPlatform(turnedBy: 0.5)
        return rank < reach && entry.reach > 0 && Int(rank / reach * Double(menu.items.count)) == indexInList
          ? session : 0
      }
    } else if app.more?.wideOnly != person.platform.isWide {
      return 0
    }
    // Items that few people find are distributed evenly among the people of each platform, so that chance does not make
    // them too few.
    let discovers =
      entry.atOnce && entry.reach < 0.6
      ? person.rankOnPlatform(turnedBy: Double(indexInList) / 3 + 0.1) < entry.reach
      : has(.item, number, share: entry.reach)
    guard discovers else { return 0 }
    var luck = Dice(mixing: quota.seed, person.index, Trait.itemDiscovery.rawValue + number)
    while !entry.atOnce, session < entry.firstSession + 11, luck.happens(0.35) { session += 1 }
    return session
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
}

/// A permanent difference between people; those of a tab, an item, a gesture or a journey are numbered from there.
enum Trait: Int {
  case platform = 1, system, locale, updates, sessions, arrival, unstableTabs, reorder, rage
  case tab = 1_000, item = 10_000, itemDiscovery = 20_000, gesture = 50_000, journey = 60_000
}

/// When a person uses the app: the start in milliseconds since 1970, the number among the person's sessions, from 1,
/// and whether it is the last one.
typealias PlannedSession = (start: Int64, user: Int, number: Int, isLast: Bool)

extension SimulationOptions {
  /// How many sessions start in each hour of the day, in relation to the others.
  private static let hours = [1.0, 0.5, 0.3, 0.2, 0.2, 0.5, 2, 5, 6, 5, 4, 4, 6, 6, 5, 4, 4, 6, 8, 9, 10, 9, 6, 3]

  /// The sessions of a person, in order, at least three hours apart.
  /// - Parameter mean: how many people have on average (their number is geometric).
  func sessions(of user: Int, mean: Double) -> [PlannedSession] {
    let quota = Quota(seed: seed)
    var dice = Dice(mixing: seed, user, -1)
    let rank = quota.rank(of: user, in: .sessions)
    var wanted = 1
    var more = 1 - 1 / mean
    while rank >= 1 - more {
      wanted += 1
      guard more > 0.001 else { break }
      more *= 1 - 1 / mean
    }
    // Most people used the app before the log begins; the others arrive in its first two thirds.
    let days = Double(max(1, days))
    let arrival = max(0, quota.rank(of: user, in: .arrival) - 0.4) * days * 0.66 / 0.6
    let room = days - arrival
    let gap = min(4.0, max(0.15, 0.75 * room / Double(wanted)))
    var day = arrival + (arrival == 0 ? dice.unit() * min(2, room / 2) : 0)
    var sessions: [PlannedSession] = []
    for number in 1...wanted {
      let hour = dice.index(weights: Self.hours)
      let millisecond = dice.below(3_600_000)
      var start = Self.start + Int64(day) * Self.day + Int64(hour * 3_600_000 + millisecond)
      if let last = sessions.last?.start, start < last + 10_800_000 {
        start = last + 10_800_000 + Int64(dice.below(7_200_000))
      }
      guard start < end else { break }
      sessions.append((start, user, number, false))
      day += gap * (0.25 + 1.5 * dice.unit())
    }
    if !sessions.isEmpty { sessions[sessions.count - 1].isLast = true }
    return sessions
  }
}

/// Lognormal stays on screens, by table: drawing one costs one random word.
struct Lognormal: Sendable {
  /// Factors of the median at 1024 evenly spaced quantiles, in 1/1024.
  private let factors: [Int32]

  /// - Parameter sigma: Spread of the logarithm.
  init(sigma: Double) {
    factors = (0..<1024).map { index in
      // The inverse of the normal distribution, by bisection.
      var low = -5.0
      var high = 5.0
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if erfc(-middle / 2.0.squareRoot()) / 2 < (Double(index) + 0.5) / 1024 { low = middle } else { high = middle }
      }
      return Int32((exp(sigma * low) * 1024).rounded())
    }
  }

  /// A time with this median, in the median's unit.
  func draw(median: Int, _ dice: inout Dice) -> Int { (median * Int(factors[Int(dice.bits() >> 54)])) >> 10 }
}
