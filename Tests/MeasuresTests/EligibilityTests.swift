import Foundation
import NavigationModel
import Statistics
import TestSupport
import Testing

@testable import Measures

@Suite("Who could have used it")
struct EligibilityTests {
  /// A session of a made-up log: its half, and the tabs and menu items it uses.
  struct Visit {
    var platform = ""
    var version = ""
    var variant = ""
    var tabs: [String] = []
    var items: [String] = []

    var half: String { "\(platform)/\(version)/\(variant)" }
  }

  /// The sessions of users, folded in parts that are merged in some order.
  struct Log {
    let names: NameTable
    let measures: Measures
    let scope: MeasureScope

    init(_ users: [[Visit]], map: AppMap = AppMap(), parts: Int = 1, isReversed: Bool = false) {
      let names = NameTable()
      self.names = names
      var measured = [Measures](repeating: Measures(), count: parts)
      var stack = NavigationStack(map: NavigationMap(AppMap(), names: names))
      var path = Reconstruction()
      for (user, visits) in users.enumerated() {
        for (index, visit) in visits.enumerated() {
          let start = Int64(index) * 86_400_000_000
          var events: [Event] = []
          func add(_ kind: EventKind, _ target: String) {
            var event = Event(time: start + Int64(events.count) * 1_000_000, user: UInt32(user), kind: kind)
            event.target = names.name(target)
            events.append(event)
          }
          for tab in visit.tabs { add(.tabSelect, tab) }
          for item in visit.items { add(.menuSelect, item) }
          if events.isEmpty { add(.appOpen, "") }
          var segment = Segment()
          if !visit.platform.isEmpty { segment.platform = names.name(visit.platform) }
          if !visit.version.isEmpty { segment.appVersion = names.name(visit.version) }
          if !visit.variant.isEmpty { segment.variant = names.name(visit.variant) }
          events.withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
          measured[user % parts].observe(
            Session(
              user: UInt32(user), pseudonym: Pseudonym(rawValue: UInt64(user)), number: index + 1, start: start,
              end: events.last?.time ?? start, events: events.count, segment: segment), path)
        }
      }
      for part in measured.indices { measured[part].finish() }
      if isReversed { measured.reverse() }
      var all = measured[0]
      for part in measured.dropFirst() { all.merge(part) }
      measures = all
      let declared = DeclaredNames(map, names: names)
      scope = MeasureScope(measures: all, names: names.snapshot(), map: map, declared: declared, lineCounts: LineCounts())
    }

    func tab(_ name: String) -> Discovery.Subject { .init(.tab, names.name(name)) }
    func item(_ name: String) -> Discovery.Subject { .init(.menuItem, names.name(name), container: .menu) }
    func out(_ subject: Discovery.Subject) -> [String] {
      scope.eligibility.outBuilds(of: subject).map { half in
        [half.platform, half.appVersion, half.variant].map { $0.isKnown ? names.text($0) : "" }.joined(separator: "/")
      }.sorted()
    }
  }

  static func visits(_ count: Int, _ version: String, _ tabs: [String]) -> [[Visit]] {
    Array(repeating: [Visit(platform: "ios", version: version, tabs: tabs)], count: count)
  }

  @Test func `a tab that came with a version has the users of that version`() {
    // 40 of 60 users of version 2 use it: p = 40/61, and 0.344^50 is almost zero.
    let log = Log(Self.visits(50, "1", ["Home"]) + Self.visits(40, "2", ["Home", "Wallet"]) + Self.visits(20, "2", ["Home"]))
    #expect(log.out(log.tab("Wallet")) == ["ios/1/"])
    #expect(log.scope.eligibleUsers(of: log.tab("Wallet")) == 60)
    #expect(log.scope.eligibleUsers(of: log.tab("Home")) == 110)
    #expect(log.scope.eligibleUsers(of: log.tab("Nothing")) == 110, "what nobody used has all users")
  }

  @Test func `rare use says little about where a thing is`() {
    // 3 of 60 users: p = 3/61, (58/61)^50 = 0.08.
    let log = Log(Self.visits(50, "1", ["Home"]) + Self.visits(3, "2", ["Rare"]) + Self.visits(57, "2", ["Home"]))
    #expect(log.out(log.tab("Rare")) == [])
    #expect(log.scope.eligibleUsers(of: log.tab("Rare")) == 110)
  }

  @Test func `the limit of one in a thousand`() {
    // p = 10/51, and (41/51)^n: 0.00117 for 31 users, 0.00094 for 32.
    for (users, out) in [(31, [String]()), (32, ["ios/1/"])] {
      let log = Log(Self.visits(users, "1", ["Home"]) + Self.visits(10, "2", ["Wallet"]) + Self.visits(40, "2", ["Home"]))
      #expect(log.out(log.tab("Wallet")) == out)
    }
  }

