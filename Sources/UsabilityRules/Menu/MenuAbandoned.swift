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
      .fires(
        subject: "pause", .info,
        "tab:Play ( > Level menu/pause +9s menu/pause! +30s < ) x 3 > Level menu/pause menu/pause:Quit=Play * 60"),
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
      // Of a menu of some screens, closing it may be what it is for: people rest in it, and go on.
      let menus = (context.whole ?? context.measures).menus
      let isLocal = menus.isLocal(menu.item)
      let isError = isLogged && !isLocal && found.estimate.interval.low > context.threshold("error")
      let warning: Severity = isLogged && !isLocal ? .warning : .info
      var advice: Text?
      var action: RuleAction?
      if !isLogged {
        advice = "No choice from this menu is in the log. Make sure that the app logs \(code: "menu_select")."
        action = RuleAction("Log what people choose from ")
      } else if isLocal {
        advice = """
          People open it below the first screens of the tabs only. Is it for a rest, as in a game? Then exempt it in the \
          app map; otherwise relabel and group its items.
          """
        action = RuleAction("See whether people open ", after: " for a rest, as in a game")
      }
      var finding = context.finding(
        found, isError ? .error : warning, metric: "menu_abandonment",
        extraTaps: isLogged && !isLocal ? menu.counted : nil,
        fact: "People left \(Wording.menu(menu.name)) without a choice \(found.share("times"))",
        recommendation: advice, action: action, isQuestion: isLogged && isLocal && !menus.isForRest(menu.item),
        details: isChosenFrom || !isLogged
          ? [] : ["No choice from this menu is in the log. Make sure that the app logs \(code: "menu_select")."])
      if isError { finding.threshold = context.threshold("error") }
      return finding
    })
}

/// From this number of opens without any choice on, choices are assumed not to be logged (our own convention, as for a
/// More tab that is a hub).
private let leastOpens = 30
