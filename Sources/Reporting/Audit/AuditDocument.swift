import Measures
import UsabilityRules

extension Document {
  /// The report on a log, for people who have never seen the tool. Wording, order and rounding are decided here and in the other files
  /// of this folder; the formats only know their syntax.
  /// - Parameter tables: ``AuditContents/allTables``, if they are made already.
  package init(_ contents: AuditContents, tables: [Table]? = nil) {
    let ranking = FindingRanking(contents.findings)
    let titles = FindingTitles(contents)
    title = "\(contents.title)"
    opening = contents.planOpening + Opening(contents: contents, ranking: ranking, titles: titles).blocks
    sections = [
      notUnderstood(contents),
      contents.planSection,
      SinceLast(contents, findings: ranking.findings)?.section(titles),
      FindingsSection(contents: contents, ranking: ranking, titles: titles).section,
      picturesSection(contents),
      Figures(contents: contents).section,
      segments(contents),
      limits(contents),
      setAside(contents, titles: titles),
      logQuality(contents),
      personalData(contents),
      making(contents, tables ?? contents.allTables),
    ].compactMap(\.self)
  }
}

extension AuditContents {
  /// The verdict in the words of the report, for the terminal.
  package var verdict: String { Opening(contents: self, ranking: FindingRanking(findings), titles: FindingTitles(self)).sentence }

  /// The title of every report.
  package var title: String { app.map { "Navigation report: \($0)" } ?? "Navigation report" }
}

/// The text before the first section: the verdict, and caveats.
struct Opening {
  let contents: AuditContents
  let ranking: FindingRanking
  let titles: FindingTitles

  private var findings: [Finding] { ranking.findings }

  /// The number of findings that the verdict names.
  static let named = 3

  var blocks: [Document.Block] { [.paragraph(verdict)] + figures + notes.map { .note($0) } }

  /// The number of findings by severity, and the size of the log.
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

  /// The result without links.
  fileprivate var sentence: String { String(result.plain.drop { $0 == " " }) }

  private var verdict: Document.Text {
    let totals = contents.measures.totals
    guard totals.users > 0 else {
      return "The log contains no readable event, so there is nothing to report about \(contents.appName)."
    }
    let app = contents.app.map { "\(strong: $0)" as Document.Text } ?? "The app"
    let use: Document.Text =
      "\(app) was used by \(strong: totals.users.of("user")) in \(strong: totals.sessions.of("session"))\(contents.period.map { " \(TimeSpan(span: $0, calendar: contents.calendar).words)" } ?? "")."
    return use + result + (contents.sinceSentence.map { Document.Text(" " + $0) } ?? "")
  }

  private var result: Document.Text {
    if let reason = contents.notAssessed, findings.isEmpty || reason.isOfUnreadEvents {
      let found: Document.Text = findings.isEmpty ? "" : " The part that was understood has \(strong: Self.counts(findings))."
      return " \(strong: reason.heading): " + Document.Text(ours: reason.reason) + ". To get a verdict, "
        + Document.Text(ours: contents.remedy ?? "") + "." + found
    }
    // Under a doubt, nothing is clear.
    if !findings.contains(where: { $0.severity > .info && $0.state != .over }), let doubt = LogDoubts(contents.measures, contents.scope).all.first {
      let found: Document.Text = findings.isEmpty ? "" : " It has \(strong: Self.counts(findings))."
      return " \(strong: "The log is doubtful"): \(doubt.reason). To get a verdict, " + Document.Text(ours: doubt.remedy) + "." + found + aside
    }
    guard !findings.isEmpty else {
      let rules = contents.rulesClear.count
      let unjudged: Document.Text =
        contents.rulesNotJudged.isEmpty ? "" : " \(link: contents.rulesNotJudged.count.of("rule"), to: .anchor("limits")) could not judge."
      if rules == 0 { return " There are \(strong: "no findings"), and nothing could be judged." + unjudged + aside }
      return
        " There are \(strong: "no findings") from the \(rules == 1 ? "one rule" : "\(rules.grouped) rules") that could be checked." + unjudged
        + aside
    }
    let found: Document.Text = " \(Self.opinion(findings)): \(strong: Self.counts(findings))."
    let worst = ranking.first.prefix(Self.named)
    guard !worst.isEmpty else { return found + aside }
    let names = worst.map { index -> Document.Text in
      let (finding, number) = (findings[index], index + 1)
      var location = titles.location(of: finding)
      if let taps = finding.extraTaps, taps > 0 { location = location + ", \(taps.of("extra tap"))" }
      return "\(link: titles.rule(finding), to: .anchor(FindingsSection.anchor(number))) (\(location))"
    }
    return found + " Look first at " + names.joinedAsList() + "." + aside
  }

  /// What the map excludes from the findings.
  private var aside: Document.Text {
    let count = contents.exempted.count
    if count == 0 { return "" }
    return " In addition, the app map exempts \(link: count.of("finding"), to: .anchor("set-aside"))."
  }

  /// What the worst finding says about the app.
  private static func opinion(_ findings: [Finding]) -> String {
    // What is over needs no work.
    switch findings.lazy.filter({ $0.state != .over }).map(\.severity).max() {
    case .error: "The navigation needs work"
    case .warning: "The navigation could be better"
    default: "Nothing is urgent"
    }
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
    var notes = contents.reading.map { Document.Text(ours: $0) }
    if !contents.scope.structureKnown {
      notes.append(
        """
        This log shows which screens appeared, but not how people got there: a tab looks the same as a level down. So this report \
        counts screens and users, and does not judge depth, tabs or ways back. \(link: "How to change that", to: .anchor("limits")).
        """
      )
    }
    if totals.users < Evidence.fewUsers {
      notes.append(
        "The log has only \(totals.users.of("user")). Shares of so few people can be far off; treat the findings as hints.")
    }
    return notes
  }
}
