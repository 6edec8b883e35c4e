import UsabilityRules

/// A finding as a card.
struct HTMLCard {
  let card: Document.FindingCard
  let level: Int

  var markup: Markup {
    element("article", .class("finding \(card.severity.rawValue)"), .init("aria-labelledby", card.anchor)) {
      HTMLPage.heading(level <= 3 ? 3 : 4, heading, anchor: card.anchor)
      element("p", .class("claim")) { card.claim.markup }
      if let gauge = card.gauge { gauge.markup }
      if card.trend.count > 1 { card.trend.line }
      facts(card.facts.filter { $0.role != .background })
      let background = card.facts.filter { $0.role == .background }
      if !background.isEmpty || card.code != nil {
        element("details", .class("evidence")) {
          element("summary") { Document.FindingCard.backgroundHeading }
          facts(background)
          if let code = card.code { markup(code) }
        }
      }
    }
  }

  private var heading: Markup {
    var heading = card.severity.icon
    heading.append(Markup("\(card.number.grouped). "))
    return heading + card.title.markup
  }

  private func facts(_ facts: [Document.FindingCard.Fact]) -> Markup {
    guard !facts.isEmpty else { return Markup() }
    return element("dl", .class("facts")) {
      for fact in facts {
        element("div", fact.role == .advice ? .class("advice") : nil) {
          element("dt") { fact.label }
          element("dd") {
            fact.text.markup
            if !fact.lines.isEmpty {
              element("ul") {
                for line in fact.lines { element("li") { line.markup } }
              }
            }
          }
        }
      }
    }
  }

  private func markup(_ code: Document.CollapsibleCode) -> Markup {
    element("div", .class("code")) {
      element("p") {
        element("strong") { code.heading.plain + ". " }
        code.usage.markup
      }
      element(
        "pre", .init("tabindex", "0"), .init("role", "group"), .init("aria-label", "\(code.heading.plain), finding \(card.number.grouped)")
      ) {
        element("code") { Markup(lines: code.code) }
      }
    }
  }
}

extension [Document.FindingCard.Point] {
  /// A line through the values; the text beside it says the same.
  fileprivate var line: Markup {
    let (width, height) = (160.0, 34.0)
    let (low, high) = (map(\.value).min() ?? 0, map(\.value).max() ?? 1)
    func x(_ index: Int) -> Double { 5 + Double(index) / Double(count - 1) * (width - 10) }
    func y(_ value: Double) -> Double { high > low ? height - 6 - (value - low) / (high - low) * (height - 12) : height / 2 }
    let path = enumerated().map { "\($0.offset == 0 ? "M" : "L")\(x($0.offset).coordinate) \(y($0.element.value).coordinate)" }.joined()
    return element("svg", .class("trend"), .init("viewBox", "0 0 \(width.coordinate) \(height.coordinate)"), .init("aria-hidden", "true")) {
      element("path", .init("d", path), .class("line s-blue"))
      for index in indices {
        element("circle", .init("cx", x(index)), .init("cy", y(self[index].value)), .init("r", index == count - 1 ? 4 : 2.5), .class("f-blue"))
      }
    }
  }
}

extension Severity {
  /// An icon that differs in shape, not only in color.
  var icon: Markup {
    element("svg", .class("icon"), .init("viewBox", "0 0 16 16"), .init("aria-hidden", "true"), .init("focusable", "false")) {
      switch self {
      case .error:
        element("path", .init("d", "M5 .5h6L15.5 5v6L11 15.5H5L.5 11V5z"), .class("f-error"))
        element("path", .init("d", "M5.2 5.2l5.6 5.6M10.8 5.2l-5.6 5.6"), .class("s-card cut"))
      case .warning:
        element("path", .init("d", "M8 .8l7.6 14.2H.4z"), .class("f-warning"))
        element("path", .init("d", "M8 5.6v4.6M8 12v1.2"), .class("s-card cut"))
      case .info:
        element("circle", .init("cx", 8), .init("cy", 8), .init("r", 7.5), .class("f-info"))
        element("path", .init("d", "M8 7.2v5M8 3.8v1.3"), .class("s-card cut"))
      }
    }
  }
}

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
