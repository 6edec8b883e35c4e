import Measures
import NavigationModel

extension Rule {
  static let tabsOverFive = Rule(
    id: "tabs.over-five",
    title: "More than five tabs",
    claim: "The app map declares more tabs than fit on a phone, or the bar shows more than that.",
    rationale: """
      A phone's tab bar has room for five. Further tabs go behind a More tab, where they cost another tap and are \
      easily missed, or all are \
      squeezed until labels and targets are too small.
      """,
    severities: [.error, .info],
    subject: .app,
    table: "tabs",
    sources: [
      .published("UIKit, UITabBarController: with more than five tabs on a compact width four are shown and More"),
      .published("Material Design: 3–5 destinations in a navigation bar"),
    ],
    thresholds: [
      Threshold("tabs", 5, .tabs, "more tabs than this do not fit", basis: .published),
      Threshold(
        "users", 3, .users,
        "at least this many users were shown more tabs, or selected more in one session, on a compact width"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users with steps"),
    ],
    advice: """
      Keep the four or five tabs that people use most, merge or move the others into sections, and leave the long list \
      to the sidebar of \
      wide screens.
      """,
    action: RuleAction(app: "Keep the four or five tabs that people use most", movesTab: true),
    needs: [.tabs],
    examples: [
      .fires(subject: "app", .error, "tab:A", map: AppMap(tabs: ["A", "B", "C", "D", "E", "F"])),
      .fires(subject: "app", .error, "@app_version=2 tab:A tab:B tab:C tab:D tab:E tab:F * 3"),
      .fires(subject: "app", .error, "tabs:A|B|C|D|E|F tab:A tab:B * 10"),
      .silent(
        "tabs:A|B|C|D|More tab:A more:E more:F * 50",
        because: "the More tab is the fifth of the bar, its items are not in it"),
      .silent(
        "tab:A tab:B tab:C & tab:D tab:E tab:F * 10",
        because: "nobody selects more than five in one session: two profiles may have two bars"),
      .silent("tabs:A|B|C|D tab:A tab:B tab:C tab:D tab:E tab:F * 10", because: "the log shows that the bar has four"),
      .silent("tab:A tab:B tab:C tab:D tab:E tab:F * 2\ntab:A tab:B * 50", because: "two users are too few"),
      .silent(
        "tab:A tab:B tab:C tab:D tab:E tab:F * 3\ntab:A tab:B * 397", because: "3 of 400 users are fewer than 1%"),
      .silent("@width=regular tab:A tab:B tab:C tab:D tab:E tab:F * 50", because: "there is room on a regular width"),
      .silent("@device=tv tab:A tab:B tab:C tab:D tab:E tab:F * 50", because: "there is room on a television"),
      .silent(
        "tab:A tab:B tab:C * 50\ntab:D tab:E tab:F * 50",
        because: "nobody selects more than three: people see different bars"),
      .silent(
        "( tab:A tab:B tab:C tab:D tab:E & ) x 2 tab:A tab:B tab:C tab:D tab:F * 20", because: "E has another name now"),
      .silent(
        "tab:A tab:B tab:C tab:D tab:E edit:A|B|C|D|F tab:F * 50",
        because: "people put F into the bar in the place of E"),
      .fires(
        subject: "app", .info,
        "tab:A tab:B tab:C tab:A > Product tab:Text tab:Reviews tab:Questions tab:Shops back tab:B * 30"),
      .fires(
        subject: "app", .info,
        "tab:A tab:B tab:C tab:B tab:A tab:C tab:B tab:Gainers > Stock < tab:Losers tab:Active tab:B tab:A * 30"),
      .fires(subject: "app", .error, "tab:A ( tab:B tab:A tab:C tab:A tab:D tab:A tab:E tab:A tab:F tab:A ) x 2 * 30"),
    ],
    judging: Judging { context in
      let limit = context.count("tabs")
      let declared = context.scope.map.tabs
      if declared.count > limit {
        var finding = context.finding(
          Subject("app"), .error, metric: "tabs", value: Double(declared.count), threshold: context.threshold("tabs"),
          fact: "The app map declares \(declared.count) tabs, but \(limit) fit on a phone: \(Text.names(declared))")
        finding.isOfMap = true
        return [finding]
      }
      let lists = context.compactLists
      if let longest = lists.isEmpty ? context.longestOwn(over: limit) : context.longestShown(lists, over: limit) {
        let inVersion: Text = longest.version.isEmpty ? "" : " in version \(longest.version)"
        let what: Text =
          lists.isEmpty
          ? "selected more than \(limit) different tabs in one session" : "were shown more than \(limit) tabs"
        let app = Subject("app", users: longest.users, eligible: context.usersWithSteps)
        return [
          context.finding(
            app, .error, metric: "tabs", value: Double(longest.tabs), threshold: context.threshold("tabs"),
            fact: app.peopleOfAll + " \(what)\(inVersion)")
        ]
      }
      return lists.isEmpty ? context.stripFinding(over: limit).map { [$0] } ?? [] : []
    }.unless { context in
      if !context.scope.map.tabs.isEmpty { return nil }
      let users = context.barSights { _ in true }.map(\.users).max() ?? 0
      return context.fewer(than: context.quorum(of: context.usersWithSteps), users, "saw or selected the same tabs")
    })
}

/// A number of tabs in one bar, and its users.
typealias LongBar = (version: String, tabs: Int, users: Int)

extension RuleContext {
  /// For each app version, in text order: users by number of different tabs that they selected in one session on a
  /// compact width, or on the surfaces that are meant.
  fileprivate func ownTabs(
    where isMeant: ((Sightings.Surface) -> Bool)? = nil, counting count: ([Name]) -> Int = \.count
  ) -> [(version: String, users: [Int: Int])] {
    measures.ownTabs.users(where: isMeant ?? { $0.isCompact(scope.names) }, counting: count).map {
      (version: text($0.key), users: $0.value)
    }
    .sorted { $0.version.precedesByScalars($1.version) }
  }

