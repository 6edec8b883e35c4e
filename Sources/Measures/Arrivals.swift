import NavigationModel
import Statistics

/// How people arrive at each screen: by gestures, by menu items, or otherwise.
///
/// Arrivals are visits, except returns to a tab that kept its screens (a `tab` step below the root): an earlier step
/// had already arrived at that screen.
package struct Arrivals: Measure {
  package struct Cell: MergeableCell {
    var menuShare = UserShare()
    package internal(set) var arrivals = 0
    /// Arrivals right after a gesture.
    package internal(set) var byGesture = Happening()

    package init() {}

    @inline(__always)
    mutating func add(isUnderway: Bool, byMenu: Bool, _ session: Session) {
      arrivals += 1
      if isUnderway { menuShare.add(byMenu, session) }
    }

    /// Arrivals by a menu item, over all arrivals that don't start a part.
    package var byMenu: RatioSums { menuShare.sums }

    package mutating func merge(_ other: Cell) {
      menuShare.merge(other.menuShare)
      arrivals += other.arrivals
      byGesture.merge(other.byGesture)
    }
  }

  /// The screen that a menu item led to.
  private struct Destination: MixedHash, Sendable, Codable {
    let item: Menus.Item
    let screen: Name

    var bits: UInt64 { item.bits ^ UInt64(screen.rawValue) << 16 }
  }

  /// The gesture that led to a screen.
  private struct GestureRoute: MixedHash, Sendable, Codable {
    let screen: Name
    let gesture: Name

    var bits: UInt64 { UInt64(screen.rawValue) << 32 | UInt64(gesture.rawValue) }
  }

  package private(set) var cells = NameCells<Cell>()
  private var destinations = KeyedCells<Destination, Amount>()
  private var gestureRoutes = KeyedCells<GestureRoute, Amount>()
  /// Arrivals by gesture in the current session.
  private var byGesture = Tally<Name>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    for index in steps.indices {
      let step = steps[index]
      guard step.isArrival else { continue }
      let isUnderway = index > 0 && steps[index - 1].part == step.part
      cells[adding: step.screen].add(isUnderway: isUnderway, byMenu: step.kind == .menuItem, session)
      if step.kind == .menuItem {
        let item = Menus.Item(menu: step.section.name, item: step.section.item)
        destinations[adding: Destination(item: item, screen: step.screen)].count += 1
      }
      if step.isByGesture { byGesture.count(step.screen) }
    }
    guard byGesture.total > 0 else { return }
    for (screen, count) in byGesture.counts { cells[adding: screen].byGesture.add(count, session) }
    byGesture.removeAll()
    followGestures(path)
  }

  /// Finds the gesture behind each arrival by gesture: the last one before the step.
  private mutating func followGestures(_ path: Reconstruction) {
    var last: Occurrence?
    for gesture in path.occurrences where gesture.kind == .gesture {
      if let last, last.stepsBefore != gesture.stepsBefore { addRoute(last, path.steps) }
      last = gesture
    }
    if let last { addRoute(last, path.steps) }
  }

  private mutating func addRoute(_ gesture: Occurrence, _ steps: [Step]) {
    let index = Int(gesture.stepsBefore)
    guard index < steps.count, steps[index].isByGesture, steps[index].isArrival else { return }
    gestureRoutes[adding: GestureRoute(screen: steps[index].screen, gesture: gesture.subject)].count += 1
  }

  package mutating func merge(_ other: Arrivals) {
    cells.merge(other.cells)
    destinations.merge(other.destinations)
    gestureRoutes.merge(other.gestureRoutes)
  }

  /// The screens that each menu item led to, with counts, unordered.
  package var screensOfItems: [Menus.Item: [(screen: Name, visits: Int)]] {
    destinations.pairs.reduce(into: [:]) { $0[$1.0.item, default: []].append(($1.0.screen, $1.1.count)) }
  }

  /// The gestures that led to a screen, with counts, unordered. O(routes).
  package func gestures(to screen: Name) -> [(gesture: Name, visits: Int)] {
    gestureRoutes.pairs.filter { $0.0.screen == screen }.map { ($0.0.gesture, $0.1.count) }
  }
}

extension Step {
  /// Whether the step leads to its screen and not back to it.
  fileprivate var isArrival: Bool { kind.isForward && !(kind == .tab && depth > 1) }
}

extension Measures {
  package var arrivals: Arrivals { self[Arrivals.self] }
}
