import Measures
import NavigationModel

extension Rule {
  static let tabsInModal = Rule(
    id: "tabs.in-modal",
    title: "Tab bar inside a modal screen",
    claim: "People select tabs while a modal screen is up.",
    rationale: """
      A modal screen is a detour that people finish or cancel. A tab bar inside it leads away from it. People lose \
      what they were doing, and may not know whether it was saved.
      """,
    severities: [.info],
    subject: .app,
    table: "tabs",
    sources: [
      .published(
        """
        Apple Human Interface Guidelines, Tab bars: a tab bar belongs at the root of the window; modal views cover it
        """),
      .heuristic("how many users must have done so"),
    ],
    thresholds: [
      Threshold("users", 3, .users, "at least this many users selected a tab over a modal screen"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users with steps"),
    ],
    advice: "Present modal screens over the tab bar, and close them before the app changes tabs.",
    action: RuleAction(app: "Present modal screens over the tab bar"),
    needs: [.tabSelections],
    examples: [
      .fires(subject: "app", .info, "tab:Home modal:Compose tab:Search * 3"),
      .fires(subject: "app", .info, "tab:Home > Product modal:Gallery > Photo tab:Home * 10\ntab:Home * 90"),
      .silent("tab:Home modal:Compose tab:Search * 2", because: "two users are too few"),
      .silent("tab:Home modal:Compose tab:Search * 4\ntab:Home * 496", because: "4 of 500 users are fewer than 1%"),
      .silent("tab:Home modal:Compose modal! tab:Search * 100", because: "the modal screen was closed before"),
      .silent(
        "modal:Profiles modal! Home > A tab:Home tab:Search * 100", because: "it was closed, though nothing was below"),
      .silent("tab:Home modal:Compose tab:Search! * 100", because: "the tab was not selected"),
    ],
    judging: Judging { context in
      let selections = context.measures.modalTabs.selections
      return [
        Subject(
          "app", selections, eligible: context.usersWithSteps,
          of: selections.count)
      ]
    } findings: { context, app in
      let quorum = context.quorum(of: context.usersWithSteps)
      return app.filter { $0.users ?? 0 >= quorum }.map { app in
        context.finding(
          app, .info, metric: "tabs_over_modal", value: Double(app.users ?? 0), threshold: Double(quorum),
          fact:
            app.peopleOfAll + " selected a tab while a modal screen was up",
          statistics: "\(number: Wording.count(app.item, "time")) in all",
          details: context.most(5, of: context.measures.modalTabs.tabs.pairs, by: \.self).map {
            "\($0): \(Wording.count($1, "time"))."
          })
      }
    }.unless { context in
      let users = context.measures.tabs.sums.values.map(\.users).max() ?? 0
      return context.fewer(than: context.quorum(of: context.usersWithSteps), users, "selected the same tab")
    })
}
