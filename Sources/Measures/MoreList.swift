import NavigationModel
import Statistics

/// How the More list is used, and the extra taps that it costs.
public struct MoreList: Measure {
  public private(set) var opens = 0
  public private(set) var abandoned = 0
  private var openCount = UserCount()
  private var tollShare = UserShare()
  private var chooserCount = UserCount()
  private var chooserSessions = SessionCount()
  /// The sessions with the most choices from the list.
  public private(set) var examples = Examples()
  public private(set) var items = NameCells<Cell>()
  /// Choices of the present session.
  private var choices = Tally<Name>()

  public struct Cell: MergeableCell {
    /// Choices of the item: each cost one tap more than a visible tab.
    public private(set) var selects = 0
    private var userCount = UserCount()
    private var sessionCount = SessionCount()
    /// The sessions with the most choices of the item.
    public private(set) var examples = Examples()

    public init() {}

    public var users: Int { userCount.users }
    public var sessions: Int { sessionCount.sessions }

    mutating func add(_ session: Session) {
      selects += 1
      userCount.add(session)
      sessionCount.add(session)
    }

    mutating func addExample(_ session: Session, choices: Int) { examples.add(session, score: choices) }

    public mutating func merge(_ other: Cell) {
      selects += other.selects
      userCount.merge(other.userCount)
      sessionCount.merge(other.sessionCount)
      examples.merge(other.examples)
    }
  }

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .moreOpen:
        opens += 1
        openCount.add(session)
      case .moreAbandoned: abandoned += 1
      default: break
      }
    }
    choices.removeAll()
    for (index, step) in path.steps.enumerated() {
      if step.kind == .moreItem {
        items[adding: step.item].add(session)
        choices.count(step.item)
        chooserCount.add(session)
        chooserSessions.add(session)
        tollShare.add(true, session)
      } else if step.kind == .tab, index > 0, path.steps[index - 1].part == step.part {
        tollShare.add(false, session)
      }
    }
    if choices.total > 0 { examples.add(session, score: choices.total) }
    for (item, count) in choices.counts { items[adding: item].addExample(session, choices: count) }
  }

  public mutating func merge(_ other: MoreList) {
    opens += other.opens
    abandoned += other.abandoned
    openCount.merge(other.openCount)
    tollShare.merge(other.tollShare)
    chooserCount.merge(other.chooserCount)
    chooserSessions.merge(other.chooserSessions)
    examples.merge(other.examples)
    items.merge(other.items)
  }

  /// Users who opened the list.
  public var users: Int { openCount.users }
  /// Users who chose from the list, and the sessions in which they did.
  public var choosers: Int { chooserCount.users }
  public var sessionsWithChoices: Int { chooserSessions.sessions }
  /// Choices from the More list over those and the `tab` steps that are not the first of a part.
  public var toll: RatioSums { tollShare.sums }
  /// Taps that a visible tab would have saved: one for each choice.
  public var extraTaps: Int { items.cells.reduce(0) { $0 + $1.selects } }
}
