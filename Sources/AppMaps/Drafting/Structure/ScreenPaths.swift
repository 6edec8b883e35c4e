import NavigationModel

/// The screens that people saw, one path for each part of a session: the input for inferring the structure of an app.
///
/// Complete users are added until there are enough views, so the work does not grow with the log. The order of users decides who is
/// included; it should be unrelated to their behavior (as the order of pseudonyms is).
package struct ScreenPaths: Sendable {
  /// This many views are enough.
  package static let usualLimit = 60_000

  private let map: NavigationMap
  private let limit: Int
  private var numbers: [Name: Int32] = [:]
  /// The names of the screens, by number.
  private(set) var names: [Name] = []
  /// The screens of all paths, concatenated. Neighbors in a path differ.
  private(set) var screens: [Int32] = []
  /// Microseconds from each view to the next of its path; negative for the last.
  private(set) var stays: [Int64] = []
  /// The start of each path, and the end of the last.
  private(set) var starts = [0]
  /// The user and the session of each path.
  private(set) var users: [Int32] = []
  private(set) var sessions: [Int32] = []
  private var userCount: Int32 = 0
  private var sessionCount: Int32 = 0

  /// - Parameter map: renames screens (`screen_names`).
  package init(map: NavigationMap, limit: Int = ScreenPaths.usualLimit) {
    self.map = map
    self.limit = limit
  }

  /// Whether no more users are needed.
  package var isFull: Bool { screens.count >= limit }

  var count: Int { users.count }
  var indices: Range<Int> { 0..<count }
  subscript(path: Int) -> Range<Int> { starts[path]..<starts[path + 1] }

  /// Begins the next user.
  package mutating func nextUser() { userCount += 1 }

  /// Adds a session of the current user.
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

  /// The number of a screen, if anyone saw it.
  func number(of name: Name) -> Int32? { numbers[name] }
}

/// All pairs of neighboring views, numbered by first appearance.
struct ScreenPairs: Sendable {
  /// The number of the pair of each view and the previous one; negative at the start of a path.
  private(set) var ids: [Int32]
  private(set) var from: [Int32] = []
  private(set) var to: [Int32] = []
  /// How often each pair occurs, and how often when its second screen is seen for the first time in the path.
  private(set) var counts: [Int32] = []
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
          counts.append(0)
          firsts.append(0)
        }
        ids[view] = id
        counts[Int(id)] += 1
        if seenIn[Int(screen)] != path { firsts[Int(id)] += 1 }
      }
    }
    isUsual = firsts.map { $0 >= 2 }
  }
}
