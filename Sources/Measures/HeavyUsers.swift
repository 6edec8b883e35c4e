import NavigationModel

/// For each figure that is a share of rows, the user with the most rows: a robot or a kiosk may dominate it.
package struct HeavyUsers: Measure {
  /// The shares that are watched.
  package static let figures: [Figure] = [.deeperThan5, .backShare, .moreToll, .menuAbandonment]
  private static let quantities = figures.compactMap(\.parts).map { (y: $0.numerator.index, n: $0.denominator.index) }

  package struct Cell: MergeableCell {
    /// All rows, and the counted ones.
    package private(set) var n = 0
    package private(set) var y = 0
    /// Users with rows.
    package private(set) var users = 0
    /// The user with the most rows; on ties, the first pseudonym.
    package private(set) var user = Pseudonym(rawValue: 0)
    package private(set) var userN = 0
    package private(set) var userY = 0

    package init() {}

    mutating func add(user: Pseudonym, y: Int, n: Int) {
      guard n > 0 else { return }
      users += 1
      self.y += y
      self.n += n
      lead(user, y, n)
    }

    package mutating func merge(_ other: Cell) {
      users += other.users
      y += other.y
      n += other.n
      lead(other.user, other.userY, other.userN)
    }

    private mutating func lead(_ user: Pseudonym, _ y: Int, _ n: Int) {
      if n > userN || n == userN && n > 0 && user < self.user { (self.user, userY, userN) = (user, y, n) }
    }
  }

  /// By the index in ``figures``.
  package private(set) var cells = [Cell](repeating: Cell(), count: figures.count)

  private var user: Pseudonym?
  private var rows = [(y: Int, n: Int)](repeating: (0, 0), count: figures.count)

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    user = session.pseudonym
    for (index, quantity) in Self.quantities.enumerated() {
      rows[index].y += counts.amounts[quantity.y]
      rows[index].n += counts.amounts[quantity.n]
    }
  }

  package mutating func finishUser() {
    guard let user else { return }
    for index in cells.indices {
      cells[index].add(user: user, y: rows[index].y, n: rows[index].n)
      rows[index] = (0, 0)
    }
    self.user = nil
  }

  package mutating func merge(_ other: HeavyUsers) {
    for index in cells.indices { cells[index].merge(other.cells[index]) }
  }

  private enum CodingKeys: CodingKey {
    case cells
  }

  package init(from decoder: any Decoder) throws {
    cells = try decoder.container(keyedBy: CodingKeys.self).decode([Cell].self, forKey: .cells)
    guard cells.count == Self.figures.count else { throw BinaryError.invalid }
  }
}

extension Measures {
  package var heavyUsers: HeavyUsers { self[HeavyUsers.self] }
}
