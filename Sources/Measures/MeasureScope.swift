import NavigationModel

/// What measures need to become tables: the names as text, what the map declares, all users, and how the log was read.
public struct MeasureScope: Sendable {
  public let names: Names
  public let map: AppMap
  public let declared: DeclaredNames
  /// All users seen.
  public let users: Int
  /// Whether the structure of the app is known (Reconstruction.md).
  public private(set) var structureKnown: Bool
  public let intake: Intake
  /// Who could have used what.
  public let eligibility: Eligibility
  /// The new users; nil if there are none.
  public let newUsers: Discovery.NewUsers?
  /// The new users by number of sessions.
  private let newUsersBySessions: Histogram
  private let discovery: Discovery

  public init(measures: Measures, names: Names, map: AppMap, declared: DeclaredNames, intake: Intake) {
    self.names = names
    self.map = map
    self.declared = declared
    self.intake = intake
    users = measures.totals.users
    discovery = measures.discovery
    eligibility = Eligibility(discovery.cellUsers, DeclaredEntries(map, names), names: names)
    newUsers = discovery.newUsers(on: measures.logSigns.plausibleDays)
    newUsersBySessions = discovery.usersBySessions(newUsers)
    structureKnown = measures.totals.sessionsWithSteps > 0 && (measures.totals.showsStructure || !map.roots.isEmpty)
  }

  /// The scope of the measures of a part of `whole`. Known structure, new users and cells that are out are taken from the
  /// entire log.
  /// - Parameter cellUsers: the users of the part by all of their cells, including those of sessions outside the part.
  public init(measures: Measures, in whole: MeasureScope, cellUsers: CellUsers? = nil) {
    names = whole.names
    map = whole.map
    declared = whole.declared
    intake = Intake()
    users = measures.totals.users
    structureKnown = whole.structureKnown
    discovery = measures.discovery
    eligibility = Eligibility(cellUsers ?? discovery.cellUsers, in: whole.eligibility, names: names)
    newUsers = whole.newUsers
    newUsersBySessions = discovery.usersBySessions(newUsers)
  }

  /// The users with at least `sessions` sessions who could have used the subject.
  public func eligibleUsers(of subject: Discovery.Subject, withSessions sessions: Int = 1) -> Int {
    eligibility.eligibleUsers(of: subject, withSessions: sessions)
  }

  /// First uses of a hidden item by new users; nil if there are none.
  public func firstUses(of subject: Discovery.Subject) -> Discovery.FirstUseRows? {
    guard let newUsers else { return nil }
    let out = eligibility.outCells(of: subject)
    let users = out.isEmpty ? newUsersBySessions : discovery.usersBySessions(newUsers, out: out)
    return discovery.rows(of: subject, by: newUsers, out: out, users: users)
  }

  /// The same scope with known or unknown structure.
  func with(structureKnown: Bool) -> MeasureScope {
    var scope = self
    scope.structureKnown = structureKnown
    return scope
  }
}

/// How the lines of a log were read.
public struct Intake: Sendable, Codable, Equatable {
  /// Lines that are not blank.
  public var lines = 0
  public var rejected = 0
  public var duplicates = 0
  /// Accepted lines with a time without offset, which is read as UTC.
  public var withoutZone = 0
  /// Truncated log files.
  public var cutSources = 0
  /// Events of users that the app map excludes; not among ``lines``.
  public var excluded = 0

  public init(lines: Int = 0, rejected: Int = 0, duplicates: Int = 0, withoutZone: Int = 0, excluded: Int = 0, cutSources: Int = 0) {
    self.excluded = excluded
    self.cutSources = cutSources
    self.lines = lines
    self.rejected = rejected
    self.duplicates = duplicates
    self.withoutZone = withoutZone
  }
}

/// The names of the app map, interned: tables list what the map declares even if the log never shows it.
public struct DeclaredNames: Sendable {
  public let tabs: [Name]
  /// The tab that opens the More list.
  public let moreTab: Name
  public let moreItems: [Name]
  public let menus: [Name]
  public let menuItems: [Menus.Item]
  /// Screens and roots.
  public let screens: [Name]
  public let tasks: [TaskNames]
  /// What its screens are for.
  public let kinds: ScreenKinds
  /// The levels that rules judge by.
  public let levels: RuleLevels
  /// The calendar days of its time zone.
  public let calendar: CalendarDays

  public init(_ map: AppMap, names: NameTable) {
    tabs = map.tabs.map { names.name($0) }
    moreTab = map.more?.tab.map { names.name($0) } ?? .more
    moreItems = map.more?.items.map { names.name($0) } ?? []
    menus = map.menus.map { names.name($0.name) }
    menuItems = map.menus.flatMap { menu in
      menu.items.map { Menus.Item(menu: names.name(menu.name), item: names.name($0)) }
    }
    tasks = map.tasks.map { TaskNames(name: names.name($0.name), start: names.name($0.start), goal: names.name($0.goal)) }
    kinds = ScreenKinds(map, names: names)
    levels = RuleLevels(map)
    calendar = map.timeZone.flatMap(CalendarDays.init(zone:)) ?? .utc
    screens = (map.screens.map(\.name) + map.roots.map(\.screen)).map { names.name($0) }
  }
}
