import NavigationModel

/// Figures by day (UTC, of the session's start), platform and version of the app.
public struct Daily: Measure {
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

    public init() {}

    public var users: Int { userCount.users }

    mutating func add(_ session: Session, _ figures: SessionFigures) {
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
    }
  }

  public private(set) var cells = KeyedCells<Key, Cell>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    let day = Int(session.start.flooredDivision(by: 86_400_000_000).0)
    let key = Key(day: day, platform: session.segment.platform, appVersion: session.segment.appVersion)
    cells[adding: key].add(session, path.figures)
  }

  public mutating func merge(_ other: Daily) { cells.merge(other.cells) }
}
