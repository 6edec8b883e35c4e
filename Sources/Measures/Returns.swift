import NavigationModel
import Statistics

/// How people go back: share of return steps, quick backs, chains of `back`, ping-pong between sections, revisits.
public struct Returns: Measure {
  /// Neighbouring `back` steps that make a chain.
  public static let chainLength = 3
  /// The longest stay of a ping-pong's middle, microseconds.
  public static let pingPongLimit: Int64 = 10_000_000

  private var returnShare = UserShare()
  private var quickBackShare = UserShare()
  private var chainShare = UserShare()
  private var pingPongShare = UserShare()
  public private(set) var backsAtRoot = 0
  /// Sessions by how many steps they have and how many different screens those lead to.
  private var revisits = KeyedCells<Revisit, Amount>()
  private var seen = NameSlots()

  private struct Revisit: Hashable, Codable {
    let steps: Int
    let screens: Int
  }

  private struct Amount: MergeableCell {
    var sessions = 0
    mutating func merge(_ other: Amount) { sessions += other.sessions }
  }

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    for occurrence in path.occurrences where occurrence.kind == .backAtRoot { backsAtRoot += 1 }
    let steps = path.steps
    guard !steps.isEmpty else { return }
    var returns = 0
    var visits = 0
    var quickBacks = 0
    var chain = 0
    var longestChain = 0
    for (index, step) in steps.enumerated() {
      if index > 0 && steps[index - 1].part != step.part { chain = 0 }
      chain = step.kind == .back ? chain + 1 : 0
      longestChain = max(longestChain, chain)
      if !step.kind.isForward {
        returns += 1
      } else if step.kind != .modal {
        visits += 1
        if index + 1 < steps.count && step.isQuickBack(next: steps[index + 1]) { quickBacks += 1 }
      }
    }
    returnShare.add(y: returns, n: steps.count, session)
    quickBackShare.add(y: quickBacks, n: visits, session)
    chainShare.add(longestChain >= Self.chainLength, session)
    pingPongShare.add(!path.pingPongs().isEmpty, session)
    for step in steps { _ = seen.slot(of: step.screen) }
    revisits[adding: Revisit(steps: steps.count, screens: seen.names.count)].sessions += 1
    seen.removeAll()
  }

  public mutating func finish() { seen = NameSlots() }

  public mutating func merge(_ other: Returns) {
    returnShare.merge(other.returnShare)
    quickBackShare.merge(other.quickBackShare)
    chainShare.merge(other.chainShare)
    pingPongShare.merge(other.pingPongShare)
    backsAtRoot += other.backsAtRoot
    revisits.merge(other.revisits)
  }

  /// Return steps over all steps.
  public var returnSteps: RatioSums { returnShare.sums }
  /// Visits left by a `back` step within five seconds over all visits, modal screens left out.
  public var quickBacks: RatioSums { quickBackShare.sums }
  /// Sessions with three or more `back` steps in a row.
  public var backChains: RatioSums { chainShare.sums }
  /// Sessions with a ping-pong between two sections.
  public var pingPongs: RatioSums { pingPongShare.sums }

  /// Mean over the sessions with steps of (S − N) / S, with S steps and N different screens; nil without such sessions.
  public var meanRevisitRate: Double? {
    var sum = 0.0
    var sessions = 0
    for (key, amount) in revisits.pairs.sorted(by: { ($0.0.steps, $0.0.screens) < ($1.0.steps, $1.0.screens) }) {
      sum += Double(amount.sessions) * Double(key.steps - key.screens) / Double(key.steps)
      sessions += amount.sessions
    }
    return sessions > 0 ? sum / Double(sessions) : nil
  }
}

extension Reconstruction {
  /// The pairs of sections between which the session went A B A B, each pair once, in the order of the runs.
  ///
  /// Neighbouring steps in one section are one stay; the two stays in the middle last at most ten seconds each, from their first step to the
  /// first step of the next stay; the run lies within a part.
  public func pingPongs() -> [(a: Section, b: Section)] {
    var found: [(a: Section, b: Section)] = []
    // The last three stays of the part before the present one, the latest first; `stays` is how many there are, the present one included.
    var one = (section: Section.none, start: Int64(0))
    var two = one
    var three = one
    var present = one
    var stays = 0
    var part = UInt32.max
    for step in steps {
      if step.part != part {
        part = step.part
        stays = 0
      } else if step.section == present.section {
        continue
      }
      (three, two, one, present) = (two, one, present, (step.section, step.time))
      stays += 1
      guard stays >= 4, present.section == two.section, one.section == three.section,
        one.start - two.start <= Returns.pingPongLimit, present.start - one.start <= Returns.pingPongLimit
      else { continue }
      let pair = (a: three.section, b: two.section)
      if !found.contains(where: { ($0.a == pair.a && $0.b == pair.b) || ($0.a == pair.b && $0.b == pair.a) }) {
        found.append(pair)
      }
    }
    return found
  }
}
