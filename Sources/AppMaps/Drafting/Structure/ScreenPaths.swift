import Foundation
import NavigationModel

/// The screens that people saw, one path for each part of a session: the input for inferring the structure of an app.
///
/// Complete users are added until there are enough views, so the work does not grow with the log. The order of users
/// decides who is included; it should be unrelated to their behavior (as the order of pseudonyms is).
package struct ScreenPaths: Sendable {
  package static let usualLimit = 60_000

  private let map: NavigationMap
  private let limit: Int
  private var numbers: [Name: Int32] = [:]
  private(set) var names: [Name] = []
  /// The screens of all paths, concatenated. Neighbors in a path differ.
  private(set) var screens: [Int32] = []
  /// Microseconds from each view to the next of its path; negative for the last.
  private(set) var stays: [Int64] = []
  /// The start of each path, and the end of the last.
  private(set) var starts = [0]
  private(set) var users: [Int32] = []
  private(set) var sessions: [Int32] = []
  private var userCount: Int32 = 0
  private var sessionCount: Int32 = 0

  package init(map: NavigationMap, limit: Int = ScreenPaths.usualLimit) {
    self.map = map
    self.limit = limit
  }

  package var isFull: Bool { screens.count >= limit }

  var count: Int { users.count }
  var indices: Range<Int> { 0..<count }
  subscript(path: Int) -> Range<Int> { starts[path]..<starts[path + 1] }

  package mutating func nextUser() { userCount += 1 }

  package mutating func add(_ events: UnsafeBufferPointer<Event>) {
    sessionCount += 1
    var lastTime: Int64 = 0
    for event in events {
      if event.startsPart { endPath() }
      guard event.isNavigation, event.screen.isKnown else { continue }
      let screen = number(map.screen(event.screen))
      let isFirst = screens.count == starts[starts.count - 1]
      if !isFirst {
        if screens[screens.count - 1] == screen { continue }
        stays[stays.count - 1] = event.time - lastTime
      }
      screens.append(screen)
      stays.append(-1)
      lastTime = event.time
    }
    endPath()
  }

  private mutating func endPath() {
    guard screens.count > starts[starts.count - 1] else { return }
    starts.append(screens.count)
    users.append(userCount)
    sessions.append(sessionCount)
  }

  private mutating func number(_ name: Name) -> Int32 {
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    numbers[name] = number
    names.append(name)
    return number
  }
}

/// All pairs of neighboring views, numbered by first appearance.
struct ScreenPairs: Sendable {
  /// The number of the pair of each view and the previous one; negative at the start of a path.
  private(set) var ids: [Int32]
  private(set) var from: [Int32] = []
  private(set) var to: [Int32] = []
  /// How often the second screen of each is seen for the first time in the path.
  private(set) var firsts: [Int32] = []

  var count: Int { from.count }
  /// Whether the second screen is usually reached from the first: more than once, it was first seen that way.
  let isUsual: [Bool]

  init(_ paths: ScreenPaths) {
    ids = [Int32](repeating: -1, count: paths.screens.count)
    var numbers: [UInt64: Int32] = [:]
    var seenIn = [Int](repeating: -1, count: paths.names.count)
    for path in paths.indices {
      for view in paths[path] {
        let screen = paths.screens[view]
        defer { seenIn[Int(screen)] = path }
        if view == paths[path].lowerBound { continue }
        let before = paths.screens[view - 1]
        let key = UInt64(UInt32(before)) << 32 | UInt64(UInt32(screen))
        let id = numbers[key] ?? Int32(from.count)
        if id == from.count {
          numbers[key] = id
          from.append(before)
          to.append(screen)
          firsts.append(0)
        }
        ids[view] = id
        if seenIn[Int(screen)] != path { firsts[Int(id)] += 1 }
      }
    }
    isUsual = firsts.map { $0 >= 2 }
  }
}

/// The moves of all paths under one hypothesis: which screens are the roots of sections.
///
/// The rules are those of the reconstruction (``NavigationStack``): a screen in the current stack is gone back to; a
/// root opens its section; a screen at which another section was left brings that section back; anything else goes one
/// level down.
struct PathReplay {
  enum Action: Int, CaseIterable { case push, back, backFar, backToRoot, toSection, toMenuItem }

  /// A hypothesis: the roots of sections that keep their state, and the screens opened by a menu, which do not.
  struct Hypothesis: Hashable {
    var roots: [Int32]
    var menuItems: [Int32] = []

    var count: Int { roots.count + menuItems.count }
    var screens: [Int32] { roots + menuItems }
  }

