import NavigationModel

/// The relation of the effects of two entries, over the units in which neither is 0.
package struct PairSums: Summed, Equatable {
  /// Σx·x′.
  package internal(set) var product = 0
  /// Units with x + x′ above 0, minus those with x above 0 and those with x′ above 0; and the same below 0.
  package internal(set) var better = 0
  package internal(set) var worse = 0

  /// Neither effect is 0.
  fileprivate mutating func add(_ one: Int, _ other: Int) {
    product += one * other
    better += (one + other > 0 ? 1 : 0) - (one > 0 ? 1 : 0) - (other > 0 ? 1 : 0)
    worse += (one + other < 0 ? 1 : 0) - (one < 0 ? 1 : 0) - (other < 0 ? 1 : 0)
  }

  fileprivate mutating func remove(_ one: Int, _ other: Int) {
    var sums = PairSums()
    sums.add(one, other)
    product -= sums.product
    better -= sums.better
    worse -= sums.worse
  }

  /// Field by field, for it runs for each pair of each user of several builds.
  package mutating func merge(_ other: Self) {
    product += other.product
    better += other.better
    worse += other.worse
  }

  static let fields = Fields<Self>(\.product, \.better, \.worse)
  static let isPlain = true
}

/// The sums over units (users, or users in a build) from which the saving of any set of moves, with its interval, is
/// computed. Entries are numbered.
package struct MoveSums: Summed {
  /// m: units with a session that has steps.
  package internal(set) var users = 0
  /// Σs, Σs² and max s, where s is a unit's number of sessions with steps.
  package internal(set) var sessions = 0
  package internal(set) var squaredSessions = 0
  private var most = Largest()
  package var mostSessions: Int { most.number }
  package internal(set) var entries = SumsByKey<UInt32, EntrySums>()
  package internal(set) var pairs = SumsByKey<EntryPair, PairSums>()

  /// The most taps of one unit that an entry, or another change, may save or cost. Whoever has more stands in a stack
  /// that only grows: their taps are left out, for squares and sums of them would overflow.
  static let mostTaps = 1 << 20

  package init() {}

  var records: Int { entries.count + pairs.count }

  static let fields = Fields<Self>(\.users, \.sessions, \.squaredSessions, \.most, \.entries, \.pairs)

  package mutating func merge(_ other: Self) { mergeFields(other) }

  /// - Parameter number: maps the other's entry numbers to these.
  mutating func merge(_ other: MoveSums, number: (UInt32) -> UInt32) {
    users += other.users
    sessions += other.sessions
    squaredSessions += other.squaredSessions
    most.merge(other.most)
    for (entry, sums) in other.entries.pairs { entries[adding: number(entry)].merge(sums) }
    for (pair, sums) in other.pairs.pairs {
      pairs[adding: .unordered(number(pair.first), number(pair.second))].merge(sums)
    }
  }

  /// Adds a unit.
  mutating func add(_ unit: MovingUser, withPairs: Bool) {
    users += 1
    sessions += unit.sessions
    squaredSessions += unit.sessions * unit.sessions
    most.add(unit.sessions)
    let uses = unit.uses(withAtMost: Self.mostTaps)
    for (index, use) in uses.enumerated() {
      entries[adding: use.entry].add(use, sessions: unit.sessions)
      guard withPairs, use.taps != 0 else { continue }
      for other in uses[..<index] where other.taps != 0 {
        pairs[adding: .unordered(use.entry, other.entry)].add(use.taps, other.taps)
      }
    }
  }

  /// Adds what one unit for several builds has more, or less, than one for each of them.
  mutating func add(joining parts: ArraySlice<MovingUser>, as whole: MovingUser) {
    users += 1 - parts.count
    squaredSessions += whole.sessions * whole.sessions - parts.reduce(0) { $0 + $1.sessions * $1.sessions }
    most.add(whole.sessions)
    let uses = whole.uses(withAtMost: Self.mostTaps)
    // By part, those of the same entries.
    let sessions = parts.map(\.sessions)
    var own: [MovingUser.Use] = []
    own.reserveCapacity(parts.count * uses.count)
    for part in parts { part.append(usesOf: uses, withAtMost: Self.mostTaps, to: &own) }
    // Other entries have no pairs.
    var moved: [Int] = []
    for (index, use) in uses.enumerated() {
      let number = entries.number(adding: use.entry)
      entries[number: number].add(use, sessions: whole.sessions)
      entries[number: number].leaveTotals(of: use)
      var offset = index
      for sessions in sessions {
        entries[number: number].remove(own[offset], sessions: sessions)
        if own[offset].taps != 0, moved.last != index { moved.append(index) }
        offset += uses.count
      }
    }
    for (place, index) in moved.enumerated() {
      for other in moved[..<place] {
        var sums = PairSums()
        if uses[index].taps != 0, uses[other].taps != 0 { sums.add(uses[index].taps, uses[other].taps) }
        for offset in stride(from: 0, to: own.count, by: uses.count)
        where own[offset + index].taps != 0 && own[offset + other].taps != 0 {
          sums.remove(own[offset + index].taps, own[offset + other].taps)
        }
        if sums != PairSums() { pairs[adding: .unordered(uses[index].entry, uses[other].entry)].merge(sums) }
      }
    }
  }

  /// Counts an entry that the app chose as another one, or not at all.
  mutating func replace(_ entry: UInt32, by other: UInt32?) {
    guard let own = entries[entry] else { return }
    let others = entries.pairs.filter { $0.0 != entry }
    let joint = pairs.pairs
    entries.removeAll()
    pairs.removeAll()
    for (number, sums) in others { entries[adding: number] = sums }
    if let other {
      // Who chose both ways is one user.
      let users = max(entries[other]?.users ?? 0, own.users)
      entries[adding: other].merge(own)
      entries[adding: other].users = users
    }
    for (pair, sums) in joint {
      guard pair.first == entry || pair.second == entry else {
        pairs[adding: pair].merge(sums)
        continue
      }
      guard let other else { continue }
      let third = pair.first == entry ? pair.second : pair.first
      if third == other {
        entries[adding: other].squaredTaps += 2 * sums.product
        entries[adding: other].better += sums.better
        entries[adding: other].worse += sums.worse
      } else {
        pairs[adding: .unordered(other, third)].merge(sums)
      }
    }
  }

  var entryCount: Int {
    max(entries.keys.max().map { Int($0) + 1 } ?? 0, pairs.keys.map { Int(max($0.first, $0.second)) + 1 }.max() ?? 0)
  }

  /// The units for which one move, or two together, would save taps, and those for which they would cost taps.
  package func betterAndWorse(_ one: UInt32, _ other: UInt32? = nil) -> (better: Int, worse: Int) {
    var better = entries[one]?.better ?? 0
    var worse = entries[one]?.worse ?? 0
    if let other {
      let pair = pairs[.unordered(one, other)]
      better += (entries[other]?.better ?? 0) + (pair?.better ?? 0)
      worse += (entries[other]?.worse ?? 0) + (pair?.worse ?? 0)
    }
    return (better, worse)
  }
}

