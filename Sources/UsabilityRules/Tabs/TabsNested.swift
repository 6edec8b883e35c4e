import Measures
import NavigationModel

extension Rule {
  static let tabsNested = Rule(
    id: "tabs.nested",
    title: "Tab bar inside another view",
    claim: "A split view, a popover or another view within a screen shows a second tab bar.",
    rationale: """
      A tab bar says where people are in the app. A second one, within a part of the screen, is about that part only, \
      and people have to learn which bar leads where.
      """,
    severities: [.info],
    subject: .screen,
    table: "screens",
    sources: [
      .published(
        """
        Apple, UITabBarController: a tab bar interface is the root of the window; other placements are for special \
        needs
        """
      ),
      .heuristic("how many users must have seen it"),
    ],
    thresholds: [
      Threshold("users", 3, .users, "at least this many users saw such a bar"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users with steps"),
    ],
    advice:
      """
      Keep one tab bar, at the root of the window. Inside a split view or a popover use a segmented control, a list, \
      or buttons.
      """,
    action: RuleAction("Use no second tab bar on "),
    needs: [.tabSelections],
    examples: [
      .fires(subject: "Split view", .info, "tab:Home tabs:Inbox|Sent{container=\"Split view\"} * 3"),
      .fires(
        subject: "Popover", .info, "tabs:Home|Search tab:Home tabs:Fonts|Colors{container=Popover} * 5\ntab:Home * 95"),
      .silent("tab:Home tabs:Inbox|Sent{container=Popover} * 2", because: "two users are too few"),
      .silent("tab:Home tabs:Home|Search * 100", because: "it is the app's own bar"),
    ],
    judging: Judging { context in
      context.ordered(context.measures.nestedBars.sums).map { view, seen in
        Subject(context.text(view), seen, eligible: context.usersWithSteps)
      }
    } findings: { context, views in
      let quorum = context.quorum(of: context.usersWithSteps)
      return views.filter { $0.users ?? 0 >= quorum }.map { view in
        context.finding(
          view, .info, metric: "users_with_nested_bar", value: Double(view.users ?? 0), threshold: Double(quorum),
          fact: view.peopleOfAll + " saw a second tab bar on \(view.name)")
      }
    }.unless { context in
      let users = context.measures.tabs.sums.values.map(\.users).max() ?? 0
      return context.fewer(than: context.quorum(of: context.usersWithSteps), users, "selected the same tab")
    })
}
