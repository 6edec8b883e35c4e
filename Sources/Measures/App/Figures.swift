// The size of the log.

extension Figure {
  static let log: [Figure] = [
    events,
    .count(
      "events_rejected", "Rejected lines", "Lines that could not be read. They are left out everywhere.",
      isOfLines: true
    ) { $1.lineCounts.rejected },
    .count("events_duplicate", "Duplicate events", "Sent twice, counted once.", isOfLines: true) {
      $1.lineCounts.duplicates
    },
    users, sessions,
    .count("steps", "Steps", "Moves from one screen to another, forward or back.") { measures, _ in
      measures.totals.steps
    },
    inferredSteps,
  ]

  package static let events = Figure.count(
    "events", "Events", "What the app logged: a screen shown, a tab tapped, … Duplicates are left out."
  ) { measures, _ in measures.totals.events }

  package static let users = Figure.count("users", "Users", "Different people or devices.") { measures, _ in
    measures.totals.users
  }

  package static let sessions = Figure.count(
    "sessions", "Sessions", "Periods of use without a long break."
  ) { measures, _ in measures.totals.sessions }

  package static let inferredSteps = Figure.share(
    "inferred_steps", "Inferred steps", of: "step", .neither, .log, structural: false,
    "Steps that no event logged; they are inferred from screen views. The fewer, the better the log.", .inferred,
    of: .steps)

  static let visits: [Figure] = [
    .count(
      "visits", "Visits", "Forward arrivals at a screen; going back is none. Without a known structure, every step."
    ) { measures, scope in
      scope.structureKnown ? measures.totals.forwardSteps : measures.totals.steps
    }
  ]

  static let stepsPerSession = Figure.mean(
    "steps_per_session", "Steps per session", .neither, .log, structural: false, isInSummary: false,
    "Steps of the sessions with steps.", .steps)
}

extension Quantity {
  static let steps = Quantity("steps", "Their steps.") { $0.figures.steps }
  static let inferred = Quantity("inferred_steps", "Of these, the inferred ones.") { $0.inferred }
  package static let visits = Quantity("visits", "Their visits.") { $0.figures.visits }
  static let sessionsWithSteps = Quantity(
    "sessions_with_steps", "Sessions with steps: what depth_mean and the shares of sessions are over."
  ) {
    $0.hasSteps ? 1 : 0
  }
}

// The tab bar and the More list.

extension Figure {
  static let tabs: [Figure] = [
    .count("tab_switches", "Tab switches", "From one section of the app to another by the tab bar.", .tabSwitches),
    .mean(
      "tab_switches_per_session", "Tab switches per session", .neither, .tabs,
      "Many switches may mean that related things are in different tabs.",
      .tabSwitches),
  ]

  static let more = figures(
    of: .moreList,
    [
      .count("more_opens", "More list opened", "The list of what does not fit into the tab bar.", .moreOpens),
      .count("more_abandoned", "More list abandoned", "Opened, then closed without a choice.", .moreAbandoned),
      .count(
        "more_extra_taps", "Extra taps through More",
        "Each choice from the list costs one tap more than a visible tab.", .moreItems),
      moreToll,
    ])

  package static let moreToll = Figure.share(
    "more_toll", "Choices through More", of: "choice", .lower, .tabs, structural: false,
    "The share of section changes that went through the More list.", .moreItems, of: .choicesOfTabs)

  static let moreAbandonment = Figure.share(
    "more_abandonment", "More list abandoned, of its openings", of: "opening", .lower, .menu, structural: false,
    isInSummary: false,
    "Opens of the More list that were left without a choice.", .moreOpensAbandoned, of: .moreOpens)

  package static let moreExtraTapsPerSession = Figure.mean(
    "more_extra_taps_per_session", "Extra taps through More, per session", .lower, .tabs, structural: false,
    isInSummary: false,
    "Choices from the More list.", .moreItems)

  static let tabBlockedShare = Figure.share(
    "tab_blocked_share", "Ignored taps, of all taps on tabs", of: "tap", .lower, .tabs, isInSummary: false,
    "Taps on a tab that the app did not act on.",
    .tabBlocked, of: .tabTaps)

  package static let stateLostShare = Figure.share(
    "state_lost_share", "Returns that lost their place, of returns to a kept place", of: "return", .lower, .tabs,
    isInSummary: false,
    "Returns to a tab at which only its root was left of what it had kept.", .stateLost, of: .keptStateReturns)
}

