import Foundation
import NavigationModel
import Statistics
import TestSupport
import Testing

@testable import Measures

@Suite("Who could have used it")
struct EligibilityTests {
  private static func tab(_ name: String, in log: TraceMeasures) -> Discovery.Subject { .init(.tab, log.name(name)) }

  private static func users(of tab: String, in log: TraceMeasures, sessions: Int = 1) -> Int {
    log.scope.eligibleUsers(of: Self.tab(tab, in: log), withSessions: sessions)
  }

  /// The builds in which a tab does not exist, as platform/version/variant.
  private static func out(_ tab: String, in log: TraceMeasures) -> [String] {
    log.scope.eligibility.outBuilds(of: Self.tab(tab, in: log)).map { build in
      [build.platform, build.appVersion, build.variant].map { log.scope.names[$0] }.joined(separator: "/")
    }.sorted()
  }

  /// A number of users of a version, who select tabs.
  private static func users(_ count: Int, _ version: String, _ tabs: String...) -> String {
    "@platform=ios @app_version=\(version) \(tabs.map { "tab:\($0)" }.joined(separator: " ")) * \(count)\n"
  }

  @Test func `a tab that came with a version has the users of that version`() throws {
    // 40 of 60 users of version 2 use it: p = 40/61, and 0.344^50 is almost zero.
    let log = try TraceMeasures(
      Self.users(50, "1", "Home") + Self.users(40, "2", "Home", "Wallet") + Self.users(20, "2", "Home"))
    #expect(Self.out("Wallet", in: log) == ["ios/1/"])
    #expect(Self.users(of: "Wallet", in: log) == 60)
    #expect(Self.users(of: "Home", in: log) == 110)
    #expect(Self.users(of: "Nothing", in: log) == 110, "what nobody used has all users")
  }

  @Test func `rare use says little about where a thing is`() throws {
    // 3 of 60 users: p = 3/61, (58/61)^50 = 0.08.
    let log = try TraceMeasures(Self.users(50, "1", "Home") + Self.users(3, "2", "Rare") + Self.users(57, "2", "Home"))
    #expect(Self.out("Rare", in: log) == [])
    #expect(Self.users(of: "Rare", in: log) == 110)
  }

  @Test func `the limit of one in a thousand`() throws {
    // p = 10/51, and (41/51)^n: 0.00117 for 31 users, 0.00094 for 32.
    for (users, out) in [(31, [String]()), (32, ["ios/1/"])] {
      let log = try TraceMeasures(
        Self.users(users, "1", "Home") + Self.users(10, "2", "Wallet") + Self.users(40, "2", "Home"))
      #expect(Self.out("Wallet", in: log) == out)
    }
  }

  @Test func `small builds are never out, nor do they say anything`() throws {
    let small = try TraceMeasures(Self.users(29, "1", "Home") + Self.users(60, "2", "Home", "Wallet"))
    #expect(Self.users(of: "Wallet", in: small) == 89)
    // All of its users are in a build of 29: nothing is known about the others.
    let rare = try TraceMeasures(Self.users(90, "1", "Home") + Self.users(29, "2", "Home", "Wallet"))
    #expect(Self.users(of: "Wallet", in: rare) == 119)
  }

  @Test func `who updates is eligible once`() throws {
    let both = "@platform=ios @app_version=1 tab:Home & @app_version=2 tab:Wallet * 30\n"
    let log = try TraceMeasures(both + Self.users(40, "1", "Home"))
    #expect(Self.out("Wallet", in: log) == ["ios/1/"])
    #expect((1...3).map { Self.users(of: "Wallet", in: log, sessions: $0) } == [30, 30, 0])
  }

  @Test func `the map decides where it says something`() throws {
    var map = AppMap()
    map.entries = [.init(name: "Wallet", since: "1.10", until: "2.0", platforms: ["iOS"], variants: ["new"])]
    let builds = ["ios 1.9 new", "ios 1.10 new", "ios 2 new", "ios 2.1 new", "android 2.0 new", "ios 2.0 old"].map {
      $0.split(separator: " ")
    }
    let users =
      builds.map { "@platform=\($0[0]) @app_version=\($0[1]) @variant=\($0[2]) tab:Home tab:Wallet" } + ["tab:Wallet"]
    let log = try TraceMeasures(users.joined(separator: "\n"), map: map)
    // Versions 1.10 and 2 on iOS in the new arm, and the session without dimensions.
    #expect(Self.users(of: "Wallet", in: log) == 3)
    #expect(Self.users(of: "Home", in: log) == 7)
    // Two users outside use it anyway: a share is never above 1.
    #expect(log["tabs", "tab", "reach"] == ["Home 0.857143", "Wallet 1"])
  }

  /// A session: its build, and what is chosen in it.
  private struct Visit {
    var platform: String
    var version: Int
    var variant: String
    var chosen: Set<String> = []

    var build: String { "\(platform)/\(version)/\(variant)" }
    var trace: String {
      let choices = chosen.sorted().map { ["New", "Arm"].contains($0) ? "menu:\($0)" : "tab:\($0)" }
      return "@platform=\(platform) @app_version=\(version) @variant=\(variant) "
        + (choices.isEmpty ? ["cold"] : choices).joined(separator: " ")
    }
  }

