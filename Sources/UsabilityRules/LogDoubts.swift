import Measures
import NavigationModel

/// Problems of the log that weaken findings (TheRules.md, *Data quality checks*).
struct LogDoubts: Sendable {
  /// Above these limits, findings are at most exploratory.
  static let inferredLimit = 0.2
  static let contradictionLimit = 0.02
  static let batchedLimit = 0.05
  static let doubledLimit = 0.05
  static let impliedOpensLimit = 0.2
  /// A platform with fewer pushes than this is not compared.
  static let leastPushes = 1000
  /// Fewer backs per push than this are too few on any platform.
  static let leastBacksPerPush = 0.2
  /// A platform's loss affects the entire log if the platform has this share of the sessions.
  static let platformShare = 0.2

  /// A doubt about depth, paths and tabs.
  private(set) var structure: String?
  /// A doubt about the order of steps.
  private(set) var order: String?
  private(set) var times: String?
  private(set) var menuOpens: String?
  private(set) var bars: String?
  private var severalBars: [SeveralBars] = []

  init(_ measures: Measures, _ scope: MeasureScope) {
    let signs = measures.logSigns
    func share(_ part: Int, _ whole: Int) -> Double { whole > 0 ? Double(part) / Double(whole) : 0 }
    let inferred = measures.figures.share(.inferredSteps).share ?? 0
    let contradicted = share(signs.contradictedBacks, signs.namedBacks)
    let doubled = share(signs.doubledActions, signs.actions)
    if inferred > Self.inferredLimit {
      structure = "\(Wording.percent(inferred)) of the steps are inferred from screens"
    } else if contradicted > Self.contradictionLimit {
      structure = "\(Wording.percent(contradicted)) of the back events name another screen than the one below"
    } else if doubled > Self.doubledLimit {
      structure = "\(Wording.percent(doubled)) of the navigation events are logged twice"
    } else if let missing = measures.platformMoves.missingBacks(scope.names).first(where: { $0.sessionShare >= Self.platformShare }) {
      structure = "back events are missing on \(missing.platform)"
    }
    let batched = share(signs.simultaneous, signs.neighbours)
    if batched > Self.batchedLimit { times = "\(Wording.percent(batched)) of neighboring events have the same time" }
    if contradicted > Self.contradictionLimit { order = structure }
    order = order ?? times
    let implied = share(signs.impliedMenuOpens, signs.menuChoices)
    if implied > Self.impliedOpensLimit { menuOpens = "for \(Wording.percent(implied)) of the choices, the opening of the menu was not logged" }
    severalBars = SeveralBars.all(measures, scope)
    if let several = severalBars.first { bars = "people have different tab bars: \(several.words)" }
  }

  /// Why there is no plan on a platform; nil if there are no doubts.
  func silence(on platform: String) -> Silence? {
    if let bars = severalBars.first(where: { $0.platform == platform }) {
      return .doubt("people have different tab bars, and moves between them help nobody: \(bars.words)", remedy: bars.remedy)
    }
    return nil
  }

  /// Why findings of a rule are at most exploratory; nil if there are no doubts.
  func doubt(about rule: Rule) -> String? {
    (rule.family.needsStructure ? structure : nil)
      ?? (rule.restsOn.contains(.times) ? times : nil)
      ?? (rule.family.needsStructure || rule.restsOn.contains(.order) ? order : nil)
      ?? (rule.restsOn.contains(.menuOpens) ? menuOpens : nil)
      ?? (rule.restsOn.contains(.oneBar) ? bars : nil)
  }
}

extension PlatformMoves {
  struct MissingBacks: Equatable {
    let platform: String
    let backsPerPush: Double
    /// The platform's share of all sessions.
    let sessionShare: Double
    let pushes: Int
    let backs: Int
  }

  /// The platforms with too few backs for their pushes, in text order: below a fifth, or below half of another platform's rate.
  func missingBacks(_ names: Names) -> [MissingBacks] {
    let all = cells.cells.reduce(0) { $0 + $1.sessions }
    let judged = names.ordered(cells.keys).compactMap { name -> MissingBacks? in
      guard let cell = cells[name], cell.pushes >= LogDoubts.leastPushes else { return nil }
      return MissingBacks(
        platform: name.isKnown ? names[name] : "(not known)", backsPerPush: Double(cell.backs) / Double(cell.pushes),
        sessionShare: Double(cell.sessions) / Double(max(all, 1)), pushes: cell.pushes, backs: cell.backs)
    }
    let most = judged.map(\.backsPerPush).max() ?? 0
    return judged.filter { $0.backsPerPush < LogDoubts.leastBacksPerPush || $0.backsPerPush < most / 2 }
  }
}
