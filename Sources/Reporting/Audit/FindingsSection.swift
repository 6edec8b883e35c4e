import Measures
import NavigationModel
import UsabilityRules

/// The findings, one card each, ordered by what a change would gain.
struct FindingsSection {
  private typealias Fact = Document.FindingCard.Fact

  let contents: ReportContents
  let ranking: FindingRanking
  let titles: FindingTitles

  /// The number of findings with a card; the others are only in the CSV.
  static let cards = 40
  /// How the source of an unpublished threshold is cited.
  private static let convention = "our own convention"

  private var findings: [Finding] { ranking.findings }

  static func anchor(_ number: Int) -> String { "finding-\(number)" }

  var section: Document.Section? {
    guard contents.measures.totals.users > 0 else { return nil }
    guard !findings.isEmpty else { return nothingFound }
    var blocks: [Document.Block] = [.collapsible("How to read this", [.list(words)])]
    if findings.count > Self.cards {
      blocks.append(
        """
        These are the first \(Self.cards) of \(findings.count.grouped) findings; all are in \
        \(link: "findings.csv", to: .file("findings.csv")).
        """)
    }
    return Document.Section(
      "Findings", anchor: "findings", blocks, sections: FindingGroup.allCases.compactMap { section($0) })
  }

  private func section(_ group: FindingGroup) -> Document.Section? {
    let indices = ranking.indices(group).filter { $0 < Self.cards }
    guard !indices.isEmpty else { return nil }
    return Document.Section(
      "\(group.title)", anchor: group.title.lowercased().replacing(" ", with: "-"),
      indices.map { .finding(card(findings[$0], number: $0 + 1)) },
      isCollapsed: group == .note)
  }

  private var nothingFound: Document.Section? {
    guard !contents.rulesClear.isEmpty else { return nil }
    return Document.Section(
      "No findings", anchor: "findings",
      ["Checked, nothing found:", .list(contents.rulesClear.map { "\($0.title.capitalizedFirst) (\(code: $0.id))" })])
  }

  /// Terms of the cards that a reader may not know.
  private var words: [Document.Text] {
    var words: [Document.Text] = []
    if findings.contains(where: { $0.extraTaps ?? 0 > 0 }) {
      words.append(
        """
        \(strong: "Extra taps") are taps that people made in the period of the log and would not need in a better \
        layout. Each tap is counted once, in one finding. At most half of all taps are called extra, because some \
        are always needed.
        """)
    }
    if findings.count > 1 {
      words.append(
        """
        \(strong: "Fix now") are errors, warnings that cost at least a tap in 100 sessions, and findings that the plan \
        fixes; \(strong: "consider") are other warnings; \
        \(strong: "good to know") are notes, and findings that no longer hold. Each group is ranked by what a change \
        would gain: net extra taps for 1,000 users in a week, times two thirds for moderate evidence and one third for \
        a hint. Findings that cost no taps follow, by the people affected.
        """)
    }
    if findings.contains(where: { $0.trend != nil }) {
      words.append(
        """
        \(strong: "Falling") or \(strong: "rising"): from the first third of the log to the last, the share of \
        sessions with the finding changed by more than chance explains. Where chance may explain it, no change is \
        certain. Releases also differ in weeks and people, so do not credit the release.
        """)
    }
    if findings.contains(where: { $0.interval != nil }) {
      words.append(
        """
        A \(strong: "95% interval") says how far chance may have moved a share: we are 95% confident that the true share \
        lies in it. A rule on a share fires only if the entire interval is beyond its threshold.
        """
      )
    }
    let levels = Evidence.allCases.filter { level in findings.contains { $0.evidence == level } }.map(\.explanation)
    words.append("How sure a finding is: " + levels.joinedAsList(by: "; ", between: "; ") + ".")
    if findings.contains(where: { contents.rule($0.rule)?.isHeuristic == true }) {
      words.append(
        """
        \(strong: "H") marks a threshold that is \(Self.convention), not a published one. The app map can change \
        every threshold.
        """
      )
    }
    return words
  }

