import NavigationModel

/// How the More list is used.
public struct MoreList: Measure {
  public private(set) var opens = 0
  private var chooserCount = UserCount()
  private var chooserSessions = SessionCount()
  /// The sessions with the most choices from the list.
  public private(set) var examples = Examples()
  public private(set) var items = NameCells<Cell>()
  /// Choices of the current session.
  private var choices = Tally<Name>()

  public struct Cell: MergeableCell {
    /// Choices of the item: each costs one more tap than a visible tab.
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
      if occurrence.kind == .moreOpen { opens += 1 }
    }
    choices.removeAll()
    for step in path.steps where step.kind == .moreItem {
      items[adding: step.item].add(session)
      choices.count(step.item)
      chooserCount.add(session)
      chooserSessions.add(session)
    }
    if choices.total > 0 { examples.add(session, score: choices.total) }
    for (item, count) in choices.counts { items[adding: item].addExample(session, choices: count) }
  }

  public mutating func merge(_ other: MoreList) {
    opens += other.opens
    chooserCount.merge(other.chooserCount)
    chooserSessions.merge(other.chooserSessions)
    examples.merge(other.examples)
    items.merge(other.items)
  }

  /// Users who chose from the list, and the sessions in which they did.
  public var choosers: Int { chooserCount.users }
  public var sessionsWithChoices: Int { chooserSessions.sessions }
  /// Taps that a visible tab would have saved: one for each choice.
  public var extraTaps: Int { items.cells.reduce(0) { $0 + $1.selects } }
}

extension MoreList {
  func table(_ scope: MeasureScope) -> Table {
    TableDefinition<(name: Name, cell: Cell)>(
      "more", "One row for each item of the More list.",
      [
        .key("item", "The item.") { scope.names[$0.name] },
        .count("selects", "How often it was chosen.") { $0.cell.selects },
        .users("users", "Users who chose it.") { $0.cell.users },
        .reach(of: scope) { (Discovery.Subject(.moreItem, $0.name, container: .more), $0.cell.users) },
        .count("extra_taps", "Taps that a visible tab would have saved: one for each choice.") { $0.cell.selects },
      ]
    ).table(items.rows(scope.names, with: scope.declared.moreItems))
  }
}
