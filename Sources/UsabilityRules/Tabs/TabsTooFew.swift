import Measures
import NavigationModel

extension Rule {
  static let tabsTooFew = Rule(
    id: "tabs.too-few",
    title: "Fewer than three tabs",
    claim: "The tab bar has only one or two tabs.",
    rationale: """
      A bar with one or two tabs takes space and gives little for it. Its labels are so broad that they say \
      nothing, and what people look for lies deeper.
      """,
    severities: [.info],
    subject: .app,
    table: "tabs",
    sources: [
      .published("Material Design: 3–5 destinations in a navigation bar"),
      .heuristic("how many users must have seen the bar before an unseen tab counts as absent"),
    ],
    thresholds: [
      Threshold("tabs", 3, .tabs, "a bar should have at least this many tabs", basis: .published),
      Threshold("users", 3, .users, "a bar counts when it was shown to at least this many users of one version"),
      Threshold("users_share", 0.01, .share, "and to at least this share of the users with steps"),
      Threshold(
        "selecting", 10, .users,
        "where the log does not say which tabs are shown, at least this many users must have selected one of them"),
    ],
    advice:
      """
      Split the broad categories into more tabs, or do without a tab bar. A list, or tabs at the top of one screen, \
      serve two categories as well.
      """,
    action: RuleAction(app: "Split the broad categories into more tabs, or do without a tab bar"),
    needs: [.tabs],
    traits: [.ofSeveralConditions],
    examples: [
      .fires(subject: "app", .info, "tab:A tab:B", map: AppMap(tabs: ["A", "B"])),
      .fires(subject: "app", .info, "tabs:A|B tab:A * 3"),
      .fires(subject: "app", .info, "tab:A tab:B * 10"),
      .fires(subject: "app", .info, "tab:A tab:B tab:A > Product tab:Text tab:Reviews tab:A tab:B tab:A * 30"),
      .silent("tabs:A|B|C tab:A * 50", because: "three are enough"),
      .silent("tabs:A|B tab:A * 2", because: "two users are too few"),
      .silent("tab:A tab:B * 9", because: "others may select a third tab"),
      .silent("tab:A tab:B more:Coupons * 50", because: "the More tab is the third"),
      .silent(
        "tab:Recipes > Soup tab:Timer tab:Recipes tab:Shopping tab:Recipes * 50",
        because: "tabs are left from below their roots, too"),
      .silent(
        "Chats > Chat tab:Calls tab:Stories Chats > Chat tab:Calls * 50",
        because: "tabs below one screen may be those of a strip"),
      .silent(
        "tab:A tab:B * 50", because: "the map says that there is a third, which nobody uses",
        map: AppMap(tabs: ["A", "B", "C"])),
      .silent(
        "tab:A tab:B tab:C * 50", because: "there are more tabs than the map declares", map: AppMap(tabs: ["A", "B"])),
    ],
    judging: Judging { context in
      guard let bar = context.shortestBar(context.barSights { _ in true }), bar.tabs.count < context.count("tabs")
      else {
        return []
      }
      let few = Wording.count(bar.tabs.count, "tab")
      let tabs = Text.names(bar.tabs)
      let uncounted = bar.origin == .selections ? context.uncountedTabs(besides: bar.tabs) : []
      let users = bar.users.map { Wording.count($0, "user") } ?? ""
      let fact: Text =
        switch bar.origin {
        case .map: "The app map declares \(few), fewer than \(context.count("tabs")): \(tabs)"
        case .list:
          "The tab bar showed \(few)\(bar.inVersion) to \(users), fewer than \(context.count("tabs")): \(tabs)"
        case .selections where uncounted.isEmpty:
          """
          Only \(few) \(bar.tabs.count == 1 ? "was" : "were") ever selected, fewer than \(context.count("tabs")): \
          \(tabs)
          """
        case .selections:
          """
          People selected only \(few) that \(bar.tabs.count == 1 ? "is" : "are") surely of the tab bar, fewer than \
          \(context.count("tabs")): \(tabs)
          """
        }
      var finding = context.finding(
        Subject("app", users: bar.users, eligible: bar.users == nil ? nil : context.scope.users), .info, metric: "tabs",
        value: Double(bar.tabs.count),
        threshold: context.threshold("tabs"), fact: fact, details: uncounted)
      finding.isOfMap = bar.origin == .map
      return [finding]
    }.unless { context in
      let sights = context.barSights { _ in true }
      if context.shortestBar(sights) != nil { return nil }
      let hasLists = sights.contains { $0.sight.kind == .tabList }
      let least = hasLists ? context.quorum(of: context.usersWithSteps) : context.count("selecting")
      let users = sights.filter { $0.sight.kind == (hasLists ? .tabList : .tab) }.map(\.users).max() ?? 0
      return context.fewer(than: least, users, hasLists ? "saw which tabs there are" : "selected the same tab")
        ?? "no tab is surely of the tab bar"
    })
}

