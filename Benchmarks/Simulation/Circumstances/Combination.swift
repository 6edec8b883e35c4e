/// How an app changes during its log, or differs between its users.
///
/// An entry that not everybody could use is as good as any other: rules must not flag it.
package struct AppChange: Sendable {
  package let name: String
  /// Changes an app and its population; false if the app has no suitable entry.
  fileprivate let changes: @Sendable (inout SimulatedApp, inout Population, inout Dice) -> Bool

  private static func ofEntry(
    _ name: String, changes: @escaping @Sendable (inout SimulatedApp, inout Population, inout Dice, _ entry: Int) -> Void
  ) -> AppChange {
    AppChange(name: name) { app, population, dice in
      // Any entry except the first tab, on which sessions begin, and rare ones.
      let all = app.entries
      let entries = all.indices.filter { $0 > 0 && all[$0].reach >= 0.2 && all[$0].acts == nil }
      guard !entries.isEmpty else { return false }
      changes(&app, &population, &dice, dice.pick(entries))
      return true
    }
  }

  static let all = [
    AppChange(name: "three releases") { _, population, _ in
      let days = Double(population.days)
      population.releases = [("3.0", -100), ("3.1", days * 0.3), ("3.2", days * 0.65)]
      return true
    },
    ofEntry("an entry added") { app, population, dice, entry in
      population.releases = [("1.4", -100), ("1.5", Double(population.days) * dice.within(0.5...0.8))]
      app.change(entry) { $0.since = 1 }
    },
    ofEntry("an entry removed") { app, population, dice, entry in
      population.releases = [("4.0", -100), ("4.1", Double(population.days) * dice.within(0.1...0.4))]
      app.change(entry) { $0.until = 1 }
    },
    ofEntry("an entry on one platform") { app, _, dice, entry in
      // An item of a menu exists where the menu does.
      let menu = app.placedEntries[entry].menu
      let platform = dice.pick(app.platforms.map(\.name).filter { menu?.isOn($0) ?? true })
      app.change(entry) { $0.platforms = [platform] }
    },
    ofEntry("an entry in one arm") { app, population, _, entry in
      population.variants = ["control", "new"]
      app.change(entry) { $0.variants = ["new"] }
    },
    AppChange(name: "a flaw mended") { app, population, _ in
      // A tab that refused taps in the first weeks no longer does.
      guard app.tabs.count > 1 else { return false }
      population.releases = [("1.9", -100), ("2.0", Double(population.days) * 0.3)]
      population.updateLag = 1
      (app.tabs[1].blocked, app.tabs[1].blockedUntil) = (0.12, 1)
      return true
    },
  ]
}

/// One realistic random log, with the truth about it: an app, its users, how it changes, and what happens to the log.
package struct Combination: Sendable {
  package let seed: UInt64
  package private(set) var app: SimulatedApp
  package private(set) var population = Population()
  package private(set) var changes: [AppChange] = []
  package private(set) var damage: [Damage] = []
  package private(set) var circumstances: [Circumstance] = []

  /// - Parameter most: the largest number of circumstances.
  package init(seed: UInt64, circumstances most: Int = 0) {
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
    let change = dice.pick(AppChange.all)
    if dice.chance(0.75), change.changes(&app, &population, &dice) { changes = [change] }
    var own = Dice(seed: seed, 22, 8)
    for _ in 0..<(most > 0 ? own.within(0...most) : 0) {
      let one = own.pick(Circumstance.all)
      if !circumstances.contains(where: { $0.name == one.name }), one.prepares(&app, &population, &own) { circumstances.append(one) }
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
    if damage.contains(where: { $0.description == Damage.losesSessionIDs.description }) { circumstances.removeAll { $0.name == "cut sessions" } }
  }

  /// What happens, one name for each.
  package var happenings: [String] { changes.map(\.name) + circumstances.map(\.name) + damage.map(\.description) }
  package var words: String { (["\(app.name), \(population.users) users, \(population.days) days"] + happenings).joined(separator: "; ") }

  /// The log, with the truth about it.
  package var log: SimulatedLog {
    var log = SimulatedLog(app, population, seed: seed)
    for (index, one) in circumstances.enumerated() { log.apply(one, seed: seed &+ UInt64(100 + index)) }
    for (index, one) in damage.enumerated() { log.apply(one, seed: seed &+ UInt64(index)) }
    return log
  }
}
