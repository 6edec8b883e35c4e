import Measures
import NavigationModel

extension Rule {
  static let tabsActsNotNavigates = Rule(
    id: "tabs.acts-not-navigates",
    title: "Tab that acts instead of navigating",
    claim: "Selecting the tab mostly opens a modal screen instead of a section.",
    rationale: """
      Tabs say where people are; toolbars and buttons do things. A tab that opens a form breaks that. People who \
      only look around end up in a task.
      """,
    severities: [.warning],
    subject: .tab,
    table: "tabs",
    sources: [
      .published("Apple Human Interface Guidelines, Tab bars: use tabs to navigate, not to perform actions"),
      .heuristic("the share of 50%, and the two seconds within which a modal screen counts as opened by the tab"),
    ],
    thresholds: [
      Threshold("share", 0.5, .share, "share of the selections whose next step is a modal screen within two seconds")
    ],
    advice: """
      Move the action to a button in a toolbar, or to a floating button beside the bar, and give the tab's slot to a \
      section. If it is a tab by design \
      (camera, compose), exempt it in the app map.
      """,
    action: RuleAction("Move the action of ", after: " to a button, and give its slot to a section", movesTab: true),
    needs: [.tabSelections],
    restsOn: [.times],
    examples: [
      .fires(subject: "Sell", .warning, "tab:Home tab:Sell +100ms modal:New modal! tab:Home * 100"),
      .fires(
        subject: "Sell", .warning, "tab:Home ( tab:Sell +1s modal:New modal! tab:Home ) x 3 tab:Sell tab:Home * 100"),
      .fires(
        subject: "Sell", .info, "tab:Home tab:Sell +100ms modal:New modal! +2s tab:Sell +2s modal:New modal! * 15"),
      .fires(
        subject: "Sign in", .warning,
        """
        tab:Home ( tab:Sell +100ms modal:\"Sign in\" modal! tab:Chat +100ms modal:\"Sign in\" modal! tab:Home ) x 2 \
        * 100
        """
      ),
      .fires(
        subject: "Sign in", .warning,
        """
        tab:Home ( tab:Sell +100ms modal:\"Sign in\" modal! tab:Chat +100ms modal:\"Sign in\" modal! tab:Home \
        tab:Chat tab:Home ) x 2 * 100
        """
      ),
      .silent("tab:Home tab:Sell +100ms modal:New modal! * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home ( tab:Search +1s modal:Filter modal! tab:Home ) x 5 ( tab:Search tab:Home ) x 5 * 100",
        because: "half is not more than half"),
      .silent(
        "tab:Home tab:Search +5s modal:Filter modal! tab:Home * 100", because: "people opened the filter themselves"),
      .silent(
        "tab:Home tab:Search +500ms > Result +500ms modal:Filter * 100", because: "the tab went to a section first"),
    ],
    judging: Judging { context in
      let modals = context.measures.tabModals.usualModals
      return context.ordered(context.measures.tabModals.sums).map { tab, sum in
        Subject(context.text(tab), sum.counted, share: .rows(sum.share), of: (tab: tab, modal: modals[tab]))
      }
    } findings: { context, tabs in
      // A tab for writing something, which the app map says it is for, is meant to act.
      let tabs = tabs.filter { !context.measures.tabModals.isFirstQuestion($0.item.modal ?? .unknown) }
      let verdicts = context.above("share", tabs.filter { !context.isScreen($0.item.modal ?? .unknown, of: .compose) })
      // One modal screen before several tabs is a gate, and one finding, even if only one of them is sure.
      let modals = Dictionary(grouping: verdicts.filter(\.isBeyond)) { $0.subject.item.modal ?? .unknown }
      let behind = Dictionary(grouping: tabs) { $0.item.modal ?? .unknown }.mapValues { context.judged($0) }
      let gates = modals.filter { behind[$0.key]?.count ?? 0 > 1 }
      let gated = Set(gates.values.flatMap { $0.map(\.subject.item.tab) })
      return context.scope.names.ordered(gates.keys).compactMap { modal in
        gates[modal].map { context.gateFinding(modal, $0, behind[modal] ?? []) }
      }
        + verdicts.map { found in
          var found = found
          found.isBeyond = found.isBeyond && !gated.contains(found.subject.item.tab)
          return context.finding(
            found, .warning, metric: "followed_by_modal",
            fact: "\(found.share("selections")) of the tab \(found.subject.name) opened a modal screen"
          )
        }
    })
}

private typealias ModalTab = (tab: Name, modal: Name?)

extension RuleContext {
  /// Those of the tabs with one usual modal screen before which it comes up after half as many of the selections as
  /// make a finding, for ten users.
  fileprivate func judged(_ tabs: [Subject<ModalTab>]) -> [String] {
    let least = threshold("share") / 2
    return tabs.filter { tab in
      guard tab.item.modal?.isKnown == true, tab.users ?? 0 >= Evidence.leastUsers else { return false }
      return measures.tabModals.sums[tab.item.tab]?.share.share ?? 0 >= least
    }.map(\.name)
  }

  /// One modal screen that comes up before several tabs: people have to sign in, or to consent.
  fileprivate func gateFinding(_ modal: Name, _ tabs: [Verdict<ModalTab>], _ names: [String]) -> Finding {
    let gate = Subject(text(modal), measures.tabModals.raised[modal] ?? .init())
    // The surest of them.
    let found = (tabs.max { $0.estimate.interval.low < $1.estimate.interval.low } ?? tabs[0]).about(gate)
    let share = Wording.percent(found.estimate.value)
    return finding(
      found, .warning, metric: "followed_by_modal", kind: .modal,
      fact: "\(gate.name) comes up when people select \(Text.names(names, " or "))",
      statistics: "after \(number: share) of the selections of one of them; \(number: gate.people)",
      recommendation:
        "Show what the tabs hold, and bring the screen up for what needs it. If these are guests, analyze them apart.",
      action: RuleAction("Show what the tabs hold before ", after: " comes up"))
  }
}
