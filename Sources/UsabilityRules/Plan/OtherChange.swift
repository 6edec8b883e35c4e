import Measures
import NavigationModel
import Statistics

/// A change other than a move, whose saving is reported separately and never added to that of a plan (ThePlan.md,
/// *Other changes*).
public struct OtherChange: Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// Start on another tab.
    case start
    /// A link at the root of a section to a deep screen.
    case shortcut
    /// Remove a level that only forwards.
    case removeLevel = "remove-level"
  }

  public let kind: Kind
  /// The entry to start on, the screen to link to, or the level to remove.
  public let entry: String
  /// The tab on which sessions begin now, the root, or the level's screen.
  public let origin: String
  /// The entry to start on, the screen to link to, or the screen that the level forwards to.
  public let destination: String
  /// How often it would have helped.
  public let times: Int
  public let users: Int
  public let taps: Int
  public let per100Sessions: Estimate
  /// Whether the saving is as even as if ten people or more (``Evidence/leastUsers``) made equal parts of it, and, for
  /// another start, no more people would pay than gain. Only then is it worth a sentence.
  package let isForMany: Bool

  /// A level can be removed if this share of its visits, and enough visits, lead on to the same child, and half of the
  /// stays are shorter than this, seconds.
  private static let longestStay = 3.0
  private static let leastForwarded = 0.9
  private static let fewestVisits = 100
  /// Of the returns to a tab, as for `tabs.state-lost`.
  private static let mostLost = 0.2

  /// Of fifty starts, at most so many lead on to one entry at once (`H`): where all do, nobody chose it. The app or a
  /// pager goes on.
  private static let mostGoingOn = 49

  /// The changes of a layout that reliably save taps, by kind; within a kind the largest saving first, on ties the
  /// first name.
  static func all(
    _ measures: Measures, _ builds: Set<AppBuild>, _ base: MoveSums, _ layout: Layout, _ scope: MeasureScope
  ) -> [OtherChange] {
    let names = scope.names
    let lines = scope.lines(measures)
    let parents = measures.passThroughs.usualParents
    let sums = measures.otherSavings.sums(of: builds)

    func change(
      _ kind: Kind, _ entry: Name, from origin: String, to destination: Name, _ sums: OtherSavings.Sums,
      less stays: OtherSavings.Sums? = nil
    ) -> OtherChange? {
      let squared = stays?.squaredTaps ?? 0
      let crossed = stays == nil ? 0 : sums.tapsTimesStays
      let taps = sums.taps - (stays?.taps ?? 0)
      let squaredTaps = sums.squaredTaps - 2 * crossed + squared
      let saving = MeanSums(
        users: base.users, sumY: Int128(taps), sumN: Int128(base.sessions), sumYY: Int128(squaredTaps),
        sumYN: Int128(sums.tapsTimesSessions - (stays?.tapsTimesSessions ?? 0)), sumNN: Int128(base.squaredSessions),
        maxN: base.mostSessions)
      let isEven = Double(taps) * Double(taps) >= Double(Evidence.leastUsers) * Double(squaredTaps)
      let isForMany = isEven && (stays.map { sums.better >= $0.users + sums.worse } ?? true)
      return saving.estimate().map {
        OtherChange(
          kind: kind, entry: names[entry], origin: origin, destination: names[destination], times: sums.times,
          users: sums.users, taps: taps,
          per100Sessions: $0.per100, isForMany: isForMany)
      }
    }

    /// Whether a screen is a level that people pass: neither they stay on it, nor is it a root, or what an entry of the
    /// layout shows.
    func isPassed(_ screen: Name) -> Bool {
      guard let sum = measures.screens.sums[screen], let stay = sum.dwell.seconds(.median),
        let depth = sum.depths.median
      else { return false }
      return stay < longestStay && depth > 1 && !layout.entries.contains { $0.entry.name == screen }
    }

    /// Whether a screen is the end of what people do, or in the middle of it.
    func isEnd(_ screen: Name) -> Bool { lines.isInFlow(screen) || lines.isCompleted(screen) }
    func leadsToEnd(_ entry: Entry) -> Bool { measures.screen(of: entry).map(isEnd) ?? false }

    // A tenth of the ways to a screen from a root (`H`): there is a link.
    let above = Dictionary(grouping: measures.passThroughs.children) { $0.key.second }
    func isLinked(_ screen: Name) -> Bool {
      let ways = above[screen] ?? []
      let own = ways.filter { measures.screens.sums[$0.key.first]?.depths.median == 1 }
      return own.reduce(0) { $0 + $1.value } * 10 >= ways.reduce(0) { $0 + $1.value }
    }

    var landings: [Name: Int] = [:]
    for (number, sums) in base.entries.pairs where sums.landings > 0 {
      landings[measures.moves.entries[Int(number)].name, default: 0] += sums.landings
    }
    // The tab on which most parts of sessions land.
    let start = landings.min { $0.value == $1.value ? names.rank($0.key) < names.rank($1.key) : $0.value > $1.value }?
      .key
    let platforms = Set(builds.map(\.platform))
    let passesTabs = platforms.contains(where: measures.tabHunts.passesTabs)
    /// Whether people go down again in a section because its tab lost their place: that is mended there.
    func losesPlace(_ section: Section) -> Bool {
      platforms.contains { platform in
        let lost = measures.lostStates.sums[NamePair(section.name, platform)]?.lost
        return section.kind == .tab && lost?.estimate()?.interval.low ?? 0 > mostLost
      }
    }
    let startsAndShortcuts = sums.compactMap { key, own -> OtherChange? in
      switch key {
      case .start(let tab, let entry)
      where tab == start && !passesTabs && entry != Entry(tab, in: .bar) && !leadsToEnd(entry)
        && own.times * 50 < (landings[tab] ?? 0) * Self.mostGoingOn
        && !measures.isAction(entry, measures.moves.number(of: entry).flatMap { base.entries[$0] } ?? EntrySums()):
        change(
          .start, entry.name, from: names[tab], to: entry.name, own, less: sums[.stay(tab: tab)] ?? OtherSavings.Sums())
      // Whoever sees a screen only when the app is new to them needs no link to it.
      case .shortcut(_, let screen) where measures.screenReturns.sums[screen]?.isFirstRun == true: nil
      // Nor is there a way to the end of what people do, or into the middle of it, to what nobody sees, or to one of
      // many.
      case .shortcut(let section, let screen)
      where losesPlace(section) || isEnd(screen) || lines.transparent.contains(screen)
        || parents[screen].map { scope.areSame($0, screen) } == true || isLinked(screen)
        || scope.isOfItem(screen, measures, parents):
        nil
      case .shortcut(let section, let screen): change(.shortcut, screen, from: section.label(names), to: screen, own)
      case .start, .stay, .forward: nil
      }
    }
    let clocks = measures.clocks(names)
    let levels = measures.passThroughs.next.mostTaken(names).compactMap { screen, next, _, share -> OtherChange? in
      guard share.sumN >= fewestVisits, share.share ?? 0 >= leastForwarded, isPassed(screen),
        !lines.transparent.contains(screen), !clocks.contains(screen), !scope.isFolded(next),
        !measures.passThroughs.isList(screen, of: next), measures.screenReturns.sums[screen]?.isFirstRun != true,
        let own = sums[.forward(screen: screen, child: next)]
      else { return nil }
      return change(.removeLevel, screen, from: names[screen], to: next, own)
    }
    return Kind.allCases.flatMap { kind in
      (startsAndShortcuts + levels).filter { $0.kind == kind && $0.per100Sessions.interval.low > 0 }.sorted {
        one, other in
        if one.taps != other.taps { return one.taps > other.taps }
        return one.entry.isSame(as: other.entry)
          ? one.origin.precedesByScalars(other.origin) : one.entry.precedesByScalars(other.entry)
      }
    }
  }
}
