import Measures
import UsabilityRules

extension Document {
  /// The report on a log, for people who have never seen the tool. Here, and in the other files of this folder, wording, order and
  /// rounding are decided; the formats only know their syntax.
  public init(_ contents: AuditContents) {
    let findings = contents.findings.sorted { $0.precedes($1) }
    let titles = FindingTitles(contents)
    title = "\(contents.title)"
    opening = Opening(contents: contents, findings: findings, titles: titles).blocks
    sections = [
      FindingsSection(contents: contents, findings: findings, titles: titles).section,
      picturesSection(contents),
      Figures(contents: contents).section,
      segments(contents),
      limits(contents),
      setAside(contents, titles: titles),
      logQuality(contents),
      personalData(contents),
      making(contents),
    ].compactMap(\.self)
  }
}

extension AuditContents {
  /// The title of every report.
  public var title: String { app.map { "Navigation report: \($0)" } ?? "Navigation report" }
}

/// What stands before the first section: the verdict, and what a reader must know before believing it.
struct Opening {
  let contents: AuditContents
  let findings: [Finding]
  let titles: FindingTitles

  /// As many findings as the verdict names.
  static let named = 3
  /// Fewer users than this, and the report says that it is a small log.
  static let fewUsers = 30

  var blocks: [Document.Block] { [.paragraph(verdict)] + figures + notes.map { .note($0) } }

  /// How many findings of each severity, and on how much they rest.
  private var figures: [Document.Block] {
    let totals = contents.measures.totals
    guard totals.users > 0 else { return [] }
    var figures = Severity.allCases.sorted(by: >).map { severity in
      let count = findings.count { $0.severity == severity }
      let word = severity.word + (count == 1 ? "" : "s")
      return Document.KeyFigure(word, count.grouped, severity: count > 0 ? severity : nil)
    }
    figures.append(.init(totals.users == 1 ? "User" : "Users", totals.users.grouped))
    figures.append(.init(totals.sessions == 1 ? "Session" : "Sessions", totals.sessions.grouped))
    return [.figures(figures)]
  }

  private var verdict: Document.Text {
    let totals = contents.measures.totals
    guard totals.users > 0, let span = totals.span else {
      return "The log holds no event that could be read, so there is nothing to report about \(contents.appName)."
    }
    let app = contents.app.map { "\(strong: $0)" as Document.Text } ?? "The app"
    let use: Document.Text =
      "\(app) was used by \(strong: totals.users.of("user")) in \(strong: totals.sessions.of("session")) \(TimeSpan(span: span).words)."
    return use + result
  }

  private var result: Document.Text {
    guard !findings.isEmpty else {
      guard !contents.rules.isEmpty else { return " No rule had anything to look at, so nothing can be said about the navigation." }
      let rules = contents.rules.count
      return
        " The log gives \(strong: "no finding") for \(rules == 1 ? "the one rule" : "any of the \(rules.grouped) rules") that could be checked."
        + aside
    }
    let found: Document.Text = " The way people move through it gives \(strong: Self.counts(findings))."
    let worst = findings.filter { $0.severity > .info }.prefix(Self.named)
    guard !worst.isEmpty else { return found + " None of them is urgent." + aside }
    let names = worst.map { finding -> Document.Text in
      let number = (findings.firstIndex(of: finding) ?? 0) + 1
      var place = titles.place(finding)
      if let taps = finding.extraTaps, taps > 0 { place = place + ", \(taps.of("extra tap"))" }
      return "\(link: titles.rule(finding), to: .anchor(FindingsSection.anchor(number))) (\(place))"
    }
    return found + (worst.count == 1 ? " The one to look at first: " : " The ones to look at first: ")
      + names.joinedAsList() + "." + aside
  }

  /// What the map keeps out of the findings.
  private var aside: Document.Text {
    let count = contents.exempted.count
    if count == 0 { return "" }
    let set = "\(count.of("finding")) \(count == 1 ? "is" : "are") set aside"
    return " Besides, \(link: set, to: .anchor("set-aside")) by the app map."
  }

  /// `2 errors, 1 warning and 3 notes`.
  static func counts(_ findings: [Finding]) -> String {
    Wording.list(
      Severity.allCases.sorted(by: >).compactMap { severity in
        let count = findings.count { $0.severity == severity }
        return count > 0 ? count.of(severity.word.lowercased()) : nil
      })
  }

  private var notes: [Document.Text] {
    let totals = contents.measures.totals
    guard totals.users > 0 else { return [] }
    var notes: [Document.Text] = []
    if !contents.scope.structureKnown {
      notes.append(
        """
        This log tells which screens appeared, but not how people got there: a tab looks the same as a level down. So this report \
        counts screens and users, and does not judge depth, tabs or ways back. \(link: "What would change that", to: .anchor("limits")).
        """
      )
    }
    if totals.users < Self.fewUsers {
      notes.append(
        "The log holds only \(totals.users.of("user")). Shares of so few people can be far off; take what follows as hints.")
    }
    return notes
  }
}

/// How findings and their subjects are called.
struct FindingTitles {
  private let titles: [String: String]

  init(_ contents: AuditContents) {
    var titles: [String: String] = [:]
    for rule in contents.rules + contents.rulesOff { titles[rule.id] = rule.title }
    self.titles = titles
  }

  /// The title of the rule; its id where it is not known.
  func rule(_ finding: Finding) -> String { (titles[finding.rule] ?? finding.rule).capitalizedFirst }

  /// What the finding is about: `section Orders`, `Coupons in the More list`.
  func place(_ finding: Finding) -> Document.Text {
    switch (finding.subjectKind, finding.section) {
    case ("app", _): "the whole app"
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
