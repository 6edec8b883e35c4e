import NavigationModel

/// On which days hidden entries were chosen: an outage or a season fills few days.
package struct ChoiceDays: Measure {
  package static var isForRules: Bool { false }

  /// With more different keys than this, nothing is kept.
  package static let mostKeys = 1 << 16

  private struct EntryDay: Hashable, Sendable, Codable {
    let entry: Entry
    /// UTC, since 1970.
    let day: Int
  }

  private var cells = KeyedCells<EntryDay, Amount>()
  private var isOverfull = false

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if isOverfull { return }
    let day = Int(session.start.flooredDivision(by: 86_400_000_000).0)
    for use in counts.uses {
      switch use.kind {
      case .moreItem: cells[adding: EntryDay(entry: Entry(use.name, in: .more), day: day)].count += 1
      case .menuItem: cells[adding: EntryDay(entry: Entry(use.name, in: .menu(use.container)), day: day)].count += 1
      case .tab, .menu, .gesture: break
      }
    }
    dropIfOverfull()
  }

  private mutating func dropIfOverfull() {
    isOverfull = isOverfull || cells.count > Self.mostKeys
    if isOverfull { cells = KeyedCells() }
  }

  package mutating func merge(_ other: ChoiceDays) {
    isOverfull = isOverfull || other.isOverfull
    if !isOverfull { cells.merge(other.cells) }
    dropIfOverfull()
  }

  /// The choices of an entry by day, the most first; empty if they are not known.
  package func choices(of entry: Entry) -> [Int] { cells.pairs.filter { $0.0.entry == entry }.map(\.1.count).sorted(by: >) }
}

extension Measures {
  package var choiceDays: ChoiceDays { self[ChoiceDays.self] }
}
