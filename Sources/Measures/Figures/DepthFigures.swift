// How deep sessions go.

extension Figure {
  static let depth: [Figure] = [
    depthMean,
    .depthQuantile("depth_p50", "Depth, median", .median, "Half of the sessions go no deeper.").ofEverybody,
    .depthQuantile("depth_p90", "Depth, 90th percentile", .p90, "90% of sessions go no deeper.").ofEverybody,
    .depthQuantile("depth_max", "Depth, maximum", .maximum, subject: .extreme, "The deepest level that anyone reached."),
    deeperThan5, deeperThan6,
  ]

  static let depthMean = Figure.mean(
    "depth_mean", "Depth, mean", .neither, .depth, "The level of a session's deepest screen; the root of a tab is level 1.", .depth)

  package static let deeperThan5 = deeperThan(5)
  static let deeperThan6 = deeperThan(6)

  private static func deeperThan(_ level: Int) -> Figure {
    .share(
      "sessions_deeper_than_\(level)", "Sessions deeper than level \(level)", of: "session", .lower, .depth,
      "Sessions with a step below level \(level).", .sessions(deeperThan: level), of: .sessionsWithSteps)
  }
}

extension Quantity {
  static let depth = Quantity("depth_sum", "The depths of these sessions, added up; over sessions_with_steps it is depth_mean.", structural: true) {
    $0.figures.depth
  }

  /// - Parameter level: 5 or 6.
  static func sessions(deeperThan level: Int) -> Quantity {
    Quantity("sessions_deeper_than_\(level)", "Sessions that went below the \(level == 5 ? "fifth" : "sixth") level.", structural: true) {
      $0.figures.depth > level ? 1 : 0
    }
  }
}
