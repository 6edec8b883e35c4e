import NavigationModel
import Tables

/// Figures by day (of the session's start), platform and app version.
public struct Daily: CountMeasure {
  public static var isForRules: Bool { false }

  public struct Key: MixedHash, Sendable, Codable {
    /// Days since 1970-01-01.
    public let day: Int
    public let platform: Name
    public let appVersion: Name

    public var bits: UInt64 { UInt64(truncatingIfNeeded: day) << 48 ^ UInt64(platform.rawValue) << 24 ^ UInt64(appVersion.rawValue) }
  }

  public struct Cell: MergeableCell {
    private var userCount = UserCount()
    public private(set) var sessions = 0
    public private(set) var sessionsWithSteps = 0
    public private(set) var steps = 0
    public private(set) var visits = 0
    public private(set) var tabSwitches = 0
    public private(set) var moreItems = 0
    public private(set) var menuOpens = 0
    public private(set) var menusAbandoned = 0
    public private(set) var depthSum = 0
    public private(set) var deeperThan5 = 0
    public private(set) var deeperThan6 = 0
    public private(set) var quickBacks = 0
    /// Counts behind the app's shares, so the shares of any range of days can be computed.
    public private(set) var returns = 0
    public private(set) var inferred = 0
    public private(set) var plainVisits = 0
    public private(set) var laterTabSteps = 0
    public private(set) var explicitMenuOpens = 0
    public private(set) var backChains = 0
    public private(set) var pingPongs = 0
    public private(set) var tabTaps = 0
    public private(set) var tabBlocked = 0
    public private(set) var keptStateReturns = 0
    public private(set) var stateLost = 0

    public init() {}

    public var users: Int { userCount.users }
    /// Mean depth of the sessions with steps; nil without such sessions.
    var meanDepth: Double? { sessionsWithSteps > 0 ? Double(depthSum) / Double(sessionsWithSteps) : nil }

    mutating func add(_ session: Session, _ counts: SessionCounts) {
      let figures = counts.figures
      userCount.add(session)
      sessions += 1
      if figures.steps > 0 { sessionsWithSteps += 1 }
      steps += figures.steps
      visits += figures.visits
      tabSwitches += figures.tabSwitches
      moreItems += figures.moreItems
      menuOpens += figures.menuOpens
      menusAbandoned += figures.menusAbandoned
      depthSum += figures.depth
      if figures.depth > 5 { deeperThan5 += 1 }
      if figures.depth > 6 { deeperThan6 += 1 }
      quickBacks += figures.quickBacks
      returns += counts.returns
      inferred += counts.inferred
      plainVisits += counts.plainVisits
      laterTabSteps += counts.laterTabSteps
      explicitMenuOpens += figures.menuOpens - figures.impliedMenuOpens
      if counts.hasBackChain { backChains += 1 }
      if counts.hasPingPong { pingPongs += 1 }
      tabTaps += counts.tabTaps
      tabBlocked += counts.tabBlocked
      keptStateReturns += counts.keptStateReturns
      stateLost += counts.stateLost
    }

    public mutating func merge(_ other: Cell) {
      userCount.merge(other.userCount)
      sessions += other.sessions
      sessionsWithSteps += other.sessionsWithSteps
      steps += other.steps
      visits += other.visits
      tabSwitches += other.tabSwitches
      moreItems += other.moreItems
      menuOpens += other.menuOpens
      menusAbandoned += other.menusAbandoned
      depthSum += other.depthSum
      deeperThan5 += other.deeperThan5
      deeperThan6 += other.deeperThan6
      quickBacks += other.quickBacks
      returns += other.returns
      inferred += other.inferred
      plainVisits += other.plainVisits
      laterTabSteps += other.laterTabSteps
      explicitMenuOpens += other.explicitMenuOpens
      backChains += other.backChains
      pingPongs += other.pingPongs
      tabTaps += other.tabTaps
      tabBlocked += other.tabBlocked
      keptStateReturns += other.keptStateReturns
      stateLost += other.stateLost
    }
  }

  public private(set) var cells = KeyedCells<Key, Cell>()
  private var calendar = CalendarDays.utc

  private enum CodingKeys: CodingKey { case cells }

  public init() {}

  public init(_ declared: DeclaredNames?, midpoint: Int64?) { calendar = declared?.calendar ?? .utc }