extension RuleContext {
  /// The bar with the fewest tabs: the map's or, if it declares none, those of each version according to the log.
  ///
  /// Any evidence of another tab counts: a list, a selection, the More list.
  fileprivate func shortestBar(_ sights: [BarSight]) -> TabBar? {
    let declared = scope.map.tabs + scope.map.roots.map(\.tab)
    if !declared.isEmpty { return TabBar(origin: .map, tabs: tabs(of: sights, besides: declared)) }
    guard sights.contains(where: { $0.sight.kind == .tabList }) else {
      // The number of users who selected any tab is at least that of the most selected one.
      let users = sights.filter { $0.sight.kind == .tab }.map(\.users).max() ?? 0
      let strips = measures.tabOrigins.stripNames
      let bar = tabs(
        of: sights.filter { $0.sight.kind != .tab || !strips.contains($0.sight.name) && $0.sight.name != .unnamed })
      // Where all tabs are those of strips, or without a name, there is no telling how many the bar has.
      return users < count("selecting") || bar.isEmpty ? nil : TabBar(origin: .selections, tabs: bar, users: users)
    }
    let bars = byVersion(sights).compactMap { version, sights -> TabBar? in
      let users = sights.filter { $0.sight.kind == .tabList }.map(\.users).max() ?? 0
      return users < quorum(of: usersWithSteps)
        ? nil : TabBar(origin: .list, tabs: tabs(of: sights), version: version, users: users)
    }
    return bars.min { $0.tabs.count < $1.tabs.count }
  }

  /// Why other names that the log selects like tabs are not counted.
  fileprivate func uncountedTabs(besides bar: [String]) -> [Text] {
    let inBar = Set(texts: bar)
    let strips = measures.tabOrigins.stripNames
    let byApp = measures.usesOfApp.keys.filter { $0.kind == .tab }.map(\.name)
    func named(_ names: some Sequence<Name>) -> [String] {
      scope.names.ordered(Set(names)).filter { $0 != .unnamed }.map { text($0) }.filter { !inBar.contains($0) }
    }
    let onPages = named(strips)
    let made = named(byApp.filter { !strips.contains($0) })
    return [
      onPages.isEmpty
        ? nil : "Not counted: \(Text.names(onPages)), which people select on one page only, like the tabs of a strip.",
      made.isEmpty ? nil : "Not counted: \(Text.names(made)), which the app selected, not people.",
    ].compactMap { $0 as Text? }
  }

  /// The different tabs in the sights, in text order.
  private func tabs(of sights: [BarSight], besides declared: [String] = []) -> [String] {
    let seen = sights.flatMap { sight, _ in
      switch sight.kind {
      case .tabList: scope.names.tabs(in: sight.name).map { text($0) }
      case .more: [text(scope.declared.moreTab)]
      default: [text(sight.name)]
      }
    }
    return (declared + seen).distinctTexts
  }
}
