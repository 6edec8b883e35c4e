// Ways back, detours, and navigation problems.

extension Figure {
  static let paths: [Figure] = [
    backShare,
    .share("quick_back_rate", "Quick backs", of: "visit", .lower, .path, "Visits that ended with back within five seconds: a wrong turn.") {
      ($0.figures.quickBacks, $0.plainVisits)
    },
    backChainSessions,
    pingPongSessions,
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    // Shares of single sessions are summed as millionths for the interval; the value itself is exact.
    .mean(
      "revisit_rate", "Revisits", .neither, .path, structural: false, scale: 1_000_000,
      measured: { measures, _ in Value(measures.revisits.mean, n: measures.totals.sessionsWithSteps) },
      "The mean share of a session's steps that lead to a screen seen before."
    ) { ($0.figures.steps - $0.screens) * 1_000_000 / $0.figures.steps },
  ]

  package static let backShare = Figure.share("back_share", "Back steps", of: "step", .neither, .path, "The share of all steps that go back.") {
    ($0.returns, $0.figures.steps)
  }

  package static let backChainSessions = Figure.share(
    "back_chain_sessions", "Back chains", of: "session", .lower, .path, "Sessions with three back steps in a row: there is no shortcut back."
  ) { ($0.hasBackChain ? 1 : 0, $0.hasSteps ? 1 : 0) }

  static let pingPongSessions = Figure.share(
    "ping_pong_sessions", "Ping-pong", of: "session", .lower, .path,
    "Sessions that go back and forth between two sections: each has half of what people need."
  ) { ($0.hasPingPong ? 1 : 0, $0.hasSteps ? 1 : 0) }

  static let troubles: [Figure] = [
    .count("tab_blocked", "Ignored taps on tabs", "Taps on a tab that the app did not act on.", structural: true) { $0.tabBlocked },
    .count("back_at_root", "Back taps with nowhere to go", "Back taps on a root screen.", structural: true) { $0.backsAtRoot },
    .count("state_lost", "Returns that lost their place", "Returns to a tab that had forgotten where the user was.", structural: true) { $0.stateLost },
  ]

  static let backAtRootPerSession = Figure.mean(
    "back_at_root_per_session", "Back taps with nowhere to go, per session", .lower, .path, isInSummary: false,
    "Back taps on a root screen."
  ) { $0.backsAtRoot }
}
