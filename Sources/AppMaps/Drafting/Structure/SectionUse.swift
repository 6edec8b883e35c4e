import Foundation

/// The use of each section of a hypothesis: features that distinguish a tab, a menu item, and a screen that is linked to from
/// everywhere.
struct SectionUse {
  let screen: Int32
  /// The share of parts of sessions that begin with it.
  let startShare: Double
  /// How often it was opened at its root, from how many different screens, and how often it came back as it was left.
  let entries: Int
  let sources: Int
  let kept: Int
  let lost: Int
  /// Bits saved by making it the root of a section, compared with a screen that others lead to.
  let bits: Double
  /// Bits saved by making it a menu item, compared with a tab: negative if a tab explains it better.
  let bitsAsMenuItem: Double
  /// The number of users who opened it, and the share of their later sessions in which they did so again.
  let users: Int
  let repeatShare: Double
  /// Departures from its root down to screens of the section: their share of all departures, their number, and the median stay on the root (µs).
  let downShare: Double
  let children: [Int32]
  let medianStay: Int64?

  var bitsPerEntry: Double { bits / Double(max(entries, 1)) }
  var bitsAsMenuItemPerEntry: Double { bitsAsMenuItem / Double(max(entries, 1)) }
}

extension SectionUse {
  /// The use of every section of the best hypothesis.
  static func all(_ search: inout RootSearch, roots: [Int32], bits: Double) -> [SectionUse] {
    let (paths, pairs) = (search.paths, search.pairs)
    let replay = PathReplay(paths, pairs, .init(roots: roots))
    let ways = WaysIn(paths, pairs)
    let habits = Habits(paths, roots)
    var uses: [SectionUse] = []
    for (section, root) in roots.enumerated() {
      let others = roots.filter { $0 != root }
      let isFixed = search.fixed.contains(root)
      let without = isFixed ? .infinity : search.bits(.init(roots: others)) - bits
      let asMenuItem = isFixed ? -.infinity : bits - search.bits(.init(roots: others, menuItems: [root]))
      var entries = 0
      var sources = 0
      var down = 0
      var children: [(screen: Int32, pushes: Int32)] = []
      for pair in 0..<pairs.count {
        if pairs.to[pair] == root, replay.entries[pair] > 0 {
          entries += Int(replay.entries[pair])
          sources += 1
        }
        if pairs.from[pair] == root, replay.pushes[pair] > 0 {
          down += Int(replay.pushes[pair])
          if pairs.isUsual[pair] { children.append((pairs.to[pair], replay.pushes[pair])) }
        }
      }
      let kinds = PathReplay.Action.allCases.count
      let left = replay.actions[(Int(root) * kinds)..<((Int(root) + 1) * kinds)].reduce(0) { $0 + Int($1) }
      uses.append(
        SectionUse(
          screen: root, startShare: Double(ways.starts[Int(root)]) / Double(max(paths.count, 1)), entries: entries, sources: sources,
          kept: Int(replay.kept[section]), lost: Int(replay.lost[section]), bits: without, bitsAsMenuItem: asMenuItem,
          users: habits.users[section], repeatShare: habits.repeatShares[section],
          downShare: left > 0 ? Double(down) / Double(left) : 0,
          children: children.sorted { ($1.pushes, $0.screen) < ($0.pushes, $1.screen) }.map(\.screen), medianStay: habits.medianStays[section]))
    }
    return uses
  }
}

/// Who opens certain screens, and how often again.
private struct Habits {
  var users: [Int]
  var repeatShares: [Double]
  var medianStays: [Int64?]

  init(_ paths: ScreenPaths, _ screens: [Int32]) {
    var sectionOf = [Int](repeating: -1, count: paths.names.count)
    for (section, screen) in screens.enumerated() { sectionOf[Int(screen)] = section }
    var stays = [[Int64]](repeating: [], count: screens.count)
    var users = [Int](repeating: 0, count: screens.count)
    var repeats = users
    var chances = users
    // The number of the current user's sessions in which each was opened.
    var opened = users
    var lastSession = [Int32](repeating: -1, count: screens.count)
    var sessions = 0
    var user: Int32 = -1
    var session: Int32 = -1
    func endUser(_ opened: inout [Int]) {
      for section in screens.indices where opened[section] > 0 {
        users[section] += 1
        repeats[section] += opened[section] - 1
        chances[section] += sessions - 1
        opened[section] = 0
      }
      sessions = 0
    }
    for path in paths.indices {
      if paths.users[path] != user {
        endUser(&opened)
        user = paths.users[path]
      }
      if paths.sessions[path] != session {
        session = paths.sessions[path]
        sessions += 1
      }
      for view in paths[path] {
        let section = sectionOf[Int(paths.screens[view])]
        guard section >= 0 else { continue }
        if paths.stays[view] >= 0 { stays[section].append(paths.stays[view]) }
        if lastSession[section] != session {
          lastSession[section] = session
          opened[section] += 1
        }
      }
    }
    endUser(&opened)
    self.users = users
    repeatShares = zip(repeats, chances).map { $1 > 0 ? Double($0) / Double($1) : 0 }
    medianStays = stays.map { $0.isEmpty ? nil : $0.sorted()[($0.count - 1) / 2] }
  }
}
