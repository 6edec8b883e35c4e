import Measures
import NavigationModel

/// Problems of the log that weaken findings and forbid a plan (TheRules.md, *Data quality checks*).
package struct LogReliability: Sendable {
  /// Above these limits, findings are at most exploratory.
  static let inferredLimit = 0.2
  /// The same for steps after the first of their part, which an app may well log as the appearance of a screen and
  /// everything else as what it is; and for tabs and ways back: where these are logged, what else appears is a level
  /// down.
  static let laterInferredLimit = 0.05
  static let contradictionLimit = 0.02
  static let doubledLimit = 0.05
  static let impliedOpensLimit = 0.2
  /// A platform with fewer pushes that people came back from is not compared.
  static let leastPushes = 100
  /// Fewer backs than this, per push that nothing else explains the end of, are too few on any platform.
  static let leastBacksPerPush = 0.2
  /// Where backs are fewer than this per push, none are logged.
  static let noBacksPerPush = 0.01
  /// A platform's loss affects the entire log if the platform has this share of the sessions.
  static let platformShare = 0.2
  /// Sessions are cut where at least this share of the selections of tabs opens a part, or this share of the pauses is
  /// short; fewer are not judged.
  static let openingLimit = 0.9
  static let shortPauseLimit = 0.5
  static let leastSelections = 100

  package struct Doubt: Sendable, Equatable {
    package let check: String
    package let reason: Text
    package let remedy: Text
    /// The findings that it weakens: those of families that need structure, and those that rest on these.
    fileprivate let weakensStructure: Bool
    fileprivate let weakens: Set<Assumption>
    /// The cells in which it forbids a plan; nil for all.
    fileprivate let cells: Set<LogCell>?
    /// The cells that may be left out to end it; nil if it touches all, or another bar is no fault of the log.
    var accuses: Set<LogCell>? { check == "several-bars" ? nil : cells }
  }

  /// The most serious first.
  package private(set) var all: [Doubt] = []
  private let parts: LogParts

  package init(_ measures: Measures, _ scope: MeasureScope) {
    parts = LogParts(measures, scope)
    let transparent = scope.lines(measures).transparent
    find(
      "cut-sessions", rows: { max($0.tabSelections, $0.pauses) },
      remedy: { _ in
        """
        log one session id from opening the app to leaving it; until then, `--columns session=` ignores the ids of \
        this log
        """
      }, [.sessions]
    ) { $0.cutSessions?.reason }
    // Where no structure is known, nothing rests on it: the rules for screens alone judge.
    if scope.structureKnown {
      find("inferred", rows: \.steps, remedy: { $0.eventsInferred }, structure: true) { counts in
        counts.inferredShare.map { "\(Wording.percent($0)) of the steps are inferred from screens" }
      }
    }
    // Copies contradict what is below a screen, and imply openings, too.
    find(
      "doubled", rows: \.actions, remedy: { _ in "log every event once, or give it an `id` that its copy repeats" },
      structure: true
    ) {
      Self.above(Self.doubledLimit, $0.doubledActions, $0.actions).map {
        "\($0) of the navigation events are logged twice"
      }
    }
    find(
      "contradiction", rows: \.namedBacks, remedy: { _ in "look for lost events or screens that are not logged" },
      [.order], structure: true
    ) {
      Self.above(Self.contradictionLimit, $0.contradictedBacks(without: transparent), $0.namedBacks).map {
        "\($0) of the back events name a screen other than the one below"
      }
    }
    for missing in measures.platformMoves.missingBacks(scope.names, without: transparent)
    where missing.sessionShare >= Self.platformShare {
      add(
        "missing-back", "back events are missing \(missing.place)",
        remedy: "log `back` wherever people go back, swipes and system buttons included", structure: true,
        cells: parts.all.filter { missing.has($0) })
    }
    for platform in scope.names.ordered(measures.appMade.platforms.keys) {
      guard let sum = measures.appMade.platforms[platform], sum.hasLateBacks else { continue }
      let share = Wording.percent(sum.lateShare)
      add(
        "late-backs", "\(share) of the back events on \(scope.names[platform]) come after the screen that they led to",
        remedy: "log `back` before the screen that it leads to", [.order], structure: true,
        cells: parts.all.filter { $0.first == platform })
    }
    find(
      "batched-time", rows: \.neighbors, remedy: { _ in "log the time on the device" }, [.times, .order],
      structure: true
    ) {
      let counts = $0
      return Self.above(LogQuality.batchedLimit, counts.simultaneous, counts.neighbors).map {
        """
        \(number: counts.simultaneous.grouped) of \(number: counts.neighbors.grouped) neighboring events (\($0)) \
        have the same time
        """
      }
    }
    find("implied-opens", rows: \.menuChoices, remedy: { _ in "log `menu_open`" }, [.menuOpens]) {
      Self.above(Self.impliedOpensLimit, $0.impliedMenuOpens, $0.menuChoices).map {
        "for \($0) of the choices, the opening of the menu was not logged"
      }
    }
    for bars in SeveralBars.all(measures, scope) where bars.isDoubt {
      add(
        "several-bars", "people have different tab bars: \(bars.words)", remedy: bars.remedy, [.oneBar],
        cells: parts.all.filter { scope.names[$0.first].isSame(as: bars.platform) })
    }
    dropImplied()
  }

  /// A share of events above a limit: `9.0%`.
  private static func above(_ limit: Double, _ part: Int, _ whole: Int) -> String? {
    let share = whole > 0 ? Double(part) / Double(whole) : 0
    return share > limit ? Wording.percent(share) : nil
  }

  /// Adds a doubt of all that was counted, or of a part that matters.
  /// - Parameters:
  ///   - rows: what it is a share of.
  ///   - reason: the doubt about some counts; nil if there is none.
  private mutating func find(
    _ check: String, rows: (LogQuality.Counts) -> Int, remedy: (LogQuality.Counts) -> Text,
    _ weakens: Set<Assumption> = [], structure: Bool = false, _ reason: (LogQuality.Counts) -> Text?
  ) {
    let accused = parts.accused(rows) { reason($0) != nil }
    let whole = parts.counts(of: parts.all)
    guard !accused.isEmpty, accused != parts.all else {
      if let reason = reason(whole) { add(check, reason, remedy: remedy(whole), weakens, structure: structure) }
      return
    }
    guard reason(whole) != nil || parts.share(of: accused) >= Self.platformShare else { return }
    let counts = parts.counts(of: accused)
    guard let reason = reason(counts) ?? reason(whole) else { return }
    add(
      check, "\(reason) \(parts.words(accused))", remedy: remedy(counts), weakens, structure: structure,
      cells: accused)
  }

  private mutating func add(
    _ check: String, _ reason: Text, remedy: Text, _ weakens: Set<Assumption> = [], structure: Bool = false,
    cells: Set<LogCell>? = nil
  ) {
    let part = cells == parts.all ? nil : cells
    // What is wrong with an old version is not asked of an app whose newest one is right.
    let mended = part.map { parts.mended($0) } ?? []
    let judgesNewest: Text? =
      mended.isEmpty || check == "several-bars"
      ? nil : "analyze the newest version alone: \(LogParts.command("app_version", mended.map { parts.names[$0] }))"
    all.append(
      Doubt(
        check: check, reason: reason, remedy: judgesNewest ?? remedy, weakensStructure: structure, weakens: weakens,
        cells: check == "several-bars" ? cells : part))
  }

  /// Copies of events contradict what lies below, and imply openings: where they are doubled, only that is said.
  private mutating func dropImplied() {
    guard let doubled = all.first(where: { $0.check == "doubled" }) else { return }
    all.removeAll { doubt in
      ["contradiction", "implied-opens"].contains(doubt.check)
        && (doubled.cells == nil || doubt.cells.map { doubled.cells?.isSuperset(of: $0) ?? true } ?? false)
    }
  }

  /// The platforms a part of which a check doubts.
  func platforms(doubtedBy check: String) -> Set<Name> {
    Set(all.filter { $0.check == check }.flatMap { $0.cells ?? parts.all }.map(\.first))
  }

  /// Why there is no plan of a layout; nil if there are no doubts.
  func noPlanReason(in builds: Set<AppBuild>) -> NoPlanReason? {
    all.first { doubt in
      doubt.cells.map { cells in builds.contains { cells.contains(LogCell($0.platform, $0.appVersion)) } } ?? true
    }
    .map { .doubt($0.reason, remedy: $0.remedy) }
  }

  /// Why findings of a rule are at most exploratory; nil if there are no doubts.
  func doubt(about rule: Rule) -> Text? {
    all.first { $0.weakensStructure && rule.family.needsStructure || !$0.weakens.isDisjoint(with: rule.restsOn) }?
      .reason
  }
}

