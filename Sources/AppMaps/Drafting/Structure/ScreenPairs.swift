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
