import NavigationModel
import Statistics

/// How hidden menus are used: opens, abandoned opens, and choices.
public struct Menus: Measure {
  /// An item of a menu.
  public struct Item: MixedHash, Sendable, Codable {
    public let menu: Name
    public let item: Name

    public init(menu: Name, item: Name) {
      self.menu = menu
      self.item = item
    }

    public var bits: UInt64 { UInt64(menu.rawValue) << 32 | UInt64(item.rawValue) }
  }

  public struct MenuCell: MergeableCell {
    var openCount = UserCount()
    /// Opens implied by a choice.
    public internal(set) var impliedOpens = 0
    /// Abandoned opens over explicit opens.
    var abandonedShare = UserShare()
    var abandonerCount = UserCount()
    var openSessions = SessionCount()
    var abandonedSessions = SessionCount()
    /// The sessions with the most opens, and those with the most abandoned opens.
    public internal(set) var openExamples = Examples()
    public internal(set) var abandonedExamples = Examples()

    public init() {}

    /// Users who opened the menu.
    public var users: Int { openCount.users }
    /// Users who abandoned it.
    public var abandoners: Int { abandonerCount.users }
    /// Sessions in which it was opened, and in which it was abandoned.
    public var sessions: Int { openSessions.sessions }
    public var sessionsAbandoned: Int { abandonedSessions.sessions }
    /// Abandoned opens over explicit opens.
    public var abandonment: RatioSums { abandonedShare.sums }
    /// All opens, implied ones included.
    public var opens: Int { abandonment.sumN + impliedOpens }

    public mutating func merge(_ other: MenuCell) {
      impliedOpens += other.impliedOpens
      openCount.merge(other.openCount)
      abandonedShare.merge(other.abandonedShare)
      abandonerCount.merge(other.abandonerCount)
      openSessions.merge(other.openSessions)
      abandonedSessions.merge(other.abandonedSessions)
      openExamples.merge(other.openExamples)
      abandonedExamples.merge(other.abandonedExamples)
    }
  }

  public struct ItemCell: MergeableCell {
    public private(set) var selects = 0
    private var userCount = UserCount()
    private var sessionCount = SessionCount()
    /// The sessions with the most choices of the item.
    public private(set) var examples = Examples()
    /// From the opening of the menu to the choice.
    public private(set) var timeToChoose = Durations()

    public init() {}

    public var users: Int { userCount.users }
    public var sessions: Int { sessionCount.sessions }

    mutating func addExample(_ session: Session, choices: Int) { examples.add(session, score: choices) }

    mutating func add(_ choice: Occurrence, _ session: Session) {
      selects += 1
      userCount.add(session)
      sessionCount.add(session)
      if choice.duration >= 0 { timeToChoose.add(choice.duration) }
    }

    public mutating func merge(_ other: ItemCell) {
      selects += other.selects
      userCount.merge(other.userCount)
      sessionCount.merge(other.sessionCount)
      examples.merge(other.examples)
      timeToChoose.merge(other.timeToChoose)
    }
  }

  public private(set) var menus = NameCells<MenuCell>()
  public private(set) var items = KeyedCells<Item, ItemCell>()
  /// Opens, abandoned opens and choices of the current session.
  private var opens = Tally<Name>()
  private var leaves = Tally<Name>()
  private var choices = Tally<Item>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    opens.removeAll()
    leaves.removeAll()
    choices.removeAll()
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .menuOpen:
        opens.count(occurrence.container)
        menus[adding: occurrence.container].openCount.add(session)
        if occurrence.flag {
          menus[adding: occurrence.container].impliedOpens += 1
        } else {
          menus[adding: occurrence.container].abandonedShare.add(y: 0, n: 1, session)
        }
        menus[adding: occurrence.container].openSessions.add(session)
      case .menuAbandoned:
        menus[adding: occurrence.container].abandonedShare.add(y: 1, n: 0, session)
        menus[adding: occurrence.container].abandonerCount.add(session)
        menus[adding: occurrence.container].abandonedSessions.add(session)
        leaves.count(occurrence.container)
      case .menuSelect:
        let item = Item(menu: occurrence.container, item: occurrence.subject)
        items[adding: item].add(occurrence, session)
        choices.count(item)
      default: break
      }
    }
    for (menu, count) in opens.counts { menus[adding: menu].openExamples.add(session, score: count) }
    for (menu, count) in leaves.counts { menus[adding: menu].abandonedExamples.add(session, score: count) }
    for (item, count) in choices.counts { items[adding: item].addExample(session, choices: count) }
  }

  public mutating func merge(_ other: Menus) {
    menus.merge(other.menus)
    items.merge(other.items)
  }

  /// Opens of any menu, implied ones included.
  public var opensOfAll: Int { menus.cells.reduce(0) { $0 + $1.opens } }
}

extension Menus {
  func table(_ scope: MeasureScope) -> Table {
    TableDefinition<(name: Name, cell: MenuCell)>(
      "menus", "One row for each hidden menu.",
      [
        .key("menu", "The menu's container.") { scope.names[$0.name] },
        .count("opens", "How often it was opened, implied opens included.") { $0.cell.opens },
        .count("implied_opens", "Of these, opens that were not logged, only the choice.") { $0.cell.impliedOpens },
        .users("users", "Users who opened it.") { $0.cell.users },
        .reach(of: scope) { (Discovery.Subject(.menu, $0.name), $0.cell.users) },
        .count("abandoned", "Opens that were left without a choice.") { $0.cell.abandonment.sumY },
        .shareByUser("abandonment", "Those over the opens that are logged.") { $0.cell.abandonment },
      ]
    ).table(menus.rows(scope.names, with: scope.declared.menus))
  }

  func itemTable(_ scope: MeasureScope) -> Table {
    let names = scope.names
    return TableDefinition<(key: Item, cell: ItemCell, opens: Int)>(
      "menu_items", "One row for each item of a hidden menu.",
      [
        .key("menu", "The menu's container.") { names[$0.key.menu] },
        .key("item", "The item.") { names[$0.key.item] },
        .count("selects", "How often it was chosen.") { $0.cell.selects },
        .users("users", "Users who chose it.") { $0.cell.users },
        .reach(of: scope) { (Discovery.Subject(.menuItem, $0.key.item, container: $0.key.menu), $0.cell.users) },
        .measure("click_through", "Choices of the item over opens of its menu.") { $0.opens > 0 ? Double($0.cell.selects) / Double($0.opens) : nil },
        .measure("choose_p50_s", "Median time from the opening of the menu to the choice, seconds.") { $0.cell.timeToChoose.seconds(.median) },
      ]
    ).table(Set(items.keys).union(scope.declared.menuItems).map { ($0, items[$0] ?? ItemCell(), menus[$0.menu]?.opens ?? 0) })
  }
}
