import NavigationModel

/// In which sessions the bar showed a tab, where its tabs are logged: sessions by their build, day and lists of tabs.
package struct ShownSessions: Measure, Summed {
  static var isForRules: Bool { false }

  package struct Key: MixedHash, BinaryRecord {
    package let build: AppBuild
    package let day: Int
    package let lists: Unordered<Name>

    package static let form = BinaryForm(Self.init(build:day:lists:), \.build, \.day, \.lists)

    package var bits: UInt64 { build.bits.mixed(with: lists.bits).mixed(with: day.bits) }
  }

  /// Sessions, and those in which each tab was used.
  struct Sum: Summed {
    fileprivate(set) var sessions = 0
    fileprivate(set) var used = SumsByName<Int>()

    static let fields = Fields<Self>(\.sessions, \.used)
  }

  private var sums = Bounded<Self>()
  /// Of the current session.
  private var lists = KeyList<Name>()
  private var used = NameList()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if counts.tabLists.isEmpty || sums.isOverfull { return }
    lists.removeAll()
    for list in counts.tabLists { _ = lists.number(adding: list) }
    used.removeAll()
    for use in counts.uses where use.kind == .tab { _ = used.number(adding: use.name) }
    let key = Key(build: AppBuild(session.segment), day: session.day, lists: Unordered(lists.keys))
    sums.add { [used] sums in
      let number = sums.number(adding: key)
      sums[number: number].sessions += 1
      for tab in used.keys { sums[number: number].used[adding: tab] += 1 }
    }
  }

  static let fields = Fields<Self>(\.sums)

  /// The sessions with lists that showed a tab, and those of them in which it was used.
  package struct Shown: Sendable {
    package var sessions = 0
    package var used = 0
  }

  /// The tabs that were shown of late.
  package struct Bar: Sendable {
    /// The sessions with lists; 0 if too few have any.
    package fileprivate(set) var sessions = 0
    /// The builds of these.
    package fileprivate(set) var builds: Set<AppBuild> = []
    package fileprivate(set) var tabs: [Name: Shown] = [:]

    package init() {}

    /// Whether a tab stands in nearly all lists of one bar (`H`: nine in ten) and in hardly any of the other. Bars of
    /// fewer sessions say nothing.
    package func differs(from other: Bar) -> Bool {
      min(sessions, other.sessions) >= ShownSessions.fewestSessions
        && Set(tabs.keys).union(other.tabs.keys).contains { tab in
          let shares = [self, other].map { Double($0.tabs[tab]?.sessions ?? 0) / Double($0.sessions) }.sorted()
          return shares[0] <= 0.1 && shares[1] >= 0.9
        }
    }

    /// Whether fewer than nine in ten of the sessions show a tab, but some do.
    package func isConditional(_ tab: Name) -> Bool { tabs[tab].map { $0.sessions * 10 < sessions * 9 } ?? false }
  }

  /// The bar in some builds on the last days of the log: over the fewest of these that have enough sessions with lists,
  /// else over all days. Empty if these are too few, too.
  /// - Parameters:
  ///   - least: enough sessions.
  ///   - plausible: sessions on other days have wrong clocks.
  package func bar(
    in builds: Set<AppBuild>, lastDays: [Int], atLeast least: Int, of plausible: ClosedRange<Int>?, _ names: Names
  ) -> Bar {
    let own = sums.kept.pairs.filter { builds.contains($0.0.build) && plausible?.contains($0.0.day) ?? true }
    guard let end = sums.kept.keys.lazy.map(\.day).filter({ plausible?.contains($0) ?? true }).max() else {
      return Bar()
    }
    let bars = (lastDays + [.max / 2]).lazy.map { days in
      Self.bar(own.filter { $0.0.day > end - days }, names)
    }
    return bars.first { $0.sessions >= least } ?? Bar()
  }

  /// The bars of all builds with lists, over the whole log.
  package func bars(_ names: Names) -> [AppBuild: Bar] {
    Dictionary(grouping: sums.kept.pairs, by: \.0.build).mapValues { Self.bar($0, names) }
  }

  /// The tabs that are meant to come and go (`H`): the bar shows them in less than half of the sessions, and people use
  /// them in half of these; or it shows them in nearly all sessions of some days, and in hardly any of others.
  package func tabsOfTimes(_ names: Names) -> Set<Name> {
    let sums = Array(sums.kept.pairs)
    let all = Self.bar(sums, names)
    let days = Dictionary(grouping: sums, by: \.0.day).values.map { Self.bar($0, names) }
    return Set(
      all.tabs.filter { tab, shown in
        if shown.sessions * 2 < all.sessions, shown.used * 2 >= shown.sessions { return true }
        func sessions(where isMeant: (_ shown: Int, _ sessions: Int) -> Bool) -> Int {
          days.reduce(0) { $0 + (isMeant($1.tabs[tab]?.sessions ?? 0, $1.sessions) ? $1.sessions : 0) }
        }
        let with = sessions { $0 * 10 >= $1 * 9 }
        let without = sessions { $0 * 10 <= $1 }
        return min(with, without) >= Self.fewestSessions && (with + without) * 10 >= all.sessions * 9
      }.keys)
  }

  fileprivate static let fewestSessions = 30

  private static func bar(_ sums: [(Key, Sum)], _ names: Names) -> Bar {
    var bar = Bar()
    for (key, sum) in sums {
      bar.sessions += sum.sessions
      bar.builds.insert(key.build)
      for tab in Set(key.lists.elements.flatMap { names.tabs(in: $0) }) {
        bar.tabs[tab, default: Shown()].sessions += sum.sessions
        bar.tabs[tab, default: Shown()].used += sum.used[tab] ?? 0
      }
    }
    return bar
  }
}

extension ShownSessions: Bounding {
  private static let mostKeys = 8192

  static func isTooMuch(_ kept: SumsByKey<Key, Sum>) -> Bool { kept.count > mostKeys }
}
