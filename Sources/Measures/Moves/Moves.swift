import NavigationModel

/// What each move of an entry would have saved, as sums over users from which the saving of any plan, with its
/// interval, is computed (ThePlan.md).
///
/// Effects of entries add up, so the effect of a set of moves is their sum, and its variance follows from sums of
/// products. It keeps the sums of each build (platform, app version, variant), by half of the users, and those of all
/// sessions. Only pairs that one user has both of take memory.
package struct Moves: Measure {
  static var isForRules: Bool { false }

  /// The sessions of a build, for one half of the users.
  package typealias Half = Pair<AppBuild, UserHalf>
  /// The sessions of a build in one third of the log: 0, 1 or 2.
  package typealias Third = Pair<AppBuild, Int>

  /// The sessions of users of a half in a run of builds.
  package typealias Run = Pair<BuildRun, UserHalf>

  /// With more records of entries and pairs of entries than this, nothing is kept by build and there are no plans. Some
  /// four hundred entries that users of both halves use together reach this; more are not a navigation, but names with
  /// ids. Each takes some 130 bytes, in each thread.
  package static let mostRecords = 200_000

  /// The entries that were chosen or landed on. Their indices are their numbers in the sums.
  package var entries: [Entry] { list.keys }
  private var list = KeyList<Entry>()
  /// Over all sessions, with users as units. No pairs.
  package internal(set) var whole = MoveSums()
  /// By build and half, with users in a build as units.
  package var halves: [Half: MoveSums] { byBuild.kept.halves }
  /// By build and third of the log, with users in a build and third as units. Pairs in the last third only. Empty if
  /// the span of the log is not known.
  package var thirds: [Third: MoveSums] { byBuild.kept.thirds }
  /// Whether there were more records than ``mostRecords``: then there are no halves.
  package var isOverfull: Bool { byBuild.isOverfull }
  private var byBuild = Bounded<Self>()
  /// By run of builds: what one unit for all of them has more than one for each. Nothing where there were too many.
  private var runs = Bounded<Runs>()

  enum Runs: Bounding {
    static var nothing: [Run: MoveSums] { [:] }
    static func isTooMuch(_ kept: [Run: MoveSums]) -> Bool { kept.count > BuildRun.mostRuns }
  }

  /// The sums of the users of a half over builds, with users as units.
  package func sums(of builds: Set<AppBuild>, _ half: UserHalf) -> MoveSums {
    var sums = MoveSums()
    for build in builds { if let own = halves[Half(build, half)] { sums.merge(own) } }
    for (run, joined) in runs.kept where run.second == half && run.first.isWhole(in: builds) { sums.merge(joined) }
    return sums
  }

  struct Kept: Sendable {
    fileprivate var halves: [Half: MoveSums] = [:]
    fileprivate var thirds: [Third: MoveSums] = [:]
    /// Those of the halves.
    fileprivate var records = 0
  }

  /// The number of each entry whoever chose it, as tables count it; and whether the app chose something.
  private var logged: [UInt32] = []
  private var hasChoicesOfApp = false

  private var effects = EntryEffects()
  /// The current user by half, and by third.
  private var units = Reused<Half, MovingUser>()
  private var thirdUnits = Reused<Third, MovingUser>()
  private var sum = MovingUser()
  private var span: SessionSpan?

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) { self.span = span }

  package func number(of entry: Entry) -> UInt32? { list.number(of: entry).map { UInt32(truncatingIfNeeded: $0) } }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if path.steps.isEmpty { return }
    let build = AppBuild(session.segment)
    let index = units.number(adding: Half(build, session.half))
    units[index].sessions += 1
    effects.read(path)
    let third = span.map { thirdUnits.number(adding: Third(build, $0.third(of: session.start))) }
    if let third { thirdUnits[third].sessions += 1 }
    for effect in effects.effects {
      let entry = number(adding: effect.entry.made(by: effect.maker))
      units[index][entry].add(effect)
      if let third, effect.taps != 0 { thirdUnits[third][entry].taps += effect.taps }
    }
    for tab in effects.landings { units[index][number(adding: Entry(tab, in: .bar))].landings += 1 }
  }

  mutating func number(adding entry: Entry) -> UInt32 {
    let own = entry.maker == .person ? nil : number(adding: entry.made(by: .person))
    let number = UInt32(truncatingIfNeeded: list.number(adding: entry))
    if number == logged.count {
      logged.append(own ?? number)
      if own != nil { hasChoicesOfApp = true }
    }
    return number
  }

  mutating func finishUser() {
    guard units.count > 0 else { return }
    for (half, unit) in units.pairs { byBuild.add { $0.add(unit, in: half) } }
    for (third, unit) in thirdUnits.pairs {
      byBuild.add { $0.thirds[third, default: MoveSums()].add(unit, withPairs: third.second == 2) }
    }
    thirdUnits.removeAll()
    if units.count == 1, !hasChoicesOfApp {
      whole.add(units[0], withPairs: false)
    } else {
      for unit in units.values { sum.merge(unit) { [logged] in logged[Int($0)] } }
      whole.add(sum, withPairs: false)
      sum.empty()
      if !byBuild.isOverfull { addRuns() }
    }
    units.removeAll()
  }

  /// Adds the user to the runs of two builds or more.
  private mutating func addRuns() {
    let half = units.keys[0].second
    for (places, run) in BuildRun.all(of: units.keys.map(\.first)) {
      let parts = units.values[places]
      var whole = MovingUser()
      swap(&whole, &sum)
      for part in parts { whole.merge(part) }
      runs.add { $0[Run(run, half), default: MoveSums()].add(joining: parts, as: whole) }
      swap(&whole, &sum)
      sum.empty()
    }
  }

  /// The same of what people chose; ``whole`` stays as logged.
  /// - Parameter platforms: those on which choices that come with the opening of their list are by people.
  func byPeople(opening platforms: Set<Name>) -> Moves {
    if !hasChoicesOfApp { return self }
    var people = self
    func replace(_ sums: inout MoveSums, _ platform: Name) {
      for (number, entry) in entries.enumerated() where entry.maker != .person {
        let isByPeople = entry.maker == .opening && platforms.contains(platform)
        sums.replace(UInt32(number), by: isByPeople ? logged[number] : nil)
      }
    }
    people.byBuild.add { kept in
      for half in Array(kept.halves.keys) { replace(&kept.halves[half, default: MoveSums()], half.first.platform) }
      for third in Array(kept.thirds.keys) { replace(&kept.thirds[third, default: MoveSums()], third.first.platform) }
      kept.countRecords()
    }
    people.runs.add { kept in
      for run in Array(kept.keys) { replace(&kept[run, default: MoveSums()], run.first.platform) }
    }
    return people
  }

  package mutating func merge(_ other: Moves) {
    let theirs = other.entries.map { number(adding: $0) }
    whole.merge(other.whole) { theirs[Int($0)] }
    byBuild.merge(other.byBuild) { $0.merge($1) { theirs[Int($0)] } }
    runs.merge(other.runs) { runs, others in
      for (run, sums) in others { runs[run, default: MoveSums()].merge(sums) { theirs[Int($0)] } }
    }
  }
}

