import Foundation

/// The number of bits needed to describe all paths, given a hypothesis: the shorter, the better the hypothesis
/// (the minimum description length principle, J. Rissanen, "Modeling by shortest data description", Automatica 14(5), 1978, 465–471).
///
/// The bits are those of closed-form predictive codes (Dirichlet-multinomial): they include what must be learned on the way, and
/// do not depend on the order of the paths.
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

  /// The section that people go to: never the current one, with the same odds everywhere (R. D. Luce, "Individual choice behavior", 1959).
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

/// The base-2 logarithm of a small integer.
func log2OfSmall(_ number: Int) -> Double { log2(Double(number)) }
