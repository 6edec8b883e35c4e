import Measures
import NavigationModel

// Checks of what the log shows about the app's structure.

extension LogCheck {
  /// Above this share of steps on container screens, depth rules do not run (TheRules.md).
  static let containerLimit = 0.2
  /// Above this share of inferred tab steps, the log lacks taps on tabs.
  static let silentSwitchLimit = 0.05

  static let containerName = LogCheck("container-name", "Tab, navigation or hosting controllers as screens.") {
    context in
    let share = context.measures.containerShare(context.scope)
    return LogCheckResult(
      share.count, of: share.arrivals,
      "log the screen inside, not its container (\(context.list(share.names)))"
        + (Double(share.count) > containerLimit * Double(share.arrivals) ? "; the rules on depth are refused" : ""))
  }

  static let noStructure = LogCheck("no-structure", "Sessions with screen views only.") { context in
    let totals = context.measures.totals
    let remedy: Text =
      "log `tab_select`, `push` and `back`, or a `depth` with each screen"
      + (context.scope.map.roots.isEmpty ? ", or name the `roots` of the tabs in the app map" : "")
    if !context.scope.structureKnown {
      return LogCheckResult(
        totals.sessionsWithSteps - totals.sessionsWithStructure, of: totals.sessionsWithSteps,
        "tabs and levels look the same, so depth, returns and tabs are unknown; \(remedy)")
    }
    let bare = totals.platforms.pairs.filter { !$1.hasStructure && $1.sessionsWithSteps > 0 }
    let sessions = bare.reduce(0) { $0 + $1.1.sessionsWithSteps }
    let names = context.scope.names.ordered(bare.map(\.0)).map { $0.isKnown ? context.scope.names[$0] : "(not known)" }
    return LogCheckResult(
      totals.showsStructure ? sessions : 0, of: totals.sessionsWithSteps,
      "no structure on \(context.list(names)); there, \(remedy)")
  }

  static let guessedStructure = LogCheck(
    "guessed-structure",
    "Tabs, menu items and modal screens that are neither in the log nor in the app map, but inferred."
  ) { context in
    guard let guess = context.scope.map.guess else { return LogCheckResult(0, "nothing was inferred") }
    let tabs = guess.tabs.isEmpty ? "" : " (tabs: \(context.list(guess.tabs)))"
    return LogCheckResult(
      guess.tabs.count + guess.menuItems.count + guess.modals.count,
      """
      depth, tabs, menus and back navigation rest on inferred structure\(tabs); write it to an app map with \
      `navaudit init`, and correct it there
      """
    )
  }

  static let inferred = LogCheck("inferred", "Steps inferred from screen views.") { context in
    let sums = context.measures.figures.share(.inferredSteps)
    return LogCheckResult(
      sums.sumY, of: sums.sumN,
      context.quality.inferredShare != nil
        ? """
        more than 20%: findings on depth, paths and tabs are at most exploratory; \
        \(context.measures.logQuality.eventsInferred)
        """
        : "tabs and levels of these steps are inferred")
  }

  static let silentSwitch = LogCheck("silent-switch", "Changes to another tab without a tab event.") { context in
    let sums = context.measures.tabs.sums.values
    let silent = sums.reduce(0) { $0 + $1.inferred }
    let all = silent + sums.reduce(0) { $0 + $1.selects }
    return LogCheckResult(
      silent, of: all,
      "taken for a change of tab"
        + (Double(silent) > silentSwitchLimit * Double(all)
          ? "; more than 5%: log `tab_select` for every tap on a tab" : ""))
  }

  static let severalBars = LogCheck(
    "several-bars", "People with different tab bars: roles, brands, or languages whose labels are logged."
  ) { context in
    let found = SeveralBars.all(context.measures, context.scope).filter(\.isDoubt)
    guard let first = found.first else { return LogCheckResult(0, "") }
    let tellsNames = context.nameable == nil
    let words: Text = tellsNames ? ": \(first.words)" : ""
    let remedy = tellsNames ? first.remedy : first.namelessRemedy
    return LogCheckResult(
      found.reduce(0) { $0 + $1.usersOfOthers }, of: context.scope.users,
      """
      their tabs are compared although nobody sees both\(words); no plan, and findings on tabs and menu items are at \
      most exploratory: \(remedy)
      """
    )
  }

  static let moreHub = LogCheck(
    "more-hub", "Opens of a More list from which nobody ever chose an item. It may be a hub that is called More."
  ) {
    context in
    let list = context.measures.moreList
    return LogCheckResult(
      list.isHub(context.scope) ? list.opens : 0, of: list.opens,
      """
      no choice from the list is in the log, so all opens look abandoned; if it is a hub, say `more: {tab: none}` \
      in the app map; otherwise log `more_select`
      """
    )
  }
}

extension MoreList {
  /// With fewer opens, nobody may have happened to choose.
  private static let fewestOpens = 30

  /// Whether nobody ever chose from it: a tab called More that is a hub.
  func isHub(_ scope: MeasureScope) -> Bool {
    opens >= Self.fewestOpens && choices.count == 0 && scope.map.more?.items.isEmpty ?? true
  }
}

extension Measures {
  /// The steps that arrive at a container, and the containers' names, the most common first.
  package func containerShare(_ scope: MeasureScope) -> (count: Int, arrivals: Int, names: [String]) {
    let containers = screens.sums.pairs.filter { ContainerNames.isContainer(scope.names[$0.0]) }
      .sorted { ($1.1.arrivals, scope.names.rank($0.0)) < ($0.1.arrivals, scope.names.rank($1.0)) }
    return (containers.reduce(0) { $0 + $1.1.arrivals }, totals.steps, containers.map { scope.names[$0.0] })
  }

  /// Whether it is a site, not an app: most sessions are on the web, or most visits to screens named by their path. A
  /// site has no tab bar.
  package func isSite(_ scope: MeasureScope) -> Bool {
    let sessions = totals.platforms.pairs.filter { scope.names[$0.0].lowercased() == "web" }
    if sessions.reduce(0, { $0 + $1.1.sessionsWithSteps }) * 2 > totals.sessionsWithSteps { return true }
    let paths = screens.sums.pairs.filter { scope.names[$0.0].hasPrefix("/") }
    return paths.reduce(0) { $0 + $1.1.arrivals } * 2 > screens.sums.pairs.reduce(0) { $0 + $1.1.arrivals }
  }
}