  /// Adds a session.
  public mutating func observe(_ session: Session, _ counts: SessionCounts) {
    let day = calendar.day(of: session.start)
    let key = Key(day: day, platform: session.segment.platform, appVersion: session.segment.appVersion)
    cells[adding: key].add(session, counts)
  }

  /// Merges what another value observed of other users.
  public mutating func merge(_ other: Daily) { cells.merge(other.cells) }
}

extension Daily {
  public func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope)] }

  private func table(_ scope: MeasureScope) -> Table {
    let (names, known) = (scope.names, scope.structureKnown)
    return TableDefinition<(key: Key, cell: Cell)>(
      "daily", "One row for each day (\(scope.declared.calendar.zone), of the session's start), platform and version of the app.",
      [
        .dayKey("date", "The day.") { $0.key.day },
        .key("platform", "The platform; empty where it is not known.") { names[$0.key.platform] },
        .key("app_version", "The version of the app; empty where it is not known.") { names[$0.key.appVersion] },
        .users("users", "Users with a session, each once in the row: rows cannot be added up, as somebody may be in several.") { $0.cell.users },
        .sessions("sessions", "Sessions that began on the day.") { $0.cell.sessions },
        .count("visits", "Their visits.") { known ? $0.cell.visits : $0.cell.steps },
        .count("tab_switches", "Their tab switches.") { known ? $0.cell.tabSwitches : nil },
        .count("more_extra_taps", "Their choices from the More list: each cost one tap more than a visible tab.") { $0.cell.moreItems },
        .count("menu_opens", "How often a menu was opened.") { $0.cell.menuOpens },
        .count("menu_abandoned", "How often a menu was left without a choice.") { $0.cell.menusAbandoned },
        .measure("depth_mean", "Mean depth of the sessions with steps.") { known ? $0.cell.meanDepth : nil },
        .count("sessions_deeper_than_5", "Sessions that went below the fifth level.") { known ? $0.cell.deeperThan5 : nil },
        .count("sessions_deeper_than_6", "Sessions that went below the sixth level.") { known ? $0.cell.deeperThan6 : nil },
        .count("quick_backs", "Visits left by a back step within five seconds.") { known ? $0.cell.quickBacks : nil },
        .count("user_days", "The users again, as days on which somebody used the app: these can be added up.") { $0.cell.users },
        .count("sessions_with_steps", "Sessions with steps: what depth_mean and the shares of sessions are over.") { $0.cell.sessionsWithSteps },
        .count("depth_sum", "The depths of these sessions, added up; over sessions_with_steps it is depth_mean.") { known ? $0.cell.depthSum : nil },
        .count("steps", "Their steps.") { $0.cell.steps },
        .count("inferred_steps", "Of these, the inferred ones.") { $0.cell.inferred },
        .count("return_steps", "Of the steps, those that go back; over steps it is back_share.") { known ? $0.cell.returns : nil },
        .count("plain_visits", "Visits without modal screens; quick_backs over them is quick_back_rate.") { known ? $0.cell.plainVisits : nil },
        .count("tab_steps", "Steps by a tab that are not the first of a part; more_toll is more_extra_taps over these and more_extra_taps.") {
          known ? $0.cell.laterTabSteps : nil
        },
        .count("explicit_menu_opens", "Opens of a menu that were logged; menu_abandoned over them is menu_abandonment.") { $0.cell.explicitMenuOpens },
        .count("back_chain_sessions", "Sessions with three back steps in a row.") { known ? $0.cell.backChains : nil },
        .count("ping_pong_sessions", "Sessions that go back and forth between two sections.") { known ? $0.cell.pingPongs : nil },
        .count("tab_taps", "Taps on tabs.") { known ? $0.cell.tabTaps : nil },
        .count("tab_blocked", "Of these, the ones that the app ignored.") { known ? $0.cell.tabBlocked : nil },
        .count("kept_state_returns", "Returns to a tab when it had kept more than its root.") { known ? $0.cell.keptStateReturns : nil },
        .count("state_lost", "Of these, the ones at which only a root was left.") { known ? $0.cell.stateLost : nil },
      ]
    ).table(cells.pairs.map { ($0.0, $0.1) })
  }
}

extension Measures {
  public var daily: Daily { self[Daily.self] }
}
