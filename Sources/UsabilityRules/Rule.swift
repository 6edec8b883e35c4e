import Measures
import NavigationModel

/// A rule: what makes a figure a usability problem, with its complete documentation. A value, not a type: each rule is
/// a `static let` in a file named after its id (`tabs.more-toll` is `Rule.tabsMoreToll` in `Tabs/TabsMoreToll.swift`),
/// and is listed in ``all``.
package struct Rule: Sendable, Identifiable {
  /// `family.problem`: names the problem, not the advice. Never reused for another rule.
  package let id: String
  package let title: String
  /// The meaning of its findings, in one sentence.
  package let claim: String
  /// Why that is a problem for people.
  package let rationale: String
  /// The severities that its findings may have, given the best evidence.
  package let severities: [Severity]
  package let subject: SubjectKind
  /// The table with the figures of its findings; nil if there is none.
  package var table: String?
  package let sources: [RuleSource]
  /// The numbers that the app map can change.
  package var thresholds: [Threshold] = []
  package let advice: Text
  /// The same in one short sentence about the subject of a finding.
  package let action: RuleAction
  /// What the log or the map must contain for the rule to judge anything. All of it is required.
  package let needs: [Requirement]
  /// What its figures rest on besides the events: if the log is unreliable there (``LogReliability``), findings are at
  /// most exploratory.
  package var restsOn: Set<Assumption> = []
  /// The taps that its findings claim, so that no tap is counted twice.
  package var taps: Set<TapKind> = []
  /// What the sessions of its findings show.
  package var counts = Counted.trouble
  /// What others have to know of it.
  package var traits: Set<RuleTrait> = []
  /// Rules that take precedence: if one of them has a finding on the same subject, this one is silent. Two findings
  /// must not recommend opposite changes.
  package var yieldsTo: [String] = []
  /// The move of the plan that does what its findings advise.
  package var move: Plan.Move.Kind?
  /// Logs on which it fires and logs on which it does not: they are its tests and its documentation.
  package let examples: [RuleExample]
  /// What it looks at, and the findings about it.
  package let judging: Judging

  package var family: RuleFamily {
    guard let family = RuleFamily(ofRule: id) else { preconditionFailure("\(id): add its family to RuleFamily") }
    return family
  }

  /// GitHub's anchor of its heading in the rules reference.
  package var anchor: String { Self.anchor(of: id) }

  package static func anchor(of id: String) -> String { String(id.filter { $0.isLetter || $0.isNumber || $0 == "-" }) }

  /// Whether the rule rests on our own convention (`H`): reports must say so.
  package var isHeuristic: Bool { sources.contains { $0.kind == .heuristic } }

  /// All sources in one line, as findings cite them.
  package var sourceLine: String { sources.map(\.line).joined(separator: "; ") }

  /// The effective thresholds with a map, by name.
  package func thresholds(in map: AppMap) -> [String: Double] {
    Dictionary(thresholds.map { ($0.name, $0.value(in: map, of: id)) }) { first, _ in first }
  }
}

/// What the users and sessions of a finding show.
package enum Counted: Sendable {
  /// Those who met the problem.
  case trouble
  /// Those who used the subject, of which there are too few.
  case use
  /// Its users and its sessions are not the same people's.
  case neither
}

package enum RuleTrait: Sendable {
  /// It judges the whole log only: in a third of it, a screen may well not be seen.
  case ofWholeLog
  /// It asks for something beside its figure, which another log may lack by chance.
  case ofSeveralConditions
}

/// The families of rules, in the order of reports.
package enum RuleFamily: String, Sendable, CaseIterable {
  case depth, path, task, tabs, menu, gesture, screen, touch

  /// The family of a rule with this id; nil if there is no such family.
  init?(ofRule id: String) { self.init(rawValue: String(id.prefix { $0 != "." })) }

  package var title: String {
    switch self {
    case .depth: "Depth"
    case .path: "Paths"
    case .task: "Tasks"
    case .tabs: "Tab bar"
    case .menu: "Hidden menus"
    case .gesture: "Gestures"
    case .screen: "Screens"
    case .touch: "Touch"
    }
  }

  /// Whether its rules are silent if neither the log nor the map shows the app's structure (Method.md).
  package var needsStructure: Bool { self == .depth || self == .path || self == .tabs }

  /// Whether its findings are notes where the structure was inferred.
  package var restsOnStructure: Bool { needsStructure || self == .menu }
}

/// What a finding is about.
package enum SubjectKind: String, Sendable, CaseIterable {
  /// The app: its findings have the subject `app`.
  case app
  /// The root screen of a modal flow.
  case modal
  case tab, section, screen, item, menu, gesture, task, target
  /// Two sections, `A ↔ B` in alphabetical order.
  case pair
}

/// The source of a claim or a threshold.
package struct RuleSource: Sendable, Hashable {
  package enum Kind: String, Sendable {
    /// A study, a guideline or the behavior of a platform.
    case published
    /// Widely repeated, without a primary source that we could find.
    case convention
    case heuristic
  }

  package let kind: Kind
  package let text: String

  package static func published(_ text: String) -> RuleSource { RuleSource(kind: .published, text: text) }
  package static func convention(_ text: String) -> RuleSource { RuleSource(kind: .convention, text: text) }
  package static func heuristic(_ text: String) -> RuleSource { RuleSource(kind: .heuristic, text: text) }

  /// The citation; unpublished sources say so.
  package var line: String {
    switch kind {
    case .published: text
    case .convention: "convention: \(text)"
    case .heuristic: "H (our own convention): \(text)"
    }
  }
}

extension Rule {
  /// All rules, in the order of reports: by family as in ``RuleFamily``. To add a rule, add a file and a line here.
  package static let all: [Rule] = [
    .depthOverLimit, .depthHotDeep, .depthPassThrough, .depthNeverSeen,

    .pathDeadEnd, .pathBackChain, .pathPingPong, .pathPogo,

    .taskLost, .taskFirstChoice,

    .tabsOverFive, .tabsTooFew, .tabsMoreToll, .tabsMoreOutranks, .tabsNeglected, .tabsRejected, .tabsUnstableSet,
    .tabsActsNotNavigates, .tabsBarHidden, .tabsStateLost, .tabsHunting, .tabsBadgeBlind, .tabsReorderConsensus,
    .tabsWideOverflow,
    .tabsRotationRefused, .tabsSlowFirstOpen, .tabsInModal, .tabsNested,

    .menuUnopened, .menuItemUndiscovered, .menuLateDiscovery, .menuAbandoned, .menuPromote, .menuSlowScan,
    .menuOnIos,

    .gestureUndiscovered, .gestureFailing, .gestureSoleRoute,

    .screenGlance, .screenLobby, .screenBackAndForth, .screenPassThrough, .screenEnds,

    .touchDead, .touchRage, .touchFringeLoss,
  ]

  package static func rule(_ id: String) -> Rule? { all.first { $0.id == id } }

  package static func rules(of family: RuleFamily) -> [Rule] { all.filter { $0.family == family } }
}