extension Quantity {
  package static let tabSwitches = Quantity("tab_switches", "Their tab switches.", structural: true) {
    $0.figures.tabSwitches
  }
  static let tabSteps = Quantity(
    "tab_steps",
    "Steps by a tab that are not the first of a part; more_toll is more_extra_taps over these and more_extra_taps.",
    structural: true
  ) { $0.laterTabSteps }
  static let tabTaps = Quantity("tab_taps", "Taps on tabs.", structural: true) { $0[.tabBlocked].n }
  static let tabBlocked = Quantity("tab_blocked", "Of these, the ones that the app ignored.", structural: true) {
    $0[.tabBlocked].y
  }
  static let keptStateReturns = Quantity(
    "kept_state_returns", "Returns to a tab when it had kept more than its root.", structural: true
  ) {
    $0[.tabStateLost].n
  }
  static let stateLost = Quantity("state_lost", "Of these, the ones at which only a root was left.", structural: true) {
    $0[.tabStateLost].y
  }

  package static let moreItems = Quantity(
    "more_extra_taps", "Their choices from the More list: each cost one tap more than a visible tab."
  ) {
    $0.figures.moreItems
  }
  static let moreOpens = Quantity("more_opens", "How often the More list was opened.") { $0.moreOpens }
  static let moreAbandoned = Quantity("more_abandoned", "How often the More list was left without a choice.") {
    $0.moreAbandoned
  }
  static let moreOpensAbandoned = Quantity(
    "more_opens_abandoned", "Opens of the More list that were left without a choice."
  ) {
    min($0.moreAbandoned, $0.moreOpens)
  }
  static let choicesOfTabs = Quantity(
    "tab_choices", "Choices from the More list, and steps by a tab that are not the first of a part."
  ) {
    $0.figures.moreItems + $0.laterTabSteps
  }
}

// How deep sessions go.

extension Figure {
  static let depth: [Figure] = [
    depthMean,
    .depthQuantile("depth_p50", "Depth, median", .median, "Half of the sessions go no deeper."),
    .depthQuantile("depth_p90", "Depth, 90th percentile", .p90, "90% of sessions go no deeper."),
    .depthQuantile(
      "depth_max", "Depth, maximum", .maximum, "The deepest level that anyone reached."),
    deeperThan5, deeperThan6,
  ]

  package static let depthMean = Figure.mean(
    "depth_mean", "Depth, mean", .neither, .depth,
    "The level of a session's deepest screen; the root of a tab is level 1.", .depth)

  package static let deeperThan5 = deeperThan(5)
  static let deeperThan6 = deeperThan(6)

  private static func deeperThan(_ level: Int) -> Figure {
    .share(
      "sessions_deeper_than_\(level)", "Sessions deeper than level \(level)", of: "session", .lower, .depth,
      "Sessions with a step below level \(level).", .sessions(deeperThan: level), of: .sessionsWithSteps)
  }
}

extension Quantity {
  static let depth = Quantity(
    "depth_sum", "The depths of these sessions, added up; over sessions_with_steps it is depth_mean.", structural: true
  ) {
    $0.figures.depth
  }

  /// - Parameter level: 5 or 6.
  package static func sessions(deeperThan level: Int) -> Quantity {
    Quantity(
      "sessions_deeper_than_\(level)", "Sessions that went below the \(level == 5 ? "fifth" : "sixth") level.",
      structural: true
    ) {
      $0.figures.depth > level ? 1 : 0
    }
  }
}

// Hidden menus and gestures.

extension Figure {
  static let menus = figures(
    of: .menu,
    [
      .count("menu_opens", "Menus opened", "Hidden menus, such as one behind three lines.", .menuOpens),
      .reach(
        "menu_reach", "Users who opened a menu", .higher, .menu, "The others may not know what is in it.", .menuOpens),
      menuAbandonment,
    ])

  package static let menuAbandonment = Figure.share(
    "menu_abandonment", "Menus abandoned", of: "opening", .lower, .menu, structural: false,
    "Opened, then closed without a choice: not found, or not wanted. Opens that were not logged are left out.",
    .menusAbandoned, of: .explicitMenuOpens)

