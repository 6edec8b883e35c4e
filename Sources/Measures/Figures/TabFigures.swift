// The tab bar and the More list.

extension Figure {
  static let tabs: [Figure] = [
    .count("tab_switches", "Tab switches", "From one section of the app to another by the tab bar.", structural: true) { $0.figures.tabSwitches },
    .mean(
      "tab_switches_per_session", "Tab switches per session", .neither, .tabs, "Many switches may mean that related things are in different tabs."
    ) { $0.figures.tabSwitches },
  ]

  static let more: [Figure] = [
    .count("more_opens", "More list opened", "The list of what does not fit into the tab bar.") { $0.moreOpens },
    .count("more_abandoned", "More list abandoned", "Opened, then closed without a choice.") { $0.moreAbandoned },
    .count("more_extra_taps", "Extra taps through More", "Each choice from the list costs one tap more than a visible tab.") { $0.figures.moreItems },
    moreToll,
  ]

  package static let moreToll = Figure.share(
    "more_toll", "Choices through More", of: "choice", .lower, .tabs, structural: false,
    "The share of section changes that went through the More list."
  ) { ($0.figures.moreItems, $0.figures.moreItems + $0.laterTabSteps) }

  static let moreAbandonment = Figure.share(
    "more_abandonment", "More list abandoned, of its openings", of: "opening", .lower, .menu, structural: false, isInSummary: false,
    "Opens of the More list that were left without a choice."
  ) { (min($0.moreAbandoned, $0.moreOpens), $0.moreOpens) }

  static let moreExtraTapsPerSession = Figure.mean(
    "more_extra_taps_per_session", "Extra taps through More, per session", .lower, .tabs, structural: false, isInSummary: false,
    "Choices from the More list."
  ) { $0.figures.moreItems }

  static let tabBlockedShare = Figure.share(
    "tab_blocked_share", "Ignored taps, of all taps on tabs", of: "tap", .lower, .tabs, isInSummary: false, "Taps on a tab that the app did not act on."
  ) { ($0.tabBlocked, $0.tabTaps) }

  static let stateLostShare = Figure.share(
    "state_lost_share", "Returns that lost their place, of returns to a kept place", of: "return", .lower, .tabs, isInSummary: false,
    "Returns to a tab at which only its root was left of what it had kept."
  ) { ($0.stateLost, $0.keptStateReturns) }
}
