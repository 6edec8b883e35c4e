import Foundation
import Measures
import NavigationModel
import Statistics

/// A kind of event, or a field of events, that vanished or began: its share of the days on which people used the app
/// fell or rose by 90% from one day or one version on, against its own history.
package struct EventChange: Sendable, Equatable {
  /// The kind or the field, as the log writes it.
  package let name: String
  package let isField: Bool
  /// Nil if it is not known.
  package let platform: String?
  /// The version since which it is so; nil if it is so in all versions.
  package let version: String?
  /// The day since which it is so.
  package let day: Int
  /// The share of the days of users before and since.
  package let before: Double
  package let since: Double
  /// The days of users since.
  package let userDays: Int
  /// By the index in ``LoggedParts/all``.
  private let part: Int

  package var hasVanished: Bool { since < before }

  /// The least fall: 90%.
  private static let remainder = 0.1
  /// The interval of the lower share lies below this part of that of the higher one. `H`
  private static let surely = 0.5
  /// The standard errors by which users of one version have to differ from those of others. Other people take a new
  /// version first, so users are its units, and no number of looks makes them more. `H`
  private static let versionZ = 2.6
  private static let fewestUsers = Double(Evidence.fewUsers)
  /// People on one day, and days of people, on either side of a change in time: people are compared with themselves.
  /// `H`
  private static let fewestOnADay = Double(Evidence.leastUsers)
  private static let fewestUserDays = 60.0
  /// The least history, days. `H`
  private static let fewestDaysBefore = 14
  /// A change is told after so many days. `H`
  private static let fewestDaysSince = 2

  /// The changes of a log, by name, platform and version.
  ///
  /// - Parameters:
  ///   - last: later days are left out: what could be told when the log ended there; nil: none is.
  ///   - looks: at how many times it is looked for: all together claim nothing false in 95% of cases.
  package static func all(_ measures: Measures, _ names: Names, until last: Int? = nil, looks: Int) -> [EventChange] {
    let days = measures.eventDays
    let plausible = measures.logQuality.plausibleDays
    let cells = days.sums.pairs.filter { key, _ in
      (plausible?.contains(key.day) ?? true) && key.day <= last ?? .max
    }
    let platforms = names.ordered(Set(cells.map(\.0.platform)))
    let tests = 2 * max(looks, 1) * LoggedParts.all.count * max(platforms.count, 1)
    let z = normalQuantile(1 - Looks.alpha / Double(tests))
    return platforms.flatMap { platform -> [EventChange] in
      let own = cells.filter { $0.0.platform == platform }.map { (key: $0.0, sum: $0.1) }
      guard let series = Series(own) else { return [] }
      let versions = Dictionary(grouping: own, by: \.key.appVersion).filter { $0.key.isKnown }
      let ordered = names.ordered(versions.keys)
      let users = Dictionary(
        ordered.map { ($0, Double(days.versions[NamePair(platform, $0)]?.users ?? 0)) }, uniquingKeysWith: +)
      return LoggedParts.all.indices.compactMap { part -> EventChange? in
        guard series.has(part) else { return nil }
        let byVersion = ordered.compactMap { version -> (name: Name, change: Change)? in
          let others = ordered.filter { $0 != version }.map { users[$0, default: 0] }.max() ?? 0
          return series.change(
            of: part, in: versions[version] ?? [], users: (before: others, since: users[version, default: 0])
          ).map { (version, $0) }
        }.min { $0.change.day < $1.change.day }
        guard let change = byVersion?.change ?? series.change(of: part, z) else { return nil }
        let (_, name, isField) = LoggedParts.all[part]
        return EventChange(
          name: name, isField: isField, platform: platform.isKnown ? names[platform] : nil,
          version: byVersion.map { names[$0.name] }, day: change.day, before: change.before.share,
          since: change.since.share, userDays: change.userDays, part: part)
      }
    }
  }

  /// Days of users with something, of all.
  fileprivate struct Counts {
    var some = 0.0
    var all = 0.0
    var share: Double { all > 0 ? some / all : 0 }

    /// Their interval, as if they were so many independent ones.
    func interval(of number: Double, _ z: Double) -> Interval? { wilson(share: share, of: min(number, all), z: z) }
  }

  fileprivate struct Change {
    let day: Int
    let before: Counts
    let since: Counts
    let userDays: Int

    /// Nil unless the share surely fell or rose.
    /// - Parameters:
    ///   - number: how many independent days of users say as much.
    ///   - userDays: since, if they do not all count as one.
    init?(
      day: Int, before: Counts, since: Counts, number: (before: Double, since: Double), _ z: Double,
      userDays: Double? = nil
    ) {
      let one = before.share
      let two = since.share
      guard min(one, two) <= EventChange.remainder * max(one, two), max(one, two) > 0,
        let first = before.interval(of: number.before, z), let second = since.interval(of: number.since, z)
      else { return nil }
      let (low, high) = one < two ? (first.high, second.low) : (second.high, first.low)
      guard low <= EventChange.surely * high else { return nil }
      self.day = day
      self.before = before
      self.since = since
      self.userDays = Int(userDays ?? since.all)
    }
  }

  /// The days of a platform, in order and without gaps.
  fileprivate struct Series {
    private let first: Int
    /// Days of users before each day, in all and with each part.
    private var all: [Double] = [0]
    private var some = [[Double]](repeating: [0], count: LoggedParts.all.count)

    init?(_ cells: [(key: Daily.Key, sum: EventDays.Sum)]) {
      guard let first = cells.map(\.key.day).min(), let last = cells.map(\.key.day).max() else { return nil }
      self.first = first
      let days = Dictionary(grouping: cells, by: \.key.day)
      for day in first...last {
        let sums = days[day, default: []].map(\.sum)
        all.append(sums.reduce(all[all.count - 1]) { $0 + Double($1.userDays) })
        for part in some.indices {
          some[part].append(sums.reduce(some[part][some[part].count - 1]) { $0 + Double($1.count(part)) })
        }
      }
    }

    private var count: Int { all.count - 1 }

    func has(_ part: Int) -> Bool { some[part][count] > 0 }

    private func counts(_ days: Range<Int>, _ part: Int) -> Counts {
      Counts(
        some: some[part][days.upperBound] - some[part][days.lowerBound],
        all: all[days.upperBound] - all[days.lowerBound])
    }

    /// The most users of a day.
    private func most(_ days: Range<Int>) -> Double { days.map { all[$0 + 1] - all[$0] }.max() ?? 0 }

    /// How much more the share differs from day to day than chance would have it; 1 or more.
    private func dispersion(of part: Int, in days: Range<Int>) -> Double {
      let share = counts(days, part).share
      guard days.count > 1, share > 0, share < 1 else { return 1 }
      let squares = days.reduce(0.0) { sum, day in
        let own = counts(day..<day + 1, part)
        let distance = own.some - share * own.all
        return own.all > 0 ? sum + distance * distance / (share * (1 - share) * own.all) : sum
      }
      return max(1, squares / Double(days.count - 1))
    }

    /// The change at the day that parts the series best (the largest likelihood ratio), if the time before has no
    /// example of what came.
    func change(of part: Int, _ z: Double) -> Change? {
      let last = count - EventChange.fewestDaysSince
      guard last >= EventChange.fewestDaysBefore else { return nil }
      func fit(_ counts: Counts) -> Double {
        let (some, none) = (counts.some, counts.all - counts.some)
        return (some > 0 ? some * log(some / counts.all) : 0) + (none > 0 ? none * log(none / counts.all) : 0)
      }
      let gains = (EventChange.fewestDaysBefore...last).map {
        fit(counts(0..<$0, part)) + fit(counts($0..<count, part))
      }
      let split = EventChange.fewestDaysBefore + (gains.indices.max { gains[$0] < gains[$1] } ?? 0)
      let history = 0..<split
      let since = split..<count
      let earlier = counts(history, part)
      let later = counts(since, part)
      let spread = max(dispersion(of: part, in: history), dispersion(of: part, in: since))
      guard min(most(history), most(since)) >= EventChange.fewestOnADay,
        min(earlier.all, later.all) >= EventChange.fewestUserDays,
        let change = Change(
          day: first + split, before: earlier, since: later, number: (earlier.all / spread, later.all / spread), z)
      else { return nil }
      // What falls or rises over weeks, as while people take a new version, has no day.
      let eve = counts(max(0, split - 7)..<split, part).share
      guard abs(eve - change.before.share) <= EventChange.surely * abs(change.since.share - change.before.share) else {
        return nil
      }
      if change.since.share > change.before.share { return change }
      // What was so before for as long, as on every weekend, is no change.
      let length = min(since.count, history.count)
      let isOld = (0...history.count - length).contains { start in
        let counts = counts(start..<start + length, part)
        return counts.all > 0 && counts.share <= EventChange.remainder * change.before.share
      }
      return isOld ? nil : change
    }

    /// The change of a version beside the others on the same days, so that neither season nor weekday explains it: the
    /// days count by as many users as both have (Mantel & Haenszel 1959).
    /// - Parameter users: of the largest other version, and of the version.
    func change(
      of part: Int, in own: [(key: Daily.Key, sum: EventDays.Sum)], users: (before: Double, since: Double)
    ) -> Change? {
      guard let start = own.map(\.key.day).min(), start - first >= EventChange.fewestDaysBefore else { return nil }
      var before = Counts()
      var since = Counts()
      var days = 0.0
      for (day, sums) in Dictionary(grouping: own, by: \.key.day).sorted(by: { $0.key < $1.key }) {
        let mine = sums.reduce(into: Counts()) {
          $0.some += Double($1.sum.count(part))
          $0.all += Double($1.sum.userDays)
        }
        let whole = counts(day - first..<day - first + 1, part)
        let others = Counts(some: whole.some - mine.some, all: whole.all - mine.all)
        guard mine.all > 0, others.all > 0 else { continue }
        let weight = mine.all * others.all / whole.all
        days += mine.all
        before.some += weight * others.share
        before.all += weight
        since.some += weight * mine.share
        since.all += weight
      }
      guard min(before.all, users.before, since.all, users.since) >= EventChange.fewestUsers else { return nil }
      return Change(day: start, before: before, since: since, number: users, EventChange.versionZ, userDays: days)
    }
  }
}

extension EventChange {
  /// The share of days with it that is as good as the same on both sides of a comparison. `H`
  private static let alike = 0.9

  /// What cannot be compared, because it is not logged alike on both sides.
  func doubtful(_ sides: ComparedSides) -> Set<RuleFamily> {
    let shares = [sides.before, sides.after].map { measures in
      let sums = measures.eventDays.sums.values
      return Double(sums.reduce(0) { $0 + $1.count(part) }) / Double(max(1, sums.reduce(0) { $0 + $1.userDays }))
    }
    return min(shares[0], shares[1]) < Self.alike * max(shares[0], shares[1])
      ? restingOnIt : []
  }

  private var restingOnIt: Set<RuleFamily> {
    switch isField ? nil : EventKind(word: name) {
    case .other, .appOpen, .appBackground: []
    case .gesture, .tap: [.gesture, .touch]
    case .rotate, .badge, .tabBar, .moreOpen: [.tabs]
    case .taskStart, .taskEnd: [.task]
    case .menuOpen, .menuClose: [.menu]
    default: Set(RuleFamily.allCases)
    }
  }
}
