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