  /// The finding that claims the taps, if it is another one.
  private func owner(of finding: Finding) -> Document.Text {
    guard finding.partOf != nil else { return "" }
    // Of another subject, they only may be the same taps: totals are rather too low than too high.
    let part = finding.partOf?.subject == finding.subject ? "counted in" : "which may overlap with"
    guard let owner = ranking.owner(of: finding) else { return ", \(part) another finding" }
    guard owner < Self.cards else { return ", \(part) finding \(owner + 1)" }
    return ", \(part) \(link: "finding \(owner + 1)", to: .anchor(Self.anchor(owner + 1)))"
  }

  private func card(_ finding: Finding, number: Int) -> Document.FindingCard {
    let before = contents.earlierFigure(of: finding)
    let why = contents.rule(finding.rule)?.rationale ?? ""
    let facts: [Fact?] = [
      Fact(
        "What to change", titles.words(finding.recommendation.capitalizedFirst.asSentence), role: .advice),
      cost(finding),
      finding.platformWords(contents.sessionsByPlatform).map { Fact("For whom", titles.words($0)) },
      finding.courseWords.map { Fact("Trend", titles.words($0)) },
      before.map { Fact("Last time", "\($0)") },
      sameThing(number),
      // The interval is in the claim.
      Fact("How sure", titles.words(finding.certainty), role: .background),
      why.isEmpty ? nil : Fact("Why it matters", "\(why.capitalizedFirst.asSentence)", role: .background),
      details(finding), sessions(finding),
      rule(finding),
    ]
    return Document.FindingCard(
      anchor: Self.anchor(number), number: number, severity: finding.severity,
      title: "\(titles.rule(finding)) (" + titles.location(of: finding) + ")",
      claim: titles.words(finding.message.asSentence),
      facts: facts.compactMap(\.self), gauge: gauge(finding))
  }

  private func gauge(_ finding: Finding) -> Document.FindingCard.Gauge? {
    guard let value = finding.value, let interval = finding.interval, let threshold = finding.threshold, 0...1 ~= value,
      0...1 ~= threshold
    else { return nil }
    return (value, interval, threshold, finding.thresholdName ?? "threshold")
  }

  private func cost(_ finding: Finding) -> Fact? {
    let isOfUse = Rule.rule(finding.rule)?.counts == .use
    var who: [String] = []
    if let users = finding.users {
      var part = users.grouped
      if isOfUse { part = users == 0 ? "all" : "all but " + part }
      who.append(finding.eligibleUsers.map { "\(part) of \($0.of("user"))" } ?? users.of("user"))
    }
    // Sessions of all users, where the users are only those who come back, would be of other people.
    if !isOfUse, let sessions = finding.sessions, sessions > 0 { who.append(sessions.of("session")) }
    let concerned = who.joined(separator: " in ")
    let certainty = Document.Text(
      [finding.evidence.phrase.capitalizedFirst.asSentence, finding.state.words].compactMap(\.self).joined(
        separator: " "))
    guard let taps = finding.extraTaps, taps > 0 else {
      if who.isEmpty { return finding.state.words.map { .init("Now", Document.Text($0)) } }
      return .init(isOfUse ? "Who does without it" : "Who is affected", "\(concerned). " + certainty)
    }
    let isRecent = finding.tapsAreRecent
    let days =
      contents.judged.measures.period.map {
        TimeSpan(span: isRecent ? $0.lastThird : $0, calendar: contents.calendar).days
      }
      ?? 1
    let window =
      days == 1 ? "on the \(isRecent ? "last" : "one") day" : "in the \(isRecent ? "last " : "")\(days.of("day"))"
    var text: Document.Text = "\(strong: taps.of("extra tap")) \(window) of the log"
    if let all = finding.tapsBeforeLimit {
      text = text + " (\(all.grouped) were counted; no more than half of all taps are called extra)"
    }
    if !who.isEmpty { text = text + "; \(concerned)" }
    return .init("What it costs", text + owner(of: finding) + ". " + certainty)
  }

