import NavigationModel
import Statistics

/// The visits of screens, and those that lead on, by the next screen.
package struct NextScreens: Sendable, Codable {
  package struct Cell: MergeableCell {
    /// Visits of all users (n).
    fileprivate(set) var visits = RatioSums()
    /// The earliest sessions with a visit that leads on.
    package fileprivate(set) var examples = Examples()

    package init() {}

    package mutating func merge(_ other: Cell) {
      visits.merge(other.visits)
      examples.merge(other.examples)
    }
  }

  package struct NextCell: MergeableCell {
    /// Visits that lead to the next screen (y) of all visits (n), over users with any such visit.
    fileprivate(set) var some = RatioSums()

    package init() {}

    package var users: Int { some.users }

    package mutating func merge(_ other: NextCell) { some.merge(other.some) }
  }

  package private(set) var cells = NameCells<Cell>()
  /// By the screen (`from`) and the next one (`to`).
  package private(set) var followers = KeyedCells<Transitions.Pair, NextCell>()

  /// The current user's counts.
  private var visits = NameCounts()
  private var pending = Tally<Transitions.Pair>()

  init() {}

  mutating func visit(_ screen: Name) { visits.add(screen) }

  mutating func follow(_ screen: Name, _ next: Name, _ session: Session) {
    pending.count(.init(from: screen, to: next))
    cells[adding: screen].examples.add(session)
  }

  mutating func finishUser() {
    for (pair, count) in pending.counts { followers[adding: pair].some.add(y: count, n: visits.count(of: pair.from)) }
    pending.removeAll()
    for (name, count) in visits.pairs { cells[adding: name].visits.add(y: 0, n: count) }
    visits.removeAll()
  }

  mutating func merge(_ other: NextScreens) {
    cells.merge(other.cells)
    followers.merge(other.followers)
  }

  /// For each screen, the next screen of most visits (ties: the first in text order), and these over all visits.
  package func mostTaken(_ names: Names) -> [(screen: Name, next: Name, users: Int, share: RatioSums)] {
    var best: [Name: (next: Name, cell: NextCell)] = [:]
    for (pair, cell) in followers.pairs {
      if let present = best[pair.from] {
        let (old, new) = (present.cell.some.sumY, cell.some.sumY)
        if old > new || old == new && names.rank(present.next) < names.rank(pair.to) { continue }
      }
      best[pair.from] = (pair.to, cell)
    }
    return names.ordered(best.keys).compactMap { screen in
      guard let (next, cell) = best[screen], let all = cells[screen] else { return nil }
      return (screen, next, cell.users, RatioSums(cell.some, among: all.visits))
    }
  }
}

/// Screens that lead on: the visits of a screen that are followed by a `push`, by the screen pushed. Modal visits are left out.
package struct Forwarding: Measure {
  package private(set) var next = NextScreens()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    for index in steps.indices where steps[index].kind.isForward && steps[index].kind != .modal {
      let step = steps[index]
      next.visit(step.screen)
      if index + 1 < steps.count, steps[index + 1].kind == .push, steps[index + 1].part == step.part {
        next.follow(step.screen, steps[index + 1].screen, session)
      }
    }
  }

  package mutating func finishUser() { next.finishUser() }
  package mutating func merge(_ other: Forwarding) { next.merge(other.next) }
}

/// How often each name occurred for one user, found without hashing. Reused from user to user only for its memory, so it is not encoded.
private struct NameCounts: Sendable, Codable {
  private var slots = NameSlots()
  private var counts: [Int] = []

  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {}

  /// Each name that occurred, with its count.
  var pairs: Zip2Sequence<[Name], [Int]> { zip(slots.names, counts) }

  /// The count of a name that occurred.
  mutating func count(of name: Name) -> Int { counts[slots.slot(of: name)] }

  @inline(__always)
  mutating func add(_ name: Name) {
    let slot = slots.slot(of: name)
    if slot == counts.count { counts.append(0) }
    counts[slot] += 1
  }

  mutating func removeAll() {
    slots.removeAll()
    counts.removeAll(keepingCapacity: true)
  }
}

extension Measures {
  package var forwarding: Forwarding { self[Forwarding.self] }
}
