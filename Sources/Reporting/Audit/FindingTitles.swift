import UsabilityRules

/// The titles of findings and their subjects.
struct FindingTitles {
  private let titles: [String: String]

  init(_ contents: AuditContents) {
    var titles: [String: String] = [:]
    for rule in contents.rules + contents.rulesOff { titles[rule.id] = rule.title }
    self.titles = titles
  }

  /// The title of the rule; its id if it is unknown.
  func rule(_ finding: Finding) -> String { (titles[finding.rule] ?? finding.rule).capitalizedFirst }

  /// The subject of the finding: `section Orders`, `Coupons in the More list`.
  func location(of finding: Finding) -> Document.Text {
    switch (finding.subjectKind, finding.section) {
    case ("app", _): "the whole app"
    case ("menu", _) where finding.subject == "menu": "the menu"
    case ("pair", _): "between \(emphasis: finding.subject)"
    case ("item", "More"): "\(emphasis: finding.subject) in the More list"
    case ("item", "menu"): "\(emphasis: finding.subject) in the menu"
    case ("item", .some(let menu)): "\(emphasis: finding.subject) in the menu \(emphasis: menu)"
    case (let kind, .some(let section)) where section != finding.subject && kind != "menu":
      "\(kind) \(emphasis: finding.subject) in \(emphasis: section)"
    case (let kind, _): "\(kind) \(emphasis: finding.subject)"
    }
  }
}
