import Measures
import NavigationModel

extension Rule {
  static let menuAbandoned = Rule(
    id: "menu.abandoned",
    title: "Menu closed without a choice",
    claim: "Too often, the menu is opened and closed without a choice.",
    rationale: """
      People open a menu to look for something. Those who leave without a choice have not found it or not understood \
      the labels, and have made \
      at least one tap for nothing.
      """,
    severities: [.warning, .error],
    subject: .menu,
    table: "menus",
    sources: [.heuristic("the shares of 40% and 60%; accidental edge swipes and a glance at a status count too")],
    thresholds: [
      Threshold("warning", 0.4, .share, "share of opens left without a choice: a warning above it"),
      Threshold("error", 0.6, .share, "share of opens left without a choice: an error above it"),
    ],
    advice:
      """
      See in the sessions what people did next. Then relabel and group the items, and show what they look for \
      outside of the menu.
      """,
    action: RuleAction("Relabel and group the items of "),
    needs: [.menuOpens],
    restsOn: [.order, .menuOpens],
    taps: [.menuAbandoned],
    examples: [
      .fires(subject: "menu", .error, "Home menu menu! menu menu! menu menu! menu menu:Settings * 100"),
      .fires(subject: "side", .warning, "Home menu/side menu/side! menu/side menu/side:Help * 100"),
      .fires(subject: "menu", .info, "Home menu menu! * 15"),
      .fires(subject: "menu", .info, "Home menu > Settings * 100"),
      .silent("Home menu menu! menu menu:Settings menu menu:Help * 100", because: "one in three is below 40%"),
      .silent("Home menu menu! * 9", because: "fewer than ten users"),
      .silent(
        "Home ( menu menu! ) x 9 * 3\nHome menu menu:Help * 27",
        because: "three people account for nearly all of it"),
    ],
    judging: Judging(above: "warning") { context in
      context.ordered(context.measures.menus.menus).map { menu, sum in
        Subject(context.text(menu), sum.abandonedOpens, share: .rows(sum.abandonment), of: menu)
      }
    } finding: { context, found in
      let menu = found.subject
      let isChosenFrom = context.measures.menus.isChosenFrom(menu.item)
      // Nobody opens a menu that often without ever choosing or closing it: neither is logged.
      let isLogged = isChosenFrom || context.measures.menus.logsClosing || found.subject.share?.rows ?? 0 < leastOpens
      let isError = isLogged && found.estimate.interval.low > context.threshold("error")
      let warning: Severity = isLogged ? .warning : .info
      var finding = context.finding(
        found, isError ? .error : warning, metric: "menu_abandonment",
        extraTaps: isLogged ? menu.counted : nil,
        fact: "People left \(Wording.menu(menu.name)) without a choice \(found.share("times"))",
        recommendation: isLogged
          ? nil : "No choice from this menu is in the log. Make sure that the app logs \(code: "menu_select").",
        action: isLogged ? nil : RuleAction("Log what people choose from "),
        details: isChosenFrom || !isLogged
          ? [] : ["No choice from this menu is in the log. Make sure that the app logs \(code: "menu_select")."])
      if isError { finding.threshold = context.threshold("error") }
      return finding
    })
}

/// From this number of opens without any choice on, choices are assumed not to be logged (our own convention, as for a
/// More tab that is a hub).
private let leastOpens = 30