/// The effect of moving one entry, over units (users): x is the number of taps that a unit would have saved over all of
/// its sessions.
package struct EntrySums: Summed, Equatable {
  package internal(set) var choices = 0
  /// Choices for which a list or menu was opened.
  package internal(set) var openedFor = 0
  package internal(set) var users = 0
  /// Parts of sessions that begin on it.
  package internal(set) var landings = 0
  /// Choices that are the last step that the user made in their part.
  package internal(set) var endings = 0
  /// Choices that lead to the screen that was there before.
  package internal(set) var actions = 0
  /// Σx.
  package internal(set) var taps = 0
  /// Σx².
  package internal(set) var squaredTaps = 0
  /// Σx·s, where s is the number of sessions of a unit.
  package internal(set) var tapsTimesSessions = 0
  /// Units with x above 0, and below 0.
  package internal(set) var better = 0
  package internal(set) var worse = 0

  package init() {}

  mutating func add(_ use: MovingUser.Use, sessions: Int) {
    choices += use.choices
    openedFor += use.openedFor
    landings += use.landings
    endings += use.endings
    actions += use.actions
    if use.choices > 0 { users += 1 }
    taps += use.taps
    squaredTaps += use.taps * use.taps
    tapsTimesSessions += use.taps * sessions
    if use.taps > 0 { better += 1 }
    if use.taps < 0 { worse += 1 }
  }

  /// Takes back what was added to the totals, which the builds of the user have already.
  fileprivate mutating func leaveTotals(of use: MovingUser.Use) {
    choices -= use.choices
    openedFor -= use.openedFor
    landings -= use.landings
    endings -= use.endings
    actions -= use.actions
    taps -= use.taps
  }

  /// Takes back what a unit of a build added beside the totals.
  fileprivate mutating func remove(_ use: MovingUser.Use, sessions: Int) {
    if use.choices > 0 { users -= 1 }
    squaredTaps -= use.taps * use.taps
    tapsTimesSessions -= use.taps * sessions
    if use.taps > 0 { better -= 1 }
    if use.taps < 0 { worse -= 1 }
  }

  static let fields = Fields<Self>(
    counts: \.choices, \.openedFor, \.users, \.landings, \.endings, \.actions, \.taps, \.squaredTaps,
    \.tapsTimesSessions,
    \.better, \.worse)
}
