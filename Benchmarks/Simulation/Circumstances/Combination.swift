/// One realistic random log, with the truth about it: an app, its users, how it changes, and what happens to the log.
package struct Combination: Sendable {
  package let seed: UInt64
  package private(set) var app: SimulatedApp
  package private(set) var population = Population()
  private var change: Circumstance?
  private var circumstances: [Circumstance] = []
  private var damage: [Damage] = []

  package init(seed: UInt64) {
    self.seed = seed
    var dice = Dice(seed: seed, 21, 7)
    app = dice.chance(0.5) ? .random(seed: dice.bits()) : dice.pick(SimulatedApp.wellBuiltKinds)
    population.users = dice.pick([60, 150, 300, 600, 1000])
    population.days = dice.pick([14, 28, 28, 60])
    population.sigma = dice.pick([0.5, 0.9, 1.5, 2])
    population.new = dice.within(0...0.6)
    population.logsFirstOpen = dice.chance(0.7)
    population.drift = dice.pick([1, 1, 0.4, 2.5])
    population.splits = dice.chance(0.4)
    population.hasSessionIDs = dice.chance(0.8)
    let change = dice.pick(Circumstance.ofApps)
    if dice.chance(0.75), change.prepares(&app, &population, &dice) { self.change = change }
    var own = Dice(seed: seed, 22, 8)
    for _ in 0..<own.within(0...2) {
      let one = own.pick(Circumstance.all)
      if !circumstances.contains(where: { $0.name == one.name }), one.prepares(&app, &population, &own) {
        circumstances.append(one)
      }
    }
    if !circumstances.isEmpty { population.hasSessionIDs = true }
    // At most some 90,000 events, so that a run of all takes minutes.
    population.limitSessions(to: 9000, app)
    for _ in 0..<dice.pick([0, 1, 1, 2, 3]) {
      let one = Damage.random(&dice)
      // No two of the same kind.
      if !damage.contains(where: { $0.description.prefix(6) == one.description.prefix(6) }) { damage.append(one) }
    }
    // Without session ids, pauses cut sessions, however the ids were cut.
    if damage.contains(where: { $0.description == Damage.losesSessionIDs.description }) {
      circumstances.removeAll { $0.name == "cut sessions" }
    }
  }

  /// What happens, one name for each.
  package var happenings: [String] {
    [change?.name].compactMap(\.self) + circumstances.map(\.name) + damage.map(\.description)
  }
  package var words: String {
    (["\(app.name), \(population.users) users, \(population.days) days"] + happenings).joined(separator: "; ")
  }

  /// The log, with the truth about it.
  package var log: SimulatedLog {
    var log = SimulatedLog(app, population, seed: seed)
    for (index, one) in circumstances.enumerated() { log.apply(one, seed: seed &+ UInt64(100 + index)) }
    for (index, one) in damage.enumerated() { log.apply(one, seed: seed &+ UInt64(index)) }
    return log
  }
}