  let hypothesis: Hypothesis
  /// Actions on each screen, in the order of ``Action/allCases``.
  private(set) var actions: [Int32]
  /// By pair of neighboring views: the number of ways down, and of openings of a section at its root.
  private(set) var pushes: [Int32]
  private(set) var entries: [Int32]
  /// From section to section: rows are the current section (the first one before any is known), columns the next one.
  private(set) var switches: [Int32]
  private(set) var choices: [Int32]
  /// By section: how often it came back as it was left, and how often its root appeared although it was left deeper.
  private(set) var kept: [Int32]
  private(set) var lost: [Int32]
  /// The cost of choosing among several levels to go back to.
  private(set) var bitsOfLevels = 0.0

  /// The number of views to look ahead to distinguish a return to a section from another level down.
  private static let lookAhead = 8

  init(_ paths: ScreenPaths, _ pairs: ScreenPairs, _ hypothesis: Hypothesis) {
    self.hypothesis = hypothesis
    let sections = hypothesis.count
    actions = [Int32](repeating: 0, count: paths.names.count * Action.allCases.count)
    pushes = [Int32](repeating: 0, count: pairs.count)
    entries = pushes
    switches = [Int32](repeating: 0, count: (sections + 1) * sections)
    choices = [Int32](repeating: 0, count: hypothesis.menuItems.count)
    kept = [Int32](repeating: 0, count: sections)
    lost = kept
    var sectionOf = [Int32](repeating: -1, count: paths.names.count)
    for (section, screen) in hypothesis.screens.enumerated() { sectionOf[Int(screen)] = Int32(section) }
    var stacks = [[Int32]](repeating: [], count: sections + 1)
    for path in paths.indices { play(paths, pairs, paths[path], sectionOf, &stacks) }
  }

  private mutating func play(
    _ paths: ScreenPaths, _ pairs: ScreenPairs, _ views: Range<Int>, _ sectionOf: [Int32], _ stacks: inout [[Int32]]
  ) {
    let rootCount = hypothesis.roots.count
    let sections = hypothesis.count
    for index in stacks.indices where !stacks[index].isEmpty { stacks[index].removeAll(keepingCapacity: true) }
    // The last stack is that of no section.
    let first = paths.screens[views.lowerBound]
    var section = sectionOf[Int(first)] >= 0 ? Int(sectionOf[Int(first)]) : sections
    stacks[section].append(first)
    for view in views.dropFirst() {
      let screen = paths.screens[view]
      let top = paths.screens[view - 1]
      let pair = Int(pairs.ids[view])
      let target = Int(sectionOf[Int(screen)])
      if let index = stacks[section].lastIndex(of: screen) {
        let levels = stacks[section].count
        if index == levels - 2 {
          count(.back, on: top)
        } else if index == 0 {
          count(.backToRoot, on: top)
        } else {
          count(.backFar, on: top)
          if levels > 3 { bitsOfLevels += log2(Double(levels - 3)) }
        }
        stacks[section].removeSubrange((index + 1)...)
        continue
      }
      if target >= 0, target < rootCount {
        count(.toSection, on: top)
        entries[pair] += 1
        switches[(section == sections ? 0 : section + 1) * sections + target] += 1
        if stacks[target].count > 1 { lost[target] += 1 }
        section = target
        stacks[section].removeAll(keepingCapacity: true)
        stacks[section].append(screen)
      } else if let home = home(
        of: screen, from: section, stacks, isUsualPush: pairs.isUsual[pair], rest: (view + 1)..<views.upperBound, paths,
        sectionOf)
      {
        count(.toSection, on: top)
        if home < sections {
          switches[(section == sections ? 0 : section + 1) * sections + home] += 1
          kept[home] += 1
        }
        section = home
      } else if target >= 0 {
        count(.toMenuItem, on: top)
        entries[pair] += 1
        choices[target - rootCount] += 1
        section = target
        stacks[section].removeAll(keepingCapacity: true)
        stacks[section].append(screen)
      } else {
        count(.push, on: top)
        pushes[pair] += 1
        stacks[section].append(screen)
      }
    }
  }

  /// The other section that was left at `screen`. If the screen may also be one level down from the current one, the
  /// next views decide: a screen that is under it in only one of the two stacks.
  private func home(
    of screen: Int32, from section: Int, _ stacks: [[Int32]], isUsualPush: Bool, rest: Range<Int>, _ paths: ScreenPaths,
    _ sectionOf: [Int32]
  ) -> Int? {
    for other in stacks.indices where other != section && stacks[other].last == screen {
      // A menu item does not keep its state.
      if other >= hypothesis.roots.count && other < hypothesis.count { continue }
      guard isUsualPush else { return other }
      for view in rest.prefix(Self.lookAhead) {
        let next = paths.screens[view]
        if next == screen { continue }
        let isHere = stacks[section].contains(next)
        let isThere = stacks[other].contains(next)
        if isHere != isThere {
          if isThere { return other }
          break
        }
        if sectionOf[Int(next)] >= 0 { break }
      }
    }
    return nil
  }

  private mutating func count(_ action: Action, on screen: Int32) {
    actions[Int(screen) * Action.allCases.count + action.rawValue] += 1
  }
}
