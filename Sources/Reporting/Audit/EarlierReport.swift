import Measures
import NavigationModel
import UsabilityRules

extension ReportContents {
  /// What an earlier report found, as its tables say.
  package struct EarlierReport: Sendable {
    /// Times of the first and the last event.
    package let period: ClosedRange<Int64>
    package let users: Int
    package let sessions: Int
    package let events: Int
    package let findings: [Finding]
    private let index: FindingIndex

    package init(period: ClosedRange<Int64>, users: Int, sessions: Int, events: Int, findings: [Finding]) {
      self.period = period
      self.users = users
      self.sessions = sessions
      self.events = events
      self.findings = findings
      index = FindingIndex(findings.map(\.key))
    }

    /// The report without findings that are based on fewer users.
    package func hidingFewerUsers(than least: Int?) -> EarlierReport {
      let small = 1..<(least ?? 1)
      return EarlierReport(
        period: period, users: users, sessions: sessions, events: events,
        findings: findings.filter { !small.contains($0.users ?? 0) })
    }

    /// The same findings in that report.
    func findings(like finding: Finding) -> [Finding] { index.matches(of: finding.writtenKey).map { findings[$0] } }

    /// The last day, which identifies the report for people: `14 March 2026`.
    func lastDay(_ calendar: CalendarDays) -> String {
      TimeSpan.words(TimeSpan(span: period, calendar: calendar).lastDay)
    }
  }

  /// Whether an earlier report is on the same sessions, so that there is nothing to compare.
  package func isOfSameSessions(as earlier: EarlierReport) -> Bool {
    let totals = measures.totals
    return period == earlier.period
      && (totals.users, totals.sessions, totals.events) == (earlier.users, earlier.sessions, earlier.events)
  }
}

extension Finding {
  /// The finding as `findings.csv` has it: its names are harmless to spreadsheets.
  package var asWritten: Finding {
    var finding = self
    finding.subject = subject.asCell
    finding.section = section?.asCell
    return finding
  }

  /// The key as it stands in `findings.csv`.
  fileprivate var writtenKey: FindingKey { FindingKey(rule: rule, subject: subject.asCell, section: section?.asCell) }
}

/// The changes since an earlier report: by its findings, or by the rows of the time since beside those of the time
/// before where the log has both.
struct SinceLast {
  typealias Kind = SinceRows.Change.Kind

  let report: ReportContents.EarlierReport
  private let calendar: CalendarDays
  /// Each current finding, with its number in the report and its change; nil where it is about the same.
  let present: [(number: Int, finding: Finding, change: Kind?)]
  let gone: [Finding]
  private let rows: SinceRows?

  init?(_ contents: ReportContents, findings: [Finding]) {
    guard contents.isComparedWithEarlier, let report = contents.earlier else { return nil }
    self.report = report
    calendar = contents.calendar
    rows = contents.since
    let current = findings.enumerated().filter { $0.element.state != .over }.map { (number: $0 + 1, finding: $1) }
    if let rows {
      let changes = FindingIndex(rows.changes.map(\.finding.key))
      present = current.map { number, finding in
        let kind = changes.matches(of: finding.key).first.map { rows.changes[$0].kind }
        return (number, finding, kind == .gone ? nil : kind)
      }
      gone = rows.changes.filter { $0.kind == .gone }.map(\.finding)
    } else {
      let runs = TwoRuns(report, contents.measures.totals)
      present = current.map { ($0.number, $0.finding, runs.change(of: $0.finding)) }
      gone = runs.gone(without: current.map(\.finding))
    }
  }

  func count(_ change: Kind?) -> Int { present.count { $0.change == change } }

  /// `Since the run up to 14 March 2026: 1 finding is new, 2 are gone, 0 are worse, 1 is better, 5 are about the same.`
  var sentence: String {
    let parts = [
      (count(.new), "new"), (gone.count, "gone"), (count(.worse), "worse"), (count(.better), "better"),
      (count(nil), "about the same"),
    ]
    let words = parts.enumerated().map { index, part in
      index == 0
        ? "\(part.0.of("finding")) \(part.0 == 1 ? "is" : "are") \(part.1)"
        : "\(part.0 == 0 ? "none" : part.0.grouped) \(part.0 == 1 ? "is" : "are") \(part.1)"
    }
    return "Since the run up to \(report.lastDay(calendar)): \(Wording.list(words))."
  }

