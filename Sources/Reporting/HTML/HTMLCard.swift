import UsabilityRules

extension Document.FindingCard {
  /// The number of findings whose cards are open; of the others a page shows the heading first.
  private static let open = 3

  /// The finding as a card, below a heading of this level.
  func markup(level: Int) -> Markup {
    let icon = severity.icon + Markup("\(number.grouped). ")
    let heading = HTMLPage.heading(level <= 3 ? 3 : 4, icon + title.markup, anchor: anchor)
    return element("article", .class("finding \(severity.rawValue)"), .init("aria-labelledby", anchor)) {
      if number <= Self.open {
        heading
        content
      } else {
        element("details", .class("folded")) {
          element("summary") { heading }
          content
        }
      }
    }
  }

  @MarkupBuilder private var content: Markup {
    element("p", .class("claim")) { claim.markup }
    if let gauge { Self.markup(gauge) }
    Self.markup(facts(inBackground: false))
    let background = facts(inBackground: true)
    if !background.isEmpty {
      element("details", .class("evidence")) {
        element("summary") { Self.backgroundHeading }
        Self.markup(background)
      }
    }
  }

  static func markup(_ facts: [Fact]) -> Markup {
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
            for strip in fact.strips { strip.markup }
          }
        }
      }
    }
  }

  /// A scale with the measured share, its interval and the threshold.
  private static func markup(_ gauge: Gauge) -> Markup {
    let width = 320.0
    let left = 2.0
    let right = 276.0
    let value = gauge.value
    let low = gauge.interval.low
    let high = gauge.interval.high
    let threshold = gauge.threshold
    // The scale ends at 100%, or at a round share a little beyond what is shown, so that small shares remain
    // distinguishable.
    let end = [0.02, 0.05, 0.1, 0.2, 0.5].first { max(high, threshold, value) * 1.15 <= $0 } ?? 1
    func x(_ share: Double) -> Double { left + min(max(share / end, 0), 1) * (right - left) }
    let words =
      """
      Measured: \(value.percent), 95% interval \(low.percentNumber) to \(high.percentNumber)%. The \
      \(gauge.thresholdName) is \(threshold.roundPercent).
      """
    // The threshold's label goes to the side with more room.
    let isRight = x(threshold) > width * 0.55
    return element(
      "svg", .class("gauge"), .init("viewBox", "0 0 \(width.coordinate) 52"), .init("role", "img"),
      .init("aria-label", words)
    ) {
      element(
        "rect", .init("x", left), .init("y", 25), .init("width", right - left), .init("height", 4), .class("f-line"))
      element(
        "rect", .init("x", x(low)), .init("y", 22), .init("width", max(x(high) - x(low), 3)), .init("height", 10),
        .init("rx", 2), .class("f-blue band"))
      element("circle", .init("cx", x(value)), .init("cy", 27), .init("r", 5), .class("f-blue s-card"))
      element("path", .init("d", "M\(x(threshold).coordinate) 15V37"), .class("s-ink tick"))
      element(
        "text", .init("x", x(threshold) + (isRight ? -5 : 5)), .init("y", 13), .class("t small f-muted"),
        .init("text-anchor", isRight ? "end" : "start")
      ) { "\(gauge.thresholdName.fitted(to: 200, size: 11.5)) \(threshold.roundPercent)" }
      element("text", .init("x", left), .init("y", 49), .class("t small f-muted")) { "0" }
      element("text", .init("x", right + 8), .init("y", 31), .class("t small f-muted")) { end.roundPercent }
      element(
        "text", .init("x", min(max(x(value), 34), right - 20)), .init("y", 49), .class("t small strong f-ink"),
        .init("text-anchor", "middle")
      ) { value.percent }
    }
  }
}

extension Document.Strip {
  fileprivate var markup: Markup {
    element("div", .class("session")) {
      element("p") { label.markup }
      if !stops.isEmpty {
        element("ol", .class("strip")) {
          if earlier > 0 { element("li", .class("cut")) { "\(earlier.grouped) before" } }
          for stop in stops {
            element("li", stop.isMarked ? .class("marked") : nil) {
              if !stop.words.isEmpty { element("span") { stop.words + " " } }
              Markup(isolating: stop.screen)
            }
          }
          if later > 0 { element("li", .class("cut")) { "\(later.grouped) after" } }
        }
      }
    }
  }
}

extension [Document.Card] {
  /// The cards, closed; the script adds a field that finds them.
  /// - Parameter kind: of what they are: `screen`.
  func markup(of kind: String) -> Markup {
    element("div", .class("cards"), .init("data-of", kind)) {
      for card in self {
        element("details", .id(card.anchor)) {
          element("summary") {
            element("b") { Markup(isolating: card.name) }
            " "
            element("span") { card.note }
          }
          Document.FindingCard.markup(card.facts)
        }
      }
    }
  }
}

extension Severity {
  /// An icon that differs in shape, not only in color.
  var icon: Markup {
    element(
      "svg", .class("icon"), .init("viewBox", "0 0 16 16"), .init("aria-hidden", "true"), .init("focusable", "false")
    ) {
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
