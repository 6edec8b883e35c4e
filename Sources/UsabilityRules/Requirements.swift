import Measures
import NavigationModel

/// Something that the log or the map must contain for a rule to have anything to check, and the remedy.
package struct Requirement: Sendable {
  /// Its description in the report: `a choice from the More list`.
  package let what: Text
  /// The events (`tap`, `tap with outcome: ok`) and the map keys that would provide it.
  package private(set) var events: [String]
  package let mapKeys: [String]
  package let isMet: @Sendable (RuleContext) -> Bool

  package init(
    _ what: Text, events: [String] = [], mapKeys: [String] = [], isMet: @escaping @Sendable (RuleContext) -> Bool
  ) {
    self.what = what
    self.events = events
    self.mapKeys = mapKeys
    self.isMet = isMet
  }

  /// The same, where the log has all of the events: what is missing is people who do it.
  func asked(of context: RuleContext) -> Requirement {
    var asked = self
    if !events.isEmpty, events.allSatisfy(context.logs) { asked.events = [] }
    return asked
  }

  /// `log tab_select or tabs_shown, or declare tabs in the app map`
  package var remedy: Text {
    func quoted(_ words: [String]) -> Text {
      words.map { word in
        word.components(separatedBy: " with ").map { "\(command: $0)" as Text }.joined(by: " with ")
      }.list(" or ")
    }
    let ways: [Text] =
      (events.isEmpty ? [] : ["log \(quoted(events))"])
      + (mapKeys.isEmpty ? [] : ["declare \(quoted(mapKeys)) in the app map"])
    return ways.isEmpty ? "a longer log may show it" : ways.joined(by: ", or ")
  }

  /// Known structure, which some families need.
  package static let structure = Requirement(
    "an event that shows how people got to a screen", events: ["tab_select", "push", "back"], mapKeys: ["roots"]
  ) { $0.scope.structureKnown }

  /// A log of screens alone, for the rules that make up for the others there.
  static let screensAlone = Requirement("the appearance of a screen", events: ["screen_view", "stack"]) { context in
    !context.scope.structureKnown && context.measures.totals.sessionsWithSteps > 0
  }

  /// Screens of the app, which depth rules need: a log of containers does not show depth.
  static let namedScreens = Requirement(
    "screens in at least 80% of the steps, not their tab, navigation or hosting controllers",
    events: ["screen_view"]
  ) {
    let containers = $0.measures.containerShare($0.scope)
    return Double(containers.count) <= LogCheck.containerLimit * Double(containers.arrivals)
  }

  /// What people do in a row, where no event of an unknown kind lies between.
  static let wholeRuns = Requirement(
    "runs of steps without unknown events", mapKeys: ["events"]
  ) { !$0.measures.logQuality.breaksRuns }

  static let huntsOfPeople = Requirement(
    "tab changes that people make, not a focus, a pager, a clock or tabs inside a page",
    events: ["tab_select"]
  ) { !$0.measures.tabHunts.areNoHunts($0.clocks, strips: $0.measures.tabOrigins.stripNames) }

  static let foldedNames = Requirement(
    "screen names without ids in at least 70% of the visits", mapKeys: ["screen_names"]
  ) {
    let found = $0.measures.namesWithIDs($0.scope)
    return Double(found.visits) <= LogCheck.namesWithIDsLimit * Double(found.all)
  }

  static let declaredScreens = Requirement("the screens that the app has", mapKeys: ["screens", "roots"]) {
    !$0.scope.declared.screens.isEmpty
  }

  static let tasks = Requirement("a task that people do", mapKeys: ["tasks"]) { !$0.measures.tasks.tasks.isEmpty }

  static let completedTasks = Requirement(
    "a declared task that somebody completed, from its start screen to its goal", events: ["screen_view"]
  ) {
    $0.measures.tasks.sums.contains { $0.completed > 0 }
  }

  static let tabSelections = Requirement("a selection of a tab", events: ["tab_select"]) { context in
    context.measures.tabs.sums.values.contains { $0.users > 0 }
  }

  static let tabs = Requirement("the tabs of the bar", events: ["tab_select", "tabs_shown"], mapKeys: ["tabs"]) {
    context in
    !context.scope.map.tabs.isEmpty
      || context.measures.sightings.sights.contains { $0.kind == .tab || $0.kind == .tabList }
  }

  static let moreChoices = Requirement("a choice from the More list", events: ["more_select"]) {
    $0.measures.moreList.items.count > 0
  }

  static let menuOpens = Requirement("the opening of a hidden menu", events: ["menu_open"]) {
    $0.measures.menus.menus.count > 0
  }

  static let menuChoices = Requirement("a choice from a hidden menu", events: ["menu_select"]) {
    $0.measures.menus.items.count > 0
  }

  static let menus = Requirement("a hidden menu", events: ["menu_open"], mapKeys: ["menus"]) {
    $0.measures.menus.menus.count > 0 || !$0.scope.declared.menus.isEmpty
  }

  static let platforms = Requirement("the platform of a session", events: ["platform"]) { context in
    context.measures.menuPlatforms.platforms.keys.contains { $0.isKnown }
  }

  static let gestures = Requirement("a gesture", events: ["gesture"]) { $0.measures.gestures.sums.count > 0 }

  static let taps = Requirement("a tap", events: ["tap"]) { $0.measures.taps.worked + $0.measures.taps.failed > 0 }

  /// Without these, a log may hold only failed taps.
  static let workingTaps = Requirement("a tap that worked", events: ["tap with outcome: ok"]) {
    $0.measures.taps.worked > 0
  }

  static let tabTaps = Requirement("a tap on a tab", events: ["tab_select"]) { context in
    context.measures.tabs.sums.values.contains { $0.blocked.sumN > 0 }
  }

  static let keptStateReturns = Requirement(
    "a return to a tab that people left below its root", events: ["tab_select", "push"]
  ) { context in
    context.measures.tabs.sums.values.contains { $0.stateLost.sumN > 0 }
  }

  static let tabLists = Requirement("which tabs the bar shows", events: ["tabs_shown"]) {
    $0.measures.tabSetChanges.users > 0
  }

  static let hiddenBar = Requirement("the hiding of the tab bar", events: ["tab_bar"]) {
    $0.measures.hiddenBar.hiddenSteps.count > 0
  }

  static let badges = Requirement("a badge on a tab", events: ["badge"]) { $0.measures.badges.sums.count > 0 }

  static let tabEdits = Requirement("a tab order that a user has chosen", events: ["tabs_edit"]) {
    $0.measures.tabEdits.users > 0
  }

  static let rotations = Requirement("a turn of the device in a tab", events: ["rotate"]) {
    $0.measures.rotations.sums.count > 0
  }

  static let tabOpenings = Requirement(
    "the time from a `tab_select` to the `screen_view` after it", events: ["screen_view"]
  ) {
    $0.measures.tabOpenings.sums.count > 0
  }

  /// Tabs, or a More list, on a device as wide as a tablet.
  static let wideSessions = Requirement("a tab on a tablet or a regular width", events: ["width", "device"]) {
    context in
    !context.measures.sightings.users { $0.isWide(context.scope.names) }.isEmpty
  }

  fileprivate static let steps = Requirement("screens that appear", events: ["stack", "screen_view"]) {
    $0.measures.totals.sessionsWithSteps > 0
  }

  fileprivate static let waysBack = Requirement("a way back", events: ["stack", "back"]) { context in
    context.measures.figures.share(.backShare).sumY > 0
  }

  fileprivate static let newUsers = Requirement(
    "the very first start of the app", events: ["app_open with via: first"]
  ) { $0.scope.newUsers != nil }
}