  @Test func `small halves are never out, nor do they say anything`() {
    let small = Log(Self.visits(29, "1", ["Home"]) + Self.visits(60, "2", ["Home", "Wallet"]))
    #expect(small.scope.eligibleUsers(of: small.tab("Wallet")) == 89)
    // All of its users are in a half of 29: nothing is known about the others.
    let rare = Log(Self.visits(90, "1", ["Home"]) + Self.visits(29, "2", ["Home", "Wallet"]))
    #expect(rare.scope.eligibleUsers(of: rare.tab("Wallet")) == 119)
  }

  @Test func `who updates is eligible once`() {
    let both = Array(repeating: [Visit(platform: "ios", version: "1", tabs: ["Home"]), Visit(platform: "ios", version: "2", tabs: ["Wallet"])], count: 30)
    let log = Log(both + Self.visits(40, "1", ["Home"]))
    #expect(log.out(log.tab("Wallet")) == ["ios/1/"])
    #expect(log.scope.eligibleUsers(of: log.tab("Wallet")) == 30)
    #expect(log.scope.eligibleUsers(of: log.tab("Wallet"), withSessions: 2) == 30)
    #expect(log.scope.eligibleUsers(of: log.tab("Wallet"), withSessions: 3) == 0)
  }

  @Test func `the map decides where it says something`() {
    var map = AppMap()
    map.entries = [.init(name: "Wallet", since: "1.10", until: "2.0", platforms: ["iOS"], variants: ["new"])]
    let users = [("ios", "1.9", "new"), ("ios", "1.10", "new"), ("ios", "2", "new"), ("ios", "2.1", "new"), ("android", "2.0", "new"), ("ios", "2.0", "old")]
    let log = Log(
      users.map { [Visit(platform: $0.0, version: $0.1, variant: $0.2, tabs: ["Home", "Wallet"])] } + [[Visit(tabs: ["Wallet"])]], map: map)
    // Versions 1.10 and 2 on iOS in the new arm, and the session without dimensions.
    #expect(log.scope.eligibleUsers(of: log.tab("Wallet")) == 3)
    #expect(log.scope.eligibleUsers(of: log.tab("Home")) == 7)
    // Two users outside use it anyway: a share is never above 1.
    #expect(log.measures.tabs.tables(log.measures, log.scope)[0].rows.map { $0.cells[3] } == [.number(6.0 / 7), .number(1)])
  }

  /// Measures.md, literally, user by user.
  static func eligible(_ users: [[Visit]], uses: (Visit) -> Bool) -> Int {
    let halves = Set(users.joined().map(\.half))
    func count(_ holds: ([Visit]) -> Bool) -> Int { users.filter(holds).count }
    let sizes = Dictionary(uniqueKeysWithValues: halves.map { half in (half, count { $0.contains { $0.half == half } }) })
    let large = halves.filter { sizes[$0, default: 0] >= 30 }
    let withUse = large.filter { half in users.joined().contains { $0.half == half && uses($0) } }
    if !users.joined().contains(where: uses) { return users.count }
    let those = count { $0.contains { large.contains($0.half) && uses($0) } }
    let among = count { $0.contains { withUse.contains($0.half) } }
    let p = Double(those) / Double(among + 1)
    let out = large.filter { !withUse.contains($0) && pow(1 - p, Double(sizes[$0, default: 0])) < 0.001 }
    return count { $0.contains { !out.contains($0.half) } }
  }

  @Test(arguments: sampled(Array(0..<12))) func `a slow count of the text agrees on random logs`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) &* 77 &+ 5)
    let platforms = ["ios", "android", ""]
    let since = ["Late": 2, "New": 3]
    let users = (0..<400).map { _ -> [Visit] in
      let platform = platforms[min(random.below(5), 2) % 3]
      let variant = ["", "a", "b"][random.below(3)]
      var version = random.below(4)
      return (0...random.below(5)).map { _ in
        if random.below(4) == 0 { version = min(version + 1, 4) }
        var visit = Visit(platform: platform, version: "\(version)", variant: variant)
        if random.below(2) == 0 { visit.tabs.append("Home") }
        if version >= since["Late", default: 0], random.below(3) == 0 { visit.tabs.append("Late") }
        if version >= since["New", default: 0], random.below(20) == 0 { visit.items.append("New") }
        if variant == "a", random.below(4) == 0 { visit.items.append("Arm") }
        if platform == "ios", version < 2, random.below(6) == 0 { visit.tabs.append("Old") }
        return visit
      }
    }
    for (parts, isReversed) in [(1, false), (3, false), (4, true)] {
      let log = Log(users, parts: parts, isReversed: isReversed)
      for tab in ["Home", "Late", "Old"] {
        #expect(log.scope.eligibleUsers(of: log.tab(tab)) == Self.eligible(users) { $0.tabs.contains(tab) }, "\(tab)")
      }
      for item in ["New", "Arm"] {
        #expect(log.scope.eligibleUsers(of: log.item(item)) == Self.eligible(users) { $0.items.contains(item) }, "\(item)")
      }
    }
  }

  @Test func `a segment has the eligible users of the whole with a session in it`() {
    // Users of both platforms: those with version 2 on iOS could have used the tab, also as users of android.
    var users: [[Visit]] = []
    for user in 0..<120 {
      users.append([
        Visit(platform: "android", version: "1", tabs: ["Home"]),
        Visit(platform: user % 2 == 0 ? "ios" : "android", version: user % 2 == 0 ? "2" : "1", tabs: user % 2 == 0 ? ["Wallet"] : ["Home"]),
      ])
    }
    let log = Log(users)
    #expect(log.scope.eligibleUsers(of: log.tab("Wallet")) == 60)
    var segmented = SegmentedMeasures([\.platform])
    var stack = NavigationStack(map: NavigationMap(AppMap(), names: log.names))
    var path = Reconstruction()
    for (user, visits) in users.enumerated() {
      for (index, visit) in visits.enumerated() {
        var segment = Segment()
        segment.platform = log.names.name(visit.platform)
        segment.appVersion = log.names.name(visit.version)
        var event = Event(time: Int64(index) * 86_400_000_000, user: UInt32(user), kind: .tabSelect)
        event.target = log.names.name(visit.tabs[0])
        [event].withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        segmented.observe(
          Session(
            user: UInt32(user), pseudonym: Pseudonym(rawValue: UInt64(user)), number: index + 1, start: event.time, end: event.time, events: 1,
            segment: segment), path, SessionCounts(path))
      }
    }
    segmented.finish()
    let groups = segmented.groups(log.scope.names)
    #expect(groups.map(\.values) == [["android"], ["ios"]])
    let eligible = groups.map { MeasureScope(measures: $0.measures, in: log.scope, buildUsers: $0.buildUsers).eligibleUsers(of: log.tab("Wallet")) }
    #expect(eligible == [60, 60])
  }
}

