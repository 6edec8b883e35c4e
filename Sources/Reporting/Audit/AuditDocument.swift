import Measures
import NavigationModel
import UsabilityRules

extension Document {
  /// The report on a log, for people who have never seen the tool. Wording, order and rounding are decided here and in
  /// the other files of this folder; the formats only know their syntax.
  /// - Parameter tables: ``ReportContents/allTables``, if they are made already.
  package init(_ contents: ReportContents, tables: [Table]? = nil) {
    let list = ActionList(contents)
    let titles = FindingTitles(contents)
    title = "\(contents.title)"
    opening = list.opening
    // Of a log of screens alone, and of one without a verdict, how people move says most: one screen.
    let isStructured = contents.isJudgedWhole
    var findings = FindingsSection(contents: contents, ranking: list.ranking, titles: titles).section
    if !isStructured { findings?.isCollapsed = true }
    sections = [
      notUnderstood(contents),
      isStructured ? contents.planSection(list) : movementSection(contents),
      SinceLast(contents, findings: list.ranking.findings)?.section(titles),
      findings,
      isStructured ? movementSection(contents) : nil,
      ScreenCards(contents, list.ranking, titles)?.section,
      contents.figuresSection,
      setAside(contents, titles: titles),
      limits(contents),
      waiting(contents),
      logQuality(contents),
      contents.personalData,
      methodology(contents, tables ?? contents.allTables),
    ].compactMap(\.self)
  }
}

extension ReportContents {
  /// The verdict in the words of the report, for the terminal.
  package var verdict: String { ActionList(self).verdict }

  /// Whether the log shows more than screens, and there is a verdict.
  var isJudgedWhole: Bool { scope.structureKnown && notAssessed?.isOfUnreadEvents != true }

  /// What to change, in the order of the report.
  package var actions: [Action] { ActionList(self).actions }

  package var title: String { app.map { "Navigation report: \($0)" } ?? "Navigation report" }
}

extension ActionList {
  private var findings: [Finding] { ranking.findings }

  /// The text before the first section: the verdict, what to do first, and caveats. It fits on one page.
  fileprivate var opening: [Document.Block] {
    guard contents.measures.totals.users > 0 else {
      return ["The log contains no readable event, so there is nothing to report about \(contents.app ?? "the app")."]
    }
    let first = Self.leading(actions).prefix(Self.first)
    var blocks: [Document.Block] = [.paragraph(result)]
    if !first.isEmpty { blocks.append(.actions(Array(first))) }
    if first.contains(where: { $0.anchor == "plan" }), let picture = contents.planPicture {
      blocks.append(.picture(picture))
    }
    blocks.append(.paragraph(basis))
    return blocks + notes.map { .note($0) }
  }

  /// The result without links and line ends.
  fileprivate var verdict: String {
    contents.measures.totals.users > 0 ? result.plain : "The log contains no readable event."
  }

  private var basis: Document.Text {
    let totals = contents.measures.totals
    let app = contents.app.map { "\(strong: $0)" as Document.Text } ?? "The app"
    return
      """
      \(app): \(totals.users.of("user")), \(totals.sessions.of("session")), \(totals.events.of("event"))\(contents.period.map { " \(TimeSpan(span: $0, calendar: contents.calendar).words)" } ?? "").
      """
        + (contents.sinceSentence.map { Document.Text(" " + $0) } ?? "") + aside
  }

  private var result: Document.Text {
    guard let part = contents.part else { return verdictOfJudged }
    return Document.Text(part.sentence) + " " + verdictOfJudged
  }

  private var verdictOfJudged: Document.Text {
    if let reason = contents.notAssessed, findings.isEmpty || reason.isOfUnreadEvents {
      return "\(strong: reason.heading): " + Document.Text(reason.reason) + ". To get a verdict, "
        + Document.Text(reason.remedy) + "."
        + understood
    }
    // Under a doubt, nothing is clear.
    if !findings.contains(where: { $0.severity > .info && $0.state != .over }),
      let doubt = LogReliability(contents.judged.measures, contents.judged.scope).all.first
    {
      return "\(strong: "The log is doubtful"): " + Document.Text(doubt.reason) + ". To get a verdict, "
        + Document.Text(doubt.remedy)
        + "." + understood
    }
    guard !findings.isEmpty else {
      let rules = contents.rulesClear.count
      let saves = ranking.changes.contains { $0.plan != nil } ? "a plan" : "another change"
      let plan = ranking.changes.isEmpty ? "" : ", but \(saves) would save taps"
      let unjudged: Document.Text =
        contents.rulesNotJudged.isEmpty
        ? "" : " \(link: contents.rulesNotJudged.count.of("rule"), to: .anchor("limits")) could not be checked."
      let absent = contents.rulesWithoutEvidence.count
      let silent: Document.Text =
        absent == 0 ? "" : " For \(link: absent.of("other"), to: .anchor("limits")) the log has no evidence."
      if rules == 0 {
        return "There are \(strong: "no findings"), and nothing could be judged\(plan)." + unjudged + silent
      }
      return
        """
        There are \(strong: "no findings") from the \(rules == 1 ? "one rule" : "\(rules.grouped) rules") that could \
        be checked\(plan).
        """
          + unjudged + silent
    }
    guard let (taps, all) = unneededTaps else { return "\(strong: opinion). \(counts)." }
    let days = contents.period.map { " in \(TimeSpan(span: $0, calendar: contents.calendar).days.of("day"))" } ?? ""
    let part = Wording.tapsIn(taps, of: all)
    return "About \(strong: part.words) \(part.verb) unnecessary (\(taps.of("extra tap"))\(days)). \(counts)."
  }

  /// What was found in the part of the log that was understood.
  private var understood: Document.Text {
    findings.isEmpty || contents.measures.totals.users < Evidence.leastUsers
      ? "" : " The part that was understood has \(link: findings.count.of("finding"), to: .anchor("findings"))."
  }

  /// What the map excludes from the findings.
  private var aside: Document.Text {
    let count = contents.exempted.count
    if count == 0 { return "" }
    return " The app map exempts \(link: count.of("finding"), to: .anchor("set-aside"))."
  }

  /// What the most urgent action says about the app.
  private var opinion: String {
    switch ranking.changes.first?.group {
    case .fixNow: "The navigation needs work"
    case .consider: "The navigation could be better"
    default: "Nothing is urgent"
    }
  }

  private var notes: [Document.Text] {
    var notes = contents.reading.map { Document.Text($0) }
    let users = contents.measures.totals.users
    if users < Evidence.fewUsers {
      notes.append(
        "The log has only \(users.of("user")). Shares of so few people can be far off; treat the findings as hints.")
    }
    return notes
  }
}
