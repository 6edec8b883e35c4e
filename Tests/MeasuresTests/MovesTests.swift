import Foundation
import NavigationModel
import TestSupport
import Testing

@testable import Measures

/// The sums behind plans.
@Suite struct MovesTests {
  /// Sessions of some people with random events: many returns to few screens, so that all combinations of effects
  /// occur.
  struct SmallGroup {
    struct Person {
      var sessions: [(session: Session, path: Reconstruction)] = []
    }

    let names = NameTable()
    private(set) var people: [Person] = []

    init(seed: UInt64, people count: Int, map: AppMap = AppMap()) {
      var random = SeededGenerator(seed: seed)
      let kinds: [EventKind] = [
        .screenView, .screenView, .tabSelect, .tabSelect, .tabSelect, .push, .push, .push, .push, .back, .back,
        .moreOpen, .moreSelect, .moreSelect,
        .menuOpen, .menuSelect, .menuSelect, .toRoot, .modalOpen, .modalClose, .deepLink, .appOpen, .appBackground,
      ]
      let screens = ["A", "B", "C", "Home"].map { names.name($0) }
      let targets = ["Home", "Orders", "Wallet", "More"].map { names.name($0) }
      let containers = ["menu", "side", "More"].map { names.name($0) }
      let versions = ["1.9", "1.10"].map { names.name($0) }
      let depths: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 2, 4]
      for user in 0..<count {
        var person = Person()
        var stack = NavigationStack(map: NavigationMap(map, names: names))
        for number in 1...Int.random(in: 1...4, using: &random) {
          var time: Int64 = 0
          let events = (0..<Int.random(in: 0...60, using: &random)).map { _ in
            time += [0, 1_000_000, 5_000_000, 5_100_000, 20_000_000].randomElement(using: &random) ?? 0
            var event = Event(time: time, user: 0, kind: kinds.randomElement(using: &random) ?? .other)
            if event.kind == .screenView || Bool.random(using: &random) {
              event.screen = screens.randomElement(using: &random) ?? .unknown
            }
            event.target = targets.randomElement(using: &random) ?? .unknown
            if Bool.random(using: &random) { event.container = containers.randomElement(using: &random) ?? .unknown }
            if event.kind == .appOpen { event.via = .cold }
            event.depth = depths.randomElement(using: &random) ?? 0
            return event
          }
          var path = Reconstruction()
          events.withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
          var segment = Segment()
          segment.appVersion = versions.randomElement(using: &random) ?? .unknown
          let session = Session(
            user: UInt32(user), pseudonym: Pseudonym(rawValue: UInt64(user)), half: user % 3 == 0 ? .odd : .even,
            number: number, start: 0, end: time,
            events: events.count, segment: segment)
          person.sessions.append((session, path))
        }
        people.append(person)
      }
    }

    func moves(of people: some Sequence<Person>) -> Moves {
      var moves = Moves()
      for person in people {
        for (session, path) in person.sessions { moves.observe(session, path) }
        moves.finishUser()
      }
      moves.finish()
      return moves
    }