extension RuleContext {
  /// Whether the log has events of a kind, or with a field.
  fileprivate func logs(_ name: String) -> Bool {
    let fields: [String: (Sightings.Surface) -> Bool] = [
      "platform": \.platform.isKnown, "device": \.device.isKnown, "width": \.width.isKnown,
    ]
    if let field = fields[name] { return !measures.sightings.users(where: field).isEmpty }
    return LoggedParts.all.firstIndex { $0.name == name }.map { part in
      measures.eventDays.sums.values.contains { $0.count(part) > 0 }
    } ?? false
  }

  /// What a report can tell, each with what the log lacks for it and the remedy; nil if it lacks nothing.
  package var topics: [(name: String, lack: Text?)] {
    let all: [(name: String, needs: [Requirement])] = [
      ("screens and the ways between them", [.steps]), ("depth", [.structure, .namedScreens]),
      ("ways back", [.structure, .waysBack]),
      ("tabs", [.structure, .tabSelections]), ("which tabs people could see", [.tabLists]),
      ("the More list", [.moreChoices]),
      ("hidden menus", [.menuOpens, .menuChoices]), ("taps that miss or fail", [.taps]), ("gestures", [.gestures]),
      ("badges", [.badges]),
      ("how long new people take to find something", [.newUsers]), ("tasks", [.tasks]),
      ("differences between platforms", [.platforms]),
    ]
    return all.map { name, needs in
      let missing = needs.filter { !$0.isMet(self) }
      return (
        name,
        missing.isEmpty ? nil : "missing: " + missing.map { "\($0.what) (\($0.remedy))" as Text }.joined(by: ", ")
      )
    }
  }
}