  private func details(_ finding: Finding) -> Fact? {
    switch finding.details.count {
    case 0: nil
    case 1: .init("In detail", titles.words(finding.details[0]), role: .background)
    default:
      .init("In detail", "", lines: finding.details.map(titles.words), role: .background)
    }
  }

  private func sameThing(_ number: Int) -> Fact? {
    let others = ranking.others(at: number - 1).filter { $0 < Self.cards }.map { index in
      "\(link: "\(index + 1). \(titles.rule(findings[index]))", to: .anchor(Self.anchor(index + 1)))" as Document.Text
    }
    return others.isEmpty ? nil : .init("See also", others.joinedAsList(by: ", ", between: ", "))
  }

  private func sessions(_ finding: Finding) -> Fact? {
    let examples = finding.shownExamples.filter {
      contents.exampleSessions[$0.label]?.platform.map(finding.platforms.includes) ?? true
    }
    guard !examples.isEmpty else { return nil }
    var fact = Fact(examples.count == 1 ? "Example session" : "Example sessions", "", role: .background)
    fact.strips = examples.map { contents.strip(of: $0, for: finding) }
    return fact
  }

  private func rule(_ finding: Finding) -> Fact {
    var text: Document.Text = "\(code: finding.rule) (\(finding.severity.word.lowercased()))"
    if let threshold = finding.threshold {
      text =
        text
        + ", \(finding.thresholdName ?? "threshold") \(finding.interval == nil ? self.threshold(threshold, of: finding.rule) : threshold.roundPercent)"
    }
    if !finding.source.isEmpty {
      text = text + ". Source: " + Document.Text(finding.source.asSentence)
    } else {
      text = text + "."
    }
    if contents.rule(finding.rule)?.isHeuristic == true, !finding.source.contains(Self.convention) {
      text = text + " \(emphasis: "H: it has a threshold that is \(Self.convention), not a published one.")"
    }
    if let table = contents.tableAnchor(for: finding) {
      text = text + " \(link: "See the table", to: .anchor(table))."
    }
    return .init("Rule", text, role: .background)
  }
}

extension FindingsSection {
  /// A threshold that is no share, with the unit that its rule gives it: `6 levels`.
  private func threshold(_ value: Double, of rule: String) -> String {
    let own = Rule.rule(rule)?.thresholds.first { $0.value(in: contents.scope.map, of: rule) == value }
    return own?.text(of: value) ?? value.sixDecimals
  }
}

extension Evidence {
  /// A short name of a table.
  var word: String {
    switch self {
    case .structural: "certain"
    case .strong: "strong"
    case .moderate: "moderate"
    case .exploratory: "hint"
    }
  }

  fileprivate var explanation: Document.Text {
    switch self {
    case .structural: "\(strong: word) is counted, not estimated"
    case .strong: "\(strong: word) is based on 100 or more users"
    case .moderate: "\(strong: word) is based on 30 to 99"
    case .exploratory: "\(strong: word) is based on fewer than 30, or on a log of poor quality"
    }
  }
}

extension Finding {
  fileprivate var certainty: Text {
    let basis: Text =
      switch (eligibleUsers, effectiveUsers) {
      case (let eligible?, let effective?) where effective < eligible:
        """
         (\(eligible.of("user")); a few are very active, so treat this as if it came from \(effective.of("user")))
        """
      case (let eligible?, _): " (based on \(eligible.of("eligible user")))"
      default: ""
      }
    return switch evidence {
    case .structural: "Certain: counted in the log or read from the app map."
    case .strong: "Strong evidence\(basis)."
    case .moderate: "Moderate evidence\(basis). Expect the number to change with more data."
    case .exploratory:
      doubt.map { "A hint: \($0). Fix the log before acting." }
        ?? "A hint\(basis). Look again with more data before acting."
    }
  }
}

extension FindingState {
  /// A sentence for findings that are not current.
  fileprivate var words: String? {
    switch self {
    case .new: "New: it holds only in the last third of the period, whose figures are shown."
    case .over: "Over: people no longer met it in the last third of the period."
    case .current: nil
    }
  }
}
