import UsabilityRules

/// Compared figures in the words of reports.
enum ComparedWords {
  /// The measure with its subject.
  static func text(_ figure: ComparedFigure) -> Document.Text {
    if figure.subjectKind == "app" { return "\(figure.title)" }
    let subject = figure.subject.madeVisible(limit: 120)
    return "\(figure.title): \(emphasis: subject)"
  }

  /// `+1.2 points (0.3 to 2.1)`.
  static func difference(_ figure: ComparedFigure) -> String {
    guard let difference = figure.difference else { return "–" }
    func signed(_ number: Double) -> String {
      let text = figure.unit == .share ? (number * 100).rounded(decimals: 1) : number.rounded(decimals: figure.unit == .mean ? 2 : 0)
      return number > 0 && text.contains { ("1"..."9").contains($0) } ? "+" + text : text
    }
    let unit = figure.unit == .share ? " points" : ""
    guard let interval = figure.change?.interval else { return signed(difference) + unit }
    return "\(signed(difference))\(unit) (\(signed(interval.low)) to \(signed(interval.high)))"
  }
}

extension ComparedFigure {
  /// `Quick backs: 7.2% → 9.1%, +1.9 points (0.4 to 3.4)`.
  public var sentence: String {
    let name = title + (subjectKind == "app" ? "" : ", \(subject)")
    let values = (one: unit.text(before.value), two: unit.text(after.value))
    return "\(name): \(values.one) → \(values.two), \(ComparedWords.difference(self))"
  }
}