extension LogQuality.Counts {
  /// The share of inferred steps, if tabs and levels cannot rest on the others.
  var inferredShare: Double? {
    let later = inferredSteps - inferredEntries
    let all = steps - inferredEntries
    let share = Double(inferredSteps) / Double(max(steps, 1))
    guard share > LogReliability.inferredLimit,
      all == 0 || Double(later) > LogReliability.laterInferredLimit * Double(all)
    else { return nil }
    return showsTurns ? nil : share
  }

  /// Whether tabs and ways back are logged, so that levels do not rest on guesses.
  fileprivate var showsTurns: Bool {
    Double(inferredBacks + inferredTabs) <= LogReliability.laterInferredLimit * Double(backs + tabs)
      && Double(backs - inferredBacks) >= LogReliability.leastBacksPerPush * Double(max(1, inferredPushes))
  }

  /// What to log instead of letting it be inferred: tabs or ways back, if they are more than some of the inferred
  /// steps, otherwise all.
  var eventsInferred: Text {
    let counts: [(event: Text, steps: Int)] = [
      ("\(code: "tab_select")", inferredTabs), ("\(code: "back")", inferredBacks),
    ]
    let events = counts.filter { $0.steps * 20 > inferredBacks + inferredTabs + inferredPushes }.map(\.event)
    return events.isEmpty ? "log `tab_select`, `push` and `back`" : "log \(events.list())"
  }

