import Foundation

/// Searches for the roots of sections that minimize the description length of the paths.
///
/// The search starts with screens that are reached from everywhere; then roots are removed and added one at a time while that helps.
struct RootSearch {
  let paths: ScreenPaths
  let pairs: ScreenPairs
  /// Screens that are certainly roots: those in the app map, and those on which sessions start.
  let fixed: [Int32]
  /// Screens that may be roots, those reached from everywhere first.
  let candidates: [Int32]
  private var known: [PathReplay.Hypothesis: Double] = [:]

  /// The maximum number of candidates.
  private static let candidateLimit = 40
  /// The maximum number of roots.
  private static let rootLimit = 14
  /// A screen on which this share of sessions start is a root.
  static let startShare = 0.25

  /// - Parameters:
  ///   - declared: the known roots.
  ///   - isComplete: whether there are no others.
  init(_ paths: ScreenPaths, _ pairs: ScreenPairs, declared: [Int32], isComplete: Bool = false) {
    self.paths = paths
    self.pairs = pairs
    let ways = WaysIn(paths, pairs)
    let starters = ways.starts.indices.filter { Double(ways.starts[$0]) >= Self.startShare * Double(paths.count) }.map(Int32.init)
    fixed = Set(isComplete ? declared : declared + starters).sorted()
    let reached = ways.sources.indices.sorted { (ways.sources[$1], $0) < (ways.sources[$0], $1) }.prefix(Self.candidateLimit)
    let begun = ways.starts.indices.sorted { (ways.starts[$1], $0) < (ways.starts[$0], $1) }.prefix(4)
    let found = Set(reached + begun).map(Int32.init)
    candidates = found.sorted { (ways.diversity[Int($1)], $0) < (ways.diversity[Int($0)], $1) }
  }

  /// The best set of roots, and its length in bits.
  mutating func best() -> (roots: [Int32], bits: Double) {
    var roots = Set(fixed)
    var best = (roots: roots, bits: bits(roots))
    for candidate in candidates where roots.insert(candidate).inserted {
      let bits = bits(roots)
      if bits < best.bits { best = (roots, bits) }
    }
    while let better = improvement(of: best) { best = better }
    return (best.roots.sorted(), best.bits)
  }

  private mutating func improvement(of best: (roots: Set<Int32>, bits: Double)) -> (roots: Set<Int32>, bits: Double)? {
    var found = best
    func isFixed(_ screen: Int32) -> Bool { fixed.contains(screen) }
    for candidate in candidates where !isFixed(candidate) {
      if !best.roots.contains(candidate), best.roots.count >= Self.rootLimit { continue }
      let roots = best.roots.symmetricDifference([candidate])
      let bits = bits(roots)
      if bits < found.bits - 1e-9 { found = (roots, bits) }
    }
    return found.bits < best.bits ? found : nil
  }

  private mutating func bits(_ roots: Set<Int32>) -> Double { bits(.init(roots: roots.sorted())) }

  mutating func bits(_ hypothesis: PathReplay.Hypothesis) -> Double {
    if let bits = known[hypothesis] { return bits }
    let bits = DescriptionLength(PathReplay(paths, pairs, hypothesis), paths, pairs).bits
    known[hypothesis] = bits
    return bits
  }
}

/// How screens are reached, independent of the structure.
struct WaysIn {
  /// By screen: how many paths start at it, from how many different screens it is reached, and how evenly: two to the power of the entropy of the
  /// screens from which it is first reached in a path.
  private(set) var starts: [Int]
  private(set) var sources: [Int]
  private(set) var diversity: [Double]

  init(_ paths: ScreenPaths, _ pairs: ScreenPairs) {
    starts = [Int](repeating: 0, count: paths.names.count)
    sources = starts
    for path in paths.indices { starts[Int(paths.screens[paths[path].lowerBound])] += 1 }
    var total = [Double](repeating: 0, count: starts.count)
    for pair in 0..<pairs.count {
      sources[Int(pairs.to[pair])] += 1
      total[Int(pairs.to[pair])] += Double(pairs.firsts[pair])
    }
    var entropy = [Double](repeating: 0, count: starts.count)
    for pair in 0..<pairs.count where pairs.firsts[pair] > 0 {
      let screen = Int(pairs.to[pair])
      let share = Double(pairs.firsts[pair]) / total[screen]
      entropy[screen] -= share * log2(share)
    }
    diversity = zip(entropy, total).map { $1 > 0 ? exp2($0) : 0 }
  }
}
