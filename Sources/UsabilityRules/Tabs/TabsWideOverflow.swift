import Measures
import NavigationModel

extension Rule {
  static let tabsWideOverflow = Rule(
    id: "tabs.wide-overflow",
    title: "Overflow on a wide screen",
    claim: "On tablets or regular widths, people still go through the More list or face a bar of more than five tabs.",
    rationale:
      """
      A More list exists because a phone is narrow. A tablet has room to show everything, so opening a list there \
      is a wasted tap.
      """,
    severities: [.warning],
    subject: .app,
    table: "tabs",
    sources: [
      .published(
        "Apple Human Interface Guidelines, Tab bars: on iPad offer a sidebar for what does not fit, avoid overflow tabs"
      ),
      .published("Material Design: a navigation rail at the side holds 3–7 destinations, a navigation bar 3–5"),
      .heuristic("how many users must have been there"),
    ],
    thresholds: [
      Threshold("tabs", 5, .tabs, "more tabs than this belong in a sidebar", basis: .published),
      Threshold(
        "users", 3, .users,
        "a tab or the More list counts when at least this many users of one version saw it where there is room"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users with steps"),
    ],
    advice: "Turn the tab bar into a sidebar on tablets and regular widths, and show there what the More list hides.",
    action: RuleAction(app: "Turn the tab bar into a sidebar on wide screens"),
    needs: [.wideSessions],
    restsOn: [.oneBar],
    examples: [
      .fires(subject: "app", .warning, "@width=regular tab:A more:Coupons * 3"),
      .fires(subject: "app", .warning, "@device=tablet tabs:A|B|C|D|E|F tab:A * 3"),
      .fires(
        subject: "app", .warning, "@platform=ipados tab:A tab:B tab:C tab:D tab:E tab:F * 3\n@device=phone tab:A * 50"),
      .silent("@width=regular tab:A more:Coupons * 2\n@width=regular tab:A * 50", because: "two users are too few"),
      .silent(
        "@device=tablet @width=compact tab:A more:Coupons * 50",
        because: "in a split view there is no more room than on a phone"),
      .silent("@device=tablet tab:A tab:More > Account * 50", because: "a tab called More that is a hub hides nothing"),
      .silent(
        "@device=tablet tab:A * 50\n@device=phone tab:A more:Coupons * 50", because: "the More list is on phones only"),
      .silent(
        "@device=tablet tab:A tab:B tab:C tab:D * 50\n@device=tablet tab:E tab:F tab:G * 50",
        because: "nobody selects more than four: people see different bars"),
      .silent("@width=regular tabs:A|B|C|D|E tab:A * 50", because: "five tabs are within the limit"),
    ],
    judging: Judging { context in
      let sights = context.barSights(where: context.isWide)
      let limit = context.count("tabs")
      let enough = context.quorum(of: context.usersWithSteps)
      let bar = context.seenBars(sights, atLeast: enough).max { $0.tabs.count < $1.tabs.count }
      let isHub = context.measures.moreList.isHub(context.scope)
      let more = sights.filter { $0.sight.kind == .more && $0.users >= enough && !isHub }.most(1, by: \.users) {
        context.text($0.sight.appVersion)
      }.first
      let long = bar.flatMap { bar -> Text? in
        bar.tabs.count > limit && (bar.origin == .list || context.longestOwn(over: limit, where: context.isWide) != nil)
          ? """
          \(number: Wording.count(bar.users ?? 0, "user")) saw \(bar.tabs.count) tabs in the bar\(bar.inVersion) \
          (\(Text.names(bar.tabs)))
          """
          : nil
      }
      let inVersion =
        more.map { sight, _ -> Text in
          sight.appVersion.isKnown ? " in version \(context.text(sight.appVersion))" : ""
        } ?? ""
      let hidden = more.map { "\(number: Wording.count($0.users, "user")) opened the More list\(inVersion)" as Text }
      let problems = [hidden, long].compactMap { $0 }
      guard !problems.isEmpty else { return [] }
      return [
        context.finding(
          Subject("app", users: more?.users ?? bar?.users, eligible: context.scope.users), .warning,
          metric: more == nil ? "tabs" : "more_users",
          value: Double(more?.users ?? bar?.tabs.count ?? 0),
          threshold: more == nil ? context.threshold("tabs") : Double(enough),
          fact: "On wide screens, where a sidebar fits, \(problems.list())")
      ]
    }.unless { context in
      let users = context.barSights(where: context.isWide).map(\.users).max() ?? 0
      return context.fewer(
        than: context.quorum(of: context.usersWithSteps), users, "saw or selected the same tabs on wide screens")
    })
}

extension RuleContext {
  fileprivate func isWide(_ surface: Sightings.Surface) -> Bool {
    surface.isWide(scope.names) && !surface.isCompactWidth(scope.names)
  }
}
