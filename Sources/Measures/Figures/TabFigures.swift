// The tab bar and the More list.

extension Figure {
  static let tabs: [Figure] = [
    .count("tab_switches", "Tab switches", "From one section of the app to another by the tab bar.", .tabSwitches),
    .mean(
      "tab_switches_per_session", "Tab switches per session", .neither, .tabs, "Many switches may mean that related things are in different tabs.",
      .tabSwitches),
  ]

  static let more = figures(
    of: .moreList,
    [
      .count("more_opens", "More list opened", "The list of what does not fit into the tab bar.", .moreOpens),
      .count("more_abandoned", "More list abandoned", "Opened, then closed without a choice.", .moreAbandoned),
      .count("more_extra_taps", "Extra taps through More", "Each choice from the list costs one tap more than a visible tab.", .moreItems),
      moreToll,
    ])

  package static let moreToll = Figure.share(
    "more_toll", "Choices through More", of: "choice", .lower, .tabs, structural: false,
    "The share of section changes that went through the More list.", .moreItems, of: .choicesOfTabs)

  static let moreAbandonment = Figure.share(
    "more_abandonment", "More list abandoned, of its openings", of: "opening", .lower, .menu, structural: false, isInSummary: false,
    "Opens of the More list that were left without a choice.", .moreOpensAbandoned, of: .moreOpens)

  package static let moreExtraTapsPerSession = Figure.mean(
    "more_extra_taps_per_session", "Extra taps through More, per session", .lower, .tabs, structural: false, isInSummary: false,
    "Choices from the More list.", .moreItems)

  static let tabBlockedShare = Figure.share(
    "tab_blocked_share", "Ignored taps, of all taps on tabs", of: "tap", .lower, .tabs, isInSummary: false, "Taps on a tab that the app did not act on.",
    .tabBlocked, of: .tabTaps)

  static let stateLostShare = Figure.share(
    "state_lost_share", "Returns that lost their place, of returns to a kept place", of: "return", .lower, .tabs, isInSummary: false,
    "Returns to a tab at which only its root was left of what it had kept.", .stateLost, of: .keptStateReturns)
}

extension Quantity {
  static let tabSwitches = Quantity("tab_switches", "Their tab switches.", structural: true) { $0.figures.tabSwitches }
  static let tabSteps = Quantity(
    "tab_steps", "Steps by a tab that are not the first of a part; more_toll is more_extra_taps over these and more_extra_taps.", structural: true
  ) { $0.laterTabSteps }
  static let tabTaps = Quantity("tab_taps", "Taps on tabs.", structural: true) { $0[.tabBlocked].n }
  static let tabBlocked = Quantity("tab_blocked", "Of these, the ones that the app ignored.", structural: true) { $0[.tabBlocked].y }
  static let keptStateReturns = Quantity("kept_state_returns", "Returns to a tab when it had kept more than its root.", structural: true) {
    $0[.tabStateLost].n
  }
  static let stateLost = Quantity("state_lost", "Of these, the ones at which only a root was left.", structural: true) { $0[.tabStateLost].y }

  static let moreItems = Quantity("more_extra_taps", "Their choices from the More list: each cost one tap more than a visible tab.") {
    $0.figures.moreItems
  }
  static let moreOpens = Quantity("more_opens", "How often the More list was opened.") { $0.moreOpens }
  static let moreAbandoned = Quantity("more_abandoned", "How often the More list was left without a choice.") { $0.moreAbandoned }
  static let moreOpensAbandoned = Quantity("more_opens_abandoned", "Opens of the More list that were left without a choice.") {
    min($0.moreAbandoned, $0.moreOpens)
  }
  static let choicesOfTabs = Quantity("tab_choices", "Choices from the More list, and steps by a tab that are not the first of a part.") {
    $0.figures.moreItems + $0.laterTabSteps
  }
}
