import NavigationModel

extension Rule {
  /// All rules, in the order of reports: by family as in ``RuleFamily``. To add a rule, add a file and a line here.
  package static let all: [Rule] = [
    .depthOverLimit, .depthHotDeep, .depthPassThrough, .depthNeverSeen,

    .pathDeadEnd, .pathBackChain, .pathPingPong, .pathPogo,

    .taskLost, .taskFirstChoice, .taskIndirect,

    .tabsOverFive, .tabsTooFew, .tabsMoreToll, .tabsMoreOutranks, .tabsNeglected, .tabsRejected, .tabsUnstableSet,
    .tabsActsNotNavigates, .tabsBarHidden, .tabsStateLost, .tabsHunting, .tabsBadgeBlind, .tabsReorderConsensus, .tabsWideOverflow,
    .tabsRotationRefused, .tabsSlowFirstOpen, .tabsInModal, .tabsNested,

    .menuUnopened, .menuItemUndiscovered, .menuLateDiscovery, .menuAbandoned, .menuPromote, .menuSlowScan, .menuDuplicateRoute, .menuOnIos,

    .gestureUndiscovered, .gestureFailing, .gestureSoleRoute,

    .screenGlance, .screenLobby, .screenBackAndForth, .screenPassThrough, .screenEnds,

    .touchDead, .touchRage, .touchFringeLoss,
  ]

  package static func rule(_ id: String) -> Rule? { all.first { $0.id == id } }

  package static func rules(of family: RuleFamily) -> [Rule] { all.filter { $0.family == family } }
}
