/// Whether people moved as on an app with tabs: a tab is in sight everywhere, so it is chosen from all screens alike, and many apps keep it as it was left.
/// Links are chosen from the pages that have them, and browsers go back in the order in which people came.
///
/// The thresholds were chosen on 200 random apps, of which 94 % show these signs, and on 150 shops, wikis, funnels, pages and courses without tabs, of which
/// 1 % do (HowWellItWorks.md).
struct TabSigns {
  /// The coefficient of variation between screens of the share of their views that are followed by the root, without what chance adds.
  private static let unevenness = 1.2
  /// The share of views on screens from which the root was opened, of those from which chance alone would have opened it at least three times.
  private static let coverage = 0.8
  private static let sources = 5
  private static let entries = 5
  private static let returns = 20

  /// Whether there are tabs.
  let areSeen: Bool

  init(_ paths: ScreenPaths, _ pairs: ScreenPairs, roots: [Int32], fixed: [Int32]) {
    let replay = PathReplay(paths, pairs, .init(roots: roots))
    var views = [Double](repeating: 0, count: paths.names.count)
    for screen in paths.screens { views[Int(screen)] += 1 }
    let even = roots.filter { Self.isEven($0, views, pairs, replay) }
    let free = Set(roots).subtracting(fixed)
    let evenFree = even.count { free.contains($0) }
    let isChosenAlike = (evenFree >= 2 || even.count >= 3) && evenFree * 3 >= free.count
    // Sections that come back as they were left, and hardly ever otherwise.
    let kept = Int(replay.kept.reduce(0, +))
    let lost = Int(replay.lost.reduce(0, +))
    let opened = Int(replay.entries.reduce(0, +))
    let isKept = kept >= Self.returns && kept >= 20 * lost && kept * 10 >= opened && !even.isEmpty && !free.isEmpty
    areSeen = isChosenAlike || isKept
  }

  /// Whether a root is opened from all other screens alike.
  private static func isEven(_ root: Int32, _ views: [Double], _ pairs: ScreenPairs, _ replay: PathReplay) -> Bool {
    var opened = [Double](repeating: 0, count: views.count)
    for pair in 0..<pairs.count where pairs.to[pair] == root { opened[Int(pairs.from[pair])] += Double(replay.entries[pair]) }
    let others = views.indices.filter { $0 != Int(root) && views[$0] > 0 }
    let all = others.reduce(0) { $0 + views[$1] }
    let entries = others.reduce(0) { $0 + opened[$1] }
    guard entries >= Double(Self.entries) else { return false }
    let share = entries / all
    let spread = others.reduce(0) { $0 + (opened[$1] - share * views[$1]) * (opened[$1] - share * views[$1]) / views[$1] }
    let chance = Double(others.count - 1) * share * (1 - share)
    let variation = (max(0, spread - chance) / (all * share * share)).squareRoot()
    let expected = others.filter { views[$0] * share >= 3 }
    let covered = expected.reduce(0) { $0 + (opened[$1] > 0 ? views[$1] : 0) }
    return variation <= unevenness && covered >= coverage * expected.reduce(0) { $0 + views[$1] } && !expected.isEmpty
      && others.count { views[$0] * share >= 1 } >= sources
  }
}