  fileprivate var compactLists: [BarSight] {
    barSights { $0.isCompact(scope.names) }.filter { $0.sight.kind == .tabList }
  }

  /// The longest bar that enough users were shown, without the More tab.
  fileprivate func longestShown(_ lists: [BarSight], over limit: Int) -> LongBar? {
    let more = scope.declared.moreTab
    return longest(
      byVersion(lists).map { version, lists in
        (
          version,
          lists.reduce(into: [:]) { users, list in
            users[scope.names.tabs(in: list.sight.name).filter { $0 != more }.count, default: 0] += list.users
          }
        )
      }, over: limit)
  }

  /// The most tabs that enough users selected in one session, on compact widths or the surfaces that are meant. Tabs in
  /// succession count once, strips inside a page not at all.
  func longestOwn(over limit: Int, where isMeant: ((Sightings.Surface) -> Bool)? = nil) -> LongBar? {
    if measures.ownTabs.isOverfull { return nil }
    // Of so many names, those below one section are a strip even where the bar has no other tabs.
    let strips = Set(measures.tabOrigins.strips.flatMap(\.names))
    let successions = measures.barUsers.successions
    return longest(
      ownTabs(where: isMeant) { tabs in
        tabs.reduce(into: Set<Name>()) { counted, tab in
          if !strips.contains(tab), !(successions[tab] ?? []).contains(where: counted.contains) { counted.insert(tab) }
        }.count
      }, over: limit)
  }

  private func longest(_ versions: [(version: String, users: [Int: Int])], over limit: Int) -> LongBar? {
    let enough = quorum(of: usersWithSteps)
    let bars = versions.compactMap { version, users -> LongBar? in
      let over = users.filter { $0.key > limit }
      let all = over.values.reduce(0, +)
      guard all >= enough else { return nil }
      // The largest number of tabs that enough users have.
      let most = over.keys.filter { tabs in over.reduce(0) { $0 + ($1.key >= tabs ? $1.value : 0) } >= enough }.max()
      return (version, most ?? limit + 1, all)
    }
    return bars.max { ($0.tabs, $0.users) < ($1.tabs, $1.users) }
  }

  /// What looks like too many tabs, because a strip inside a page is logged like a tab bar.
  fileprivate func stripFinding(over limit: Int) -> Finding? {
    let strips = measures.tabOrigins.strips
    guard !strips.isEmpty, let all = longest(ownTabs(), over: limit) else { return nil }
    let names = strips.map { strip in
      (
        isOnRoot: strip.isOnRoot, section: strip.section.label(scope.names),
        names: scope.names.ordered(strip.names).map { text($0) }
      )
    }.sorted {
      $0.isOnRoot == $1.isOnRoot ? $0.section.precedesByScalars($1.section) : !$0.isOnRoot
    }
    let words = names.map { strip -> Text in
      let place: Text = strip.isOnRoot ? "in" : "below"
      return "\(Text.names(strip.names)) \(place) \(section: strip.section)"
    }
    return finding(
      Subject("app", users: all.users, eligible: usersWithSteps), .info, metric: "tabs", value: Double(all.tabs),
      threshold: threshold("tabs"),
      fact: "A strip inside a page is logged like the tab bar: \(words.joined(by: "; "))",
      recommendation: "Its names are not tabs. Log the strip as something else, such as \(code: "tap").",
      action: RuleAction(app: "Log the strip inside a page as something other than tabs"))
  }
}
