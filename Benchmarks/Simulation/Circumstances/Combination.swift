/// One realistic random log, with the truth about it: a shape of app, its users, how it changes, and what happens to the log.
package struct Combination: Sendable {
  package let seed: UInt64
  package private(set) var shape: AppShape
  package private(set) var crowd: Crowd
  package private(set) var stories: [Story] = []
  package private(set) var fates: [Fate] = []
  package private(set) var circumstances: [Circumstance] = []

  /// - Parameter most: the largest number of circumstances.
  package init(seed: UInt64, circumstances most: Int = 0) {
    self.seed = seed
    var dice = Dice(seed: seed, 21, 7)
    shape = dice.chance(0.5) ? .random(seed: dice.bits()) : dice.pick(AppShape.wellBuilt)
    crowd = Crowd()
    crowd.users = dice.pick([60, 150, 300, 600, 1000])
    crowd.days = dice.pick([14, 28, 28, 60])
    crowd.sigma = dice.pick([0.5, 0.9, 1.5, 2])
    crowd.new = dice.within(0...0.6)
    crowd.logsFirstOpen = dice.chance(0.7)
    crowd.drift = dice.pick([1, 1, 0.4, 2.5])
    crowd.splits = dice.chance(0.4)
    crowd.hasSessionIDs = dice.chance(0.8)
    let story = dice.pick(Story.allCases)
    if dice.chance(0.75), story.happen(to: &shape, &crowd, &dice) { stories = [story] }
    var own = Dice(seed: seed, 22, 8)
    for _ in 0..<(most > 0 ? own.within(0...most) : 0) {
      let one = own.pick(Circumstance.all)
      if !circumstances.contains(where: { $0.name == one.name }), one.prepares(&shape, &crowd, &own) { circumstances.append(one) }
    }
    if !circumstances.isEmpty { crowd.hasSessionIDs = true }
    // At most some 90,000 events, so that a run of all takes minutes.
    crowd.activity = min(1, 9000 / (Double(crowd.users) * shape.meanSessions))
    for _ in 0..<dice.pick([0, 1, 1, 2, 3]) {
      let fate = Self.fate(&dice)
      // No two of the same kind.
      if !fates.contains(where: { $0.description.prefix(6) == fate.description.prefix(6) }) { fates.append(fate) }
    }
    // Without session ids, pauses cut sessions, however the ids were cut.
    if fates.contains(where: { if case .losesSessionIDs = $0 { true } else { false } }) { circumstances.removeAll { $0.name == "cut sessions" } }
  }

  private static func fate(_ dice: inout Dice) -> Fate {
    switch dice.below(15) {
    case 0, 1: .loses(dice.pick([0.01, 0.05, 0.1]))
    case 2: .losesKind(dice.pick(["push", "tab_select", "modal_close", "menu_open", "screen_view"]), dice.pick([0.1, 0.3]))
    case 3: .missesBack(platform: dice.pick(["android", "ios"]))
    case 4: .doubles(share: dice.pick([0.1, 1]))
    case 5: .echoesScreens
    case 6: .batches(seconds: dice.pick([1, 10, 60]))
    case 7: .wrongClocks(share: dice.pick([0.02, 0.1]))
    case 8: .shuffles
    case 9, 10, 11: .robot(dice.pick(Fate.Robot.allCases))
    case 12: .kiosk
    case 13: .testers(dice.within(2...4))
    default: .losesSessionIDs
    }
  }

  package var words: String {
    let parts = ["\(shape.name), \(crowd.users) users, \(crowd.days) days"] + stories.map(\.words) + circumstances.map(\.name) + fates.map(\.description)
    return parts.joined(separator: "; ")
  }

  /// The log, with the truth about it.
  package func lives() -> Lives {
    var lives = Lives(shape, crowd, seed: seed)
    for (index, one) in circumstances.enumerated() { lives.befall(one, seed: seed &+ UInt64(100 + index)) }
    for (index, fate) in fates.enumerated() { lives.suffer(fate, seed: seed &+ UInt64(index)) }
    return lives
  }
}