    var moves: Moves { moves(of: people) }
  }

  static var map: AppMap {
    var map = AppMap()
    map.roots = [
      .init(tab: "Home", screen: "Home"), .init(tab: "Orders", screen: "A"), .init(tab: "More", screen: "B"),
    ]
    return map
  }

  @Test(arguments: sampled([false, true]))
  func `The effects of each session are those of the text`(hasMap: Bool) {
    let group = SmallGroup(seed: 20_261_122, people: isThorough ? 2000 : 300, map: hasMap ? Self.map : AppMap())
    var reader = EntryEffects()
    var entries: Set<Entry> = []
    var taps: Set<Int> = []
    for path in group.people.flatMap(\.sessions).map(\.path) {
      reader.read(path)
      var found: [Entry: SlowEffects.Choice] = [:]
      for effect in reader.effects {
        found[effect.entry, default: .init()].taps += effect.taps
        if effect.isChoice { found[effect.entry, default: .init()].choices += 1 }
        if effect.isOpenedFor { found[effect.entry, default: .init()].openedFor += 1 }
        taps.insert(effect.taps)
      }
      for tab in reader.landings { found[Entry(tab, in: .bar), default: .init()].landings += 1 }
      #expect(found == SlowEffects(path).entries)
      entries.formUnion(found.keys)
    }
    #expect(entries.count > 8)
    // Costs of both quality occur.
    #expect(taps.isSuperset(of: isThorough ? [-3, -2, -1, 0, 1, 2] : [-3, -2, -1, 0, 1]))
  }

  @Test(.thorough) func `The sums are those over users`() throws {
    let group = SmallGroup(seed: 7, people: 300)
    let moves = group.moves
    #expect(!moves.isOverfull)
    // What each user did, and in how many sessions, in total and in each half.
    var all: [[Entry: SlowEffects.Choice]] = []
    var allSessions: [Int] = []
    var halves: [Moves.Half: [[Entry: SlowEffects.Choice]]] = [:]
    var sessions: [Moves.Half: [Int]] = [:]
    for person in group.people {
      var whole: [Entry: SlowEffects.Choice] = [:]
      var parts: [Moves.Half: [Entry: SlowEffects.Choice]] = [:]
      var counts: [Moves.Half: Int] = [:]
      for (session, path) in person.sessions where !path.steps.isEmpty {
        let half = Moves.Half(AppBuild(session.segment), session.half)
        counts[half, default: 0] += 1
        for (entry, choice) in SlowEffects(path).entries {
          whole[entry, default: .init()] += choice
          parts[half, default: [:]][entry, default: .init()] += choice
        }
      }
      let count = counts.values.reduce(0, +)
      if count == 0 { continue }
      all.append(whole)
      allSessions.append(count)
      for (half, count) in counts {
        halves[half, default: []].append(parts[half] ?? [:])
        sessions[half, default: []].append(count)
      }
    }
    check(moves.whole, moves, all, allSessions, hasPairs: false)
    #expect(Set(moves.halves.keys) == Set(halves.keys))
    #expect(halves.count == 4)
    for (half, sums) in moves.halves { check(sums, moves, halves[half] ?? [], sessions[half] ?? [], hasPairs: true) }
  }

  private func check(
    _ sums: MoveSums, _ moves: Moves, _ users: [[Entry: SlowEffects.Choice]], _ sessions: [Int], hasPairs: Bool
  ) {
    #expect(sums.users == users.count)
    #expect(sums.sessions == sessions.reduce(0, +))
    #expect(sums.squaredSessions == sessions.reduce(0) { $0 + $1 * $1 })
    #expect(sums.mostSessions == sessions.max())
    let numbers = moves.entries.indices.map(UInt32.init)
    for number in numbers {
      let x = users.map { $0[moves.entries[Int(number)]]?.taps ?? 0 }
      let entry = sums.entries[number] ?? EntrySums()
      let slow = users.reduce(into: SlowEffects.Choice()) { sum, user in
        sum += user[moves.entries[Int(number)]] ?? .init()
      }
      #expect((entry.choices, entry.openedFor, entry.landings) == (slow.choices, slow.openedFor, slow.landings))
      #expect(entry.taps == x.reduce(0, +))
      #expect(entry.squaredTaps == x.reduce(0) { $0 + $1 * $1 })
      #expect(entry.tapsTimesSessions == zip(x, sessions).reduce(0) { $0 + $1.0 * $1.1 })
      #expect(sums.betterAndWorse(number) == (x.count { $0 > 0 }, x.count { $0 < 0 }))
      guard hasPairs else { continue }
      for other in numbers where other < number {
        let both = zip(x, users.map { $0[moves.entries[Int(other)]]?.taps ?? 0 })
        #expect(sums.pairs[.unordered(other, number)]?.product ?? 0 == both.reduce(0) { $0 + $1.0 * $1.1 })
        #expect(sums.betterAndWorse(number, other) == (both.count { $0 + $1 > 0 }, both.count { $0 + $1 < 0 }))
      }
    }
  }

  @Test func `However the users are dealt out and written down, the sums are the same`() throws {
    let group = SmallGroup(seed: 3, people: 90)
    let whole = group.moves
    for parts in [2, 3, 7] {
      var merged = Moves()
      for part in (0..<parts).reversed() {
        let own = group.moves(of: group.people.enumerated().filter { $0.offset % parts == part }.map(\.element))
        merged.merge(
          part % 2 == 0
            ? own
            : try BinaryDecoder.value(
              Moves.self, from: BinaryEncoder.bytes(of: own, names: group.names), names: group.names))
      }
      #expect(byEntry(merged) == byEntry(whole))
    }
  }

  /// The sums with entries in place of their numbers, which depend on the order.
  private func byEntry(_ moves: Moves) -> [String] {
    func lines(_ sums: MoveSums, _ label: String) -> [String] {
      func name(_ number: UInt32) -> String {
        "\(moves.entries[Int(number)].name.rawValue) \(moves.entries[Int(number)].container)"
      }
      return ["\(label) \(sums.users) \(sums.sessions) \(sums.squaredSessions) \(sums.mostSessions)"]
        + sums.entries.pairs.map { "\(label) \(name($0)) \($1)" }
        + sums.pairs.pairs.map { "\(label) \([name($0.first), name($0.second)].sorted()) \($1)" }
    }
    return (lines(moves.whole, "all") + moves.halves.flatMap { lines($1, "\($0)") }).sorted()
  }

  @Test func `Taps that would overflow a sum are left out, and their choices stay`() {
    var unit = MovingUser()
    unit.sessions = 1
    unit[0].taps = -(1 << 40)
    unit[0].choices = 2
    unit[1].taps = 3
    var sums = MoveSums()
    sums.add(unit, withPairs: true)
    #expect(
      sums.entries[0]?.taps == 0 && sums.entries[0]?.choices == 2 && sums.entries[1]?.squaredTaps == 9
        && sums.pairs.count == 0)
  }

  @Test(.thorough, arguments: [(1000, true), (3000, false)])
  func `A stack that only grows asks for no shortcut`(screens: Int, isKept: Bool) throws {
    // Screen n of the stack would save n − 1 taps (the root is the first): 499,500 in all for 1,000, 4.5 million for
    // 3,000. A screen on itself would be one level.
    let log = try TraceMeasures("tab:Home ( +1s > A +1s > B ) x \(screens / 2) * 1")
    let shortcuts = log.measures.otherSavings.sums.pairs.filter {
      if case .shortcut = $0.0.second { true } else { false }
    }
    #expect(shortcuts.map(\.1.taps).sorted() == (isKept ? [249_500, 250_000] : []))
  }

  @Test func `Another start helps those who go on from the present one, and costs those who stay`() throws {
    // Three pass Home and go to Search; five stay on Home; two do both, once and twice.
    let log = try TraceMeasures(
      "tab:Home +2s tab:Search * 3\ntab:Home > A * 5\ntab:Home +2s tab:Search & tab:Home > A & tab:Home > A * 2")
    let sums = log.measures.otherSavings.sums.pairs
    let start = try #require(sums.first { if case .start = $0.0.second { true } else { false } }?.1)
    let stay = try #require(sums.first { if case .stay = $0.0.second { true } else { false } }?.1)
    #expect(start.users == 5 && start.taps == 5 && stay.users == 7 && stay.taps == 9)
    #expect(start.better == 3 && stay.users + start.worse == 7)
  }

  @Test func `Sums that cannot be right are refused`() throws {
    let group = SmallGroup(seed: 3, people: 3)
    var moves = group.moves
    moves.whole.entries[adding: UInt32(moves.entries.count)] = EntrySums()
    let encoder = BinaryEncoder(names: group.names.snapshot())
    try encoder.encodeNames()
    // The sums refer to one entry more than there are.
    try encoder.encode(moves.entries)
    try encoder.encode(moves.whole)
    try encoder.encode(false)
    encoder.write(UInt64(0))
    let bytes = encoder.finish()
    #expect(throws: BinaryError.self) { try BinaryDecoder.value(Moves.self, from: bytes, names: group.names) }
  }
}
