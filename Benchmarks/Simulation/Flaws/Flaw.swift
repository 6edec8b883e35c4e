/// A usability problem that can be planted, named after the rule that must find it.
package enum Flaw: String, CaseIterable, Sendable {
  case depthOverLimit = "depth.over-limit"
  case depthHotDeep = "depth.hot-deep"
  case depthPassThrough = "depth.pass-through"
  case depthNeverSeen = "depth.never-seen"
  case pathDeadEnd = "path.dead-end"
  case pathBackChain = "path.back-chain"
  case pathPingPong = "path.ping-pong"
  case pathPogo = "path.pogo"
  case taskLost = "task.lost"
  case taskFirstChoice = "task.first-choice"
  case taskIndirect = "task.indirect"
  case tabsOverFive = "tabs.over-five"
  case tabsTooFew = "tabs.too-few"
  case tabsMoreToll = "tabs.more-toll"
  case tabsMoreOutranks = "tabs.more-outranks"
  case tabsNeglected = "tabs.neglected"
  case tabsRejected = "tabs.rejected"
  case tabsUnstableSet = "tabs.unstable-set"
  case tabsActsNotNavigates = "tabs.acts-not-navigates"
  case tabsBarHidden = "tabs.bar-hidden"
  case tabsStateLost = "tabs.state-lost"
  case tabsHunting = "tabs.hunting"
  case tabsBadgeBlind = "tabs.badge-blind"
  case tabsReorderConsensus = "tabs.reorder-consensus"
  case tabsWideOverflow = "tabs.wide-overflow"
  case tabsRotationRefused = "tabs.rotation-refused"
  case tabsSlowFirstOpen = "tabs.slow-first-open"
  case menuUnopened = "menu.unopened"
  case menuItemUndiscovered = "menu.item-undiscovered"
  case menuLateDiscovery = "menu.late-discovery"
  case menuAbandoned = "menu.abandoned"
  case menuPromote = "menu.promote"
  case menuSlowScan = "menu.slow-scan"
  case menuDuplicateRoute = "menu.duplicate-route"
  case menuOnIOS = "menu.on-ios"
  case gestureUndiscovered = "gesture.undiscovered"
  case gestureFailing = "gesture.failing"
  case gestureSoleRoute = "gesture.sole-route"
  case touchDead = "touch.dead"
  case touchRage = "touch.rage"
  case touchFringeLoss = "touch.fringe-loss"

  /// The key of its subject in an app description; nil if that is the entire app.
  package var subjectKey: String? {
    switch self {
    case .depthOverLimit: "section"
    case .depthHotDeep, .depthPassThrough, .depthNeverSeen, .pathDeadEnd, .pathPogo, .gestureSoleRoute: "screen"
    case .pathPingPong: "sections"
    case .taskLost, .taskFirstChoice, .taskIndirect: "task"
    case .tabsOverFive: "tabs"
    case .tabsMoreToll, .tabsWideOverflow: "items"
    case .tabsMoreOutranks, .tabsReorderConsensus, .menuItemUndiscovered, .menuLateDiscovery, .menuPromote: "item"
    case .menuDuplicateRoute, .tabsNeglected, .tabsRejected, .tabsActsNotNavigates, .tabsStateLost, .tabsBadgeBlind: "tab"
    case .tabsRotationRefused, .tabsSlowFirstOpen, .touchFringeLoss: "tab"
    case .menuUnopened, .menuAbandoned, .menuSlowScan, .menuOnIOS: "menu"
    case .gestureUndiscovered, .gestureFailing: "gesture"
    case .touchDead, .touchRage: "target"
    case .pathBackChain, .tabsTooFew, .tabsUnstableSet, .tabsBarHidden, .tabsHunting: nil
    }
  }

  /// Those of the More list, and of the choice of tabs.
  static let ofMoreList: Set<Flaw> = [.tabsMoreToll, .tabsMoreOutranks, .tabsWideOverflow, .tabsReorderConsensus]

  /// Whether its subject is a list of names.
  var hasManySubjects: Bool { ["sections", "tabs", "items"].contains(subjectKey) }

  /// Whether it has a strength.
  var hasShare: Bool {
    switch self {
    case .depthPassThrough, .depthNeverSeen, .tabsOverFive, .tabsTooFew, .tabsActsNotNavigates, .tabsSlowFirstOpen, .menuSlowScan,
      .menuOnIOS:
      false
    default: true
    }
  }

  /// Its parameters in an app description.
  var parameters: [String] {
    (subjectKey.map { [$0] } ?? []) + (self == .depthOverLimit ? ["depth"] : []) + (hasShare ? ["share"] : [])
  }
}

/// A flaw that is turned on, with its subjects.
package struct PlantedFlaw: Sendable, Equatable {
  package var flaw: Flaw
  /// Its subjects: names of tabs, items, screens…; empty for the default choice.
  package var subjects: [String] = []
  /// Its strength, as a share of what it affects; nil for the default.
  package var share: Double?
  /// How deep it goes (`depth.over-limit`).
  package var depth: Int?

  /// The id of the rule that must find it.
  package var rule: String { flaw.rawValue }

  /// The subject in the rule's finding: `A ↔ B` for a pair of sections, `app` for the app.
  package var subject: String {
    switch flaw {
    case .pathPingPong: subjects.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.joined(separator: " ↔ ")
    case .tabsOverFive, .tabsMoreToll, .tabsWideOverflow: "app"
    default: subjects.first ?? "app"
    }
  }
}
