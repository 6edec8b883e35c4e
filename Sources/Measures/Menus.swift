import NavigationModel
import Statistics

/// How hidden menus are used: opened, left without a choice, and what is chosen.
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
    /// A session's abandoned opens over its opens.
    var abandonedShare = UserShare()
    var abandonerCount = UserCount()
    var openSessions = SessionCount()
    var abandonedSessions = SessionCount()
    /// The sessions with the most opens, and those with the most opens that were left without a choice.
    public internal(set) var openExamples = Examples()
    public internal(set) var abandonedExamples = Examples()

    public init() {}

    /// Users who opened the menu.
    public var users: Int { openCount.users }
    /// Users who left it without a choice.
    public var abandoners: Int { abandonerCount.users }
    /// Sessions in which it was opened, and in which it was left without a choice.
    public var sessions: Int { openSessions.sessions }
    public var sessionsAbandoned: Int { abandonedSessions.sessions }
    /// Opens that were left without a choice, over all opens.
    public var abandonment: RatioSums { abandonedShare.sums }
    public var opens: Int { abandonment.sumN }

    public mutating func merge(_ other: MenuCell) {
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
  private var openCount = UserCount()
  private var abandonedShare = UserShare()
  /// Opens, abandoned opens and choices of the present session.
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
        openCount.add(session)
        abandonedShare.add(y: 0, n: 1, session)
        menus[adding: occurrence.container].openCount.add(session)
        menus[adding: occurrence.container].abandonedShare.add(y: 0, n: 1, session)
        menus[adding: occurrence.container].openSessions.add(session)
      case .menuAbandoned:
        abandonedShare.add(y: 1, n: 0, session)
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
    openCount.merge(other.openCount)
    abandonedShare.merge(other.abandonedShare)
  }

  /// Users who opened any menu.
  public var users: Int { openCount.users }
  /// Opens of any menu that were left without a choice, over all opens.
  public var abandonment: RatioSums { abandonedShare.sums }
}
