import NavigationModel
import Statistics

/// Returns to tabs that had kept more than their root, by tab and platform: how many found only the root, and the taps to get back.
package struct LostStates: Measure {
  package struct TabOnPlatform: MixedHash, Sendable, Codable {
    package let tab: Name
    package let platform: Name

    package var bits: UInt64 { UInt64(tab.rawValue) << 32 | UInt64(platform.rawValue) }
  }

  package struct Cell: MergeableCell {
    var share = UserShare()
    package internal(set) var losses = Happening()
    /// Losses after which the user goes down again, in the same stay, to the screen where the tab was left.
    package internal(set) var resumed = 0
    /// The `push` steps needed for that.
    package internal(set) var extraTaps = 0

    package init() {}

    /// Returns that found only the root over all returns.
    package var lost: RatioSums { share.sums }

    package mutating func merge(_ other: Cell) {
      share.merge(other.share)
      losses.merge(other.losses)
      resumed += other.resumed
      extraTaps += other.extraTaps
    }
  }

  package private(set) var cells = KeyedCells<TabOnPlatform, Cell>()
  private var losses = Tally<TabOnPlatform>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences where occurrence.kind == .keptStateReturn {
      let key = TabOnPlatform(tab: occurrence.subject, platform: session.segment.platform)
      cells[adding: key].share.add(occurrence.flag, session)
      guard occurrence.flag else { continue }
      losses.count(key)
      if let taps = path.pushesBack(to: occurrence.screen, from: Int(occurrence.stepsBefore)) {
        cells[adding: key].resumed += 1
        cells[adding: key].extraTaps += taps
      }
    }
    for (key, count) in losses.counts { cells[adding: key].losses.add(count, session) }
    losses.removeAll()
  }

  package mutating func merge(_ other: LostStates) { cells.merge(other.cells) }
}

extension Reconstruction {
  /// The number of `push` steps from the tab's step to the next visit of a screen in the same stay; nil if there is none.
  fileprivate func pushesBack(to screen: Name, from tab: Int) -> Int? {
    guard tab < steps.count else { return nil }
    var pushes = 0
    for step in steps[(tab + 1)...] {
      if step.part != steps[tab].part || step.section != steps[tab].section || step.kind == .tab { return nil }
      if step.kind == .push { pushes += 1 }
      if step.kind.isForward, step.screen == screen { return max(pushes, 1) }
    }
    return nil
  }
}

extension Measures {
  package var lostStates: LostStates { self[LostStates.self] }
}
