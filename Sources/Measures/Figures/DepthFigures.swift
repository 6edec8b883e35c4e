// How deep sessions go.

extension Figure {
  static let depth: [Figure] = [
    .mean("depth_mean", "Depth, mean", .neither, .depth, "The level of a session's deepest screen; the root of a tab is level 1.") { $0.figures.depth },
    .depthQuantile("depth_p50", "Depth, median", .median, "Half of the sessions go no deeper."),
    .depthQuantile("depth_p90", "Depth, 90th percentile", .p90, "90% of sessions go no deeper."),
    .depthQuantile("depth_max", "Depth, maximum", .maximum, subject: .extreme, "The deepest level that anyone reached."),
    deeperThan(5), deeperThan(6),
  ]

  private static func deeperThan(_ level: Int) -> Figure {
    .share(
      "sessions_deeper_than_\(level)", "Sessions deeper than level \(level)", of: "session", .lower, .depth,
      "Sessions with a step below level \(level)."
    ) { ($0.figures.depth > level ? 1 : 0, $0.hasSteps ? 1 : 0) }
  }
}