extension Moves: Bounding {
  static var nothing: Kept { Kept() }
  static func isTooMuch(_ kept: Kept) -> Bool { kept.records > mostRecords }
}

extension Moves.Kept {
  /// Adds a user in a build, or just how many records that would take if these alone are too many.
  fileprivate mutating func add(_ unit: MovingUser, in half: Moves.Half) {
    let moved = unit.uses.count { $0.taps != 0 }
    let pairs = moved * (moved - 1) / 2
    guard pairs <= Moves.mostRecords else {
      records += pairs
      return
    }
    func add(to sums: inout MoveSums) {
      records -= sums.records
      sums.add(unit, withPairs: true)
      records += sums.records
    }
    add(to: &halves[half, default: MoveSums()])
  }

  /// - Parameter number: maps the other's entry numbers to these.
  fileprivate mutating func merge(_ other: Self, number: (UInt32) -> UInt32) {
    for (third, sums) in other.thirds { thirds[third, default: MoveSums()].merge(sums, number: number) }
    for (half, sums) in other.halves { halves[half, default: MoveSums()].merge(sums, number: number) }
    countRecords()
  }

  fileprivate mutating func countRecords() { records = halves.values.reduce(0) { $0 + $1.records } }
}

extension Moves {
  package init(from decoder: BinaryDecoder) throws {
    for entry in try decoder.decode([Entry].self) { _ = number(adding: entry) }
    whole = try decoder.decode()
    let isOverfull: Bool = try decoder.decode()
    var kept = Kept()
    kept.halves = try decoder.decode()
    kept.thirds = try decoder.decode()
    kept.countRecords()
    byBuild = Bounded(kept, isOverfull: isOverfull)
    let hasTooManyRuns: Bool = try decoder.decode()
    runs = Bounded(try decoder.decode(), isOverfull: hasTooManyRuns)
    guard
      (Array(halves.values) + thirds.values + runs.kept.values + [whole]).allSatisfy({ $0.entryCount <= entries.count })
    else {
      throw BinaryError.invalid
    }
  }

  package func encode(to encoder: BinaryEncoder) throws {
    let order = try encoder.order(of: entries)
    let numbers = order.ranks
    func renumbered(_ sums: MoveSums) -> MoveSums {
      var renumbered = MoveSums()
      renumbered.merge(sums) { numbers[Int($0)] }
      return renumbered
    }
    try encoder.encode(order.map { entries[$0] })
    try encoder.encode(renumbered(whole))
    try encoder.encode(isOverfull)
    try encoder.encode(halves.mapValues(renumbered))
    try encoder.encode(thirds.mapValues(renumbered))
    try encoder.encode(runs.isOverfull)
    try encoder.encode(runs.kept.mapValues(renumbered))
  }
}
