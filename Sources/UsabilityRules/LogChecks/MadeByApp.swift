import Measures
import NavigationModel

// Checks of what the app did and people did not (``Maker``).

extension LogCheck {
  /// Below this share, what the app made is left out without a word.
  private static let machineLimit = 0.01

  static let machineEvents = LogCheck(
    "machine-events",
    """
    Choices, selections of tabs and openings of menus that the app made: quicker than people can be, or while the \
    app starts.
    """
  ) { context in
    let measures = context.measures
    let uses = measures.usesOfApp
    let all = measures.allUses
    let found = uses.values.reduce(0, +)
    let names = context.scope.names
    let named = uses.most(LogCheckContext.namesShown, by: \.value) { use in
      "\(names[use.key.name])\0\(names[use.key.container])\0\(use.key.kind)"
    }.map { subject, count in
      let name = context.list([names[subject.name]])
      let kind: Text =
        switch subject.kind {
        case .tab: "the tab "
        case .menu: "opening the menu "
        default: ""
        }
      return "\(kind)\(name) (\(Wording.count(count)) of \(Wording.count(all[subject] ?? count)))" as Text
    }
    return LogCheckResult(
      found, of: max(found, all.values.reduce(0, +)), limit: machineLimit,
      above:
        """
        tables count them, but rules and plan do not: \(named.list()); log only what people do, or log what the app \
        does as other events
        """,
      otherwise: "tables count them, but rules and plan do not")
  }

  static let opensWithChoice = LogCheck(
    "opens-with-choice", "Choices within 150 ms of the opening of their list, so both are logged at once."
  ) { context in
    let platforms = context.measures.appMade.platforms
    let found = context.scope.names.ordered(platforms.pairs.filter(\.1.opensWithChoice).map(\.0))
    let named = found.map { $0.isKnown ? context.scope.names[$0] : "(not known)" }
    return LogCheckResult(
      found.reduce(0) { $0 + (platforms[$1]?.quickChoices ?? 0) },
      of: platforms.values.reduce(0) { $0 + $1.openedChoices },
      """
      times to choose and openings without a choice are not judged on \(Wording.list(named)); log the opening when \
      people open the list
      """)
  }

  static let straightLines = LogCheck(
    "straight-lines",
    "Screens that are steps of one task, and screens that the app leaves at once."
  ) { context in
    let lines = context.scope.lines(context.measures)
    let tasks = context.measures.sectionDepths.sums.pairs.filter(\.1.isTask).map { [$0.0.modal] }
    let flows = (lines.flows + tasks).map { $0.map { context.scope.names[$0] } }.sorted { $0.precedesByScalars($1) }
    let transparent = context.scope.names.ordered(lines.transparent).map { context.scope.names[$0] }
    let named = flows.prefix(3).map { context.list([Wording.trail($0)]) }
    let first: Text =
      flows.isEmpty
      ? ""
      : "each counts as one level (\(named.joined(separator: "; "))); declare it as `wizard` in `screens_kind`"
    let second: Text =
      transparent.isEmpty
      ? "" : "nobody sees \(context.list(transparent)), so rules count no level, visit or way back there"
    return LogCheckResult(
      Set(texts: flows.joined()).count + transparent.count, of: context.measures.screens.sums.count,
      [first, second].filter { !$0.isEmpty }.joined(by: "; "))
  }

  static let lateBacks = LogCheck(
    "late-backs", "Back events logged up to 0.8 s after the screen that they led to."
  ) { context in
    let sums = context.measures.appMade.platforms.values
    let isMany = sums.contains(where: \.hasLateBacks)
    return LogCheckResult(
      sums.reduce(0) { $0 + $1.lateBacks }, of: sums.reduce(0) { $0 + $1.backs },
      "each counts as one step with that screen"
        + (isMany
          ? """
          ; more than 5% on a platform: findings on depth, paths, and tabs are at most exploratory there; log `back` \
          before the screen that it leads to
          """ : ""))
  }
}

extension AppMade.Platform {
  /// Above this share of a platform's back events, ways back are counted twice.
  private static let lateLimit = 0.05

  var hasLateBacks: Bool { Double(lateBacks) > Self.lateLimit * Double(backs) }
  var lateShare: Double { Double(lateBacks) / Double(max(1, backs)) }
}

extension Measures {
  /// What was selected, chosen and opened, whoever did it.
  fileprivate var allUses: [Discovery.Subject: Int] {
    var uses: [Discovery.Subject: Int] = [:]
    for (tab, sum) in tabs.sums.pairs { uses[.init(.tab, tab)] = sum.selects + sum.reselects }
    for (item, sum) in moreList.items.pairs { uses[.init(.moreItem, item, container: .more)] = sum.count }
    for (menu, sum) in menus.menus.pairs { uses[.init(.menu, menu)] = sum.opens.count - sum.impliedOpens }
    for (item, sum) in menus.items.pairs { uses[item.discovered] = sum.count }
    return uses
  }
}