  func section(_ titles: FindingTitles) -> Document.Section {
    func line(number: Int, finding: Finding, change: Kind?) -> Document.Text {
      let before = report.findings(like: finding).first
      let values: Document.Text =
        if let one = before?.value, let two = finding.value {
          ": \(Self.figure(one, finding)) before, \(Self.figure(two, finding)) now"
        } else { "" }
      return "\(link: titles.rule(finding), to: .anchor(FindingsSection.anchor(number))) ("
        + titles.location(of: finding) + ")" + values
    }
    var blocks: [Document.Block] = [.paragraph(Document.Text(sentence))]
    for change in [Kind.new, .worse, .better] {
      let found = present.filter { $0.change == change }
      if !found.isEmpty { blocks += ["\(strong: change.rawValue.capitalizedFirst):", .list(found.map(line))] }
    }
    if !gone.isEmpty {
      blocks += [
        "\(strong: "Gone"):", .list(gone.map { "\(code: $0.rule): \($0.message.asSentence.plain.madeVisible())" }),
      ]
    }
    if let rows {
      let more = rows.measureLines + rows.eventLines(calendar)
      if !more.isEmpty { blocks.append(.list(more)) }
      blocks.append(
        """
        This section compares the sessions since that run (\(rows.usersSince.of("user"))) with those of an equally \
        long time before (\(rows.usersBefore.of("user"))). In 19 of 20 cases, half a year of weekly reports says \
        nothing false. \(code: "advice: {looks: N}") in the app map sets another number of reports.
        """)
      return Document.Section("Since last time", anchor: "since", blocks)
    }
    blocks.append(
      """
      A finding is better or worse if its 95% intervals do not overlap. It is new or gone if the difference is too \
      large to be chance. Other differences make it more, or less, certain than before. Runs may overlap in time.
      """
    )
    return Document.Section("Since last time", anchor: "since", blocks)
  }

  /// A finding's figure, as on its card.
  static func figure(_ value: Double, _ finding: Finding) -> String {
    finding.interval == nil ? value.sixDecimals : value.percent
  }
}

/// An earlier run and this one, on other sessions. Chance moves figures over thresholds, and evidence grows with the
/// log: only what exceeds both is a change.
private struct TwoRuns {
  private let report: ReportContents.EarlierReport
  private let users: Int
  /// Whether users have as many sessions in each: in more sessions people reach more.
  private let isAlike: Bool

  init(_ report: ReportContents.EarlierReport, _ totals: Totals) {
    self.report = report
    users = totals.users
    let rates = [(report.sessions, report.users), (totals.sessions, totals.users)].map {
      Double($0) / Double(max($1, 1))
    }
    isAlike = (rates.max() ?? 0) <= 1.1 * (rates.min() ?? 0)
  }

  /// The earlier findings that this run would have if they were not gone.
  func gone(without findings: [Finding]) -> [Finding] {
    let found = FindingIndex(findings.map(\.writtenKey))
    let size = Double(max(users, 1)) / Double(max(report.users, 1))
    return report.findings.filter { $0.state != .over && !found.contains($0.key) && isFarOver($0, size) }
  }

  /// The change of a finding of this run; nil if there surely is none.
  func change(of finding: Finding) -> SinceLast.Kind? {
    let earlier = report.findings(like: finding)
    guard let before = earlier.first(where: { $0.state != .over }) ?? earlier.first else {
      return isFarOver(finding, Double(max(report.users, 1)) / Double(max(users, 1))) ? .new : nil
    }
    // A change must exceed chance: the intervals share no value. Counts grow with the log, and so do reaches.
    guard let one = before.value, let two = finding.value, let then = before.interval, let now = finding.interval,
      isAlike || !finding.isReach, before.state == finding.state, now.low > then.high || now.high < then.low
    else { return nil }
    return finding.isWorse(two, than: one) ? .worse : .better
  }

  /// Whether a finding is too clear for the other run, without it, to have missed it by chance: its interval ends
  /// further beyond the threshold than the other run's can reach, and the other run had enough users to judge. A fact
  /// has no interval: it must be due to many more people than the rule asks for. One that no number of people decides
  /// does not come and go by chance.
  /// - Parameter size: how many times as many users the other run has.
  private func isFarOver(_ finding: Finding, _ size: Double) -> Bool {
    /// Whether the other run has, but for chance, at least some number of users where the run of the finding has so
    /// many: both numbers vary.
    func surelyHas(_ users: Int, atLeast least: Double) -> Bool {
      let expected = Double(users) * size
      return expected - 2 * (expected * (1 + size)).squareRoot() > least
    }
    let rule = Rule.rule(finding.rule)
    if rule?.traits.contains(.ofSeveralConditions) == true || finding.isReach && !isAlike { return false }
    guard let threshold = finding.threshold, let value = finding.value, let interval = finding.interval else {
      guard let users = finding.users,
        let least = rule?.fewestUsers(among: Double(finding.eligibleUsers ?? 0) * size)
      else { return true }
      return surelyHas(users, atLeast: least)
    }
    if let users = finding.effectiveUsers ?? finding.eligibleUsers,
      !surelyHas(users, atLeast: Double(Evidence.leastUsers))
    {
      return false
    }
    let reach = (interval.high - interval.low) / size.squareRoot()
    return value >= threshold ? interval.low > threshold + reach : interval.high < threshold - reach
  }
}

extension ReportContents {
  /// What has changed since the earlier report, in one sentence.
  package var sinceSentence: String? {
    if isComparedWithEarlier, earlier == nil { return "There is no earlier run on other sessions." }
    return SinceLast(self, findings: findings)?.sentence
  }

  /// The figure of a finding in the earlier report, and now: `12.0% (14 March 2026), 9.0% now`; nil without one.
  func earlierFigure(of finding: Finding) -> String? {
    guard isComparedWithEarlier, let value = finding.value, let earlier,
      let before = earlier.findings(like: finding).first?.value
    else { return nil }
    return
      "\(SinceLast.figure(before, finding)) (\(earlier.lastDay(calendar))), \(SinceLast.figure(value, finding)) now"
  }
}
