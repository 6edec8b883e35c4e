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
    "back_share", "Back steps", of: "step", .neither, .path, "The share of all steps that go back.", .returns, of: .steps)

  package static let quickBackRate = Figure.share(
    "quick_back_rate", "Quick backs", of: "visit", .lower, .path, "Visits that ended with back within five seconds: a wrong turn.",
    .quickBacks, of: .plainVisits)

  package static let backChainSessions = Figure.share(
    "back_chain_sessions", "Back chains", of: "session", .lower, .path, "Sessions with three back steps in a row: there is no shortcut back.",
    .backChains, of: .sessionsWithSteps)

  static let pingPongSessions = Figure.share(
    "ping_pong_sessions", "Ping-pong", of: "session", .lower, .path,
    "Sessions that go back and forth between two sections: each has half of what people need.",
    .pingPongs, of: .sessionsWithSteps)

  static let troubles: [Figure] = [
    .count("tab_blocked", "Ignored taps on tabs", "Taps on a tab that the app did not act on.", .tabBlocked),
    .count("back_at_root", "Back taps with nowhere to go", "Back taps on a root screen.", .backsAtRoot),
    .count("state_lost", "Returns that lost their place", "Returns to a tab that had forgotten where the user was.", .stateLost),
  ]

  static let backAtRootPerSession = Figure.mean(
    "back_at_root_per_session", "Back taps with nowhere to go, per session", .lower, .path, isInSummary: false,
    "Back taps on a root screen.", .backsAtRoot)
}

extension Quantity {
  static let quickBacks = Quantity("quick_backs", "Visits left by a back step within five seconds.", structural: true) { $0.figures.quickBacks }
  static let plainVisits = Quantity("plain_visits", "Visits without modal screens; quick_backs over them is quick_back_rate.", structural: true) {
    $0.plainVisits
  }
  static let returns = Quantity("return_steps", "Of the steps, those that go back; over steps it is back_share.", structural: true) { $0.returns }
  static let backChains = Quantity("back_chain_sessions", "Sessions with three back steps in a row.", structural: true) { $0.hasBackChain ? 1 : 0 }
  static let pingPongs = Quantity("ping_pong_sessions", "Sessions that go back and forth between two sections.", structural: true) {
    $0.hasPingPong ? 1 : 0
  }
  static let backsAtRoot = Quantity("backs_at_root", "Back taps on a root screen.", structural: true) { $0.backsAtRoot }
  static let revisits = Quantity("revisits", "Of the session's steps, those to a screen seen before: a share, in millionths.") {
    $0.hasSteps ? ($0.figures.steps - $0.screens) * 1_000_000 / $0.figures.steps : 0
  }
}
