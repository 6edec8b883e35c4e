/// A figure of the whole app that a comparison looks at. Adding one is an entry of ``all``.
public struct ComparedMeasure: Sendable {
  public enum Kind: String, Sendable {
    /// A share of users, each counted once.
    case users
    /// A share of rows: sessions, steps, taps.
    case share
    /// A mean over rows.
    case mean
  }

  /// Which way is the better one for people.
  public enum Better: String, Sendable {
    case lower, higher
    /// Neither is: a difference is worth knowing and no verdict on the app.
    case neither
  }

  /// As in `summary.csv`, where it is there.
  public let metric: String
  public let family: ComparedFamily
  public let kind: Kind
  public let better: Better
  /// What the rows are.
  public let unit: String
  /// Only a known structure gives it (NAVIGATION-LOG.md, section 4).
  public let needsStructure: Bool
  /// The y and the n that a session adds.
  let rows: @Sendable (SessionCounts) -> (y: Int, n: Int)

  private init(
    _ metric: String, _ family: ComparedFamily, _ kind: Kind, of unit: String, _ better: Better, structural needsStructure: Bool = true,
    _ rows: @escaping @Sendable (SessionCounts) -> (y: Int, n: Int)
  ) {
    self.metric = metric
    self.family = family
    self.kind = kind
    self.unit = unit
    self.better = better
    self.needsStructure = needsStructure
    self.rows = rows
  }

  /// The parts of `revisit_rate`: shares of single sessions are added up in whole millionths.
  static let millionths = 1_000_000

  public static let all: [ComparedMeasure] = [
    .init("inferred_steps", .log, .share, of: "step", .neither, structural: false) { ($0.inferred, $0.figures.steps) },
    .init("steps_per_session", .log, .mean, of: "session", .neither, structural: false) { ($0.figures.steps, $0.hasSteps ? 1 : 0) },
    .init("tab_switches_per_session", .tabs, .mean, of: "session", .neither) { ($0.figures.tabSwitches, $0.hasSteps ? 1 : 0) },
    .init("depth_mean", .depth, .mean, of: "session", .neither) { ($0.figures.depth, $0.hasSteps ? 1 : 0) },
    .init("sessions_deeper_than_5", .depth, .share, of: "session", .lower) { ($0.figures.depth > 5 ? 1 : 0, $0.hasSteps ? 1 : 0) },
    .init("sessions_deeper_than_6", .depth, .share, of: "session", .lower) { ($0.figures.depth > 6 ? 1 : 0, $0.hasSteps ? 1 : 0) },
    .init("more_abandonment", .menu, .share, of: "opening", .lower, structural: false) { (min($0.moreAbandoned, $0.moreOpens), $0.moreOpens) },
    .init("more_toll", .tabs, .share, of: "choice", .lower, structural: false) {
      ($0.figures.moreItems, $0.figures.moreItems + $0.laterTabSteps)
    },
    .init("more_extra_taps_per_session", .tabs, .mean, of: "session", .lower, structural: false) {
      ($0.figures.moreItems, $0.hasSteps ? 1 : 0)
    },
    .init("menu_reach", .menu, .users, of: "user", .higher, structural: false) { ($0.figures.menuOpens > 0 ? 1 : 0, 1) },
    .init("menu_abandonment", .menu, .share, of: "opening", .lower, structural: false) {
      (min($0.figures.menusAbandoned, $0.figures.menuOpens), $0.figures.menuOpens)
    },
    .init("back_share", .path, .share, of: "step", .neither) { ($0.returns, $0.figures.steps) },
    .init("quick_back_rate", .path, .share, of: "visit", .lower) { ($0.figures.quickBacks, $0.plainVisits) },
    .init("back_chain_sessions", .path, .share, of: "session", .lower) { ($0.hasBackChain ? 1 : 0, $0.hasSteps ? 1 : 0) },
    .init("ping_pong_sessions", .path, .share, of: "session", .lower) { ($0.hasPingPong ? 1 : 0, $0.hasSteps ? 1 : 0) },
    .init("revisit_rate", .path, .mean, of: "session", .neither, structural: false) {
      ($0.hasSteps ? ($0.figures.steps - $0.screens) * millionths / $0.figures.steps : 0, $0.hasSteps ? 1 : 0)
    },
    .init("back_at_root_per_session", .path, .mean, of: "session", .lower) { ($0.backsAtRoot, $0.hasSteps ? 1 : 0) },
    .init("tab_blocked_share", .tabs, .share, of: "tap", .lower) { ($0.tabBlocked, $0.tabTaps) },
    .init("state_lost_share", .tabs, .share, of: "return", .lower) { ($0.stateLost, $0.keptStateReturns) },
    .init("gesture_failed_share", .gesture, .share, of: "gesture", .lower, structural: false) { ($0.gesturesFailed, $0.gestures) },
  ]

  /// By what its sums are divided to be in its own unit.
  public var scale: Double { metric == "revisit_rate" ? Double(Self.millionths) : 1 }
}

/// Measures that are adjusted together for how many were looked at.
public enum ComparedFamily: String, Sendable, CaseIterable {
  case log, depth, path, tabs, menu, gesture, task, screen
}
