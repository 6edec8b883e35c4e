import UsabilityRules

/// A finding as a card.
struct HTMLCard {
  let card: Document.FindingCard
  let level: Int

  var markup: Markup {
    element("article", .class("finding \(card.severity.rawValue)"), .init("aria-labelledby", card.anchor)) {
      if level <= 3 {
        element("h3", .id(card.anchor)) { heading }
      } else {
        element("h4", .id(card.anchor)) { heading }
      }
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

  private func markup(_ code: Document.FoldedCode) -> Markup {
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