  static let gestureFailedShare = Figure.share(
    "gesture_failed_share", "Gestures that failed", of: "gesture", .lower, .gesture, structural: false,
    isInSummary: false, "Failed tries of a gesture.",
    .gesturesFailed, of: .gestures)
}

extension Quantity {
  package static let menuOpens = Quantity("menu_opens", "How often a menu was opened.") { $0.figures.menuOpens }
  package static let menusAbandoned = Quantity("menu_abandoned", "How often a menu was left without a choice.") {
    $0.figures.menusAbandoned
  }
  static let explicitMenuOpens = Quantity(
    "explicit_menu_opens", "Opens of a menu that were logged; menu_abandoned over them is menu_abandonment."
  ) { $0.figures.menuOpens - $0.figures.impliedMenuOpens }
  static let gestures = Quantity("gestures", "Gestures, failed ones among them.") { $0[.gestureFailed].n }
  static let gesturesFailed = Quantity("gestures_failed", "Failed tries of a gesture.") { $0[.gestureFailed].y }
}

// Ways back, detours, and navigation problems.

extension Figure {
  static let paths: [Figure] = [
    backShare,
    quickBackRate,
    backChainSessions,
    pingPongSessions,
    // Shares of single sessions are summed as millionths for the interval; the value itself is exact.
    .mean(
      "revisit_rate", "Revisits", .neither, .path, structural: false, scale: 1_000_000,
      measured: { measures, _ in Value(measures.revisits.mean, n: measures.totals.sessionsWithSteps) },
      "The mean share of a session's steps that lead to a screen seen before.", .revisits),
  ]

  package static let backShare = Figure.share(
    "back_share", "Back steps", of: "step", .neither, .path, "The share of all steps that go back.", .returns,
    of: .steps)

  package static let quickBackRate = Figure.share(
    "quick_back_rate", "Quick backs", of: "visit", .lower, .path,
    "Visits that ended with back within five seconds: a wrong turn.",
    .quickBacks, of: .plainVisits)

  package static let backChainSessions = Figure.share(
    "back_chain_sessions", "Back chains", of: "session", .lower, .path,
    "Sessions with three back steps in a row: there is no shortcut back.",
    .backChains, of: .sessionsWithSteps)

  static let pingPongSessions = Figure.share(
    "ping_pong_sessions", "Ping-pong", of: "session", .lower, .path,
    "Sessions that go back and forth between two sections: each has half of what people need.",
    .pingPongs, of: .sessionsWithSteps)

  static let troubles: [Figure] = [
    .count("tab_blocked", "Ignored taps on tabs", "Taps on a tab that the app did not act on.", .tabBlocked),
    .count("back_at_root", "Back taps with nowhere to go", "Back taps on a root screen.", .backsAtRoot),
    .count(
      "state_lost", "Returns that lost their place", "Returns to a tab that had forgotten where the user was.",
      .stateLost),
  ]

  static let backAtRootPerSession = Figure.mean(
    "back_at_root_per_session", "Back taps with nowhere to go, per session", .lower, .path, isInSummary: false,
    "Back taps on a root screen.", .backsAtRoot)
}

extension Quantity {
  package static let quickBacks = Quantity(
    "quick_backs", "Visits left by a back step within five seconds.", structural: true
  ) { $0.figures.quickBacks }
  static let plainVisits = Quantity(
    "plain_visits", "Visits without modal screens; quick_backs over them is quick_back_rate.", structural: true
  ) {
    $0.plainVisits
  }
  static let returns = Quantity(
    "return_steps", "Of the steps, those that go back; over steps it is back_share.", structural: true
  ) { $0.returns }
  static let backChains = Quantity("back_chain_sessions", "Sessions with three back steps in a row.", structural: true)
  { $0.hasBackChain ? 1 : 0 }
  static let pingPongs = Quantity(
    "ping_pong_sessions", "Sessions that go back and forth between two sections.", structural: true
  ) {
    $0.hasPingPong ? 1 : 0
  }
  static let backsAtRoot = Quantity("backs_at_root", "Back taps on a root screen.", structural: true) { $0.backsAtRoot }
  static let revisits = Quantity(
    "revisits", "Of the session's steps, those to a screen seen before: a share, in millionths."
  ) {
    $0.hasSteps ? ($0.figures.steps - $0.screens) * 1_000_000 / $0.figures.steps : 0
  }
}
