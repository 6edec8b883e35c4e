import NavigationModel

/// For each figure that is a share of rows, the user with the most rows: a robot or a kiosk may dominate it.
public struct HeavyUsers: Measure {
  /// A share of rows of the summary.
  public enum Figure: Int, Sendable, Codable, CaseIterable {
    case deepSessions, backShare, moreToll, menuAbandonment
  }

  public struct Cell: MergeableCell {
    /// All rows, and the counted ones.
    public private(set) var n = 0
    public private(set) var y = 0
    /// Users with rows.
    public private(set) var users = 0
    /// The user with the most rows; on ties, the first pseudonym.
    public private(set) var user = Pseudonym(rawValue: 0)
    public private(set) var userN = 0
    public private(set) var userY = 0

    public init() {}

    mutating func add(user: Pseudonym, y: Int, n: Int) {
      guard n > 0 else { return }
      users += 1
      self.y += y
      self.n += n
      lead(user, y, n)
    }

    public mutating func merge(_ other: Cell) {
      users += other.users
      y += other.y
      n += other.n
      lead(other.user, other.userY, other.userN)
    }

    private mutating func lead(_ user: Pseudonym, _ y: Int, _ n: Int) {
      if n > userN || n == userN && n > 0 && user < self.user { (self.user, userY, userN) = (user, y, n) }
    }
  }

  public private(set) var cells = [Cell](repeating: Cell(), count: Figure.allCases.count)

  private var user: Pseudonym?
  private var rows = [(y: Int, n: Int)](repeating: (0, 0), count: Figure.allCases.count)

  public init() {}

  public subscript(figure: Figure) -> Cell { cells[figure.rawValue] }

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    user = session.pseudonym
    var abandoned = 0
    var explicitOpens = 0
    for occurrence in path.occurrences {
      if occurrence.kind == .menuOpen, !occurrence.flag { explicitOpens += 1 }
      if occurrence.kind == .menuAbandoned { abandoned += 1 }
    }
    add(.menuAbandonment, y: abandoned, n: explicitOpens)
    guard !path.steps.isEmpty else { return }
    var depth = 0
    var returns = 0
    var moreItems = 0
    var tabs = 0
    for (index, step) in path.steps.enumerated() {
      depth = max(depth, Int(step.depth))
      if !step.kind.isForward { returns += 1 }
      if step.kind == .moreItem { moreItems += 1 }
      if step.kind == .tab, index > 0, path.steps[index - 1].part == step.part { tabs += 1 }
    }
    add(.deepSessions, y: depth > 5 ? 1 : 0, n: 1)
    add(.backShare, y: returns, n: path.steps.count)
    add(.moreToll, y: moreItems, n: moreItems + tabs)
  }

  private mutating func add(_ figure: Figure, y: Int, n: Int) {
    rows[figure.rawValue].y += y
    rows[figure.rawValue].n += n
  }

  public mutating func finishUser() {
    guard let user else { return }
    for index in cells.indices {
      cells[index].add(user: user, y: rows[index].y, n: rows[index].n)
      rows[index] = (0, 0)
    }
    self.user = nil
  }

  public mutating func merge(_ other: HeavyUsers) {
    for index in cells.indices { cells[index].merge(other.cells[index]) }
  }

  private enum CodingKeys: CodingKey {
    case cells
  }

  public init(from decoder: any Decoder) throws {
    cells = try decoder.container(keyedBy: CodingKeys.self).decode([Cell].self, forKey: .cells)
    guard cells.count == Figure.allCases.count else { throw BinaryError.invalid }
  }
}

extension Measures {
  public var heavyUsers: HeavyUsers { self[HeavyUsers.self] }
}