  /// Why the sessions of the log are not those of people, with the share that says so; nil if they may be.
  var cutSessions: (reason: Text, count: Int, all: Int)? {
    // Whoever opens the app may well select one tab and no other; people whose sessions are cut have one soon after the
    // other.
    let isSoon = pauses * 2 >= openingSelections && pausesInVisits * 4 >= pauses
    if isSoon, tabSelections >= LogReliability.leastSelections,
      Double(openingSelections) >= LogReliability.openingLimit * Double(tabSelections)
    {
      let share = Double(openingSelections) / Double(tabSelections)
      return (
        "sessions are cut (\(Wording.percent(share)) of the selections of tabs begin one)", openingSelections,
        tabSelections
      )
    }
    if pauses >= LogReliability.leastSelections, Double(shortPauses) > LogReliability.shortPauseLimit * Double(pauses) {
      return (
        "sessions are cut (half of the pauses between the sessions of a user are shorter than a minute)", shortPauses,
        pauses
      )
    }
    return nil
  }
}

extension PlatformMoves {
  /// A platform, or one of its versions, that lacks backs.
  struct MissingBacks {
    /// Nil if it is not known.
    let platform: String?
    /// Nil for all versions.
    var version: String?
    fileprivate let cell: (platform: Name, version: Name?)
    let sessionShare: Double
    let pushes: Int
    let unexplained: Int
    let backs: Int

    fileprivate var backsPerPush: Double { Double(backs) / Double(pushes) }

    fileprivate func has(_ cell: LogCell) -> Bool {
      self.cell.platform == cell.first && self.cell.version.map { $0 == cell.second } ?? true
    }

    /// `on android`, `in version 3.0 on android`
    var place: Text { (version.map { "in version \($0) " } ?? "") + "on \(platform ?? Self.unknown)" }
    /// `android`, `android 3.0`
    var label: String { (platform ?? Self.unknown) + (version.map { " \($0)" } ?? "") }
    fileprivate static let unknown = "(not known)"
  }

  /// The platforms with too few backs for their pushes, in text order: next to none; below a fifth of the pushes that
  /// people came up from by no other way that is logged; or below half of the rate of another platform where people do
  /// go back. Of the others, the versions with next to none where people of other versions do go back.
  /// - Parameter transparent: screens that nobody sees, and so comes back from.
  func missingBacks(_ names: Names, without transparent: Set<Name>) -> [MissingBacks] {
    let sums = self.sums(without: transparent)
    let all = sums.values.reduce(0) { $0 + $1.sessions }
    func rates(_ sum: Sum, _ platform: Name, version: Name? = nil) -> MissingBacks? {
      guard sum.pushes >= LogReliability.leastPushes else { return nil }
      return MissingBacks(
        platform: platform.isKnown ? names[platform] : nil,
        version: version.map { $0.isKnown ? names[$0] : MissingBacks.unknown }, cell: (platform, version),
        sessionShare: Double(sum.sessions) / Double(max(all, 1)), pushes: sum.pushes, unexplained: sum.unexplained,
        backs: sum.backs)
    }
    let platforms = byPlatform(without: transparent)
    let judged = names.ordered(platforms.keys).compactMap { name in
      platforms[name].flatMap { rates($0, name) }.map { (name: name, rates: $0) }
    }
    let most = judged.map(\.rates.backsPerPush).max() ?? 0
    let isCompared = most >= LogReliability.leastBacksPerPush
    let versionsByPlatform = Dictionary(
      grouping: sums.pairs.sorted { names.rank($0.0.second) < names.rank($1.0.second) }
    ) { $0.0.first }
    return judged.flatMap { name, own -> [MissingBacks] in
      let isMissing =
        own.backsPerPush < LogReliability.noBacksPerPush
        || Double(own.backs) < LogReliability.leastBacksPerPush * Double(own.unexplained)
        || isCompared && own.backsPerPush < most / 2
      if isMissing { return [own] }
      let versions = (versionsByPlatform[name] ?? []).compactMap { key, sum in rates(sum, name, version: key.second) }
      return versions.contains { $0.backsPerPush >= LogReliability.leastBacksPerPush }
        ? versions.filter { $0.backsPerPush < LogReliability.noBacksPerPush } : []
    }
  }
}

/// What figures rest on besides the events themselves.
package enum Assumption: String, Sendable, CaseIterable {
  case times
  case order
  /// That the opening of a menu is logged.
  case menuOpens
  /// That a session is one visit of a person to the app.
  case sessions
  /// That people have the same tab bar.
  case oneBar
}
