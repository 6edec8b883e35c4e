import Measures
import NavigationModel

extension Rule {
  static let tabsActsNotNavigates = Rule(
    id: "tabs.acts-not-navigates",
    title: "Tab that acts instead of navigating",
    claim: "Selecting the tab mostly opens a modal screen instead of a section.",
    rationale: """
      Tabs say where people are; toolbars and buttons do things. A tab that opens a form breaks that: nothing is selected afterwards, and \
      people who only look around end up in a task.
      """,
    severities: [.warning],
    subject: .tab,
    sources: [
      .published("Apple Human Interface Guidelines, Tab bars: use tabs to navigate, not to perform actions"),
      .heuristic("the share of 50%, and that a modal screen within two seconds of the selection was brought up by it"),
    ],
    thresholds: [Threshold("share", 0.5, .share, "share of the selections whose next step is a modal screen within two seconds")],
    advice: """
      Move the action to a button in a toolbar, or to a floating button beside the bar, and give the tab's slot to a section. If it is a tab by design \
      (camera, compose), exempt it in the app map.
      """,
    needs: [.tabSelections],
    restsOn: [.times],
    examples: [
      .fires(subject: "Sell", .warning, "tab:Home tab:Sell +100ms modal:New modal! tab:Home * 100"),
      .fires(subject: "Sell", .warning, "tab:Home ( tab:Sell +1s modal:New modal! tab:Home ) x 3 tab:Sell tab:Home * 100"),
      .fires(subject: "Sell", .info, "tab:Home tab:Sell +100ms modal:New modal! +2s tab:Sell +2s modal:New modal! * 15"),
      .fires(subject: "Sign in", .warning, "tab:Home ( tab:Sell +100ms modal:\"Sign in\" modal! tab:Chat +100ms modal:\"Sign in\" modal! tab:Home ) x 2 * 100"),
      .fires(
        subject: "Sign in", .warning,
        "tab:Home ( tab:Sell +100ms modal:\"Sign in\" modal! tab:Chat +100ms modal:\"Sign in\" modal! tab:Home tab:Chat tab:Home ) x 2 * 100"),
      .silent("tab:Home tab:Sell +100ms modal:New modal! * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home ( tab:Search +1s modal:Filter modal! tab:Home ) x 5 ( tab:Search tab:Home ) x 5 * 100",
        because: "half is not more than half"),
      .silent("tab:Home tab:Search +5s modal:Filter modal! tab:Home * 100", because: "people opened the filter themselves"),
      .silent("tab:Home tab:Search +500ms > Result +500ms modal:Filter * 100", because: "the tab went to a section first"),
    ],
    query: """
      WITH choice AS (
        SELECT o.subject AS subject, o.user_id AS user_id, o.session_id AS session_id, o.part AS part, o.time_us AS time_us,
          o.steps_before + iif(o.kind = 'tab_select' OR s.kind = 'reselect' AND s.time_us = o.time_us, 2, 1) AS next
        FROM occurrence AS o
        LEFT JOIN step AS s ON s.session_id = o.session_id AND s.number = o.steps_before + 1
        WHERE o.kind IN ('tab_select', 'tab_reselect')
      ), followed AS (
        SELECT c.subject, c.user_id, c.session_id, n.number IS NOT NULL AS is_followed
        FROM choice AS c
        LEFT JOIN step AS n ON n.session_id = c.session_id AND n.number = c.next AND n.part = c.part AND n.kind = 'modal'
          AND n.time_us - c.time_us <= 2000000
      )
      SELECT subject, count(DISTINCT iif(is_followed, user_id, NULL)) AS users, count(DISTINCT user_id) AS eligible_users,
        count(DISTINCT iif(is_followed, session_id, NULL)) AS sessions, sum(is_followed) AS y, count(*) AS n
      FROM followed GROUP BY subject ORDER BY subject
      """,
    counts: { context in context.tabCounts(context.measures.tabModals.sums) { ($0.modals, $0.followedByModal) } },
    evaluate: { context in
      func modal(of tab: Name) -> Name { context.measures.tabModals.usualModal(of: tab) ?? .unknown }
      // A tab for writing something, which the app map says it is for, is meant to act.
      let tabs = context.measures.tabModals.sums.pairs.filter { !context.isScreen(modal(of: $0.0), of: .compose) }
        .map { (subject: $0, share: Share.rows($0.1.followedByModal)) }
      let verdicts = context.above("share", tabs)
      // One modal screen before several tabs is a gate, and one finding, even if only one of them is sure.
      let modals = Dictionary(grouping: verdicts) { modal(of: $0.subject.0) }
      let gates = context.phase == .firing ? modals.filter { context.tabs(behind: $0.key).count > 1 } : [:]
      let gated = Set(gates.values.flatMap { $0.map(\.subject.0) })
      return context.scope.names.ordered(gates.keys).compactMap { modal in gates[modal].map { context.gateFinding(modal, $0) } }
        + verdicts.filter { !gated.contains($0.subject.0) }.map { verdict in
          let (name, sum) = verdict.subject
          let tab = context.text(name)
          let sums = sum.followedByModal
          let selections = Wording.share(sums.sumY, of: sums.sumN, "selections", verdict.estimate)
          return context.finding(
            verdict, .warning, subject: tab, metric: "followed_by_modal", users: sum.modals.users, sessions: sum.modals.sessions,
            message: "\(selections) of the tab \(tab) opened a modal screen, for \(Wording.count(sum.modals.users, "user"))",
            examples: sum.modals.examples)
        }
    })
}

extension RuleContext {
  /// The tabs before which a modal screen comes up, and hardly another: after half as many of the selections as make a finding, for ten users.
  fileprivate func tabs(behind modal: Name) -> [Name] {
    let modals = measures.tabModals
    return scope.names.ordered(
      modals.sums.pairs.compactMap { tab, sum in
        let isOften = sum.modals.users >= Evidence.leastUsers && sum.followedByModal.share ?? 0 >= threshold("share") / 2
        return isOften && modal.isKnown && modals.usualModal(of: tab) == modal ? tab : nil
      })
  }

  /// One modal screen that comes up before several tabs: people have to sign in, or to consent.
  fileprivate func gateFinding(_ modal: Name, _ tabs: [Verdict<(Name, TabModals.Sum)>]) -> Finding {
    let raised = measures.tabModals.raised[modal] ?? .init()
    let names = self.tabs(behind: modal).map { text($0) }
    // The surest of them.
    let verdict = tabs.max { $0.estimate.interval.low < $1.estimate.interval.low } ?? tabs[0]
    var finding = finding(
      verdict, .warning, subject: text(modal), metric: "followed_by_modal", users: raised.users, sessions: raised.sessions,
      message:
        "\(text(modal)) comes up before \(Wording.list(names)): after \(Wording.percent(verdict.estimate.value)) of the selections of one of them, for \(Wording.count(raised.users, "user"))",
      recommendation: "Show what the tabs hold, and ask when people want to do what needs it. If these are guests, count them apart.",
      examples: raised.examples)
    finding.subjectKind = SubjectKind.modal.rawValue
    return finding
  }
}
