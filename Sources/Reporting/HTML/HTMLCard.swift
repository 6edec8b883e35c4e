import UsabilityRules

/// A finding as a card.
struct HTMLCard {
  let card: Document.FindingCard
  let level: Int

  var markup: Markup {
    element("article", .class("finding \(card.severity.rawValue)"), .init("aria-labelledby", card.anchor)) {
      element("p", .class("badge")) {
        card.severity.icon
        "\(card.severity.word) \(card.number.grouped)"
      }
      if level <= 3 {
        element("h3", .id(card.anchor)) { card.title.markup }
      } else {
        element("h4", .id(card.anchor)) { card.title.markup }
      }
      element("p", .class("claim")) { card.claim.markup }
      if let gauge = card.gauge { gauge.markup }
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

extension Severity {
  /// A sign that differs in shape, not in colour alone.
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
