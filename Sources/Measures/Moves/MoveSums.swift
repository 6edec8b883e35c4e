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

  static let fields = Fields<Self>(\.product, \.better, \.worse)
}

/// The sums over units (users, or users in a build) from which the saving of any set of moves, with its interval, is
/// computed. Entries are numbered.
package struct MoveSums: Summed, Equatable {
  /// m: units with a session that has steps.
  package internal(set) var users = 0
  /// Σs, Σs² and max s, where s is a unit's number of sessions with steps.
  package internal(set) var sessions = 0
  package internal(set) var squaredSessions = 0
  private var most = Largest()
  package var mostSessions: Int { most.number }
  package internal(set) var entries: [UInt32: EntrySums] = [:]
  package internal(set) var pairs: [EntryPair: PairSums] = [:]

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
    for (entry, sums) in other.entries { entries[number(entry), default: EntrySums()].merge(sums) }
    for (pair, sums) in other.pairs {
      pairs[.unordered(number(pair.first), number(pair.second)), default: PairSums()].merge(sums)
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
      entries[use.entry, default: EntrySums()].add(use, sessions: unit.sessions)
      guard withPairs, use.taps != 0 else { continue }
      for other in uses[..<index] where other.taps != 0 {
        pairs[.unordered(use.entry, other.entry), default: PairSums()].add(use.taps, other.taps)
      }
    }
  }

  /// Adds what one unit for several builds has more, or less, than one for each of them.
  mutating func add(joining parts: ArraySlice<MovingUser>, as whole: MovingUser) {
    users += 1 - parts.count
    squaredSessions += whole.sessions * whole.sessions - parts.reduce(0) { $0 + $1.sessions * $1.sessions }
    most.add(whole.sessions)
    let uses = whole.uses(withAtMost: Self.mostTaps)
    let own = parts.map { part in
      (sessions: part.sessions, uses: part.uses(of: uses, withAtMost: Self.mostTaps))
    }
    for (index, use) in uses.enumerated() {
      entries[use.entry, default: EntrySums()].add(
        use, sessions: whole.sessions, joining: own.lazy.map { ($0.uses[index], $0.sessions) })
      guard own.contains(where: { $0.uses[index].taps != 0 }) else { continue }
      for other in 0..<index {
        var sums = PairSums()
        if use.taps != 0, uses[other].taps != 0 { sums.add(use.taps, uses[other].taps) }
        for part in own where part.uses[index].taps != 0 && part.uses[other].taps != 0 {
          sums.remove(part.uses[index].taps, part.uses[other].taps)
        }
        if sums != PairSums() { pairs[.unordered(use.entry, uses[other].entry), default: PairSums()].merge(sums) }
      }
    }
  }

  /// Counts an entry that the app chose as another one, or not at all.
  mutating func replace(_ entry: UInt32, by other: UInt32?) {
    guard let own = entries.removeValue(forKey: entry) else { return }
    let crossing = pairs.keys.filter { $0.first == entry || $0.second == entry }
    let removed = crossing.compactMap { key in pairs.removeValue(forKey: key).map { (key, $0) } }
    guard let other else { return }
    var sum = entries[other] ?? EntrySums()
    // Who chose both ways is one user.
    let users = max(sum.users, own.users)
    sum.merge(own)
    sum.users = users
    for (key, pair) in removed {
      let third = key.first == entry ? key.second : key.first
      if third == other {
        sum.squaredTaps += 2 * pair.product
        sum.better += pair.better
        sum.worse += pair.worse
      } else {
        pairs[.unordered(other, third), default: PairSums()].merge(pair)
      }
    }
    entries[other] = sum
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

  /// Adds the difference between a unit for several builds and one for each.
  fileprivate mutating func add(
    _ use: MovingUser.Use, sessions: Int, joining parts: some Sequence<(use: MovingUser.Use, sessions: Int)>
  ) {
    var sums = EntrySums()
    sums.add(use, sessions: sessions)
    users += sums.users
    squaredTaps += sums.squaredTaps
    tapsTimesSessions += sums.tapsTimesSessions
    better += sums.better
    worse += sums.worse
    for part in parts {
      let taps = part.use.taps
      if part.use.choices > 0 { users -= 1 }
      squaredTaps -= taps * taps
      tapsTimesSessions -= taps * part.sessions
      if taps > 0 { better -= 1 }
      if taps < 0 { worse -= 1 }
    }
  }

  static let fields = Fields<Self>(
    counts: \.choices, \.openedFor, \.users, \.landings, \.endings, \.actions, \.taps, \.squaredTaps,
    \.tapsTimesSessions,
    \.better, \.worse)
}
