import Measures
import UsabilityRules

extension AuditContents {
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
      (self.period, self.users, self.sessions, self.events) = (period, users, sessions, events)
      self.findings = findings
      index = FindingIndex(findings.map(\.key))
    }

    /// The report without findings that are based on fewer users.
    package func hidingFewerUsers(than least: Int?) -> EarlierReport {
      let small = 1..<(least ?? 1)
      return EarlierReport(period: period, users: users, sessions: sessions, events: events, findings: findings.filter { !small.contains($0.users ?? 0) })
    }

    /// The same findings in that report.
    func findings(like finding: Finding) -> [Finding] { index.matches(of: finding.writtenKey).map { findings[$0] } }

    /// The last day, which identifies the report for people: `14 March 2026`.
    func lastDay(_ calendar: CalendarDays) -> String { TimeSpan.words(TimeSpan(span: period, calendar: calendar).lastDay) }
  }

  /// Whether an earlier report is on the same sessions, so that there is nothing to compare.
  package func isOfSameSessions(as earlier: EarlierReport) -> Bool {
    let totals = measures.totals
    return period == earlier.period && (totals.users, totals.sessions, totals.events) == (earlier.users, earlier.sessions, earlier.events)
  }
}

extension Finding {
  /// The key as it stands in `findings.csv`.
  fileprivate var writtenKey: FindingKey { FindingKey(rule: rule, subject: subject.asCell, section: section?.asCell) }
}

/// The changes since an earlier report's findings.
struct SinceLast {
  /// Chance moves figures over thresholds, and evidence grows with the log: only what exceeds both is a change.
  enum Change: CaseIterable { case new, worse, better, same }

  let report: AuditContents.EarlierReport
  private let calendar: CalendarDays
  /// Each current finding, with its number in the report and its change.
  let present: [(number: Int, finding: Finding, change: Change)]
  let gone: [Finding]

  /// - Parameter findings: in reading order.
  init?(_ contents: AuditContents, findings: [Finding]) {
    guard contents.isComparedWithEarlier, let report = contents.earlier else { return nil }
    (self.report, calendar) = (report, contents.calendar)
    let growth = (Double(max(report.users, 1)) / Double(max(contents.measures.totals.users, 1))).squareRoot()
    present = findings.enumerated().filter { $0.element.state != .over }.map {
      ($0.offset + 1, $0.element, Self.change(of: $0.element, since: report, growth: growth))
    }
    let now = FindingIndex(present.map(\.finding.writtenKey))
    gone = report.findings.filter { $0.state != .over && !now.contains($0.key) && Self.isFarOver($0, widened: growth) }
  }

  /// Whether the interval ends further beyond the threshold than the other run's, of `widened` times the width, can reach: that run does not have the
  /// finding, so its interval holds the threshold or values on the other side of it. A fact has no interval, and does not come and go by chance.
  private static func isFarOver(_ finding: Finding, widened: Double) -> Bool {
    guard let threshold = finding.threshold, let value = finding.value, let interval = finding.interval else { return true }
    let reach = (interval.high - interval.low) * widened
    return value >= threshold ? interval.low > threshold + reach : interval.high < threshold - reach
  }

  private static func change(of finding: Finding, since report: AuditContents.EarlierReport, growth: Double) -> Change {
    guard let before = report.findings(like: finding).first(where: { $0.state != .over }) else {
      return isFarOver(finding, widened: 1 / growth) ? .new : .same
    }
    // A change must exceed chance: the intervals share no value. Counts grow with the log.
    guard let one = before.value, let two = finding.value, let then = before.interval, let now = finding.interval,
      now.low > then.high || now.high < then.low
    else { return .same }
    // If the figure is bad above its threshold, higher is worse.
    let isBadAbove = finding.threshold.map { two >= $0 } ?? true
    return (two > one) == isBadAbove ? .worse : .better
  }

  func count(_ change: Change) -> Int { present.count { $0.change == change } }

  /// `Since the run up to 14 March 2026: 1 finding is new, 2 are gone, 0 are worse, 1 is better, 5 are about the same.`
  var sentence: String {
    let parts = [(count(.new), "new"), (gone.count, "gone"), (count(.worse), "worse"), (count(.better), "better"), (count(.same), "about the same")]
    let words = parts.enumerated().map { index, part in
      index == 0
        ? "\(part.0.of("finding")) \(part.0 == 1 ? "is" : "are") \(part.1)" : "\(part.0 == 0 ? "none" : part.0.grouped) \(part.0 == 1 ? "is" : "are") \(part.1)"
    }
    return "Since the run up to \(report.lastDay(calendar)): \(Wording.list(words))."
  }

  func section(_ titles: FindingTitles) -> Document.Section {
    func line(number: Int, finding: Finding, change: Change) -> Document.Text {
      let before = report.findings(like: finding).first
      let values: Document.Text =
        if let one = before?.value, let two = finding.value { ": \(Self.figure(one, finding)) before, \(Self.figure(two, finding)) now" } else { "" }
      return "\(link: titles.rule(finding), to: .anchor(FindingsSection.anchor(number))) (" + titles.location(of: finding) + ")" + values
    }
    var blocks: [Document.Block] = [.paragraph(Document.Text(sentence))]
    for (change, heading) in [(Change.new, "New"), (.worse, "Worse"), (.better, "Better")] as [(Change, String)] {
      let found = present.filter { $0.change == change }
      if !found.isEmpty { blocks += [.paragraph("\(strong: heading):"), .list(found.map(line))] }
    }
    if !gone.isEmpty { blocks += [.paragraph("\(strong: "Gone"):"), .list(gone.map { "\(code: $0.rule): \($0.message.madeVisible().asSentence)" })] }
    blocks.append(
      .paragraph(
        "A finding is better or worse if its 95% intervals do not overlap, new or gone if one run has it too clearly for the other to have missed it by chance. What else differs is more, or less, certain than before. Runs may overlap in time."
      ))
    return Document.Section("Since last time", anchor: "since", blocks)
  }

  /// A finding's figure, as on its card.
  static func figure(_ value: Double, _ finding: Finding) -> String { finding.interval == nil ? value.short : value.percent }
}

extension AuditContents {
  /// What has changed since the earlier report, in one sentence.
  package var sinceSentence: String? {
    if isComparedWithEarlier, earlier == nil { return "No earlier run on other sessions to compare with." }
    return SinceLast(self, findings: findings)?.sentence
  }

  /// The figure of a finding in the earlier report, and now; empty without one.
  func trend(of finding: Finding) -> [Document.FindingCard.Point] {
    guard isComparedWithEarlier, let value = finding.value, let now = measures.period, let earlier,
      let before = earlier.findings(like: finding).first?.value
    else { return [] }
    let today = TimeSpan(span: now, calendar: calendar).lastDay
    return [
      .init(when: earlier.lastDay(calendar), value: before, label: SinceLast.figure(before, finding)),
      .init(when: TimeSpan.words(today), value: value, label: SinceLast.figure(value, finding)),
    ]
  }
}
