import NavigationModel
import Statistics

/// What measures need beside themselves to become tables: the names as text, what the map declares, all users, and what the log's reading gave.
public struct MeasureScope: Sendable {
  public let names: Names
  public let map: AppMap
  public let declared: DeclaredNames
  /// All users seen.
  public let users: Int
  /// Whether the structure of the app is known (NAVIGATION-LOG.md, section 4).
  public private(set) var structureKnown: Bool
  public let intake: Intake

  public init(measures: Measures, names: Names, map: AppMap, declared: DeclaredNames, intake: Intake) {
    self.names = names
    self.map = map
    self.declared = declared
    self.intake = intake
    users = measures.totals.users
    structureKnown = measures.totals.sessionsWithSteps > 0 && (measures.totals.showsStructure || !map.roots.isEmpty)
  }

  /// The scope of the measures of a part of what a scope is of. Whether the structure is known is a matter of the whole log.
  public init(measures: Measures, in whole: MeasureScope) {
    names = whole.names
    map = whole.map
    declared = whole.declared
    intake = Intake()
    users = measures.totals.users
    structureKnown = whole.structureKnown
  }

  /// The same where the structure is known, or is not.
  func with(structureKnown: Bool) -> MeasureScope {
    var scope = self
    scope.structureKnown = structureKnown
    return scope
  }

  /// The share of all users, with its Wilson interval; empty cells where there are no users.
  func reach(_ users: Int) -> [Table.Cell] {
    guard let interval = wilson(successes: users, of: self.users) else { return [.unknown, .unknown, .unknown] }
    return [.number(Double(users) / Double(self.users)), .number(interval.low), .number(interval.high)]
  }

  /// A figure that only a known structure gives.
  func structural(_ cell: @autoclosure () -> Table.Cell) -> Table.Cell { structureKnown ? cell() : .unknown }
}

/// How the lines of a log were taken in.
public struct Intake: Sendable, Codable, Equatable {
  /// Lines that are not blank.
  public var lines = 0
  public var rejected = 0
  public var duplicates = 0
  /// Accepted lines whose time names no offset: they are read as UTC.
  public var withoutZone = 0

  public init(lines: Int = 0, rejected: Int = 0, duplicates: Int = 0, withoutZone: Int = 0) {
    self.lines = lines
    self.rejected = rejected
    self.duplicates = duplicates
    self.withoutZone = withoutZone
  }
}

/// The names of the app map, interned: tables list what the map declares even where the log never shows it.
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

  public init(_ map: AppMap, names: NameTable) {
    tabs = map.tabs.map { names.name($0) }
    moreTab = map.more?.tab.map { names.name($0) } ?? .more
    moreItems = map.more?.items.map { names.name($0) } ?? []
    menus = map.menus.map { names.name($0.name) }
    menuItems = map.menus.flatMap { menu in
      menu.items.map { Menus.Item(menu: names.name(menu.name), item: names.name($0)) }
    }
    tasks = map.tasks.map { TaskNames(name: names.name($0.name), start: names.name($0.start), goal: names.name($0.goal)) }
    screens = (map.screens.map(\.name) + map.roots.map(\.screen)).map { names.name($0) }
  }
}