@Suite("New users")
struct NewUsersTests {
  static let day: Int64 = 86_400_000_000

  /// Users with the days of their sessions, the numbers of the sessions in which they use the item `A`, and whether they open the app first.
  static func discovery(_ users: [(days: [Int], uses: Set<Int>, isFirst: Bool)], names: NameTable, parts: Int = 2) -> Discovery {
    var measured = [Discovery](repeating: Discovery(), count: parts)
    var stack = NavigationStack(map: NavigationMap(AppMap(), names: names))
    var path = Reconstruction()
    for (user, (days, uses, isFirst)) in users.enumerated() {
      for (index, day) in days.enumerated() {
        var open = Event(time: Int64(day) * Self.day, user: UInt32(user), kind: .appOpen)
        open.via = isFirst && index == 0 ? .first : .cold
        var events = [open]
        if uses.contains(index + 1) {
          var choice = Event(time: open.time + 1_000_000, user: UInt32(user), kind: .menuSelect)
          choice.target = names.name("A")
          events.append(choice)
        }
        events.withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        measured[user % parts].observe(
          Session(
            user: UInt32(user), pseudonym: Pseudonym(rawValue: UInt64(user)), number: index + 1, start: open.time, end: open.time,
            events: events.count, segment: Segment()), path)
      }
      measured[user % parts].finishUser()
    }
    for part in measured.indices { measured[part].finish() }
    var all = Discovery()
    for part in measured.reversed() { all.merge(part) }
    return all
  }

  @Test func `first opens tell who is new`() throws {
    let names = NameTable()
    let discovery = Self.discovery(
      [([0, 1, 2, 3], [2, 3], true), ([0, 1], [], true), ([0, 1, 2], [1], false), ([20], [1], false)], names: names)
    let new = try #require(discovery.newUsers(on: nil))
    let rows = discovery.rows(of: .init(.menuItem, names.name("A"), container: .menu), by: new, out: [], users: discovery.usersBySessions(new))
    #expect(rows.usersBySessions.bins.map { [$0.value, $0.count] } == [[2, 1], [4, 1]])
    #expect(rows.fromFirst == [.init(time: 2, events: 1, censored: 1)])
    // Counted back: the last use was in the second session from the end.
    #expect(rows.fromLast == [.init(time: 2, events: 1, censored: 1)])
  }

  @Test func `without them, those who come two weeks after the log begins`() throws {
    let names = NameTable()
    // One clock was decades off: its day does not count as the log's first.
    let users: [(days: [Int], uses: Set<Int>, isFirst: Bool)] = [
      ([20_000], [1], false), ([20_013, 20_014], [1], false), ([20_014, 20_015, 20_016], [3], false), ([20_014], [], false), ([3], [1], false),
    ]
    let discovery = Self.discovery(users, names: names)
    let new = try #require(discovery.newUsers(on: 19_649...20_379))
    let rows = discovery.rows(of: .init(.menuItem, names.name("A"), container: .menu), by: new, out: [], users: discovery.usersBySessions(new))
    #expect(rows.fromFirst == [.init(time: 1, events: 0, censored: 1), .init(time: 3, events: 1, censored: 0)])
    #expect(rows.fromLast == [.init(time: 1, events: 1, censored: 1)])
  }

  @Test func `a log of a week has no new users`() {
    #expect(Self.discovery([([0, 1], [1], false), ([6], [], false)], names: NameTable()).newUsers(on: -364...366) == nil)
    #expect(Discovery().newUsers(on: nil) == nil)
  }
}