  /// OutputFiles.md, literally, user by user.
  private static func eligible(_ users: [[Visit]], of name: String) -> Int {
    let builds = Set(users.joined().map(\.build))
    func count(_ holds: ([Visit]) -> Bool) -> Int { users.filter(holds).count }
    let sizes = Dictionary(
      uniqueKeysWithValues: builds.map { build in (build, count { $0.contains { $0.build == build } }) })
    let large = builds.filter { sizes[$0, default: 0] >= 30 }
    let withUse = large.filter { build in users.joined().contains { $0.build == build && $0.chosen.contains(name) } }
    if !users.joined().contains(where: { $0.chosen.contains(name) }) { return users.count }
    let those = count { $0.contains { large.contains($0.build) && $0.chosen.contains(name) } }
    let among = count { $0.contains { withUse.contains($0.build) } }
    let p = Double(those) / Double(among + 1)
    let out = large.filter { !withUse.contains($0) && pow(1 - p, Double(sizes[$0, default: 0])) < 0.001 }
    return count { $0.contains { !out.contains($0.build) } }
  }

  @Test(.thorough, arguments: 0..<12) func `a slow count of the text agrees on random logs`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) &* 77 &+ 5)
    let users = (0..<400).map { _ -> [Visit] in
      let platform = ["ios", "android", ""][min(random.below(5), 2) % 3]
      let variant = ["", "a", "b"][random.below(3)]
      var version = random.below(4)
      return (0...random.below(5)).map { _ in
        if random.below(4) == 0 { version = min(version + 1, 4) }
        var visit = Visit(platform: platform, version: version, variant: variant)
        if random.below(2) == 0 { visit.chosen.insert("Home") }
        if version >= 2, random.below(3) == 0 { visit.chosen.insert("Late") }
        if version >= 3, random.below(20) == 0 { visit.chosen.insert("New") }
        if variant == "a", random.below(4) == 0 { visit.chosen.insert("Arm") }
        if platform == "ios", version < 2, random.below(6) == 0 { visit.chosen.insert("Old") }
        return visit
      }
    }
    let trace = users.map { $0.map(\.trace).joined(separator: " & ") }.joined(separator: "\n")
    let eligible = Dictionary(
      uniqueKeysWithValues: ["Home", "Late", "Old", "New", "Arm"].map { ($0, Self.eligible(users, of: $0)) })
    for order in [[0, 1, 2], [0], [3, 2, 1, 0]] {
      let log = try TraceMeasures(trace, parts: order.count, order: order)
      for name in ["Home", "Late", "Old"] { #expect(Self.users(of: name, in: log) == eligible[name], "\(name)") }
      for name in ["New", "Arm"] {
        #expect(
          log.scope.eligibleUsers(of: .init(.menuItem, log.name(name), container: .menu)) == eligible[name], "\(name)")
      }
    }
  }
}

@Suite("New users")
struct NewUsersTests {
  static let day: Int64 = 86_400_000_000

  /// Users with the days of their sessions, the numbers of the sessions in which they use the item `A`, and whether
  /// they open the app first.
  static func discovery(_ users: [(days: [Int], uses: Set<Int>, isFirst: Bool)], names: NameTable, parts: Int = 2)
    -> Discovery
  {
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
            user: UInt32(user), pseudonym: Pseudonym(rawValue: UInt64(user)), number: index + 1, start: open.time,
            end: open.time,
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
    let rows = discovery.rows(
      of: .init(.menuItem, names.name("A"), container: .menu), by: new, out: [], users: discovery.usersBySessions(new))
    #expect(rows.usersBySessions.bins.map { [$0.value, $0.count] } == [[2, 1], [4, 1]])
    #expect(rows.fromFirst == [.init(time: 2, events: 1, censored: 1)])
    // Counted back: the last use was in the second session from the end.
    #expect(rows.fromLast == [.init(time: 2, events: 1, censored: 1)])
  }

  @Test func `without them, those who come two weeks after the log begins`() throws {
    let names = NameTable()
    // One clock was decades off: its day does not count as the log's first.
    let users: [(days: [Int], uses: Set<Int>, isFirst: Bool)] = [
      ([20_000], [1], false), ([20_013, 20_014], [1], false), ([20_014, 20_015, 20_016], [3], false),
      ([20_014], [], false), ([3], [1], false),
    ]
    let discovery = Self.discovery(users, names: names)
    let new = try #require(discovery.newUsers(on: 19_649...20_379))
    let rows = discovery.rows(
      of: .init(.menuItem, names.name("A"), container: .menu), by: new, out: [], users: discovery.usersBySessions(new))
    #expect(rows.fromFirst == [.init(time: 1, events: 0, censored: 1), .init(time: 3, events: 1, censored: 0)])
    #expect(rows.fromLast == [.init(time: 1, events: 1, censored: 1)])
  }

  @Test func `a log of a week has no new users`() {
    #expect(
      Self.discovery([([0, 1], [1], false), ([6], [], false)], names: NameTable()).newUsers(on: -364...366) == nil)
    #expect(Discovery().newUsers(on: nil) == nil)
  }
}
