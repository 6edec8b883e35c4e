import UsabilityRules

/// What compared measures are called by people. Those of the summary are in ``MeasureWords``.
enum ComparedWords {
  static func name(_ figure: ComparedFigure) -> String {
    if figure.subjectKind == "app" { return MeasureWords.all.first { $0.metric == figure.metric }?.name ?? app[figure.metric] ?? figure.metric }
    return subjects[figure.metric] ?? figure.metric
  }

  private static let app = [
    "steps_per_session": "Steps per session",
    "more_abandonment": "More list left, of its openings",
    "more_extra_taps_per_session": "Extra taps by More, per session",
    "back_at_root_per_session": "Back at the root, per session",
    "tab_blocked_share": "Tabs refused, of all taps on tabs",
    "state_lost_share": "Places lost, of the returns to a kept one",
    "gesture_failed_share": "Gestures that failed",
  ]

  private static let subjects = [
    "tab_reach": "Users who selected the tab",
    "tab_blocked": "Refused taps on the tab",
    "tab_state_lost": "Returns to the tab that lost the place",
    "more_item_reach": "Users who chose it from the More list",
    "menu_reach": "Users who opened the menu",
    "menu_abandonment": "Openings of the menu left without a choice",
    "menu_item_reach": "Users who chose it from the menu",
    "gesture_reach": "Users who made the gesture",
    "gesture_failed": "Failed tries of the gesture",
    "screen_reach": "Users who saw the screen",
    "screen_quick_backs": "Visits of the screen left within five seconds",
    "task_lost": "Completed tries of the task that were lost",
    "task_first_choice": "Completed tries of the task that began the right way",
    "task_direct": "Completed tries of the task without going back",
    "discovered_by_session_3": "Users who found it by their third session",
  ]

  /// The measure with its subject.
  static func text(_ figure: ComparedFigure) -> Document.Text {
    if figure.subjectKind == "app" { return "\(name(figure))" }
    let subject = figure.subject.madeVisible(limit: 120)
    return "\(name(figure)): \(emphasis: subject)"
  }

  static func value(_ value: ComparedFigure.Value, _ unit: ComparedFigure.Unit) -> String {
    guard let number = value.value else { return "–" }
    return switch unit {
    case .count, .quantile: number.rounded(decimals: 0)
    case .mean: number.rounded(decimals: 2)
    case .share: number.percent
    }
  }

  /// `+1.2 points (0.3 to 2.1)`.
  static func difference(_ figure: ComparedFigure) -> String {
    guard let difference = figure.difference else { return "–" }
    func signed(_ number: Double) -> String {
      let text = figure.unit == .share ? (number * 100).rounded(decimals: 1) : number.rounded(decimals: figure.unit == .mean ? 2 : 0)
      return number > 0 && text.contains { ("1"..."9").contains($0) } ? "+" + text : text.replacing("-", with: "−")
    }
    let unit = figure.unit == .share ? " points" : ""
    guard let interval = figure.change?.interval else { return signed(difference) + unit }
    return "\(signed(difference))\(unit) (\(signed(interval.low)) to \(signed(interval.high)))"
  }
}

extension ComparedFigure {
  /// `Quick backs: 7.2 % → 9.1 %, +1.9 points (0.4 to 3.4)`.
  public var sentence: String {
    let name = ComparedWords.name(self) + (subjectKind == "app" ? "" : ", \(subject)")
    let values = (one: ComparedWords.value(before, unit), two: ComparedWords.value(after, unit))
    return "\(name): \(values.one) → \(values.two), \(ComparedWords.difference(self))"
  }
}
