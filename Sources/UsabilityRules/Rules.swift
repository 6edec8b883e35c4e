import Findings
import NavigationModel

extension Rule {
  /// All rules, in the order of reports: by family as in ``RuleFamily``. To add a rule, add a file and a line here.
  public static let all: [Rule] = [
    .depthOverLimit, .depthHotDeep, .depthPassThrough, .depthNeverSeen,

    .pathDeadEnd, .pathBackChain, .pathPingPong, .pathPogo,

    .taskLost, .taskFirstChoice, .taskIndirect,

    .tabsOverFive, .tabsTooFew, .tabsMoreToll, .tabsMoreOutranks, .tabsNeglected, .tabsRejected, .tabsUnstableSet,
    .tabsActsNotNavigates, .tabsBarHidden, .tabsStateLost, .tabsHunting, .tabsBadgeBlind, .tabsReorderConsensus, .tabsWideOverflow,
    .tabsRotationRefused, .tabsSlowFirstOpen, .tabsInModal, .tabsNested,

    .menuUnopened, .menuItemUndiscovered, .menuLateDiscovery, .menuAbandoned, .menuPromote, .menuSlowScan, .menuDuplicateRoute, .menuOnIos,

    .gestureUndiscovered, .gestureFailing, .gestureSoleRoute,

    .touchDead, .touchRage, .touchFringeLoss,
  ]

  public static func rule(_ id: String) -> Rule? { all.first { $0.id == id } }

  public static func rules(of family: RuleFamily) -> [Rule] { all.filter { $0.family == family } }
}

/// Which rules run: `--select` and `--ignore`, by id (`tabs.more-toll`) or family (`tabs`).
public struct RuleSelection: Sendable, Equatable {
  /// Empty: all.
  public var select: [String]
  public var ignore: [String]

  public init(select: [String] = [], ignore: [String] = []) {
    self.select = select
    self.ignore = ignore
  }

  public static let all = RuleSelection()

  public func includes(_ rule: Rule) -> Bool {
    (select.isEmpty || select.contains { Self.matches($0, rule) }) && !ignore.contains { Self.matches($0, rule) }
  }

  /// Names of unknown rules and families.
  public var unknown: [String] {
    (select + ignore).filter { word in !Rule.all.contains { Self.matches(word, $0) } }
  }

  private static func matches(_ word: String, _ rule: Rule) -> Bool {
    word == rule.id || word == rule.family.rawValue || word == "\(rule.family.rawValue)."
  }
}
