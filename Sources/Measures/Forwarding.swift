import NavigationModel
import Statistics

/// Screens that lead on: the visits of a screen that are followed by a `push`, by the screen pushed. Modal visits are left out.
package struct Forwarding: Measure {
  package struct Cell: MergeableCell {
    /// Visits of all users (n).
    fileprivate(set) var visits = RatioSums()
    /// The earliest sessions with a visit that a push followed.
    package fileprivate(set) var examples = Examples()

    package init() {}

    package mutating func merge(_ other: Cell) {
      visits.merge(other.visits)
      examples.merge(other.examples)
    }
  }

  package struct PushCell: MergeableCell {
    /// Visits followed by the push (y) of all visits (n), over users with any such push.
    fileprivate(set) var some = RatioSums()

    package init() {}

    package var users: Int { some.users }

    package mutating func merge(_ other: PushCell) { some.merge(other.some) }
  }

  package private(set) var cells = NameCells<Cell>()
  /// By the screen (`from`) and the one pushed from it (`to`).
  package private(set) var pushes = KeyedCells<Transitions.Pair, PushCell>()

  /// The current user's counts.
  private var visits = NameCounts()
  private var pending = Tally<Transitions.Pair>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    for index in steps.indices where steps[index].kind.isForward && steps[index].kind != .modal {
      let step = steps[index]
      visits.add(step.screen)
      if index + 1 < steps.count, steps[index + 1].kind == .push, steps[index + 1].part == step.part {
        pending.count(.init(from: step.screen, to: steps[index + 1].screen))
        cells[adding: step.screen].examples.add(session)
      }
    }
  }

  package mutating func finishUser() {
    for (pair, count) in pending.counts { pushes[adding: pair].some.add(y: count, n: visits.count(of: pair.from)) }
    pending.removeAll()
    for (name, count) in visits.pairs { cells[adding: name].visits.add(y: 0, n: count) }
    visits.removeAll()
  }

  package mutating func merge(_ other: Forwarding) {
    cells.merge(other.cells)
    pushes.merge(other.pushes)
  }

  /// For each screen, the next screen of most visits (ties: the first in text order), and these over all visits.
  package func mostTaken(_ names: Names) -> [(screen: Name, next: Name, users: Int, share: RatioSums)] {
    var best: [Name: (next: Name, cell: PushCell)] = [:]
    for (pair, cell) in pushes.pairs {
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
