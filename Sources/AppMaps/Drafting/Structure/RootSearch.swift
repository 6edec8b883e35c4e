import Foundation

/// Searches for the roots of sections that minimize the description length of the paths.
///
/// The search starts with screens that are reached from everywhere; then roots are removed and added one at a time
/// while that helps.
struct RootSearch {
  let paths: ScreenPaths
  let pairs: ScreenPairs
  /// Screens that are certainly roots: those in the app map, and those on which sessions start.
  let fixed: [Int32]
  /// Screens that may be roots, those reached from everywhere first.
  let candidates: [Int32]
  private var known: [PathReplay.Hypothesis: Double] = [:]

  private static let candidateLimit = 40
  private static let rootLimit = 14
  /// A screen on which this share of sessions start is a root.
  static let startShare = 0.25

  /// - Parameter isComplete: whether there are no others.
  init(_ paths: ScreenPaths, _ pairs: ScreenPairs, declared: [Int32], isComplete: Bool = false) {
    self.paths = paths
    self.pairs = pairs
    let ways = pairs.waysIn(paths)
    let starters = ways.starts.indices.filter { Double(ways.starts[$0]) >= Self.startShare * Double(paths.count) }.map(
      Int32.init)
    fixed = Set(isComplete ? declared : declared + starters).sorted()
    let reached = ways.sources.indices.sorted { (ways.sources[$1], $0) < (ways.sources[$0], $1) }.prefix(
      Self.candidateLimit)
    let begun = ways.starts.indices.sorted { (ways.starts[$1], $0) < (ways.starts[$0], $1) }.prefix(4)
    let found = Set(reached + begun).map(Int32.init)
    candidates = found.sorted { (ways.diversity[Int($1)], $0) < (ways.diversity[Int($0)], $1) }
  }

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
    for candidate in candidates where !fixed.contains(candidate) {
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

extension ScreenPairs {
  /// How screens are reached, independent of the structure: by screen, how many paths start at it, from how many
  /// different screens it is reached, and how evenly: two to the power of the entropy of the screens from which it is
  /// first reached in a path.
  func waysIn(_ paths: ScreenPaths) -> (starts: [Int], sources: [Int], diversity: [Double]) {
    var starts = [Int](repeating: 0, count: paths.names.count)
    var sources = starts
    for path in paths.indices { starts[Int(paths.screens[paths[path].lowerBound])] += 1 }
    var total = [Double](repeating: 0, count: starts.count)
    for pair in 0..<count {
      sources[Int(to[pair])] += 1
      total[Int(to[pair])] += Double(firsts[pair])
    }
    var entropy = [Double](repeating: 0, count: starts.count)
    for pair in 0..<count where firsts[pair] > 0 {
      let screen = Int(to[pair])
      let share = Double(firsts[pair]) / total[screen]
      entropy[screen] -= share * log2(share)
    }
    return (starts, sources, zip(entropy, total).map { $1 > 0 ? exp2($0) : 0 })
  }
}

/// The screens below the roots: their parents, and which of them are modal.
struct Levels {
  /// A screen and its parent, and how often it was reached by going down, in total and from the parent.
  typealias Child = (screen: Int32, parent: Int32, arrivals: Int, fromParent: Int)

  private(set) var modals: [(screen: Int32, visits: Int)] = []
  private(set) var ways: [(from: Int32, to: Int32)] = []
  private var all: [Child] = []

  /// A modal screen is left at least this often, and nearly always back to where the user was.
  static let leastModalVisits = 20
  private static let otherLeavings = 0.005
  /// If the probability of never leaving a non-modal screen for another section is below this, it is not chance.
  private static let chance = 0.001

  init(_ paths: ScreenPaths, _ pairs: ScreenPairs, _ hypothesis: PathReplay.Hypothesis) {
    let replay = PathReplay(paths, pairs, hypothesis)
    let roots = Set(hypothesis.screens)
    ways = (0..<pairs.count).filter { pairs.isUsual[$0] }.map { (pairs.from[$0], pairs.to[$0]) }
    findModals(replay, roots, paths.names.count)
    findParents(replay, pairs, roots, paths.names.count)
  }

  private mutating func findModals(_ replay: PathReplay, _ roots: Set<Int32>, _ screens: Int) {
    let kinds = PathReplay.Action.allCases
    func left(_ screen: Int, _ action: PathReplay.Action) -> Double {
      Double(replay.actions[screen * kinds.count + action.rawValue])
    }
    func leavings(_ screen: Int) -> Double { kinds.reduce(0) { $0 + left(screen, $1) } }
    // How often people leave a screen that leads nowhere else directly for another section.
    var away = 0.0
    var all = 0.0
    for screen in 0..<screens where !roots.contains(Int32(screen)) && left(screen, .toSection) > 0 {
      away += left(screen, .toSection)
      all += leavings(screen) - left(screen, .push)
    }
    guard all > 0 else { return }
    let stays = 1 - away / all
    for screen in 0..<screens where !roots.contains(Int32(screen)) {
      let visits = leavings(screen)
      guard visits >= Double(Self.leastModalVisits), visits - left(screen, .back) <= Self.otherLeavings * visits else {
        continue
      }
      var chance = 1.0
      for _ in 0..<min(Int(visits), 10_000) where chance >= Self.chance { chance *= stays }
      if chance < Self.chance { modals.append((Int32(screen), Int(visits))) }
    }
  }

  private mutating func findParents(_ replay: PathReplay, _ pairs: ScreenPairs, _ roots: Set<Int32>, _ screens: Int) {
    var arrivals = [Int](repeating: 0, count: screens)
    var best = [Int](repeating: -1, count: screens)
    for pair in 0..<pairs.count where replay.pushes[pair] > 0 {
      let screen = Int(pairs.to[pair])
      arrivals[screen] += Int(replay.pushes[pair])
      if best[screen] < 0 || replay.pushes[pair] > replay.pushes[best[screen]] { best[screen] = pair }
    }
    for screen in 0..<screens where best[screen] >= 0 && !roots.contains(Int32(screen)) {
      all.append((Int32(screen), pairs.from[best[screen]], arrivals[screen], Int(replay.pushes[best[screen]])))
    }
  }

  /// The screens with one dominant parent, level by level from the roots; screens in a cycle of parents are left out.
  func children(but modals: Set<Int32>) -> [Child] {
    let clear = all.filter { !modals.contains($0.screen) && $0.fromParent * 2 > $0.arrivals && $0.fromParent >= 2 }
    let parents = Dictionary(clear.map { ($0.screen, $0.parent) }) { first, _ in first }
    return clear.filter { child in
      var next: Int32? = child.parent
      for _ in 0...clear.count {
        guard let screen = next else { return true }
        next = parents[screen]
      }
      return false
    }
  }
}

/// The number of bits needed to describe all paths, given a hypothesis: the shorter, the better the hypothesis
/// (the minimum description length principle, J. Rissanen, "Modeling by shortest data description", Automatica 14(5),
/// 1978, 465–471).
///
/// The bits are those of closed-form predictive codes (Dirichlet-multinomial): they include what must be learned on the
/// way, and do not depend on the order of the paths.
struct DescriptionLength {
  let bits: Double

  init(_ replay: PathReplay, _ paths: ScreenPaths, _ pairs: ScreenPairs) {
    let screens = paths.names.count
    var bits = replay.bitsOfLevels
    // The next action on each screen.
    let kinds = PathReplay.Action.allCases.count
    for screen in 0..<screens { bits += Self.choices(replay.actions[(screen * kinds)..<((screen + 1) * kinds)]) }
    bits += Self.pushes(replay.pushes, pairs, screens)
    bits += Self.switches(replay) + Self.newcomers(replay.choices, among: screens)
    bits += Self.choices([replay.kept.reduce(0, +), replay.lost.reduce(0, +)])
    // The set of roots.
    bits += Double(replay.hypothesis.count) * log2(Double(max(screens, 2)))
    self.bits = bits
  }

  /// The cost of choices among a few known possibilities (Krichevsky–Trofimov).
  static func choices(_ counts: some Sequence<Int32>) -> Double {
    var total = 0.0
    var possibilities = 0.0
    var bits = 0.0
    for count in counts {
      possibilities += 1
      if count > 0 {
        total += Double(count)
        bits -= lgamma(Double(count) + 0.5) - lgammaOfHalf
      }
    }
    guard total > 0 else { return 0 }
    return (bits + lgamma(total + possibilities / 2) - lgamma(possibilities / 2)) / log(2)
  }

  /// The targets of ways down: from each screen, with a prior by how many screens lead to each target.
  private static func pushes(_ counts: [Int32], _ pairs: ScreenPairs, _ screens: Int) -> Double {
    var parents = [Int32](repeating: 0, count: screens)
    var total = [Int32](repeating: 0, count: screens)
    var edges = 0
    for (pair, count) in counts.enumerated() where count > 0 {
      parents[Int(pairs.to[pair])] += 1
      total[Int(pairs.from[pair])] += count
      edges += 1
    }
    guard edges > 0 else { return 0 }
    // How closely screens follow that prior: the best of three concentrations.
    let concentrations = [0.5, 2.0, 8.0]
    let bits = concentrations.map { concentration -> Double in
      var sum = 0.0
      for count in total where count > 0 { sum += lgamma(Double(count) + concentration) - lgamma(concentration) }
      for (pair, count) in counts.enumerated() where count > 0 {
        let prior = concentration * Double(parents[Int(pairs.to[pair])]) / Double(edges)
        sum -= lgamma(Double(count) + prior) - lgamma(prior)
      }
      return sum / log(2)
    }
    return (bits.min() ?? 0) + newcomers(parents, among: screens)
  }

  /// The cost of recurring things among which new ones appear from time to time (the Chinese restaurant process).
  static func newcomers(_ counts: some Sequence<Int32>, among possibilities: Int) -> Double {
    var total = 0.0
    var bits = 0.0
    for count in counts where count > 0 {
      total += Double(count)
      bits += log(Double(possibilities)) - lgamma(Double(count))
    }
    return total > 0 ? (bits + lgamma(total + 1)) / log(2) : 0
  }

  /// The section that people go to: never the current one, with the same odds everywhere (R. D. Luce, "Individual
  /// choice behavior", 1959).
  private static func switches(_ replay: PathReplay) -> Double {
    let sections = replay.hypothesis.count
    guard sections > 0 else { return 0 }
    var into = [Double](repeating: 0, count: sections)
    var out = [Double](repeating: 0, count: sections + 1)
    for row in 0...sections {
      for column in 0..<sections {
        let count = Double(replay.switches[row * sections + column])
        into[column] += count
        out[row] += count
      }
    }
    let total = into.reduce(0, +)
    guard total > 0 else { return 0 }
    let weights = odds(into, out, total)
    var bits = 0.5 * Double(into.count { $0 > 0 }) * log2(total + 1)
    for row in 0...sections {
      let free = row == 0 ? 0 : log2(max(1e-9, 1 - weights[row - 1]))
      for column in 0..<sections where replay.switches[row * sections + column] > 0 {
        bits += Double(replay.switches[row * sections + column]) * (free - log2(weights[column]))
      }
    }
    return bits
  }

  /// The most likely odds of the sections, by a few rounds of Hunter's minorization algorithm for such models
  /// (D. R. Hunter, "MM algorithms for generalized Bradley–Terry models", Annals of Statistics 32(1), 2004, 384–406).
  private static func odds(_ into: [Double], _ out: [Double], _ total: Double) -> [Double] {
    var weights = into.map { $0 / total }
    guard into.count(where: { $0 > 0 }) > 1 else { return weights }
    for _ in 0..<12 {
      let pull = out.indices.map { row in out[row] / max(1e-9, 1 - (row == 0 ? 0 : weights[row - 1])) }
      let whole = pull.reduce(0, +)
      var next = into.indices.map { into[$0] > 0 ? into[$0] / max(1e-9, whole - pull[$0 + 1]) : 0 }
      let sum = next.reduce(0, +)
      for index in next.indices { next[index] /= sum }
      weights = next
    }
    return weights
  }

  private static let lgammaOfHalf = 0.5 * log(Double.pi)
}
