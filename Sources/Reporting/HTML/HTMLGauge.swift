extension Document.FindingCard.Gauge {
  private static let width = 320.0
  private static let (left, right) = (2.0, 276.0)

  /// The right end of the scale: 100%, or a round share a little beyond what is shown, so that small shares remain distinguishable.
  private var end: Double {
    let most = max(high, threshold, value)
    return [0.02, 0.05, 0.1, 0.2, 0.5].first { most * 1.15 <= $0 } ?? 1
  }

  /// A scale with the measured share, its interval and the threshold.
  var markup: Markup {
    func x(_ share: Double) -> Double { Self.left + min(max(share / end, 0), 1) * (Self.right - Self.left) }
    let words =
      "Measured: \(value.percent), 95% interval \(low.percentNumber) to \(high.percentNumber)%. The \(thresholdName) is \(threshold.roundPercent)."
    // The threshold's label goes to the side with more room.
    let isRight = x(threshold) > Self.width * 0.55
    return element(
      "svg", .class("gauge"), .init("viewBox", "0 0 \(Self.width.coordinate) 52"), .init("role", "img"), .init("aria-label", words)
    ) {
      element("rect", .init("x", Self.left), .init("y", 25), .init("width", Self.right - Self.left), .init("height", 4), .class("f-line"))
      element(
        "rect", .init("x", x(low)), .init("y", 22), .init("width", max(x(high) - x(low), 3)), .init("height", 10), .init("rx", 2),
        .class("f-blue band")
      )
      element("circle", .init("cx", x(value)), .init("cy", 27), .init("r", 5), .class("f-blue s-card"))
      element("path", .init("d", "M\(x(threshold).coordinate) 15V37"), .class("s-ink tick"))
      element(
        "text", .init("x", x(threshold) + (isRight ? -5 : 5)), .init("y", 13), .class("t small f-muted"),
        .init("text-anchor", isRight ? "end" : "start")
      ) { "\(thresholdName.fitted(to: 200, size: 11.5)) \(threshold.roundPercent)" }
      element("text", .init("x", Self.left), .init("y", 49), .class("t small f-muted")) { "0" }
      element("text", .init("x", Self.right + 8), .init("y", 31), .class("t small f-muted")) { end.roundPercent }
      element(
        "text", .init("x", min(max(x(value), 34), Self.right - 20)), .init("y", 49), .class("t small strong f-ink"), .init("text-anchor", "middle")
      ) { value.percent }
    }
  }
}
